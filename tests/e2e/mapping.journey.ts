import { expect, type Page, test } from "playwright/test";
import { walkByKeyboard } from "./keyboard-walk.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, expectServerLinks, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const LIST = "/setting/summarization-template";
const INTEGRATIONS = "/setting/admin-system-integration";
const LOOKS = [
  [1440, "en"],
  [390, "en"],
  [1440, "ja"],
  [390, "ja"],
] as const;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** In every width, theme and language, with a picture of each. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, language] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await wear(page, "light", language);
    const take = (theme: string) => shoot(page, `${name}-${width}-${language}-${theme}`, true);
    if (language === "en") await checkScreen(page, `${name} ${width}`, take);
    else {
      await take("light");
      await expectFits(page, `${name} ${width} ${language}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

async function begin(page: Page, section: string, object = "Deal"): Promise<void> {
  await page.getByRole("link", { name: "Add row" }).click();
  const panel = page.getByRole("region", { name: "New row" });
  await panel.getByLabel("Section").selectOption({ label: section });
  await panel.getByLabel("Goes to").selectOption({ label: object });
  await panel.getByRole("button", { name: "Show fields" }).click();
  await expect(page).toHaveURL(/[?&]section=/);
  // The address changes before the fields of this section are drawn, and what is typed in between goes with the
  // form of the one before. Read anew, there is only the new one.
  await page.reload();
}
const choose = (page: Page, field: string | RegExp) =>
  page.getByRole("radio", { name: field }).check();

test("an admin connects the demo CRM, maps a template, sees what it would write, and mends a renamed field", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  await signIn(page, "admin");

  await test.step("the demo CRM is connected by one press, without a key", async () => {
    const panel = page.getByRole("region", { name: "Try it out" });
    const connect = button(page, "Connect Demo CRM");
    // The demo itself may connect it between a look and a press.
    await expect(async () => {
      await page.goto(INTEGRATIONS);
      if (await connect.isVisible()) await connect.click({ timeout: 3_000 });
      await expect(panel.getByText("Last worked", { exact: false })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    const clear = button(page, "Take all faults back");
    if (await clear.isVisible()) await clear.click();
    await look(page, "integrations");
  });

  await page.goto(LIST);
  await page.getByRole("link", { name: "More for Discovery" }).click();
  await button(page, "Duplicate Discovery").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discovery (copy)");

  await test.step("a section of a list joins it, and it is published", async () => {
    const add = page.getByRole("region", { name: "Add a section" });
    await add.getByLabel("Title").fill("Competitor");
    await add.getByLabel("Answer").selectOption({ label: "One of a list" });
    await add.getByRole("button", { name: "Add section" }).click();
    const section = page.getByRole("region", { name: "Competitor" });
    await section.getByLabel("Choices").fill("Routely\nHauly");
    await section.getByRole("button", { name: "Save section" }).click();
    await expect(page.getByText(/Saved in the draft/)).toBeVisible();
    // A kind whose summary no other journey reads: other calls keep the built-in template.
    await page.getByRole("link", { name: "Used for", exact: true }).click();
    await page.getByRole("checkbox", { name: "Recorder" }).check();
    await button(page, "Save rules").click();
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await page.getByLabel(/^What changed/).fill("For the CRM");
    await button(page, /^Publish/).click();
    await expect(page.getByText(/v1 published/).first()).toBeVisible();
  });

  await page.getByRole("link", { name: "Map to Demo CRM" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discovery (copy) to Demo CRM");
  const address = new URL(page.url()).pathname;

  await test.step("an impossible pair can't be chosen, and is refused where it is sent all the same", async () => {
    await begin(page, "Pain");
    await page.getByRole("searchbox", { name: "Search fields" }).fill("prob");
    await expect(page.getByRole("radio")).toHaveCount(1);
    await expect(page.getByRole("radio", { name: /Probability/ })).toBeDisabled();
    await expect(page.getByText("Bullets can’t go here")).toBeVisible();
    const answer = await page.request.post(`${address}?_data=routes/setting/template-mapping`, {
      headers: { origin: new URL(page.url()).origin },
      form: {
        ...{ intent: "add_row", section: "pain", object: "deal", field: "Probability" },
        ...{ rule: "overwrite", review: "owner" },
      },
    });
    expect(answer.status()).toBe(422);
    await look(page, "mapping-new");
  });

  await test.step("one that fits is added", async () => {
    await page.getByRole("searchbox", { name: "Search fields" }).fill("pain");
    await choose(page, /Pain points/);
    await page
      .getByLabel("Write", { exact: true })
      .selectOption({ label: "Add on top, with date" });
    await page.getByRole("button", { name: "Add row" }).click();
    await expect(page.getByText("Deal: Pain points")).toBeVisible();
    await expect(page.getByText(/Past calls stay as they are/)).toHaveCount(0);
  });

  await test.step("a picklist is translated answer by answer", async () => {
    await page.goto(address);
    await begin(page, "Competitor");
    await choose(page, /Main competitor/);
    await expect(page.getByText("Not in use: Hauly")).toBeVisible();
    await expect(page.getByLabel("Routely", { exact: true })).toHaveValue('["Routely","Routely"]');
    await page.getByLabel("Hauly", { exact: true }).selectOption({ label: "Other" });
    await page.getByLabel("If nothing fits").selectOption({ label: "Ask the owner to choose" });
    await page.getByRole("button", { name: "Add row" }).click();
    await expect(page.getByText("Deal: Main competitor")).toBeVisible();
    await expect(page.getByLabel("Hauly", { exact: true })).toHaveValue('["Hauly","Other"]');
    await look(page, "mapping-row");
  });

  await test.step("a renamed field turns its row red, and is taken by one press", async () => {
    await page.goto(INTEGRATIONS);
    await page.getByLabel("Fault").selectOption({ label: "Field renamed" });
    await page
      .locator("#plant-fault")
      .getByLabel(/^Field/)
      .selectOption({ label: "Pain points (Pain_Points__c)" });
    await button(page, "Show this fault").click();
    await expect(page.getByText("The next requests will see it.")).toBeVisible();
    await page.goto(address);
    await button(page, "Read fields again").click();
    await expect(page.getByText("Demo CRM no longer has “Pain points”.")).toBeVisible();
    await look(page, "mapping-red");
    await button(page, "Use Pain_Points_v2__c").click();
    await expect(page.getByText("no longer has")).toHaveCount(0);
    await expect(page.getByText("Pain_Points_v2__c")).toBeVisible();
  });

  await test.step("the list of templates says where its sections go", async () => {
    await page.goto(LIST);
    await expect(page.getByRole("row", { name: /Discovery \(copy\)/ })).toContainText("2 rows");
  });

  await test.step("Parley's own template shows before, after and the sentence on a past call", async () => {
    // The demo maps it; its call may still be on its way.
    await expect
      .poll(
        async () => {
          await page.goto(`${LIST}/3/mock-mapping`);
          return button(page, "Show preview").count();
        },
        { message: "a call of the demo has its summary", timeout: 120_000, intervals: [3_000] },
      )
      .toBe(1);
    await button(page, "Show preview").click();
    await expect(page.getByRole("columnheader", { name: "Would write" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^\d+:\d\d / }).first()).toBeVisible();
    await look(page, "mapping-preview");
    await expectServerLinks(page, "mapping");
    await walkByKeyboard(page, "mapping");
  });

  await test.step("the mapping runs on past calls only when it is asked to", async () => {
    const past = page.getByRole("region", { name: "Past calls" });
    await past.getByLabel("How many of the newest").fill("0");
    await past.getByRole("button", { name: "Run on past calls" }).click();
    await expect(past.getByLabel("How many of the newest")).toHaveAttribute("aria-invalid", "true");
    await past.getByLabel("How many of the newest").fill("1");
    await past.getByRole("button", { name: "Run on past calls" }).click();
    await expect(page).toHaveURL(/\/recordings\?run=/);
    const result = page.getByRole("dialog", { name: "Propose changes to the CRM" });
    await expect(result.getByText("1 call", { exact: true })).toBeVisible();
  });

  await test.step("addresses that name no CRM are not there; the sandbox has its own", async () => {
    const statusOf = async (segment: string) =>
      (await page.request.get(`${LIST}/1/${segment}`)).status();
    for (const segment of ["pipedrive-mapping", "mock", "mock-mapping-x", "-mapping"])
      expect(await statusOf(segment), segment).toBe(404);
    await page.goto(`${LIST}/1/salesforce-sandbox-mapping`);
    await expect(page).toHaveURL(/salesforce-mapping\?connection=salesforce-sandbox$/);
    await expect(page.getByText(/Connect Salesforce sandbox/).first()).toBeVisible();
  });

  await page.goto(INTEGRATIONS);
  await button(page, "Take all faults back").click();
  await expect(button(page, "Take all faults back")).toHaveCount(0);
  expect(complaints.filter((one) => !one.includes("404") && !one.includes("422"))).toEqual([]);
});
