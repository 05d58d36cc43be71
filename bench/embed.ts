import type { Browser } from "playwright";
import { findSpeaker } from "#scripts/demo/speak.ts";
import { openOtherSite } from "#tests/e2e/other-site.ts";
import { originOf } from "./lib/child-port.ts";
import { openChromium, openEmptyProfile } from "./lib/chromium.ts";
import { beforePlay, pressPlay } from "./lib/embed-page.ts";
import { judge, options, quantile, report, seeded, skip } from "./lib/figures.ts";
import { type Instance, openInstance, startProgram } from "./lib/instance.ts";
import { pair } from "./lib/pair.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { hashRange, openRanges } from "./lib/range-client.ts";
import { runBench, type Stack } from "./lib/run.ts";
import {
  drawPlayer,
  type EmbedKey,
  type Link,
  makeCall,
  makeKey,
  makeLink,
  openLink,
  replaceSound,
  waitForCut,
} from "./lib/shared-call.ts";

// What leaves the house (issue 22): a player on another site before and at its first sound, a share until it can be
// heard and read, and the sound of a cut for 200 visitors at once against a plain server of the same file.
// `npm run bench -- embed --rounds 5`

const BENCH = "embed";
const SCRIPT_BYTES = 15_000;
const ALL_BYTES = 40_000;
const REQUESTS = 6;
const SOUND_MS = 500;
const SHARE_MS = 2_000;
/** What is shared: two minutes from here. */
const PART = { t0Ms: 1_000, t1Ms: 121_000 };
const VISITORS = 200;
/** A quarter of an hour at 64 kbit/s: room for jumps. */
const SOUND_BYTES = 7_200_000;
const RANGE_BYTES = 1024 * 1024;
const RANGES_EACH = 2;

type Shared = { instance: Instance; member: SignedIn; callId: string };
type Versions = Record<string, string>;

/** A partner's page in a browser that was never there. */
async function measurePlayer(browser: Browser, key: EmbedKey, page: string): Promise<void> {
  const context = await openEmptyProfile(browser);
  const versions = { chromium: browser.version() };
  const fetched = await beforePlay(context, page);
  const bytesOf = (files: typeof fetched): number =>
    files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const before = { bench: BENCH, note: fetched.map(({ path }) => path).join(" ") };
  const script = bytesOf(fetched.filter(({ isScript }) => isScript));
  // A page without script would be light, and no player.
  if (script === 0) throw new Error(`${key.url}: no script came.`);
  for (const [name, unit, value, most] of [
    ["before-play-script", "bytes, gzip", script, SCRIPT_BYTES],
    ["before-play-all", "bytes, gzip", bytesOf(fetched), ALL_BYTES],
    ["before-play-requests", "requests", fetched.length, REQUESTS],
  ] as const)
    judge(
      { ...before, case: name, unit, ours: [value], value, goal: { op: "<=", value: most } },
      versions,
    );
  const waits: number[] = [];
  for (let round = 0; round <= options.rounds * 4; round++) {
    const waited = await pressPlay(context, page);
    if (round > 0) waits.push(waited); // the first one fills the caches
  }
  await context.close();
  judge(
    {
      ...{ bench: BENCH, case: "play-to-sound", unit: "ms", of: "p95", ours: waits },
      value: quantile(waits, 0.95),
      goal: { op: "<=", value: SOUND_MS },
      note: "click to a running clock of the sound, looked at once a frame; a new page each time, none of its sound kept",
    },
    versions,
  );
}

