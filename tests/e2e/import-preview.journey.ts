import { expect, type Locator, type Page, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

/** As a meeting program writes it: a header, times on lines of their own, turns below, an end. */
const MEETING = Buffer.from(`Harbour review - Transcript
Attendees
Mari Kato, Jo Alder
Transcript
00:00:00
Mari K.: Which system do you use for the harbour today?
Jo Alder: A spreadsheet.
Note: the door was open.
00:05:00
Mari Kato: I see.
Jo Alder: Please send me an offer.
Note: end of tape.
Meeting ended after 00:06:12
`);

/** In CP932: "1\\n00:00:01,000 --> 00:00:03,000\\n健太: 値引き\\n" and a second cue whose time is broken. */
const CP932 = Buffer.concat([
  Buffer.from("1\n00:00:01,000 --> 00:00:03,000\n"),
  Buffer.from("8c9291be3a20926c88f882ab0a", "hex"),
  Buffer.from("\n2\n00:00:xx,000 --> 00:00:06,000\n"),
  Buffer.from("8c9291be3a2082cd82a20a", "hex"),
]);

async function choose(page: Page, name: string, buffer: Buffer): Promise<Locator> {
  await page
    .getByRole("dialog")
    .locator('input[type="file"]')
    .setInputFiles({
      ...{ name, buffer },
      mimeType: "text/plain",
    });
  return page.getByRole("dialog");
}

test("a transcript is looked at, corrected, and comes in as it was seen", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = await choose(page, "harbour.txt", MEETING);
  await expect(dialog).toContainText("Text · 6 turns");
  await expect(dialog).toContainText("Many turns have no time of their own.");
  await expect(dialog).toContainText("5 lines are left out. First: line 1, “Harbour review");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 1000 });
    const shot = `import-preview-${width}`;
    await checkScreen(page, shot, (theme) => shoot(page, `${shot}-${theme}`));
  }
  await page.setViewportSize({ width: 1440, height: 1000 });
  await dialog.getByLabel("Name of Mari K.").fill("Mari Kato");
  await dialog.getByLabel("Name of Note").fill("");
  await dialog.getByLabel("Length in minutes, if known").fill("10");
  await dialog.getByLabel("Length in minutes, if known").blur();
  await expect(dialog).toContainText("6 turns · 10:00");
  await dialog.getByLabel("Title").fill("Harbour, as it was seen");
  await dialog.getByLabel("Date and time").fill("2026-11-20T15:30");
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Import the transcript" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Harbour, as it was seen" }),
  ).toBeVisible();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  await expect(words).toContainText("Note: the door was open.");
  await expect(words).toContainText("Many turns had no time of their own.");
  await expect(words).not.toContainText("Mari K.");
  await shoot(page, "import-preview-call");
  // Nothing that is measured in time is given of it.
  const panel = page.getByRole("complementary", { name: "About this call" });
  await panel.getByRole("link", { name: "Statistics" }).click();
  await expect(panel).toContainText("The times of words are estimated");
  expect(complaints).toEqual([]);
});

test("letters of another encoding are read and named; what cannot be read is said before the import", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = await choose(page, "通話.srt", CP932);
  await expect(dialog).toContainText("Read as Japanese (Shift_JIS)");
  await expect(dialog).toContainText("値引き");
  await expect(dialog).toContainText("1 time cannot be read.");
  await expect(dialog).toContainText("First: line 6, “00:00:xx,000 --> 00:00:06,000”");
  await choose(page, "call.docx", Buffer.from("PK\u0003\u0004word/document.xml"));
  await expect(dialog.getByRole("button", { name: "Upload" })).toBeVisible();
  await choose(page, "call.txt", Buffer.from("PK\u0003\u0004word/document.xml"));
  await expect(dialog.getByRole("alert")).toContainText("This is a document, not text.");
  await choose(page, "call.txt", Buffer.from("cff0e8e2e5f23a20efeff0e8", "hex"));
  await expect(dialog.getByRole("alert")).toContainText("cannot be read for certain");
  await dialog.getByLabel("Letters of the file").selectOption("Cyrillic (Windows-1251)");
  await expect(dialog).toContainText("Привет");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await shoot(page, "import-preview-letters");
  await choose(
    page,
    "zoom.txt",
    Buffer.from("[Mari Kato] 14:02:33\nHello.\n\n[Jo] 14:02:41\nYes.\n"),
  );
  await expect(dialog).toContainText("14:02:33 counts as the start of the call.");
  await choose(page, "late.txt", Buffer.from("[00:12:00] Mari: Hello.\n[00:12:08] Jo: Yes.\n"));
  await expect(dialog).toContainText("12:0");
  await dialog.getByLabel("Times count from").selectOption("day");
  await expect(dialog).toContainText("00:12:00 counts as the start of the call.");
  await wear(page, "light", "ja");
  await choose(page, "通話.srt", CP932);
  await expect(dialog).toContainText("文字コード 日本語（Shift_JIS）");
  await shoot(page, "import-preview-ja");
  expect(complaints).toEqual([]);
});
