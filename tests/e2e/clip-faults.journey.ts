import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { dataDir, withDatabase } from "./live-truth.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { sendTone } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Room for a clip and its files, and full in a moment. */
const VOLUME = "16m";
let missing: string | null = null;
let volume = "";

test.beforeAll(async () => {
  const { rows } = await withDatabase((client) =>
    client.query<{ id: string }>("SELECT id FROM workspace WHERE is_demo AND deleted_at IS NULL"),
  );
  const folder = join(dataDir(), "blobs", rows[0]?.id ?? "", "cuts");
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${VOLUME}`, "tmpfs", folder]);
  if (mounted.status === 0) volume = folder;
  else missing = `a volume can only be made by root: ${String(mounted.stderr).trim()}`;
});

test.afterAll(() => {
  if (volume === "") return;
  // What was made on it stays for whoever comes next.
  const kept = mkdtempSync(join(tmpdir(), "parley-cuts-"));
  cpSync(volume, kept, { recursive: true });
  spawnSync("umount", ["-l", volume]);
  cpSync(kept, volume, { recursive: true });
  rmSync(kept, { recursive: true });
});

test("a full disk is said on the clip's page, which plays on; with room again, Retry makes the file", async ({
  page,
}) => {
  test.skip(missing !== null, missing ?? "");
  const complaints = complaintsOf(page);
  await signIn(page, "rep");
  const round = test.info().repeatEachIndex;
  const callId = await sendTone(page.request, `A clip without room ${round}`, 730 + round, 30);
  const ballast = join(volume, "ballast");
  const filled = spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
  expect(filled.status, "to the last byte").not.toBe(0);

  await test.step("a clip is made of what is heard", async () => {
    const marks = page.getByRole("region", { name: "Clip from here" });
    await expect(async () => {
      await page.goto(`/playback/${callId}`);
      await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled({
        timeout: 1_000,
      });
      await page.keyboard.press("i");
      await expect(marks).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press("l");
    await page.keyboard.press("o");
    await page.keyboard.press("x");
    const form = page.getByRole("dialog", { name: "Make a clip" });
    await form.getByLabel("Title").fill("Ten seconds without room");
    await form.getByRole("button", { name: "Make clip" }).press("Enter");
    await page
      .getByRole("region", { name: "The new clip" })
      .getByRole("link", { name: "Ten seconds without room" })
      .press("Enter");
    await page.waitForURL(/\/clips\/[0-9a-f-]{36}$/);
  });

  const trouble = page.getByRole("status").filter({ hasText: "no space left for media" });
  const retry = page.getByRole("button", { name: "Retry" });
  const playsFrom = () =>
    page.evaluate(
      () => new URL(document.querySelector("audio")?.src ?? "", location.href).pathname,
    );
  const heardS = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  await test.step("the page says why there is no file, and plays the call's own sound", async () => {
    await expect(trouble).toBeVisible({ timeout: 120_000 });
    await expect(trouble).toContainText("It still plays here.");
    await expect(retry).toBeVisible();
    expect(await playsFrom()).not.toContain("/media/clip/");
    const from = await heardS();
    await page.keyboard.press("k");
    await expect.poll(heardS).toBeGreaterThan(from + 0.5);
    await page.keyboard.press("k");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await checkScreen(page, `clip without room ${width}`, (theme) =>
        shoot(page, `clip-fault-${width}-${theme}`),
      );
    }
    await page.setViewportSize({ width: 1440, height: 960 });
  });

  await test.step("its card in the list says the same", async () => {
    const clip = page.url();
    await page.goto("/clips");
    const card = page.getByRole("listitem").filter({ hasText: "Ten seconds without room" });
    await expect(card.first()).toContainText("no space left for media");
    await shoot(page, "clips-fault-1440-light");
    await page.goto(clip);
  });

  await test.step("as long as nothing has changed, Retry ends the same way", async () => {
    await retry.press("Enter");
    await expect(page.getByText("Until then the pieces play from the call")).toBeVisible();
    await expect(trouble).toBeVisible({ timeout: 120_000 });
  });

  await test.step("with room again it is made, and is what plays from then on", async () => {
    rmSync(ballast);
    await retry.press("Enter");
    await expect(trouble).toHaveCount(0);
    await expect.poll(playsFrom, { timeout: 120_000 }).toContain("/media/clip/");
    await expect(page.getByText("The file is being made")).toHaveCount(0);
    const from = await heardS();
    await page.keyboard.press("k");
    await expect.poll(heardS).toBeGreaterThan(from + 0.5);
    await page.keyboard.press("k");
    await shoot(page, "clip-fault-over-1440-light");
  });

  await test.step("files to download that could not be made are said, too, and Retry makes them while it is open", async () => {
    const clipId = new URL(page.url()).pathname.split("/").at(-1);
    const download = page.getByRole("button", { name: "Download", exact: true });
    const menu = page.getByRole("dialog", { name: "Download" });
    await download.press("Enter");
    await expect(menu.getByRole("link", { name: "Sound (MP4)" })).toBeVisible({ timeout: 120_000 });
    await page.keyboard.press("Escape");
    // As after the last try that the machine was given.
    await withDatabase(async (client) => {
      await client.query(
        `DELETE FROM cut_file f USING cut k WHERE k.clip_id = $1 AND f.workspace_id = k.workspace_id
          AND f.cut_id = k.id AND f.kind IN ('mp3', 'mp4')`,
        [clipId],
      );
      await client.query(
        `UPDATE cut_output o SET state = 'failed', cause = 'media_crashed' FROM cut k
          WHERE k.clip_id = $1 AND o.workspace_id = k.workspace_id AND o.cut_id = k.id`,
        [clipId],
      );
    });
    await page.reload();
    const failed = page.getByRole("status").filter({ hasText: "could not be made" });
    await expect(failed).toContainText("The MP3 and the MP4 could not be made.");
    await expect(failed).toContainText("Retry. If it fails again, tell your admin.");
    // Its words are files as well, and there still.
    await download.press("Enter");
    await expect(menu.getByRole("link", { name: "Text (TXT)" })).toBeVisible();
    await expect(menu.getByRole("link", { name: /MP[34]/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await checkScreen(page, `clip without files ${width}`, (theme) =>
        shoot(page, `clip-files-fault-${width}-${theme}`),
      );
    }
    await page.setViewportSize({ width: 1440, height: 960 });
    await retry.press("Enter");
    await expect(failed).toHaveCount(0);
    await download.press("Enter");
    await expect(menu.getByRole("link", { name: "Sound (MP4)" })).toBeVisible({ timeout: 120_000 });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      menu.getByRole("link", { name: "Sound (MP4)" }).press("Enter"),
    ]);
    expect(file.suggestedFilename()).toBe("Ten seconds without room.mp4");
  });
  expect(complaints).toEqual([]);
});
