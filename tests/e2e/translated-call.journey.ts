import { type Browser, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { speakMicrophones } from "./live-voices.ts";
import { askToJoin, complaintsOf, signIn, startCall } from "./people.ts";
import { type Translation, translatePages } from "./translation.ts";

const GUEST = "Jo Alder";

let microphones: Awaited<ReturnType<typeof speakMicrophones>>;
const browsers: Browser[] = [];
test.beforeAll(async () => {
  microphones = await speakMicrophones();
});
test.afterAll(async () => {
  for (const browser of browsers) await browser.close();
});

async function open(sound: string, baseURL: string, how: Translation): Promise<Page> {
  const browser = await openSpeaker(sound);
  browsers.push(browser);
  const context = await browser.newContext({ baseURL, locale: "en-US" });
  await translatePages(context, how);
  return context.newPage();
}

for (const how of ["wraps", "replaces"] as const)
  test(`on pages that a browser ${how} as it translates, a call is paused, resumed, muted and ended: what they say is true, and nobody falls out`, async ({
    baseURL,
  }) => {
    test.skip(microphones === null, "no voice on this machine: install flite");
    test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
    if (microphones === null || baseURL === undefined) return;
    const rep = await open(microphones.R.file, baseURL, how);
    const guest = await open(microphones.C.file, baseURL, how);
    const complaints = [rep, guest].map(complaintsOf);

    await signIn(rep);
    await rep.getByRole("link", { name: "Console" }).click();
    const link = await startCall(rep, `Translated, ${how}`);
    await rep.keyboard.press("Escape");
    await guest.goto(link);
    await askToJoin(guest, GUEST);
    await rep.getByRole("button", { name: `Admit ${GUEST}` }).click();
    await expect(guest.getByRole("button", { name: "Mute" })).toBeVisible();

    /** All that a page says where it names the state of the recording: nothing of another state stays. */
    const state = guest.locator("header [role=status]");
    const facts = guest.getByRole("main");
    await expect(state).toHaveText("Recording");
    await expect(facts).toContainText("Your voice is recorded");
    for (let round = 0; round < 2; round += 1) {
      await rep.getByRole("button", { name: "Pause rec" }).click();
      await expect(state).toHaveText("Recording paused");
      await expect(facts).toContainText("What is said now is not kept.");
      await expect(facts).not.toContainText("Your voice is recorded");
      await rep.getByRole("button", { name: "Resume rec" }).click();
      await expect(state).toHaveText("Recording");
      await expect(facts).not.toContainText("What is said now is not kept.");
    }
    for (let round = 0; round < 2; round += 1) {
      await guest.getByRole("button", { name: "Mute" }).click();
      await expect(guest.getByRole("button", { name: "Unmute" })).toBeVisible();
      await expect(facts).toContainText("You are muted.");
      await expect(guest.getByRole("button", { name: "Mute", exact: true })).toHaveCount(0);
      await guest.getByRole("button", { name: "Unmute" }).click();
      await expect(guest.getByRole("button", { name: "Mute", exact: true })).toBeVisible();
      await expect(facts).not.toContainText("You are muted.");
    }
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();

    await rep.getByRole("button", { name: "End", exact: true }).click();
    await rep.getByRole("button", { name: "End for everyone" }).click();
    await expect(rep.getByText("The call has ended").first()).toBeVisible();
    await expect(guest.getByText("Thank you for joining")).toBeVisible();
    await rep.getByRole("link", { name: "Play the recording" }).click();
    await rep.waitForURL(/\/playback\//);
    await rep.keyboard.press("s");
    await rep.keyboard.press("k");
    await expect(rep.getByRole("heading", { level: 1 })).toContainText("Translated");
    expect(complaints).toEqual([[], []]);
  });
