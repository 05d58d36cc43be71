import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";

const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Mari Kato>Which system do you use for the harbour today?

00:00:05.000 --> 00:00:09.000
<v Jo Alder>A spreadsheet. Please send me an offer of 4,000 dollars by Friday.
`;

test("a transcript comes in through the dialog, with lanes and moments", async ({ page }) => {
  const complaints = complaintsOf(page);
  const title = "The harbour's spreadsheet";
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles({
    ...{ name: "harbour.vtt", mimeType: "text/vtt" },
    buffer: Buffer.from(CAPTIONS),
  });
  // What a member's name does is said before anything begins, and can be changed.
  const choice = dialog.getByLabel("Mari Kato as a member");
  await expect(choice).toHaveAccessibleDescription(/your talk statistics count this call/);
  await dialog.getByLabel("Side of Mari Kato").selectOption("C");
  await expect(choice).toBeHidden();
  await dialog.getByLabel("Side of Mari Kato").selectOption("R");
  await expect(choice).toBeVisible();
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Import the transcript" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  await expect(words).toContainText("spreadsheet");
  await expect(page.getByRole("region", { name: "Timeline" }).locator("canvas")).toBeVisible();
  const panel = page.getByRole("complementary", { name: "About this call" });
  await panel.getByRole("link", { name: "Moments" }).click();
  await expect(panel).toContainText("Which system do you use for the harbour today?");
  expect(complaints).toEqual([]);
});
