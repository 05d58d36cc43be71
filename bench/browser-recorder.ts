import { execFileSync, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { BrowserRun, JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import { judge, skip } from "./lib/figures.ts";
import { makeFolder, runBench } from "./lib/run.ts";

// How long the pieces of a browser's recording take to be joined, and what memory that needs (issue 20, Must 2): a
// process of its own joins a short recording, another one a long one, each of two sources and their sum.
// `npm run bench -- browser-recorder --minutes 180`

const BENCH = "browser-recorder";
const SHORT_MINUTES = 10;
const PIECE_MS = 2_000;
/** Of Chromium's recorder. */
const PACKET_MS = 60;
/** A minute of noise in packets: the last one also holds what the encoder lags behind. */
const MINUTE_MS = 60_000 + PACKET_MS;
const SOURCES = ["microphone", "tab", "mix"] as const;
/** Percent of the recording's length. */
const MOST_SHARE = 2;
/** What the long one may need beyond the short one, MB: less than one of its sources, which weighs 65. */
const MOST_MORE = 60;

const { values: given } = parseArgs({
  options: { minutes: { type: "string", default: "180" }, join: { type: "string" } },
  strict: false,
});
const longMinutes = Number(given["minutes"]);
const MB = 1024 * 1024;
const answered = z.object({ tookMs: z.number(), durationMs: z.number(), gaps: z.number() });
type Answer = z.output<typeof answered> & { peakMb: number };

/** A recording as Chromium writes it, of noise, so that every packet is full. */
function webm(folder: string, minutes: number): Buffer {
  const [minute, whole] = [join(folder, "minute.ogg"), join(folder, `${minutes}.webm`)];
  const ffmpeg = (...args: string[]) =>
    execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args]);
  const noise = ["-f", "lavfi", "-i", "anoisesrc=color=pink:amplitude=0.3:d=60:r=48000"];
  const opus = ["-ac", "1", "-c:a", "libopus", "-b:a", "48k", "-frame_duration", String(PACKET_MS)];
  ffmpeg(...noise, ...opus, minute);
  const again = ["-stream_loop", String(minutes - 1), "-i", minute];
  ffmpeg(...again, "-c", "copy", "-f", "webm", "-live", "1", whole);
  return readFileSync(whole);
}

/** The pieces as they lie in the store when all were taken, and what the database would say of them. */
function store(folder: string, minutes: number): JoinSource {
  const [workspaceId, recordingId, callId] = [newId(), newId(), newId()];
  const local = `${workspaceId}/${recordingId}/local`;
  const blobs = join(folder, "blobs");
  mkdirSync(join(blobs, local), { recursive: true });
  const bytes = webm(folder, minutes);
  const lengthMs = minutes * MINUTE_MS;
  const count = Math.ceil(lengthMs / PIECE_MS);
  const size = Math.ceil(bytes.length / count);
  const runs = SOURCES.map((source): BrowserRun => {
    const part = randomUUID();
    const keys = Array.from({ length: count }, (_, seq) => `${local}/${part}-${seq}`);
    for (const [seq, key] of keys.entries())
      writeFileSync(join(blobs, key), bytes.subarray(seq * size, (seq + 1) * size));
    const mime = "audio/webm;codecs=opus";
    return { source, participantId: newId(), part, mime, startMs: 0, keys, lacksPieces: false };
  });
  return {
    ...{ ref: { workspaceId, recordingId, callId }, runs, lost: [], lengthMs },
    timeline: { pauses: [], gaps: [], marks: [] },
    ...{ endReason: "stopped", isOnePerson: true, isOwnVoice: true, isPartial: false },
  };
}

/** The process that joins: nothing else is in its memory. */
async function joinIn(folder: string): Promise<void> {
  const { makeJoined } = await import("#worker/join/join-runs.ts"); // reads its settings at once
  const source = JSON.parse(readFileSync(join(folder, "source.json"), "utf8")) as JoinSource;
  const jobsRoot = join(folder, "jobs");
  const jobDir = join(jobsRoot, "join");
  mkdirSync(jobDir, { recursive: true });
  const binDir = join(folder, "bin");
  const tools = await detectIsolation({ binDir, jobsRoot, isUnisolatedAllowed: true });
  const from = performance.now();
  const attempt = { ...source.ref, stage: "normalise" as const, number: 1 };
  const signal = new AbortController().signal;
  const { durationMs, gaps } = await makeJoined(source, attempt, { jobDir, tools, signal });
  const tookMs = performance.now() - from;
  process.send?.({ tookMs, durationMs, gaps: gaps.length });
}

/** Joins so many minutes in a process of their own. */
async function measure(folder: string, minutes: number): Promise<Answer> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "source.json"), JSON.stringify(store(folder, minutes)));
  const child = fork(fileURLToPath(import.meta.url), ["--join", folder], {
    env: {
      ...process.env,
      ...{ PARLEY_DATA: folder, BLOB_URL: `file:${join(folder, "blobs")}` },
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", // never asked
      SECRET_KEY: randomBytes(32).toString("base64url"),
    },
  });
  let answer: unknown;
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, 20);
  child.on("message", (message) => {
    answer = message;
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  clearInterval(timer);
  if (answer === undefined) throw new Error(`The joining process ended with ${String(code)}.`);
  return { ...answered.parse(answer), peakMb };
}

/** What a process held at most, so far; 0 when it is over. */
function residentMb(pid: number): number {
  try {
    const [, kb = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return (Number(kb) * 1024) / MB;
  } catch {
    return 0;
  }
}

if (typeof given["join"] === "string") await joinIn(given["join"]);
else
  await runBench(async (stack) => {
    try {
      execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
    } catch {
      skip(BENCH, "join", "no ffmpeg on this machine");
      return;
    }
    const folder = makeFolder(stack, "parley-bench-join-");
    const short = await measure(join(folder, "short"), SHORT_MINUTES);
    const long = await measure(join(folder, "long"), longMinutes);
    const lengthMs = longMinutes * MINUTE_MS;
    const note = `${longMinutes} min, ${Math.ceil(lengthMs / PIECE_MS) * SOURCES.length} pieces, ${(long.tookMs / 1000).toFixed(1)} s`;
    const share = (100 * long.tookMs) / lengthMs;
    judge({
      ...{
        bench: BENCH,
        case: "join-time",
        unit: "% of length",
        ours: [share],
        value: share,
        note,
      },
      goal: { op: "<=", value: MOST_SHARE },
    });
    const more = long.peakMb - short.peakMb;
    judge({
      ...{ bench: BENCH, case: "join-memory", unit: "MB", ours: [short.peakMb, long.peakMb] },
      ...{ value: more, goal: { op: "<=", value: MOST_MORE } },
      note: `peak of ${longMinutes} min beyond that of ${SHORT_MINUTES} min`,
    });
    const off = Math.abs(long.durationMs - lengthMs);
    judge({
      ...{ bench: BENCH, case: "join-length", unit: "ms", ours: [off], value: off },
      goal: { op: "<=", value: 1_000 },
      note: `what is missing or too much; ${long.gaps} gaps`,
    });
  });
