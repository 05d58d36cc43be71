import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { speakMicrophones } from "./live-voices.ts";
import { askToJoin, signIn, startCall } from "./people.ts";
import { checkScreen, expectFits, isLookedAtWhole, shoot, wear } from "./screen-check.ts";

const LOOKS = [
  ["light", "en"],
  ["dark", "ja"],
] as const;
const WIDTHS = [1440, 390];
const HEIGHTS: Record<string, number> = { popper: 480 };

let browser: Browser | undefined;
test.afterAll(() => browser?.close());

async function look(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const [theme, language] of LOOKS) {
    await wear(page, theme, language);
    await expect(page.locator("h1").first()).toBeAttached();
    await page.waitForTimeout(700); // the room is entered again, and what it says is shown
    const isWhole = isLookedAtWhole(language);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHTS[name] ?? 960 });
      const title = `${name} ${width} ${language}`;
      const onTheme = (worn: string): Promise<void> =>
        shoot(page, `live-${name}-${width}-${worn}-${language}`);
      if (isWhole) await checkScreen(page, title, onTheme);
      else await expectFits(page, title);
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await wear(page, "light", "en");
}

test("every screen of a live call is accessible and fits, in both themes and languages", async ({
  baseURL,
}) => {
  const microphones = await speakMicrophones();
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  browser = await openSpeaker(microphones.R.file);
  const open = async (): Promise<[BrowserContext, Page]> => {
    const context = await (browser as Browser).newContext({
      baseURL,
      timezoneId: "Asia/Tokyo",
      locale: "en-US",
      reducedMotion: "reduce",
    });
    return [context, await context.newPage()];
  };
  const [repContext, rep] = await open();
  const [, guest] = await open();
  await signIn(rep);
  await rep.goto("/console");
  await look(rep, "console");

  const link = await startCall(rep, "Looked at");
  await rep.keyboard.press("Escape");

  await guest.goto(link);
  await look(guest, "lobby");
  await askToJoin(guest, "Jo Alder");
  await look(guest, "waiting", [390]);
  await rep.getByRole("button", { name: "Admit Jo Alder" }).click();
  await expect(guest.getByRole("button", { name: "Mute" })).toBeVisible();
  await look(rep, "call");
  await look(guest, "guest");

  const popper = await repContext.newPage();
  await popper.goto("/console-popper");
  await look(popper, "popper", [320]);
  await test.step("the small window mutes whoever left the page of the call", async () => {
    await rep.bringToFront();
    await rep.getByRole("link", { name: "Recordings" }).first().click();
    await expect(rep.getByRole("heading", { level: 1, name: "Recordings" })).toBeVisible();
    await popper.setViewportSize({ width: 320, height: 480 });
    await popper.getByRole("button", { name: "Mute" }).click();
    await expect(rep.getByRole("button", { name: "Unmute" })).toBeVisible();
    await rep.getByRole("button", { name: "Unmute" }).click();
    await expect(popper.getByRole("button", { name: "Mute" })).toBeVisible();
    await rep
      .getByRole("link", { name: /Looked at/ })
      .first()
      .click();
    await rep.waitForURL(/\/console\/[0-9a-f-]{36}/);
  });
  await popper.close();

  await test.step("the host renames the call while it runs", async () => {
    await rep.getByRole("button", { name: "Edit the call" }).click();
    await rep.getByRole("textbox", { name: "Title" }).fill("Looked at twice");
    await rep.getByRole("button", { name: "Save", exact: true }).click();
    await expect(rep.getByRole("heading", { level: 1, name: "Looked at twice" })).toBeVisible();
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
  });

  await rep.getByRole("button", { name: "End", exact: true }).click();
  await rep.getByRole("button", { name: "End for everyone" }).click();
  await expect(rep.getByText("The call has ended").first()).toBeVisible();
  await checkScreen(rep, "wrap-up");
  await expect(rep.getByRole("link", { name: "Play the recording" })).toBeVisible();
  await expect(guest.getByText("Thank you for joining")).toBeVisible();
  await checkScreen(guest, "after the call");
  await guest.goto(link);
  await look(guest, "over", [390]);
});
