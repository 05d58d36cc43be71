import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { SoundSpec } from "#media/recorder/publish-sound.ts";
import { openPublisher, type Publisher } from "#media/recorder/publisher.ts";
import { readScripts } from "#scripts/demo/script.ts";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { judge, skip, report } from "./lib/figures.ts";
import { openRoom, type BenchRoom } from "./lib/live-rooms.ts";
import { judgeRecording, lossesOf, type Recorded, watchCost } from "./lib/live-figures.ts";
import { makeFolder, runBench, type Stack } from "./lib/run.ts";

// What recording costs, how many calls go at once, and the number where it breaks (live §16, figures 5 and 6).
// `npm run bench -- recorder --seconds 600 --calls 10 --most 24`

const BENCH = "recorder";
/** Of one core, for each participant, encoders and mix included. */
const COST = 4;
const STEP = 2;
const PUBLISHERS = 4;

const { values: given } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    calls: { type: "string", default: "10" },
    /** Where the search for the number that breaks it stops. */
    most: { type: "string", default: "30" },
  },
  strict: false,
});
const seconds = Number(given["seconds"]);
const calls = Number(given["calls"]);
const most = Number(given["most"]);

type Bench = { sfu: Sfu; dir: string; sounds: SoundSpec[]; publishers: Publisher[] };

/** Two voices in turns, over and over: what an encoder meets in a call. */
async function voices(dir: string): Promise<SoundSpec[]> {
  const speaker = await findSpeaker();
  const script = readScripts().find(({ language }) => language === "en");
  if (!speaker || !script)
    return [300, 500].map((hz) => ({
      kind: "tones",
      hz: [hz],
      everyMs: 2000,
      onMs: 900,
      peak: 9000,
    }));
  const { files } = await speak(script, speaker);
  return (["R", "C"] as const).map((side) => {
    const file = join(dir, `${side}.wav`);
    writeFileSync(file, files[side]);
    return { kind: "wav", file, isLooped: true };
  });
}

async function openCalls(bench: Bench, series: string, count: number): Promise<BenchRoom[]> {
  const rooms: BenchRoom[] = [];
  for (let n = 0; n < count; n++) {
    const name = `c:${series}-${n}`;
    const room = await openRoom(bench.sfu, name, join(bench.dir, `${series}-${n}`));
    rooms.push(room);
    for (const [side, sound] of bench.sounds.entries()) {
      const publisher = bench.publishers[(2 * n + side) % bench.publishers.length];
      if (publisher) await room.enter(publisher, `p:${n}:${side}`, sound);
    }
  }
  return rooms;
}

/** So many calls for so long. */
async function round(
  bench: Bench,
  count: number,
  forS: number,
): Promise<{ found: Recorded; cost: number; skippedMs: number; leftOut: number }> {
  const series = `n${count}-${Date.now()}`;
  const told = bench.publishers.map((publisher) => publisher.told().length);
  const rooms = await openCalls(bench, series, count);
  await sleep(3_000); // joins are over
  const watch = watchCost(rooms.flatMap(({ recorder }) => recorder.pid ?? []));
  await sleep(forS * 1000);
  const cost = watch.end();
  const event = bench.publishers.flatMap((publisher, n) => publisher.told().slice(told[n]));
  for (const room of rooms) await room.finish();
  for (const [n, room] of rooms.entries())
    for (const side of bench.sounds.keys())
      bench.publishers[(2 * n + side) % bench.publishers.length]?.ask({
        do: "leave",
        id: `${room.name}/p:${n}:${side}`,
      });
  return {
    found: judgeRecording(rooms, bench.sounds.length, forS),
    cost: cost / forS / (count * bench.sounds.length),
    skippedMs: event.reduce((sum, one) => sum + (one.type === "skipped" ? one.ms : 0), 0),
    leftOut: event.filter(
      ({ id, type }) => id.includes(series) && (type === "disconnected" || type === "failed"),
    ).length,
  };
}

const plain = ({ found, skippedMs, leftOut }: Awaited<ReturnType<typeof round>>): string =>
  `gaps ${found.gaps}${found.gapsSaid.length > 0 ? ` (${found.gapsSaid.slice(0, 5).join(", ")})` : ""}, late samples ${found.late}, not recorded ${found.missing}, faults ${found.faults}; the publishers skipped ${skippedMs} ms and lost ${leftOut} people`;
const isWhole = ({ found }: Awaited<ReturnType<typeof round>>): boolean =>
  lossesOf(found).every((count) => count === 0);

async function measure(stack: Stack): Promise<void> {
  if ((await sfuFile()) === null) {
    skip(BENCH, "all", "there is no livekit-server, and no Go to build it");
    return;
  }
  const sfu = await startSfu();
  stack.onEnd(sfu.stop);
  const dir = makeFolder(stack, "parley-bench-recorder-");
  const publishers = Array.from({ length: PUBLISHERS }, () => openPublisher());
  for (const publisher of publishers) stack.onEnd(publisher.stop);
  const bench = { sfu, dir, sounds: await voices(dir), publishers };

  const alone = await round(bench, 1, Math.min(300, seconds));
  judge({
    bench: BENCH,
    case: "cost-per-participant",
    unit: "% of a core",
    ours: [alone.cost * 100],
    value: alone.cost * 100,
    goal: { op: "<=", value: COST },
    note: `one call of two, recorder, encoders and mix; ${plain(alone)}`,
  });

  const together = await round(bench, calls, seconds);
  judge({
    bench: BENCH,
    case: `${calls}-calls-${seconds}-seconds`,
    unit: "losses",
    ours: lossesOf(together.found),
    value: lossesOf(together.found).reduce((all, one) => all + one, 0),
    goal: { op: "<=", value: 0 },
    note: `${plain(together)}; ${(together.cost * 100).toFixed(2)} % of a core each; ${2 * calls} publishers on the same cores`,
  });

  let held = isWhole(together) ? calls : 0;
  let broke = isWhole(together) ? null : { count: calls, why: plain(together) };
  for (let count = calls + STEP; broke === null && count <= most; count += STEP) {
    const tried = await round(bench, count, Math.min(60, seconds));
    if (isWhole(tried)) held = count;
    else broke = { count, why: plain(tried) };
  }
  report({
    bench: BENCH,
    case: "breaks-at",
    unit: "calls",
    ours: [held],
    value: broke?.count ?? Number.NaN,
    result: "passed",
    note: broke
      ? `${held} held; at ${broke.count}: ${broke.why}`
      : `${held} held, more were not tried`,
  });
}

await runBench(measure);
