import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { uploadVoices } from "./upload-voices.ts";
import { speakCall } from "./voices.ts";

/** Two turns of less than four seconds: the recogniser's part stays short on any machine. */
const TURNS = `R: our price is fifty dollars per user
C: please send me the proposal`;

test("two people's files become a call whose words are found and play", async ({ page }) => {
  const voices = await speakCall(TURNS);
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  const complaints = complaintsOf(page);
  const title = "A short offer";
  await signIn(page);
  await page.goto("/recordings");
  await uploadVoices(page, voices, { title, company: "Alder Works" });
  const row = page.getByRole("row", { name: new RegExp(title) });
  await expect(row.getByRole("img", { name: /Who spoke when/ })).toBeVisible({ timeout: 180_000 });
  await row.getByRole("link", { name: title }).click();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  await expect(words).toContainText("proposal");
  await expect(words).toContainText("Jo Alder");
  await page.getByPlaceholder("Find in transcript").fill("proposal");
  await page.getByPlaceholder("Find in transcript").press("Enter");
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused)).toBe(false);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
    .toBeGreaterThan(1);
  expect(complaints).toEqual([]);
});
