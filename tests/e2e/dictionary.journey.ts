import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const LOOKS = [
  [1440, "en"],
  [390, "en"],
  [1440, "ja"],
  [390, "ja"],
] as const;

/** A call of a rep and a customer, written down elsewhere. */
async function bring(request: APIRequestContext, title: string, said: string): Promise<string> {
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: {
      ...{ title, language: "en", visibility: "workspace", consent: true },
      startedAt: new Date(Date.now() - 3_600_000).toISOString(),
      name: "call.txt",
      text: `[00:00:01] Mari: Thank you for coming, who else do you look at?\n[00:00:07] Anke: ${said}`,
      speakers: [
        { name: "Mari", side: "R" },
        { name: "Anke", side: "C" },
      ],
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { callId: string }).callId;
}

/** The page as it is, in every width and language; axe looks at both themes. What was typed is gone after. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, language] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await wear(page, width === 390 ? "dark" : "light", language);
    await shoot(page, `${name}-${width}-${language}`, true);
    if (language === "en") await checkScreen(page, `${name} ${width}`);
    else await expectFits(page, `${name} ${width} ${language}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const preview = (page: Page) => page.getByRole("region", { name: "What would it have hit?" });
const addPhrase = async (page: Page, phrase: string) => {
  await page.getByPlaceholder("Add a phrase").fill(phrase);
  await page.keyboard.press("Enter");
};

test("an admin makes a tracker by keyboard, sees what it would have heard, and runs a second version on past calls", {
  tag: LONG,
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const before = await bring(page.request, "Discovery, Marten Steel", "We also tried Dock Pilot.");
  await page.goto("/setting/dictionary");
  await expect(row(page, "Objections")).toBeVisible();
  await look(page, "dictionary-trackers");

  await page.getByRole("link", { name: "New tracker" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.type("Rivals");
  await addPhrase(page, "price near/4");
  await expect(page.getByText("needs words before and after").first()).toBeVisible();
  await page.getByPlaceholder("Add a phrase").fill("");
  await addPhrase(page, "Routely");
  await addPhrase(page, '"dock pilot"');
  await page.getByRole("button", { name: "Remove Routely" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Said by").selectOption("Customer");
  await page.getByLabel("Kind").selectOption("Competitor");
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "What would it have hit?" }).press("Enter");
      await expect(preview(page)).toBeVisible();
      return preview(page).getByRole("listitem").count();
    }, "the call has its words")
    .toBe(1);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Rivals");
  await shoot(page, "dictionary-preview-new-1440", true);
  await page.getByRole("button", { name: "Create tracker" }).press("Enter");
  await expect(row(page, "Rivals")).toBeVisible();

  const after = await bring(page.request, "Second call", "Routely, and Dock Pilot again.");
  const hits = async (): Promise<number> => {
    await page.goto("/setting/dictionary?q=Rivals");
    const link = page.getByRole("link", { name: /calls? with Rivals/ });
    return (await link.count()) === 0 ? 0 : Number(await link.textContent());
  };
  await expect.poll(hits, "the next call is read with it").toBe(1);
  await page.getByRole("link", { name: /calls? with Rivals/ }).click();
  await expect(page.getByRole("link", { name: "Second call" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Discovery, Marten Steel" })).toHaveCount(0);

  await page.goto("/setting/dictionary");
  await page.getByRole("link", { name: "Rivals", exact: true }).click();
  await addPhrase(page, "routely");
  await page.getByRole("button", { name: /^Remove "dock pilot"/ }).click();
  await expect(page.getByRole("button", { name: /^Put back "dock pilot"/ })).toBeVisible();
  await page.getByRole("button", { name: "What would it have hit?" }).click();
  await expect(page.getByText("version 1, in use")).toBeVisible();
  await expect(page.getByText("+1 −2")).toBeVisible();
  await shoot(page, "dictionary-preview-1440", true);
  await checkScreen(page, "dictionary preview 1440");
  await page.setViewportSize({ width: 390, height: 900 });
  await shoot(page, "dictionary-preview-390", true);
  await expectFits(page, "dictionary preview 390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: /^Put back/ }).click();
  await page.getByLabel(/^Run on \d+ past calls/).check();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await expect(page.getByRole("dialog", { name: "Listen for “Rivals”" })).toBeVisible();
  await expect.poll(hits, "past calls are read with the second version").toBe(2);

  await page.goto(`/playback/${after}?tab=moments`);
  await expect(page.getByText("Rivals").first()).toBeVisible();
  await page.goto(`/playback/${before}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discovery, Marten Steel");
  await page.goto("/setting/dictionary?q=Rivals");
  await page.getByRole("link", { name: "Rivals", exact: true }).click();
  await expect(page.getByRole("button", { name: "Archive Rivals" })).toBeVisible();
  await look(page, "dictionary-tracker");
  await page.getByRole("button", { name: "Archive Rivals" }).click();
  await page.getByRole("link", { name: /^Archived/ }).click();
  await expect(row(page, "Rivals")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("an admin adds a term, tries it on a past call, and the next call is written with it", {
  tag: LONG,
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const call = await bring(page.request, "Lane quote", "We drive from Rotterdam to postman.");
  await page.goto("/setting/dictionary?tab=terms");
  await look(page, "dictionary-terms");
  await page.getByRole("link", { name: "New term" }).click();
  await page.getByRole("textbox", { name: "Term" }).fill("Poznań");
  await page.getByRole("textbox", { name: /^Sounds like/ }).fill("postman\npose none");
  await page.getByRole("button", { name: "Add term" }).click();
  await expect(row(page, "Poznań")).toBeVisible();
  await expect
    .poll(async () => {
      await page.goto(`/setting/dictionary?tab=terms&test=${call}`);
      return page.locator("mark").count();
    }, "the call has its words")
    .toBe(1);
  await expect(page.getByText(/1 of \d+ words changes/)).toBeVisible();
  await look(page, "dictionary-test");
  await page.getByRole("link", { name: "Edit Poznań" }).click();
  await page.getByRole("textbox", { name: /^Sounds like/ }).fill("postman");
  await page.getByLabel("Weight").selectOption("9");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/Saved \d/)).toBeVisible();
  const file = await page.request.get("/setting/dictionary/terms.csv");
  expect(await file.text()).toContain("Poznań,postman,en,product,9,no");

  await page.getByRole("link", { name: "Import CSV" }).click();
  await page
    .getByLabel(/^Or paste it here/)
    .fill("term,variants\nDockLine,doc line;dog line\n,nothing\n");
  await page.getByRole("button", { name: "Import terms" }).click();
  await expect(page.getByText("1 added, 0 known already.")).toBeVisible();
  await expect(page.getByText(/^Row 3:/)).toBeVisible();
  await shoot(page, "dictionary-import-1440", true);
  await expect(row(page, "DockLine")).toBeVisible();
  await page.goto("/setting/dictionary?tab=terms");
  await page.getByRole("link", { name: "Edit DockLine" }).click();
  await page.getByRole("button", { name: "Delete DockLine" }).click();
  await expect(row(page, "DockLine")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("an admin changes a word list by keyboard, sees what it would change, and counts past calls again", {
  tag: LONG,
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const call = await bring(page.request, "Depot visit", "We literally drive there, literally.");
  const tab = "/setting/dictionary?tab=lexicons&language=en";
  const list = page.getByRole("region", { name: "Fillers" });
  const what = page.getByRole("region", { name: "What would it change?" });
  await page.goto(tab);
  await expect(list.getByText("you know", { exact: true })).toBeVisible();
  await look(page, "dictionary-lexicons");

  await page.goto(tab);
  await list.getByPlaceholder("Add a word").focus();
  await page.keyboard.type("literally");
  await page.keyboard.press("Enter");
  await list.getByRole("button", { name: "Remove um", exact: true }).press("Enter");
  await expect(list.getByRole("button", { name: "Put back um" })).toBeVisible();
  await expect
    .poll(async () => {
      await list.getByRole("button", { name: "What would it change?" }).press("Enter");
      await expect(what).toBeVisible();
      return what.getByText("literally", { exact: false }).count();
    }, "the call has its words")
    .toBeGreaterThan(1);
  await expect(list.getByRole("button", { name: "Remove literally" })).toBeVisible();
  await shoot(page, "dictionary-lexicons-preview-1440", true);
  await checkScreen(page, "dictionary lexicons preview 1440");
  await page.setViewportSize({ width: 390, height: 900 });
  await shoot(page, "dictionary-lexicons-preview-390", true);
  await expectFits(page, "dictionary lexicons preview 390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await list.getByRole("button", { name: "Save list" }).press("Enter");
  await expect(page.getByText(/New calls are counted with it/)).toBeVisible();
  await list.getByText("2 words differ from Parley’s list").click();
  await expect(list.getByText(/left out by/)).toBeVisible();
  await expect(page.getByText(/past calls? you can see (was|were) counted/)).toBeVisible();
  await look(page, "dictionary-lexicons-changed");
  await page.getByRole("button", { name: "Count again" }).click();
  await expect(page.getByRole("dialog", { name: "Count with the lexicons" })).toBeVisible();
  await expect
    .poll(async () => {
      await page.goto(tab);
      return page.getByRole("button", { name: "Count again" }).count();
    }, "past calls are counted with the list")
    .toBe(0);
  await page.goto(`/playback/${call}?tab=moments`);
  await expect(page.getByText("literally").first()).toBeVisible();

  await page.goto(tab);
  await list.getByRole("button", { name: "Restore Parley’s list" }).press("Enter");
  await expect(list.getByText(/differ from Parley/)).toHaveCount(0);
  await expect(list.getByRole("button", { name: "Remove um", exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a rep reads the dictionary", async ({ page }) => {
  await signIn(page, "rep");
  await page.goto("/setting/dictionary");
  await expect(page.getByRole("link", { name: "New tracker" })).toHaveCount(0);
  await page.getByRole("link", { name: "Objections", exact: true }).click();
  await expect(page.getByRole("list", { name: "Phrases of Objections" })).toBeVisible();
  await checkScreen(page, "dictionary of a rep");
  await page.goto("/setting/dictionary?tab=terms");
  await expect(page.getByRole("link", { name: "New term" })).toHaveCount(0);
  await page.goto("/setting/dictionary?tab=lexicons&language=ja");
  await expect(page.getByRole("list", { name: "Fillers" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save list" })).toHaveCount(0);
  await checkScreen(page, "lexicons of a rep");
});
