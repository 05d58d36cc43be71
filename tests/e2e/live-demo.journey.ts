import { expect, test } from "playwright/test";
import { findSpeaker } from "#scripts/demo/speak.ts";
import { readLiveScript } from "#scripts/demo/script.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { complaintsOf, signIn } from "./people.ts";
import { LONG } from "./groups.ts";

/** Of the script's words, whatever the recogniser makes of the rest. */
const HEARD = /afternoon|deliver|trucks|warehouse|monday/i;

/** Voices of a room that this page plays. */
const countPlaying = () =>
  [...document.querySelectorAll("audio")].filter(
    ({ paused, srcObject, currentTime }) => !paused && srcObject !== null && currentTime > 0,
  ).length;

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
  await expect(page.getByText("Synthetic voices", { exact: true })).toBeVisible();
  await expect(page.getByText("Recording 2 tracks")).toBeVisible();

  await test.step("who started it hears the voices, and reads why there is no Mute", async () => {
    const hear = page.getByRole("button", { name: "Hear the voices" });
    await expect(page.getByText(/your microphone is not used, so there is no Mute/)).toBeVisible();
    for (const name of ["Mute", "Hold"])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    await hear.click();
    await expect(page.getByText(/^You hear the two synthetic voices/)).toBeVisible();
    await expect.poll(() => page.evaluate(countPlaying)).toBeGreaterThanOrEqual(1);
    await expect(page.getByText(/Coach listening/)).toHaveCount(0);
    await page.getByRole("button", { name: "Stop listening" }).click();
    await expect(hear).toBeVisible();
    await expect.poll(() => page.evaluate(countPlaying)).toBe(0);
  });

  await test.step("no guest can be invited into it, and the keys for a flag and a note work", async () => {
    await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Lock the room" })).toHaveCount(0);
    await page.keyboard.press("f");
    const notes = page.getByRole("list", { name: "Notes" });
    await expect(notes.getByRole("listitem").filter({ hasText: "Flag" })).toHaveCount(1);
    await page.keyboard.press("n");
    await expect(page.getByRole("textbox", { name: /^Note at / })).toBeFocused();
  });

  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const lines = page.getByRole("log").locator("[data-final=true]");
  for (const name of [names.R, names.C])
    await expect(lines.filter({ hasText: name }).first()).toBeVisible();
  await expect(lines.filter({ hasText: HEARD }).first()).toBeVisible();

  await page.getByRole("button", { name: "End", exact: true }).click();
  await expect(page.getByRole("button", { name: "End for everyone" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Leave the call" })).toHaveCount(0);
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
