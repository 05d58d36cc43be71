import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "playwright/test";
import { chromiumOnPath } from "#scripts/packages.ts";
import { familyOf } from "#tests/faults/processes.ts";
import { withDatabase } from "./live-truth.ts";

type Wishes = {
  /** A file that the browser takes for its microphone; without one it beeps. */
  wav?: string;
  /** What the browser keeps; a folder of its own unless one is given. */
  folder?: string;
};

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "parley-recorder-"));

/** A browser that keeps what pages store, with a microphone, a tab and a screen to share that are not real. */
export function openRecording(
  baseURL: string,
  { wav, folder = newFolder() }: Wishes = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumOnPath() ?? chromium.executablePath(),
    headless: true,
    ...{ baseURL, locale: "en-US", timezoneId: "Asia/Tokyo" },
    viewport: { width: 1440, height: 960 },
    args: [
      ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--autoplay-policy=no-user-gesture-required"],
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      ...(wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}`]),
    ],
  });
}

/** A process's command; empty where it ended meanwhile. */
function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** `kill -9` of every process of the browser that keeps its things in `folder`. */
export function killBrowser(folder: string): void {
  const own = readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid).includes(`--user-data-dir=${folder}`),
  );
  for (const pid of own) process.kill(Number(pid), "SIGKILL");
}

/** `kill -9` of the server that answers pages; the product starts it anew. */
export async function killServer(): Promise<void> {
  const find = () =>
    familyOf(Number(process.env["E2E_PID"])).find(({ pid }) =>
      commandOf(pid)
        .split("\0")
        .some((word) => word.endsWith("server.ts")),
    )?.pid;
  const dead = find();
  if (dead === undefined) throw new Error("The product runs no server.");
  process.kill(dead, "SIGKILL");
  await expect.poll(() => find() ?? dead, { timeout: 60_000 }).not.toBe(dead);
}

type Sources = { mic?: boolean; tab?: boolean; screen?: boolean };

/** Opens the recorder, says that everyone agreed, and switches sources on. */
export async function setUp(page: Page, { mic, tab, screen }: Sources): Promise<void> {
  await page.goto("/recorder");
  await expect(async () => {
    await page.getByLabel("Everyone was told and agreed").check();
    await expect(page.getByRole("switch", { name: "Microphone" })).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  if (mic) {
    await page.getByRole("switch", { name: "Microphone" }).click();
    await expect(page.getByRole("meter", { name: "Microphone" })).toBeVisible();
  }
  if (tab) {
    await page.getByRole("switch", { name: "Sound of a tab" }).click();
    await expect(page.getByRole("meter", { name: "Tab" })).toBeVisible();
  }
  if (screen) {
    await page.getByRole("switch", { name: "Picture of the screen" }).click();
    await expect(page.getByText("The picture is recorded, eight frames a second.")).toBeVisible();
  }
}

export async function start(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Start recording" }).click();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
}

/** Until the page says that so many seconds are safe. */
export async function untilKept(page: Page, seconds: number): Promise<void> {
  const safe = page.getByRole("region", { name: "Kept safe" });
  await expect
    .poll(async () => msOf((await safe.textContent()) ?? ""), { timeout: 120_000 })
    .toBeGreaterThanOrEqual(seconds * 1_000);
}
const msOf = (text: string): number => {
  const [, minutes = "0", seconds = "0"] = /(\d+):(\d\d)/.exec(text) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1_000;
};

export async function stop(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Recorded", exact: true })).toBeVisible();
  const link = page.getByRole("link", { name: "Open the call" });
  return /\/playback\/([0-9a-f-]+)/.exec((await link.getAttribute("href")) ?? "")?.[1] ?? "";
}

export type Recorded = {
  callId: string;
  state: string;
  quality: string | null;
  durationMs: number | null;
  recording: string;
  isPartial: boolean;
  tracks: string[];
  gaps: { t0: number; t1: number; cause: string }[];
  pieces: number;
};

/** What the database says of a call by its title. */
export async function recordedAs(title: string): Promise<Recorded | null> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<Recorded>(
      `SELECT c.id AS "callId", c.state::text, c.quality::text, c.duration_ms AS "durationMs", r.state::text AS recording, r.is_partial AS "isPartial",
        coalesce((SELECT json_agg(t.source::text ORDER BY t.lane) FROM track t WHERE t.recording_id = r.id), '[]') AS tracks,
        coalesce((SELECT json_agg(json_build_object('t0', g.t0_ms, 't1', g.t1_ms, 'cause', g.cause) ORDER BY g.t0_ms) FROM gap g WHERE g.recording_id = r.id), '[]') AS gaps,
        (SELECT count(*)::int FROM local_chunk k WHERE k.call_id = c.id) AS pieces
      FROM call c JOIN recording r ON r.call_id = c.id WHERE c.title = $1 ORDER BY c.created_at DESC LIMIT 1`,
      [title],
    );
    return rows[0] ?? null;
  });
}

/** Until the call of that title plays. */
export async function untilPlayable(title: string): Promise<Recorded> {
  await expect
    .poll(async () => (await recordedAs(title))?.state, { timeout: 120_000 })
    .toBe("available");
  const found = await recordedAs(title);
  if (found === null) throw new Error(`${title} is gone`);
  return found;
}

/** As if every browser that records had been gone for minutes: its member is free to begin on another device. */
export const interruptAll = (): Promise<void> =>
  withDatabase(async (client) => {
    await client.query(
      "UPDATE recording SET state = 'interrupted' WHERE state = 'receiving' AND method = 'recorder'",
    );
  });
