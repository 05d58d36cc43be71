import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, expect, type Page, test } from "playwright/test";
import { familyOf } from "#tests/faults/processes.ts";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { LONG } from "./groups.ts";
import { withDatabase } from "./live-truth.ts";
import { speakMicrophones } from "./live-voices.ts";
import { askToJoin, signIn, startCall } from "./people.ts";

const SERVER_UNAVAILABLE = "the media server was unavailable";
/** More than this between two tabs is a marked gap. */
const MOST_LOST_MS = 300;
/** What says that nobody records, or that somebody does. */
const CLAIMS = ["Not recording", "Your voice is recorded.", "Recording 2 tracks"];

let microphones: Awaited<ReturnType<typeof speakMicrophones>>;
const browsers: Browser[] = [];
test.beforeAll(async () => {
  microphones = await speakMicrophones();
});
test.afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
});

async function openPerson(wav: string, baseURL: string): Promise<[BrowserContext, Page]> {
  const browser = await openSpeaker(wav);
  browsers.push(browser);
  const context = await browser.newContext({
    ...{ baseURL, locale: "en-US", timezoneId: "Asia/Tokyo" },
    viewport: { width: 1440, height: 960 },
  });
  return [context, await context.newPage()];
}

/** A process of the product, by its name or by what it was begun with; null while it is being started anew. */
function findProcess(what: string): number | null {
  const found = familyOf(Number(process.env["E2E_PID"])).find(({ pid, name }) => {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    // Names of processes are cut off, and the media server's has its version behind it.
    return name.startsWith(what) || words.some((word) => word.endsWith(what));
  });
  return found?.pid ?? null;
}

/** Kills it, and settles when the product has started it again. */
async function killAndWait(
  what: string,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const dead = findProcess(what);
  if (dead === null) throw new Error(`The product runs no ${what}.`);
  process.kill(dead, "SIGKILL");
  await meanwhile();
  await expect.poll(() => findProcess(what) ?? dead, { timeout: 60_000 }).not.toBe(dead);
}

/** From now on notes which claims a page makes, each once. */
async function noteClaims(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((claims) => {
    const made = new Set<string>();
    const look = (): void => {
      for (const claim of claims) if (document.body.innerText.includes(claim)) made.add(claim);
    };
    Object.assign(globalThis, { claimsMade: made });
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    look();
  }, CLAIMS);
  return () => page.evaluate<string[]>("[...globalThis.claimsMade]");
}

const callIdOf = (page: Page): string => /\/console\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";