/** Made by a member, opened by a stranger. @returns ms from the member's press to sound and words in the stranger's hands */
async function shareOnce({ instance, member, callId }: Shared): Promise<number> {
  const from = performance.now();
  const link = await makeLink(member, callId, PART);
  await waitForCut(instance, link.linkId);
  const { cookie, audioUrl, wordsUrl } = await openLink(instance.origin, link);
  const asked = [
    { path: audioUrl, range: { range: "bytes=0-65535" }, status: 206 },
    { path: `${wordsUrl}/index`, range: {}, status: 200 },
    { path: `${wordsUrl}/0`, range: {}, status: 200 },
  ];
  await Promise.all(
    asked.map(async ({ path, range, status }) => {
      const answer = await fetch(instance.origin + path, { headers: { cookie, ...range } });
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`);
      await answer.arrayBuffer();
    }),
  );
  return performance.now() - from;
}

async function measureShare(shared: Shared, versions: Versions): Promise<void> {
  const waits: number[] = [];
  for (let round = 0; round <= Math.max(5, options.rounds); round++) {
    const waited = await shareOnce(shared);
    if (round > 0) waits.push(waited);
  }
  judge(
    {
      ...{ bench: BENCH, case: "share-2-minutes-ready", unit: "ms", of: "max", ours: waits },
      value: Math.max(...waits),
      goal: { op: "<=", value: SHARE_MS },
      note: "from the request that makes the link to the first 64 KiB of sound and all words at a visitor's",
    },
    versions,
  );
}

type Target = { url: string; cookie?: string };
type Range = { from: number; to: number };

/** Everybody at once, each on a connection of their own. @returns MB per second */
async function listenAtOnce(
  targets: readonly Target[],
  wanted: () => readonly Range[],
): Promise<number> {
  const plans = targets.map((target) => ({ target, ranges: wanted() }));
  const from = performance.now();
  const bytes = await Promise.all(
    plans.map(async ({ target, ranges }) => {
      const connection = await openRanges(target.url);
      let sum = 0;
      try {
        for (const range of ranges) sum += (await connection.get({ ...target, ...range })).bytes;
      } finally {
        connection.close();
      }
      return sum;
    }),
  );
  const sum = bytes.reduce((all, one) => all + one, 0);
  return sum / 1e6 / ((performance.now() - from) / 1000);
}

const jumps = (round: number) => {
  const random = seeded(options.seed * 1_000 + round + 1);
  return (): Range[] =>
    Array.from({ length: RANGES_EACH }, () => {
      const from = Math.floor(random() * (SOUND_BYTES - RANGE_BYTES));
      return { from, to: from + RANGE_BYTES - 1 };
    });
};
const whole = () => (): Range[] => [{ from: 0, to: SOUND_BYTES - 1 }];

const hashes = (target: Target): Promise<string[]> =>
  Promise.all(
    [0, 1, 777_777, SOUND_BYTES - RANGE_BYTES].map((from) =>
      hashRange({ ...target, from, to: from + RANGE_BYTES - 1 }),
    ),
  );

/** The first line of what a server said. */
const lineOf = (error: unknown): string => String(error).split("\r\n")[0] ?? "";

/** Everybody presses play for the first time at the same moment: each is also a view that is written down. */
async function measureFirst(name: string, targets: readonly Target[], versions: Versions) {
  const refusals: string[] = [];
  const waits = await Promise.all(
    targets.map(async (target) => {
      const connection = await openRanges(target.url);
      try {
        return (await connection.get({ ...target, from: 0, to: 65_535 })).firstByteMs;
      } catch (error) {
        refusals.push(lineOf(error));
        return null;
      } finally {
        connection.close();
      }
    }),
  );
  const heard = waits.filter((waited) => waited !== null);
  const kinds = [...new Set(refusals)].join("; ");
  judge(
    {
      ...{ bench: BENCH, case: `${name}-first-sound-refused`, unit: "visitors" },
      ...{ ours: [refusals.length], value: refusals.length, goal: { op: "<=", value: 0 } },
      note: `${heard.length} heard it, p50 ${quantile(heard, 0.5).toFixed(0)} ms, p95 ${quantile(heard, 0.95).toFixed(0)} ms to the first byte${kinds === "" ? "" : `; ${kinds}`}`,
    },
    versions,
  );
  // Whoever was refused comes back alone, so that the rounds below meet people who have begun to listen.
  for (const target of targets) await hashRange({ ...target, from: 0, to: 0 });
}

type Round = { ours: readonly Target[]; plain: Target; wanted: (round: number) => () => Range[] };

/** The same ranges of ours and of the plain server. A crowd that is refused is a goal missed, and no reason to stop. */
async function measureRanges(
  name: string,
  { ours, plain, wanted }: Round,
  note: string,
  versions: Versions,
): Promise<void> {
  const figure = { bench: BENCH, case: name, unit: "MB/s", note };
  const plains = ours.map(() => plain);
  try {
    await pair({
      ...figure,
      goal: { op: ">=", value: 0.9 },
      floor: (round) => listenAtOnce(plains, wanted(round)),
      ours: (round) => listenAtOnce(ours, wanted(round)),
      same: async () => {
        const [first = plain] = ours;
        return (await hashes(first)).join() === (await hashes(plain)).join();
      },
      versions,
    });
  } catch (error) {
    report({ ...figure, ours: [], result: "failed", note: `${note}; ${lineOf(error)}` }, versions);
  }
}

type Crowd = { instance: Instance; link: Link; key: EmbedKey };

async function measureCrowd({ instance, link, key }: Crowd, stack: Stack, versions: Versions) {
  const path = await replaceSound(instance, link, SOUND_BYTES);
  const env = { ...instance.env, RANGE_FILE: path, RANGE_BYTES: String(SOUND_BYTES) };
  const child = startProgram("floor", ["bench/lib/range-floor.ts"], env, instance.dataDir, stack);
  const plain: Target = { url: `${await originOf(child)}/` };
  const visitors: Target[] = [];
  const players: Target[] = [];
  while (visitors.length < VISITORS) {
    const { cookie, audioUrl } = await openLink(instance.origin, link);
    visitors.push({ url: instance.origin + audioUrl, cookie });
    players.push({ url: await drawPlayer(key) });
  }
  const [ofLink, ofKey] = [`${VISITORS}-visitors`, `${VISITORS}-players`];
  await measureFirst(ofLink, visitors, versions);
  const some = "two jumps each into a quarter of an hour, 1 MiB; rights asked for each";
  await measureRanges(`${ofLink}-1-mib`, { ours: visitors, plain, wanted: jumps }, some, versions);
  const all = "as browsers ask: a quarter of an hour in one answer";
  await measureRanges(`${ofLink}-whole`, { ours: visitors, plain, wanted: whole }, all, versions);
  await measureFirst(ofKey, players, versions);
  await measureRanges(`${ofKey}-1-mib`, { ours: players, plain, wanted: jumps }, some, versions);
}

await runBench(async (stack) => {
  const speaker = await findSpeaker();
  if (!speaker) {
    skip(BENCH, "all", "no voice: flite is not installed");
    return;
  }
  const instance = await openInstance(stack);
  await instance.startWorker();
  const versions = { pg: instance.pgVersion };
  const member = await signUp(instance);
  const { callId, durationMs } = await makeCall(instance, member, speaker);
  if (durationMs < PART.t1Ms) throw new Error(`The call has ${durationMs} ms only.`);
  const site = await openOtherSite();
  stack.onEnd(site.close);
  const partner = site.origin("localhost"); // another site than the instance's 127.0.0.1
  const link = await makeLink(member, callId, PART);
  await waitForCut(instance, link.linkId);
  const key = await makeKey(member, callId, link, partner);
  site.put(
    "/",
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A partner</title>${key.snippet}</html>`,
  );
  const browser = await openChromium(stack);
  if (browser) await measurePlayer(browser, key, `${partner}/`);
  else skip(BENCH, "player", "no Chromium");
  await measureShare({ instance, member, callId }, versions);
  await measureCrowd({ instance, link, key }, stack, versions);
});
