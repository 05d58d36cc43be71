import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OURS = { "sec-fetch-site": "same-origin" };
const TAB = "/setting/general?tab=deals";
const TALK = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Mari Kato>The second depot could go live in March.

00:00:05.000 --> 00:00:09.000
<v Elena>Then we need the offer by Thursday.
`;

async function importWords(request: APIRequestContext, title: string, company: string) {
  const made = await request.post("/recordings/import", {
    headers: OURS,
    data: { title, company, consent: true, name: "words.vtt", text: TALK },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { callId: string }).callId;
}

/** The demo's admin makes the stages while the page is looked at. */
async function openTab(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(TAB);
        return page.getByLabel("Or paste the lines").count();
      },
      { message: "the demo has its stages" },
    )
    .toBe(1);
}

const checkLines = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel("Or paste the lines").fill(text);
  await page.getByRole("button", { name: "Check the file" }).click();
};

test("deals come by a file, a call is linked from Home and from its page, and the list is narrowed by its deal", async ({
  page,
}) => {
  const n = String(test.info().repeatEachIndex);
  const complaints = complaintsOf(page);
  const company = `Solene Travel ${n}`;
  const [fleet, pilot, title] = [`Depot fleet ${n}`, `Depot pilot ${n}`, `Depot tour ${n}`];
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);

  await test.step("a file with a wrong line enters nothing; corrected it is entered", async () => {
    await openTab(page);
    const lines = (stage: string) =>
      `name,company,stage,amount,currency\n${fleet},${company},${stage},84000,EUR\n${pilot},${company},Discovery,,\n`;
    await checkLines(page, lines("Nowhere"));
    await expect(page.getByText("1 line needs correcting. Nothing has been added.")).toBeVisible();
    await expect(page.getByText("There is no stage with this name.")).toBeVisible();
    await checkScreen(page, "a file of deals with a wrong line", (theme) =>
      shoot(page, `deals-import-1440-${theme}`, true),
    );
    await wear(page, "light", "en");
    await openTab(page);
    await checkLines(page, lines("Proposal"));
    await page.getByRole("button", { name: "Add 2 deals" }).click();
    await expect(page.getByText("2 deals added.")).toBeVisible();
    await page.getByRole("link", { name: "Done" }).click();
    await expect(page.getByRole("row", { name: new RegExp(fleet) })).toContainText("84,000 EUR");
  });

  const callId = await importWords(page.request, title, company);
  await test.step("two deals fit: the call waits on Home, and is linked by keyboard to the one that is looked for", async () => {
    await page.goto("/?show=all");
    const other = page.getByRole("button", { name: `Other… ${title}` });
    await expect(page.getByText(`Which deal is ${title} about?`)).toBeVisible();
    await shoot(page, "deals-home-1440-light");
    await other.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Which deal is this call about?" });
    await expect(dialog.getByText("May be this one")).toBeVisible();
    await expect(dialog.getByRole("searchbox")).toBeFocused();
    await checkScreen(page, "the choice of a deal", (theme) =>
      shoot(page, `deals-dialog-1440-${theme}`),
    );
    await page.keyboard.type(pilot);
    await expect(dialog.getByText("Deals found")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Link to/ })).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: `Link to ${pilot}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${title}: Linked to ${pilot}.`)).toBeVisible();
    await page.getByRole("button", { name: `Undo: ${title}: Linked to ${pilot}.` }).click();
    await expect(page.getByText(`Which deal is ${title} about?`)).toBeVisible();
    await page.getByRole("button", { name: new RegExp(`^Link to Depot.*: ${title}`) }).click();
    await expect(page.getByText(new RegExp(`^${title} is about Depot`))).toBeVisible();
  });

  await test.step("on its page the call is taken off, given a new deal, and given back to the rules", async () => {
    await page.goto(`/playback/${callId}`);
    await page.getByRole("button", { name: "Change the deal" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Not this deal" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Choose a deal" }).click();
    await expect(dialog.getByText("Somebody said that this call is about no deal.")).toBeVisible();
    await dialog.getByRole("button", { name: "New deal…" }).click();
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("Name").fill(`Depot renewal ${n}`);
    await expect(dialog.getByLabel("Company")).toHaveValue(company);
    await dialog.getByLabel("Amount").fill("5000");
    await dialog.getByRole("button", { name: "Make and link" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Currency");
    await checkScreen(page, "a new deal", (theme) => shoot(page, `deals-new-1440-${theme}`));
    await dialog.getByLabel("Currency").fill("eur");
    await dialog.getByRole("button", { name: "Make and link" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`Depot renewal ${n}`, { exact: true }).first()).toBeVisible();
    await shoot(page, "deals-playback-1440");
    await page.getByRole("button", { name: "Change the deal" }).click();
    await dialog.getByRole("button", { name: `Link to ${fleet}` }).click();
    await expect(page.getByText(fleet, { exact: true }).first()).toBeVisible();
  });

  await test.step("who spoke is entered with an e-mail, corrected, and found again on another call", async () => {
    const name = `Elena Duarte ${n}`;
    await page.goto(`/playback/${callId}?tab=info`);
    await page.getByRole("button", { name: "Contact of Elena" }).last().click();
    const dialog = page.getByRole("dialog", { name: "Who is Elena?" });
    await dialog.getByRole("button", { name: "New contact…" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("E-mails").fill("elena, wrong");
    await dialog.getByRole("button", { name: "Make contact" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await checkScreen(page, "a new contact", (theme) => shoot(page, `deals-contact-1440-${theme}`));
    await dialog.getByLabel("E-mails").fill(`elena${n}@solene.example`);
    await dialog.getByRole("button", { name: "Make contact" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`${name} · ${company}`).last()).toBeVisible();
    const second = await importWords(page.request, `Depot call ${n}`, company);
    await page.goto(`/playback/${second}?tab=info`);
    await page.getByRole("button", { name: "Contact of Elena" }).last().click();
    await dialog.getByRole("searchbox").fill(`elena${n}@`);
    await dialog.getByRole("button", { name: `Choose ${name}` }).click();
    await expect(page.getByText(`${name} · ${company}`).last()).toBeVisible();
    await shoot(page, "deals-people-1440");
  });

  await test.step("an e-mail address is enough to find them; a person is renamed, moved to the other side, taken off", async () => {
    const third = await importWords(page.request, `Depot mail ${n}`, "");
    await page.goto(`/playback/${third}?tab=info`);
    const panel = page.getByRole("complementary", { name: "About this call" });
    await panel.getByRole("button", { name: "Edit Elena" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit a person" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("E-mail").fill("elena at solene");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("name@example.com");
    await checkScreen(page, "a person of a call", (theme) =>
      shoot(page, `deals-person-1440-${theme}`),
    );
    await wear(page, "light", "en");
    await panel.getByRole("button", { name: "Edit Elena" }).click();
    await dialog.getByLabel("Name").fill("Elena D.");
    await dialog.getByLabel("E-mail").fill(`elena${n}@solene.example`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByText(new RegExp(`Elena Duarte ${n} · ${company}`))).toBeVisible();
    await panel.getByRole("button", { name: "Edit Elena D." }).click();
    await dialog.getByRole("button", { name: "Remove Elena D. from the call" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Words of the transcript are theirs.");
    await dialog.getByLabel("Side").selectOption("R");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByRole("listitem").filter({ hasText: "Elena D." })).toContainText("Us");

    await panel.getByLabel("Name").fill("Who never spoke");
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    await panel.getByRole("button", { name: "Edit Who never spoke" }).click();
    await dialog.getByRole("button", { name: "Remove Who never spoke from the call" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByText("Who never spoke")).toHaveCount(0);
  });

  await test.step("the list is narrowed by the deal, beside how many calls each has", async () => {
    await page.goto("/recordings?panel=filters");
    const deals = page.getByRole("region", { name: "Deal", exact: true });
    await deals.getByRole("link", { name: new RegExp(fleet) }).click();
    await expect(page).toHaveURL(/deal=/);
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await shoot(page, "deals-filter-1440");
  });

  await test.step("a deal is changed, deleted and brought back; all of them leave as a file", async () => {
    await page.goto(`${TAB}&q=${encodeURIComponent(fleet)}`);
    await page.getByRole("link", { name: `Edit ${fleet}` }).click();
    await page.locator("#edit").getByLabel("Next step").fill("Send the offer");
    await page.locator("#edit").getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("row", { name: new RegExp(fleet) })).toContainText("Saved");
    await page.getByRole("link", { name: `Edit ${fleet}` }).click();
    await page.getByRole("button", { name: `Delete ${fleet}` }).click();
    await expect(page.getByText(`${fleet} is deleted.`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("row", { name: new RegExp(fleet) })).toBeVisible();
    const file = await (await page.request.get("/deals.csv")).text();
    expect(file).toContain("name,company,owner,stage,amount,currency,close_date,next_step");
    expect(file).toContain(`${fleet},${company},Mari Kato,Proposal,84000,EUR,,Send the offer`);
  });
  // A deal without its currency was refused.
  expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("an admin orders the stages and says who sees deals; on a phone and in Japanese nothing is lost", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const n = String(test.info().repeatEachIndex);
  await signIn(page, "admin");
  await openTab(page);
  const stage = `Pilot phase ${n}`;
  const form = page.locator("form", { has: page.locator("[value=make_stage]") });
  await form.getByLabel("Name").fill(stage);
  await form.getByRole("button", { name: "Add stage" }).click();
  await expect(page.getByRole("button", { name: `Move ${stage} up` })).toBeVisible();
  await page.getByRole("button", { name: `Move ${stage} up` }).click();
  await expect(page.getByRole("button", { name: `Move ${stage} down` })).toBeEnabled();
  await page.getByRole("link", { name: `Edit ${stage}` }).click();
  await page.getByRole("button", { name: `Archive ${stage}` }).click();
  await expect(page.getByRole("button", { name: `Restore ${stage}` })).toBeVisible();
  await page.getByLabel("Days closed before a call").fill("91");
  await page.locator("[value=deal_settings]").click();
  await expect(page.getByText(/must be 90 or less/)).toBeVisible();
  await page.getByLabel("Days closed before a call").fill("30");
  await page.locator("[value=deal_settings]").click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  for (const [theme, language] of [
    ["light", "en"],
    ["dark", "ja"],
  ] as const)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(TAB);
      await wear(page, theme, language);
      await checkScreen(page, `the deals of the settings ${width} ${language}`, (worn) =>
        shoot(page, `deals-setting-${width}-${worn}-${language}`, true),
      );
    }
  expect(complaints).toEqual([]);
});