test("a call whose worker dies, whose media server goes and whose tab is changed says what is true, then and later", {
  tag: LONG,
}, async ({ baseURL }) => {
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  const [repContext, rep] = await openPerson(microphones.R.file, baseURL);
  const [, guest] = await openPerson(microphones.C.file, baseURL);

  await test.step("a knock is seen and answered on another page", async () => {
    await signIn(rep);
    await rep.goto("/console");
    await guest.goto(await startCall(rep, "Faults, live"));
    await rep.keyboard.press("Escape");
    await rep.getByRole("link", { name: "Recordings" }).first().click();
    await askToJoin(guest, "Jo Alder");
    await rep.getByRole("button", { name: "Admit Jo Alder" }).click();
    await expect(guest.getByText("Your voice is recorded.")).toBeVisible();
    await rep
      .getByRole("link", { name: /Faults, live/ })
      .first()
      .click();
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
  });
  const callId = callIdOf(rep);

  await test.step("who is held hears of it, and the guest sees the host's level", async () => {
    await expect.poll(() => levelOf(guest, "Mari Kato")).toBeGreaterThan(0.05);
    await rep.getByRole("button", { name: "Hold", exact: true }).click();
    await expect(rep.getByText("On hold: the others cannot hear you")).toBeVisible();
    await expect(rep.getByText("you, on hold")).toBeVisible();
    await rep.getByRole("button", { name: "Resume", exact: true }).first().click();
    await expect(rep.getByText("On hold: the others cannot hear you")).toBeHidden();
  });

  await test.step("without its worker the recorder goes on, and nobody reads otherwise", async () => {
    const claims = await Promise.all([rep, guest].map(noteClaims));
    await killAndWait("worker/main.ts");
    const lines = rep.getByRole("log").locator("[data-final=true]");
    const before = await lines.count();
    // The next worker has the call: its words come again.
    await expect.poll(() => lines.count(), { timeout: 60_000 }).toBeGreaterThan(before);
    for (const made of claims) expect(await made()).not.toContain("Not recording");
  });

  await test.step("without the media server nobody reads that it records, and the page marks what was lost", async () => {
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible();
    await killAndWait("livekit-server", async () => {
      await expect(rep.getByText("Recording 2 tracks")).toBeHidden({ timeout: 5_000 });
      await expect(guest.getByText("Your voice is recorded.")).toBeHidden({ timeout: 5_000 });
    });
    await expect(rep.getByText("Recording 2 tracks")).toBeVisible({ timeout: 90_000 });
    await expect(guest.getByText("Your voice is recorded.")).toBeVisible({ timeout: 90_000 });
    await expect(rep.getByText(SERVER_UNAVAILABLE)).toBeVisible();
  });

  const second = await repContext.newPage();
  await test.step("another tab takes the call over, and the first one says so", async () => {
    await second.goto(`/console/${callId}`);
    await expect(second.getByText("This call is open in another tab")).toBeVisible();
    await second.getByRole("button", { name: "Take over here" }).click();
    await expect(rep.getByText("This call is open in another tab")).toBeVisible();
    await expect(second.getByText("Recording 2 tracks")).toBeVisible();
    await expect.poll(() => tabsRecorded(callId)).toBeGreaterThan(1);
  });

  await test.step("the end leads to the recording without another page load", async () => {
    await second.getByRole("button", { name: "End", exact: true }).click();
    await second.getByRole("button", { name: "End for everyone" }).click();
    const endedAt = Date.now();
    await expect(guest.getByText("Thank you for joining")).toBeVisible();
    await second.getByRole("link", { name: "Play the recording" }).click();
    console.log(`  the recording is offered ${Date.now() - endedAt} ms after the end`);
    await expect(second.locator("audio").first()).toBeAttached();
    await expect(second.getByText(SERVER_UNAVAILABLE).first()).toBeVisible();
    await expect(second.getByText(/Mari Kato on hold for/).first()).toBeVisible();
    await expect(second.getByText(/not recorded for 0:00/i)).toHaveCount(0);
  });

  const { lostMs, isMarked } = await takeOverOf(callId);
  console.log(`  between the two tabs ${lostMs} ms are lost${isMarked ? ", and marked" : ""}`);
  expect(lostMs <= MOST_LOST_MS || isMarked).toBe(true);
});

/** How loud somebody is in the own call, as the lane says to those who cannot see it: 0–1. */
const levelOf = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole("meter", { name: `Level of ${name}` }).getAttribute("aria-valuenow"));

async function tabsRecorded(callId: string): Promise<number> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(DISTINCT p.identity)::int AS n FROM part p JOIN recording r ON r.id = p.recording_id
       WHERE r.call_id = $1 AND p.identity LIKE 'rep:%' AND p.source = 'microphone'`,
      [callId],
    );
    return rows[0]?.n ?? 0;
  });
}

/** What no tab of the host recorded when the second one took the call over. */
async function takeOverOf(callId: string): Promise<{ lostMs: number; isMarked: boolean }> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ from: number; to: number }>(
      `WITH parts AS (
         SELECT p.identity, min(p.start_ms) AS began, max(p.start_ms + p.duration_ms) AS ended
         FROM part p JOIN recording r ON r.id = p.recording_id
         WHERE r.call_id = $1 AND p.identity LIKE 'rep:%' AND p.source = 'microphone' GROUP BY p.identity)
       SELECT old.ended AS from, new.began AS to FROM parts old JOIN parts new ON new.began > old.began`,
      [callId],
    );
    const [seam] = rows;
    if (!seam) throw new Error("The second tab was not recorded.");
    const gaps = await client.query(
      `SELECT 1 FROM gap g JOIN recording r ON r.id = g.recording_id WHERE r.call_id = $1 AND g.t0_ms < $3 AND g.t1_ms > $2`,
      [callId, seam.from, seam.to],
    );
    return { lostMs: Math.max(0, seam.to - seam.from), isMarked: (gaps.rowCount ?? 0) > 0 };
  });
}
