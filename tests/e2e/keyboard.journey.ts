import { type Browser, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { walkByKeyboard } from "./keyboard-walk.ts";
import { speakMicrophones } from "./live-voices.ts";
import { askToJoin, signIn, startCall } from "./people.ts";
import { LONG } from "./groups.ts";
import { enterAs, OF_ADMINS, PUBLIC, screensOfRep } from "./screen-list.ts";

/** Script takes the page over, and may put the focus somewhere. */
const SETTLE_MS = 700;
const WIDTHS = [1440, 390];
/** Nothing to operate: what a program is sent to by an error's `type`, and a mail page before the first letter. */
const WORDS_ALONE = ["/problems/not_found", "/mail"];
const withControls = (route: string): boolean => !WORDS_ALONE.includes(route);

test.use({ contextOptions: { reducedMotion: "reduce" } });

let speaker: Browser | undefined;
test.afterAll(() => speaker?.close());

test("the keyboard reaches everything, shows where it is, and leaves again: everybody's screens", {
  tag: LONG,
}, async ({ page }) => {
  for (const route of PUBLIC) await open(page, route);
  await page.goto("/signin");
  await enterAs(page, "rep");
  const screens = (await screensOfRep(page)).filter(withControls);
  for (const route of [...screens, "/console"]) await open(page, route);
});

test("the keyboard reaches everything, shows where it is, and leaves again: admins' screens", {
  tag: LONG,
}, async ({ page }) => {
  await page.goto("/signin");
  await enterAs(page, "admin");
  for (const route of OF_ADMINS.filter(withControls)) await open(page, route);
});

async function open(page: Page, route: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(route);
    await page.waitForTimeout(SETTLE_MS);
    await walkByKeyboard(page, `${route} ${width}`);
  }
}

test("the keyboard reaches everything, shows where it is, and leaves again: a call while it runs", {
  tag: LONG,
}, async ({ baseURL }) => {
  const microphones = await speakMicrophones();
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  speaker = await openSpeaker(microphones.R.file);
  const context = { baseURL, locale: "en-US", reducedMotion: "reduce" } as const;
  const repContext = await speaker.newContext(context);
  const [rep, guest] = [
    await repContext.newPage(),
    await (await speaker.newContext(context)).newPage(),
  ];
  await signIn(rep);
  await rep.goto("/console");
  const link = await startCall(rep, "By keyboard");
  await inBoth(rep, "invitation");
  await rep.keyboard.press("Escape");

  await guest.goto(link);
  await inBoth(guest, "lobby");
  await askToJoin(guest, "Jo Alder");
  await inBoth(guest, "waiting");
  await inBoth(rep, "call, somebody waits");
  await rep.getByRole("button", { name: "Admit Jo Alder" }).click();
  await expect(guest.getByRole("button", { name: "Mute" })).toBeVisible();
  await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
  await inBoth(rep, "call");
  await inBoth(guest, "guest in the call");

  const popper = await repContext.newPage();
  await popper.setViewportSize({ width: 320, height: 480 });
  await popper.goto("/console-popper");
  await expect(popper.getByRole("button", { name: "Mute" })).toBeVisible();
  await walkByKeyboard(popper, "popper");
  await popper.close();

  await rep.getByRole("button", { name: "End", exact: true }).click();
  await inBoth(rep, "question before the end");
  await rep.getByRole("button", { name: "End for everyone" }).click();
  await expect(rep.getByText("The call has ended").first()).toBeVisible();
  await inBoth(rep, "wrap-up");
  await expect(guest.getByRole("button", { name: "Mute" })).toHaveCount(0);
  await guest.waitForLoadState("networkidle");
  await inBoth(guest, "after the call");
});

async function inBoth(page: Page, name: string): Promise<void> {
  await page.bringToFront();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(SETTLE_MS);
    await walkByKeyboard(page, `${name} ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
