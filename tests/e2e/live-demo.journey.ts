import { expect, test } from "playwright/test";
import { findSpeaker } from "#scripts/demo/speak.ts";
import { readLiveScript } from "#scripts/demo/script.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { complaintsOf, signIn } from "./people.ts";
import { LONG } from "./groups.ts";

/** Of the script's words, whatever the recogniser makes of the rest. */
const HEARD = /afternoon|deliver|trucks|warehouse|monday/i;

test("Home shows a live call: two voices in a real room, their words, and the recording", {
  tag: LONG,
}, async ({ page }) => {
  test.skip((await findSpeaker()) === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  const { title, names } = readLiveScript();
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Show me a live call" }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}/);
  await expect(page.getByText("Synthetic voices")).toBeVisible();
  await expect(page.getByText("Recording 2 tracks")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const lines = page.getByRole("log").locator("[data-final=true]");
  for (const name of [names.R, names.C])
    await expect(lines.filter({ hasText: name }).first()).toBeVisible();
  await expect(lines.filter({ hasText: HEARD }).first()).toBeVisible();

  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "End for everyone" }).click();
  await expect(page.getByText("The call has ended").first()).toBeVisible();
  await page.getByRole("link", { name: "Play the recording" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("audio").first()).toBeAttached();
  await page.keyboard.press("k");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
    .toBeGreaterThan(0.5);
  const words = page.locator("section[aria-labelledby=transcript-title]");
  for (const name of [names.R, names.C]) await expect(words).toContainText(name);
  await expect(words).toContainText(HEARD);
  expect(complaints).toEqual([]);
});
