import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { withDatabase } from "./live-truth.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { sendTone, whenReady } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OURS = { "sec-fetch-site": "same-origin" };

async function openAs(browser: Browser, baseURL: string | undefined, who: Who): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const playedTo = (page: Page) =>
  page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);

/** Plays what a clip's page has, once it has a file, and stops. */
async function playClip(page: Page): Promise<void> {
  const source = () =>
    page.evaluate(
      () => new URL(document.querySelector("audio")?.src ?? "", location.href).pathname,
    );
  await expect.poll(source, { timeout: 120_000 }).toContain("/media/clip/");
  const from = await playedTo(page);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect.poll(() => playedTo(page)).toBeGreaterThan(from + 0.5);
  await page.keyboard.press("k");
}

test("a clip for more people is asked for, played and agreed to from Home; its links wait after a change, and it goes with its call", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(rep);
  await signIn(rep, "rep");
  const manager = await openAs(browser, baseURL, "manager");
  const seen = complaintsOf(manager);
  const round = test.info().repeatEachIndex;
  const title = `A call to ask about ${round}`;
  const callId = await sendTone(manager.request, title, 840 + round, 20);
  await whenReady(manager.request, [callId]);
  const name = `Ten seconds for everybody ${round}`;
  const pieces = (t0Ms: number) => JSON.stringify([{ t0Ms, t1Ms: t0Ms + 8_000 }]);

  const made = await rep.request.post(`/playback/${callId}`, {
    ...{ headers: OURS, maxRedirects: 0 },
    form: {
      ...{ intent: "make_clip", title: name, visibility: "workspace", pieces: pieces(2_000) },
      masks: JSON.stringify([{ participantId: null, t0Ms: 3_000, t1Ms: 4_000 }]),
    },
  });
  const clip = made.headers()["location"] ?? "";
  expect(clip).toMatch(/^\/clips\/[0-9a-f-]{36}$/);

  const queue = manager.getByRole("list", { name: "Needs you" });
  await test.step("who keeps the call finds the wish on Home, plays the clip with its bleep, and agrees", async () => {
    await manager.goto("/?show=all");
    const row = queue.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText("wants to show the clip");
    await checkScreen(manager, "home wish", (theme) => shoot(manager, `home-wish-1440-${theme}`));
    await row.getByRole("link", { name: new RegExp(name) }).press("Enter");
    await manager.waitForURL((url) => url.pathname === clip);
    await playClip(manager);
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 900 });
      await checkScreen(manager, `clip asked ${width}`, (theme) =>
        shoot(manager, `clip-asked-${width}-${theme}`),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 900 });
    await manager.getByRole("button", { name: "Agree", exact: true }).press("Enter");
    await expect(manager.getByText(/asks to show this clip/)).toHaveCount(0);
    await manager.goto("/?show=all");
    await expect(queue.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
  });

  await test.step("who asked reads the answer in their notices", async () => {
    await rep.goto("/notices");
    await rep
      .getByRole("link", { name: /agreed to show your clip/ })
      .first()
      .press("Enter");
    await rep.waitForURL((url) => url.pathname === clip);
    await expect(rep.getByText("Everyone in the workspace", { exact: true })).toBeVisible();
  });

  await test.step("a link of it waits after a change, and opens again from the notice of its owner", async () => {
    await manager.goto(clip);
    const dialog = manager.getByRole("dialog", { name: /^Share outside/ });
    await expect(async () => {
      await manager.getByRole("button", { name: "Share", exact: true }).press("Enter");
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await dialog.getByRole("button", { name: "Anyone with the link" }).press("Enter");
    await dialog.getByRole("button", { name: "Create link for anyone" }).press("Enter");
    const link = dialog.getByRole("textbox", { name: "The link is ready to send." });
    const address = new URL(await link.inputValue()).pathname;
    await manager.keyboard.press("Escape");

    await rep.goto(`${clip}?edit=1`);
    await rep.getByLabel("Piece 1 to", { exact: true }).fill("0:12");
    await rep.keyboard.press("Enter");
    await rep.getByRole("button", { name: "Save clip", exact: true }).press("Enter");
    await rep.waitForURL((url) => url.pathname === clip && !url.searchParams.has("edit"));

    await manager.goto("/notices");
    await manager
      .getByRole("link", { name: /changed a clip of/ })
      .first()
      .press("Enter");
    await manager.waitForURL((url) => url.pathname === clip);
    await dialog.getByRole("button", { name: "Show the new version" }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Show the new version" })).toHaveCount(0);
    await manager.keyboard.press("Escape");
    await expect(async () => {
      const answer = await manager.request.get(address);
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain(name);
    }).toPass({ timeout: 60_000 });
  });

  await test.step("it goes with its call, where that is ticked, and comes back with it", async () => {
    // A clip's page that is open asks for it while its files are made, and would not find it.
    await rep.goto("/clips");
    const listed = await manager.request.get("/recordings.json");
    const { data } = (await listed.json()) as { data: { callId: string; recordingId: string }[] };
    const recording = data.find((row) => row.callId === callId)?.recordingId ?? "";
    await manager.goto(`/recordings/${recording}`);
    const dialog = manager.getByRole("dialog", { name: "Delete this call" });
    await expect(async () => {
      await manager.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const tick = dialog.getByRole("checkbox", { name: /Delete its clip, too/ });
    await expect(tick).toBeChecked();
    await expect(dialog).toContainText("clip link stops working");
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 900 });
      await checkScreen(manager, `delete with clips ${width}`, (theme) =>
        shoot(manager, `delete-with-clips-${width}-${theme}`),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await manager.waitForURL((url) => url.pathname === "/recordings");
    expect((await rep.request.get(clip)).status()).toBe(404);
    await manager.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(manager.getByText(`“${title}” is back`)).toBeVisible();
    expect((await rep.request.get(clip)).status()).toBe(200);
  });

  await test.step("who cannot open the call any more still renames their clip", async () => {
    await withDatabase((client) =>
      client.query("UPDATE call SET visibility = 'private' WHERE id = $1", [callId]),
    );
    expect((await rep.request.get(`/playback/${callId}`)).status()).toBe(404);
    await rep.goto(clip);
    await expect(rep.getByRole("link", { name: "Edit clip" })).toHaveCount(0);
    await rep.getByRole("button", { name: "Edit details" }).press("Enter");
    const details = rep.getByRole("dialog");
    await details.getByLabel("Title", { exact: true }).fill(`${name}, renamed`);
    await checkScreen(rep, "clip details", (theme) => shoot(rep, `clip-details-${theme}`));
    await details.getByRole("button", { name: "Save clip", exact: true }).press("Enter");
    await expect(rep.getByRole("heading", { level: 1 })).toHaveText(`${name}, renamed`);
  });
  expect(complaints).toEqual([]);
  expect(seen).toEqual([]);
});
