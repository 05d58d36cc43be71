import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parseJournal } from "#media/recorder/journal.ts";
import { monoIn, openPublisher } from "#media/recorder/publisher.ts";
import type { SoundSpec } from "#media/recorder/publish-sound.ts";
import { mkdirSync, readFileSync } from "node:fs";
import { sfuFile, startSfu, type Sfu } from "#tests/support/sfu.ts";
import { type RecorderCall, type RecorderEvent, superviseCall } from "#worker/live/recorders.ts";
import { judge, skip, report } from "./lib/figures.ts";
import { until } from "./lib/instance.ts";
import { judgeRecording, lossesOf } from "./lib/live-figures.ts";
import { openRoom, roomsOf, rssMb, tokenFor } from "./lib/live-rooms.ts";
import { makeFolder, runBench, type Stack } from "./lib/run.ts";

// One recorder with three tracks for hours: how its memory grows, and that above the limit it hands over (live §17.2).
// `npm run bench -- soak --minutes 120`

const BENCH = "soak";
const LOOK_MS = 10_000;
/** Pools and caches fill first. */
const SETTLED_SHARE = 0.1;
const LIMIT_MB = 500;

const { values: given } = parseArgs({
  options: { minutes: { type: "string", default: "120" } },
  strict: false,
});
const minutes = Number(given["minutes"]);

const voice = (n: number): SoundSpec => ({
  kind: "tones",
  hz: [300 + 100 * n, 700 + 100 * n],
  everyMs: 1500,
  onMs: 900,
  peak: 9000,
});
const PEOPLE = [0, 1, 2];

/** Slope of the least squares line, per hour. @param points ms and MB */
function slopeMb(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const under = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return (over / under) * 3_600_000;
}

async function soak(stack: Stack, sfu: Sfu, dir: string): Promise<void> {
  const room = await openRoom(sfu, "c:soak", join(dir, "soak"));
  const publisher = openPublisher();
  stack.onEnd(publisher.stop);
  for (const n of PEOPLE) await room.enter(publisher, `p:${n}`, voice(n));
  const points: [number, number][] = [];
  const began = Date.now();
  const end = began + minutes * 60_000;
  for (let told = began; Date.now() < end; ) {
    await sleep(Math.min(LOOK_MS, minutes * 1_000));
    const mb = rssMb(room.recorder.pid ?? 0);
    points.push([Date.now() - began, mb]);
    if (Date.now() - told < 300_000) continue;
    told = Date.now();
    process.stderr.write(`${Math.round((told - began) / 60_000)} min: ${mb.toFixed(1)} MB\n`);
  }
  await room.finish();
  const settled = points.slice(Math.floor(points.length * SETTLED_SHARE));
  const last = settled.at(-1)?.[1] ?? Number.NaN;
  const found = judgeRecording([room], PEOPLE.length, minutes * 60);
  report({
    bench: BENCH,
    case: `${minutes}-minutes-memory`,
    unit: "MB an hour",
    ours: [slopeMb(settled)],
    value: slopeMb(settled),
    result: "passed",
    note: `resident ${settled[0]?.[1].toFixed(0)} MB to ${last.toFixed(0)} MB, most ${Math.max(...points.map(([, mb]) => mb)).toFixed(0)} MB; three tracks`,
  });
  judge({
    bench: BENCH,
    case: `${minutes}-minutes-losses`,
    unit: "losses",
    ours: lossesOf(found),
    value: lossesOf(found).reduce((sum, one) => sum + one, 0),
    goal: { op: "<=", value: 0 },
    note: `gaps, late samples, tracks not whole, faults; the publishers skipped ${skippedMs(publisher.told())} ms`,
  });
}

const skippedMs = (told: readonly { type: string; ms?: number }[]): number =>
  told.reduce((sum, one) => sum + (one.type === "skipped" ? (one.ms ?? 0) : 0), 0);

/** The limit is lowered below what any recorder needs: the next attempt takes over, and no sample is missing between them. */
async function handOver(stack: Stack, sfu: Sfu, dir: string): Promise<void> {
  const name = "c:hand-over";
  const folder = join(dir, "hand-over");
  mkdirSync(folder);
  await roomsOf(sfu).createRoom({ name, emptyTimeout: 300 });
  const event: RecorderEvent[] = [];
  const call: RecorderCall = {
    callId: "hand-over",
    dir: folder,
    url: sfu.url,
    t0MonoNs: BigInt(monoIn(0)),
    pcmSocket: "",
    coach: "keep",
    compileCache: join(dir, "compiled"),
    searchPath: process.env["PATH"] ?? "",
    attempt: 0,
    orphans: [],
    mostRssKb: LIMIT_MB * 1000,
  };
  const supervisor = superviseCall(call, {
    token: (attempt) => tokenFor(sfu, name, `rec:hand-over:${attempt}`, true),
    isPaused: () => false,
    skipped: () => [],
    isServerDown: () => false,
    maySpare: () => true,
    onEvent: (one) => event.push(one),
  });
  stack.onEnd(supervisor.stop);
  const readyTimes = (): number[] => event.flatMap((one) => (one.type === "ready" ? [one.t] : []));
  const isReady = (times: number) => () => Promise.resolve(readyTimes().length >= times);
  await until(isReady(1), "the first recorder");
  const publisher = openPublisher();
  stack.onEnd(publisher.stop);
  for (const n of PEOPLE)
    await publisher.join({
      id: `p:${n}`,
      url: sfu.url,
      token: await tokenFor(sfu, name, `p:${n}`),
      startAtMonoNs: String(call.t0MonoNs),
      tracks: [{ source: "microphone", sound: voice(n) }],
    });
  await sleep(8_000);
  call.mostRssKb = 10_000;
  await until(isReady(2), "the hand-over", { waitMs: 30_000 });
  call.mostRssKb = LIMIT_MB * 1000;
  await sleep(5_000);
  await supervisor.stop();
  const { lines } = parseJournal(readFileSync(join(folder, "journal.jsonl"), "utf8"));
  const holes = PEOPLE.map((n) => {
    const of = (a: number) =>
      lines.filter((line) => line.a === a && "id" in line && line.id === `p:${n}`);
    const ended = of(1).findLast((line) => line.type === "segEnd");
    const began = of(2).find((line) => line.type === "segStart");
    if (ended?.type !== "segEnd" || began?.type !== "segStart") return Number.NaN;
    return began.startMs - (ended.startMs + ended.samples / 48);
  });
  judge({
    bench: BENCH,
    case: "hand-over-hole",
    unit: "ms between two attempts of a track",
    of: "max",
    ours: holes,
    value: Math.max(...holes),
    goal: { op: "<=", value: 0 },
    note: "negative: both recorded at once; the limit was lowered to 10 MB",
  });
}

await runBench(async (stack) => {
  if ((await sfuFile()) === null) {
    skip(BENCH, "all", "there is no livekit-server, and no Go to build it");
    return;
  }
  const sfu = await startSfu();
  stack.onEnd(sfu.stop);
  const dir = makeFolder(stack, "parley-bench-soak-");
  await handOver(stack, sfu, dir);
  await soak(stack, sfu, dir);
});
