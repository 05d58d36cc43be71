import { randomFillSync, createHash } from "node:crypto";
import { mkdirSync, openSync, writeSync, closeSync } from "node:fs";
import { dirname, join } from "node:path";
import { originOf } from "./lib/child-port.ts";
import { judge, options, quantile, seeded } from "./lib/figures.ts";
import { type Instance, openInstance, startProgram } from "./lib/instance.ts";
import { pair } from "./lib/pair.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { hashRange, openRanges } from "./lib/range-client.ts";
import { runBench, type Stack } from "./lib/run.ts";

// Media ranges (reliability §8.1): 1 MiB of a 200 MB file on 8 connections, rights asked for each.

const BENCH = "ranges";
const FILE_BYTES = 200_000_000;
const RANGE_BYTES = 1024 * 1024;
const CONNECTIONS = 8;
const RANGES_EACH = 60;

type Target = { url: string; cookie?: string };

async function prepare(stack: Stack): Promise<{ ours: Target; floor: Target; pg: string }> {
  const instance = await openInstance(stack);
  const reader = await signUp(instance, "rep");
  const { fileId, path } = await placeFile(instance, reader);
  const env = { ...instance.env, RANGE_FILE: path, RANGE_BYTES: String(FILE_BYTES) };
  const child = startProgram("floor", ["bench/lib/range-floor.ts"], env, instance.dataDir, stack);
  return {
    ours: { url: `${instance.origin}/media/${fileId}`, cookie: reader.visitor.cookie },
    floor: { url: `${await originOf(child)}/` },
    pg: instance.pgVersion,
  };
}

/** A call of the reader's whose picture is 200 MB of noise. */
async function placeFile(
  { admin, dataDir }: Instance,
  { workspaceId, memberId }: SignedIn,
): Promise<{ fileId: string; path: string }> {
  const [callId, recordingId, fileId] = [
    crypto.randomUUID(),
    crypto.randomUUID(),
    crypto.randomUUID(),
  ];
  const key = `${workspaceId}/${recordingId}/normalise-1/video.mp4`;
  const path = join(dataDir, "blobs", key);
  mkdirSync(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  const fd = openSync(path, "w");
  const block = Buffer.alloc(1_000_000);
  for (let at = 0; at < FILE_BYTES; at += block.length) {
    randomFillSync(block);
    hash.update(block);
    writeSync(fd, block);
  }
  closeSync(fd);
  await admin.query(
    `INSERT INTO call (id, workspace_id, title, kind, visibility, owner_id, state, started_at, duration_ms)
     VALUES ($1, $2, 'Ranges', 'upload', 'workspace', $3, 'available', now(), 3600000)`,
    [callId, workspaceId, memberId],
  );
  await admin.query(
    `INSERT INTO recording (id, workspace_id, call_id, method, state, is_primary) VALUES ($1, $2, $3, 'upload', 'ready', true)`,
    [recordingId, workspaceId, callId],
  );
  await admin.query(
    `INSERT INTO file (id, workspace_id, recording_id, kind, key, bytes, sha256, mime) VALUES ($1, $2, $3, 'video', $4, $5, $6, 'video/mp4')`,
    [fileId, workspaceId, recordingId, key, FILE_BYTES, hash.digest()],
  );
  return { fileId, path };
}

type Drawn = { perSecond: number; firstByteMs: number[] };

/** Eight players jump about in the file. @returns MB per second, and the wait after each jump */
async function jumpAbout(target: Target, round: number): Promise<Drawn> {
  const random = seeded(options.seed * 1_000 + round + 1);
  const from = performance.now();
  let bytes = 0;
  const firstByteMs: number[] = [];
  const play = async (starts: number[]): Promise<void> => {
    const ranges = await openRanges(target.url);
    for (const start of starts) {
      const got = await ranges.get({ ...target, from: start, to: start + RANGE_BYTES - 1 });
      bytes += got.bytes;
      firstByteMs.push(got.firstByteMs);
    }
    ranges.close();
  };
  const starts = (): number[] =>
    Array.from({ length: RANGES_EACH }, () => Math.floor(random() * (FILE_BYTES - RANGE_BYTES)));
  await Promise.all(Array.from({ length: CONNECTIONS }, starts).map(play));
  return { perSecond: bytes / 1e6 / ((performance.now() - from) / 1000), firstByteMs };
}

const hashes = (target: Target): Promise<string[]> =>
  Promise.all(
    [0, 1, 77_777_777, FILE_BYTES - RANGE_BYTES].map((from) =>
      hashRange({ ...target, from, to: from + RANGE_BYTES - 1 }),
    ),
  );

/** One player alone: what a seek feels like. */
async function seeks(target: Target): Promise<number[]> {
  const random = seeded(options.seed);
  const ranges = await openRanges(target.url);
  const waits: number[] = [];
  for (let n = 0; n < 220; n++) {
    const from = Math.floor(random() * (FILE_BYTES - RANGE_BYTES));
    const { firstByteMs } = await ranges.get({ ...target, from, to: from + RANGE_BYTES - 1 });
    if (n >= 20) waits.push(firstByteMs);
  }
  ranges.close();
  return waits;
}

await runBench(async (stack) => {
  const { ours, floor, pg } = await prepare(stack);
  const versions = { pg };
  await pair({
    bench: BENCH,
    case: "1-mib-8-connections",
    unit: "MB/s",
    goal: { op: ">=", value: 0.9 },
    floor: async (round) => (await jumpAbout(floor, round)).perSecond,
    ours: async (round) => (await jumpAbout(ours, round)).perSecond,
    same: async () => (await hashes(ours)).join() === (await hashes(floor)).join(),
    versions,
  });
  const waits = await seeks(ours);
  judge(
    {
      bench: BENCH,
      case: "seek",
      unit: "ms",
      of: "p95",
      ours: [0.5, 0.95, 0.99].map((share) => quantile(waits, share)),
      value: quantile(waits, 0.95),
      goal: { op: "<=", value: 30 },
      note: "ours: p50, p95, p99 of 200 seeks to the first byte",
    },
    versions,
  );
});
