import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, expectServerLinks, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const LIST = "/setting/summarization-template";
/** As they are called on the screen, with a title each. */
const TYPES = [
  "Text",
  "Bullets",
  "Checklist",
  "One of a list",
  "Several of a list",
  "Number with unit",
  "Money",
  "Date",
  "Yes or no",
  "Person",
  "Link",
  "Table",
];
const LOOKS = [
  [1440, "en"],
  [390, "en"],
  [390, "ja"],
] as const;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const saved = (page: Page) => expect(page.getByText(/Saved in the draft/)).toBeVisible();
const field = (page: Page, name: string) =>
  // Behind a label may stand that it is optional.
  page.getByRole("textbox", { name: new RegExp(`^${name}`) });

async function look(page: Page, name: string): Promise<void> {
  for (const [width, language] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await wear(page, "light", language);
    await shoot(page, `${name}-${width}-${language}`, true);
    if (language === "en") await checkScreen(page, `${name} ${width}`);
    else await expectFits(page, `${name} ${width} ${language}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

test("an admin makes a template of one of Parley's own, with a section of each type, publishes, and goes back", {
  tag: LONG,
}, async ({ page, browser }) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const name = `Renewal ${test.info().repeatEachIndex}`;
  await signIn(page, "admin");
  await page.goto(LIST);
  await page.getByRole("link", { name: "More for Discovery" }).click();
  await button(page, "Duplicate Discovery").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discovery (copy)");
  const address = new URL(page.url()).pathname;

  await test.step("its name and its rule are saved", async () => {
    await page.getByRole("link", { name: "Used for", exact: true }).click();
    await field(page, "Name").fill(name);
    await button(page, "Rename").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    // A kind whose summary no other journey reads: other calls keep the built-in template.
    await page.getByRole("checkbox", { name: "Recorder" }).check();
    await button(page, "Save rules").click();
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
  });

  await test.step("a section of each type", async () => {
    await page.getByRole("link", { name: /^Sections/ }).click();
    for (const type of TYPES) {
      const panel = page.getByRole("region", { name: "Add a section" });
      await panel.getByLabel("Title").fill(`The ${type}`);
      await panel.getByLabel("Answer").selectOption({ label: type });
      await panel.getByRole("button", { name: "Add section" }).click();
      await expect(page.getByRole("region", { name: `The ${type}` })).toBeVisible();
    }
    await expect(page.getByRole("region", { name: "18 sections" })).toBeVisible();
  });

  await test.step("one is written; what is wrong is said, and what is typed is not lost", async () => {
    await page.getByRole("link", { name: /^The One of a list/ }).click();
    await expect(page.getByRole("region", { name: "The One of a list" })).toBeVisible();
    await field(page, "Key").fill("Current System");
    await field(page, "Choices").fill("Salesforce: sales force, SFDC\nHubSpot");
    await button(page, "Save section").click();
    await expect(page.getByText(/Start “key” with a small letter/i).first()).toBeVisible();
    await field(page, "Key").fill("current_system");
    await page.getByRole("link", { name: /^The Money/ }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(field(page, "Key")).toHaveValue("current_system");
    await button(page, "Save section").click();
    await saved(page);
    await expect(page).toHaveURL(/section=current_system/);
    await expect(field(page, "Choices")).toHaveValue("Salesforce: sales force, SFDC\nHubSpot");
  });
  await look(page, "template");
  await expectServerLinks(page, "template");

  await test.step("by keyboard it goes up", async () => {
    const titles = () => page.getByRole("listitem").getByRole("link").allInnerTexts();
    await page.getByRole("link", { name: /^The Table/ }).click();
    await page.getByRole("button", { name: "Move The Table up" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await titles()).at(-1)).toMatch(/The Link/);
  });

  await test.step("it is published with a note", async () => {
    await button(page, "Publish v1").click();
    await expect(page.getByText(/Fill in “what changed”/i).first()).toBeVisible();
    await field(page, "What changed").fill("First version");
    await button(page, "Publish v1").click();
    await expect(page.getByText("v1 is published.")).toBeVisible();
    await expect(page.getByText("No unpublished changes.")).toBeVisible();
  });

  await test.step("who comes second is told, and both stand there", async () => {
    await page.goto(`${address}?section=budget`);
    const other = await browser.newPage();
    await signIn(other, "admin");
    await other.goto(`${address}?section=budget`);
    await field(other, "Question").fill("What did they set aside?");
    await button(other, "Save section").click();
    await saved(other);
    await other.close();
    await field(page, "Question").fill("How much may it cost?");
    await button(page, "Save section").click();
    await expect(page.getByRole("alert")).toContainText(/changed this at/);
    await expect(page.getByText("What did they set aside?")).toBeVisible();
    await expect(field(page, "Question")).toHaveValue("How much may it cost?");
    await button(page, "Save section").click();
    await saved(page);
    await page.getByText("1 change", { exact: true }).click();
    await expect(page.getByText("Changed: Budget (question)")).toBeVisible();
    await field(page, "What changed").fill("Ask for the amount");
    await button(page, "Publish v2").click();
    await expect(page.getByText("v2 is published.")).toBeVisible();
  });

  await test.step("an old version is compared and published again", async () => {
    await page.getByRole("link", { name: "Versions", exact: true }).click();
    await page.getByRole("link", { name: "Compare v1 with the current version" }).click();
    await expect(page.getByText("Changed: Budget (question)")).toBeVisible();
    await look(page, "template-versions");
    await button(page, "Publish again: v1").click();
    await expect(page.getByText("v1 is published again, as v3.")).toBeVisible();
    await expect(page.getByRole("row", { name: /v3/ })).toContainText("Published");
  });

  await test.step("it goes out as a file and comes back as a draft", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `Export JSON of ${name}` }).click(),
    ]);
    const text = await readFile(await file.path(), "utf8");
    await page.goto(`${LIST}?tab=import`);
    await field(page, "Or paste the JSON").fill("{");
    await button(page, "Import").click();
    await expect(page.getByText("This is not JSON.", { exact: false }).first()).toBeVisible();
    await field(page, "Or paste the JSON").fill(text);
    await button(page, "Import").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByText("Not published yet: no call gets it.")).toBeVisible();
  });

  await test.step("a rep reads it and can change nothing", async () => {
    const rep = await browser.newPage();
    await signIn(rep, "rep");
    await rep.goto(LIST);
    await expect(rep.getByRole("link", { name, exact: true })).toHaveCount(1);
    await rep.getByRole("link", { name, exact: true }).click();
    await expect(rep.getByText("Only admins can change templates.")).toBeVisible();
    await expect(rep.getByRole("textbox")).toHaveCount(0);
    await expect(rep.getByRole("button", { name: /Publish|Duplicate|Save/ })).toHaveCount(0);
    expect((await rep.request.get(`${address}/template.json`)).status()).toBe(403);
    await rep.close();
  });

  await test.step("one below it is never reached until it moves up; both go to the archive, with a way back", async () => {
    await page.getByRole("link", { name: "Used for", exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Recorder" })).toBeChecked();
    await field(page, "What changed").fill("Second");
    await button(page, "Publish v1").click();
    await expect(page.getByText("v1 is published.")).toBeVisible();
    await page.goto(LIST);
    // A template of another journey may stand above both.
    await expect(
      page.getByText(/^Never reached: .+ takes these calls first/).first(),
    ).toBeVisible();
    await look(page, "templates");
    await page
      .getByRole("button", { name: `Move above 1: ${name}` })
      .last()
      .click();
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await page
      .getByRole("link", { name: `More for ${name}` })
      .first()
      .click();
    await button(page, `Archive ${name}`).click();
    await expect(page.getByText(`${name} is archived.`, { exact: false })).toBeVisible();
    await button(page, "Undo").click();
    await expect(page.getByText(`${name} is back in its place.`)).toBeVisible();
    for (const left of [1, 0]) {
      await page
        .getByRole("link", { name: `More for ${name}` })
        .first()
        .click();
      await button(page, `Archive ${name}`).click();
      await expect(page.getByRole("link", { name: `More for ${name}` })).toHaveCount(left);
    }
  });
  expect(complaints.filter((text) => !/ (409|422) /.test(text))).toEqual([]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a template is made, written and published", async ({ page }) => {
    await page.goto("/signin");
    await page.locator("input[name=email]").first().fill("admin@demo.test");
    await page.locator("input[type=password]").first().fill("parley-demo-calls");
    await page.locator("main form button[type=submit]").first().click();
    await page.goto(LIST);
    await field(page, "Name").fill("Without script");
    await button(page, "Create template").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Without script");
    await page.getByRole("region", { name: "Add a section" }).getByLabel("Title").fill("Pain");
    await button(page, "Add section").click();
    await field(page, "Question").fill("What hurts?");
    await button(page, "Save section").click();
    await expect(field(page, "Question")).toHaveValue("What hurts?");
    await page.getByRole("link", { name: "Used for", exact: true }).click();
    await page.getByRole("checkbox", { name: "Recorder" }).check();
    await button(page, "Save rules").click();
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await field(page, "What changed").fill("First version");
    await button(page, "Publish v1").click();
    await expect(page.getByText("v1 is published.")).toBeVisible();
    await page.goto(LIST);
    await page.getByRole("link", { name: "More for Without script" }).click();
    await button(page, "Archive Without script").click();
    await expect(page.getByText("Without script is archived.", { exact: false })).toBeVisible();
  });
});
