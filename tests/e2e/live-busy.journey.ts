import { type Browser, expect, type Page, test } from "playwright/test";
import { sfuFile } from "#tests/support/sfu.ts";
import { openSpeaker } from "#tests/support/speakers.ts";
import { LONG } from "./groups.ts";
import { withDatabase } from "./live-truth.ts";
import { speakMicrophones } from "./live-voices.ts";
import { signIn, startCall, type Who } from "./people.ts";

const HOSTS: readonly Who[] = ["rep", "manager", "admin"];
const TALK_MS = 60_000;
/** What is said of words that are later than this; until it is on screen a meter and a paint pass. */
const LATE_MS = 5_000;
const SHOWN_WITHIN_MS = 2_000;
/** So many recordings are recognised meanwhile. */
const UPLOADS = 3;

let browsers: Browser[] = [];
test.afterEach(async () => {
  for (const browser of browsers) await browser.close();
  browsers = [];
});

/** Notes ten times a second whether the page says that words are late; times are ms since 1970. */
async function noteLateness(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const said: number[] = [];
    Object.assign(globalThis, { saidLate: said });
    setInterval(() => {
      if (/Transcript is [\d,]+ s behind/.test(document.body.innerText)) said.push(Date.now());
    }, 100);
  });
  return () => page.evaluate<number[]>("globalThis.saidLate");
}

async function upload(page: Page, file: string, title: string): Promise<void> {
  await page.goto("/recordings?upload=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles(file);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog).toBeHidden();
}

test("three calls at once beside recordings that are recognised: words that come late are said to be late", {
  tag: LONG,
}, async ({ baseURL }) => {
  const microphones = await speakMicrophones();
  test.skip(microphones === null, "no voice on this machine: install flite");
  test.skip((await sfuFile()) === null, "no livekit-server, and no Go to build it");
  if (microphones === null || baseURL === undefined) return;
  const pages: Page[] = [];
  for (const who of HOSTS) {
    const browser = await openSpeaker(microphones.R.file);
    browsers.push(browser);
    const page = await browser.newPage({ baseURL, locale: "en-US", timezoneId: "Asia/Tokyo" });
    await signIn(page, who);
    pages.push(page);
  }
  const [rep] = pages;
  if (!rep) return;
  for (let n = 0; n < UPLOADS; n += 1)
    await upload(rep, n % 2 === 0 ? microphones.R.file : microphones.C.file, `Meanwhile ${n}`);

  const calls = await Promise.all(
    pages.map(async (page, n) => {
      await page.goto("/console");
      await startCall(page, `At once ${n}`);
      await page.keyboard.press("Escape");
      await expect(page.getByText("Recording 1 track")).toBeVisible();
      return /\/console\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";
    }),
  );
  const notes = await Promise.all(pages.map(noteLateness));
  await rep.waitForTimeout(TALK_MS);

  for (const [n, callId] of calls.entries()) {
    const said = (await notes[n]?.()) ?? [];
    const words = await finalsOf(callId);
    expect(words.length, `words of call ${n}`).toBeGreaterThan(0);
    const late = words.filter(
      ({ saidAt, shownAt }) => shownAt - saidAt > LATE_MS + SHOWN_WITHIN_MS,
    );
    const latest = Math.max(...words.map(({ saidAt, shownAt }) => shownAt - saidAt));
    console.log(
      `  call ${n}: ${words.length} pieces, ${late.length} late, ${latest} ms at most; said late for ${said.length / 10} s`,
    );
    const untold = late.filter(
      ({ saidAt, shownAt }) =>
        !said.some((at) => at > saidAt + LATE_MS && at <= shownAt + SHOWN_WITHIN_MS),
    );
    expect(untold).toEqual([]);
  }
  for (const page of pages) {
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "End for everyone" }).click();
  }
  // Calls that end together do not wait for each other's words.
  const endedAt = Date.now();
  await Promise.all(
    pages.map((page) =>
      expect(page.getByRole("link", { name: "Play the recording" })).toBeVisible(),
    ),
  );
  console.log(`  all three play ${Date.now() - endedAt} ms after the last one ended`);
});

/** When each final piece was begun, and when its first words were written; ms since 1970, by the server's clock, which is ours. */
async function finalsOf(callId: string): Promise<{ saidAt: number; shownAt: number }[]> {
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ said: number; shown: number }>(
      `SELECT extract(epoch FROM c.started_at)::float8 * 1000 + s.t0_ms AS said, extract(epoch FROM s.created_at)::float8 * 1000 AS shown
       FROM call c JOIN live_call l ON l.call_id = c.id JOIN segment s ON s.base_id = l.transcript_id
       WHERE c.id = $1 AND s.is_final AND s.seq IS NOT NULL ORDER BY s.t0_ms`,
      [callId],
    );
    return rows.map(({ said, shown }) => ({ saidAt: said, shownAt: shown }));
  });
}
