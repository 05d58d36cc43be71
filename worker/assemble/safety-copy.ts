import { createWriteStream } from "node:fs";
import { open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { LocalPart } from "#app/core/domain/recording/assemble.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { lengthOfSpan, type Span, withoutSpans } from "#app/core/platform/ranges.ts";
import type { Demuxer } from "#media/ffmpeg/magic.ts";
import { pcmPlan } from "#media/ffmpeg/plan/pcm.ts";
import { seconds } from "#media/ffmpeg/plan/plan.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { ALIGN_RATE, findCopy, type Match } from "#media/recorder/align-copy.ts";
import { PACKET_MS, PIECE_TAIL_MS } from "#media/recorder/concat.ts";
import { OPUS_OGG } from "#media/recorder/sink.ts";
import type { PartFile } from "#media/recorder/assemble.ts";
import type { AssemblyJob } from "./make-media.ts";

const RATE = 48_000;
/** Clocks of browser and server, capture and network together are off by less. */
const WITHIN_MS = 3_000;
/** What is compared at a time, and how far from the gap somebody is looked for who speaks. */
const WINDOW_MS = 4_000;
const WINDOWS = 6;
/** From microphone to recorder where nothing tells better: capture and network, without the jitter buffer. */
const USUAL_MS = 25;
/** Both ends agree up to this: beyond it they are two stretches, and the better match counts. */
const DRIFT_MS = 80;
const SHORTEST_MS = 100;

/** A span of a lane that a copy fills, as a file of the job folder. */
export type Fill = Span & { part: PartFile; from: string; peaks: Uint8Array };

type Copy = { part: string; startMs: number; durationMs: number; pcm: string; low: string };

/**
 * Fills gaps of a lane from the safety copy of its member's browser, aligned by the voice on both sides of the gap.
 * @param track the lane as it was recorded, in the job folder, from the call's zero on
 * @param zeroMs the call clock's zero, ms since 1970
 */
export async function fillGaps(
  o: {
    track: string;
    gaps: readonly Span[];
    copies: readonly LocalPart[];
    zeroMs: number;
    at: number;
  },
  job: AssemblyJob,
): Promise<Fill[]> {
  const { track, gaps, copies, zeroMs, at } = o;
  const fills: Fill[] = [];
  for (const [n, local] of copies.entries()) {
    const copy = await decode(local, zeroMs, `copy-${at}-${n}`, job);
    if (!copy) continue;
    for (const gap of gaps) {
      const isNear =
        gap.fromMs < copy.startMs + copy.durationMs + WITHIN_MS &&
        gap.toMs > copy.startMs - WITHIN_MS;
      if (!isNear) continue;
      const free = fills.length === 0 ? [gap] : withoutSpans([gap], fills).filter(isWorthIt);
      const delay = await delayOf(copy, track, gap, job);
      for (const span of free) {
        const fill = await take(copy, span, delay, `fill-${at}-${n}-${fills.length}`, job);
        if (fill) fills.push(fill);
      }
    }
    for (const name of [copy.pcm, copy.low]) await rm(join(job.jobDir, name), { force: true });
  }
  return fills;
}

const isWorthIt = (span: Span): boolean => lengthOfSpan(span) >= SHORTEST_MS;

/** The pieces as one sound, at full rate and as it is compared; null where they cannot be read. */
async function decode(
  { part, mime, t0, keys }: LocalPart,
  zeroMs: number,
  name: string,
  { jobDir, tools, signal }: AssemblyJob,
): Promise<Copy | null> {
  const file = `${name}.bin`;
  for (const key of keys)
    await pipeline(await blobs().get(key), createWriteStream(join(jobDir, file), { flags: "a" }));
  const demuxer: Demuxer = mime.includes("mp4") ? "mov" : mime.includes("ogg") ? "ogg" : "matroska";
  const [pcm, low] = [`${name}.s16`, `${name}.low`];
  try {
    for (const [output, sampleRate] of [
      [pcm, RATE],
      [low, ALIGN_RATE],
    ] as const)
      await runFfmpeg(pcmPlan({ name: file, demuxer, audioIndex: 0, output, sampleRate }), {
        ...{ tools, cwd: jobDir, signal },
      });
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ name: errorName(error) }, "a safety copy cannot be read");
    return null;
  } finally {
    await rm(join(jobDir, file), { force: true });
  }
  const { size } = await stat(join(jobDir, pcm));
  return { part, startMs: t0 - zeroMs, durationMs: size / 2 / (RATE / 1000), pcm, low };
}

/** How much later the recorder heard what the browser took, around a gap. */
async function delayOf(copy: Copy, track: string, gap: Span, job: AssemblyJob): Promise<number> {
  const before = await look(copy, track, gap.fromMs, -1, job);
  const behind = await look(copy, track, gap.toMs, 1, job);
  if (!before || !behind) return (before ?? behind)?.delayMs ?? USUAL_MS;
  if (Math.abs(before.delayMs - behind.delayMs) <= DRIFT_MS)
    return (before.delayMs + behind.delayMs) / 2;
  return before.score >= behind.score ? before.delayMs : behind.delayMs;
}

type Found = { delayMs: number; score: number };

/** Looks at ever more distant windows on one side of a gap until one of them is in the copy. */
async function look(
  copy: Copy,
  track: string,
  fromMs: number,
  way: 1 | -1,
  job: AssemblyJob,
): Promise<Found | null> {
  for (let n = 0; n < WINDOWS; n++) {
    const at = way === 1 ? fromMs + n * WINDOW_MS : fromMs - (n + 1) * WINDOW_MS;
    if (at < 0) return null;
    const reference = await recorded(track, at, job);
    const around = await readLow(copy, at - copy.startMs - WITHIN_MS, job.jobDir);
    const match: Match | null = findCopy(reference, around, (WITHIN_MS * ALIGN_RATE) / 1000);
    if (match) return { delayMs: (-match.lag * 1000) / ALIGN_RATE, score: match.score };
  }
  return null;
}

async function recorded(track: string, atMs: number, job: AssemblyJob): Promise<Int16Array> {
  const { jobDir, tools, signal } = job;
  const output = "window.s16";
  const plan = pcmPlan({
    name: track,
    demuxer: "ogg",
    audioIndex: 0,
    output,
    sampleRate: ALIGN_RATE,
  });
  const inputs = plan.inputs.map((input) => ({
    ...input,
    options: ["-ss", seconds(atMs), "-t", seconds(WINDOW_MS)],
  }));
  await runFfmpeg({ ...plan, inputs }, { tools, cwd: jobDir, signal, durationMs: WINDOW_MS });
  const { size } = await stat(join(jobDir, output));
  return readSamples(join(jobDir, output), 0, size / 2);
}

/** A window of the copy that reaches `WITHIN_MS` further than what is looked for; silence where it has none. */
async function readLow(copy: Copy, fromMs: number, jobDir: string): Promise<Int16Array> {
  const perMs = ALIGN_RATE / 1000;
  return readSamples(
    join(jobDir, copy.low),
    Math.round(fromMs * perMs),
    (WINDOW_MS + 2 * WITHIN_MS) * perMs,
  );
}

/** @param from may lie before the beginning, however far: what a file does not have is silence */
export async function readSamples(path: string, from: number, count: number): Promise<Int16Array> {
  const out = new Int16Array(count);
  const skipped = Math.min(count, Math.max(0, -from));
  const file = await open(path, "r");
  try {
    const bytes = new Uint8Array(out.buffer, skipped * 2);
    if (bytes.length > 0) await file.read(bytes, 0, bytes.length, Math.max(0, from) * 2);
  } finally {
    await file.close();
  }
  return out;
}

/** The span as a file like the recorder's own; null where the copy has nothing of it. */
async function take(
  copy: Copy,
  gap: Span,
  delayMs: number,
  name: string,
  { jobDir, tools, signal }: AssemblyJob,
): Promise<Fill | null> {
  const startMs = copy.startMs + delayMs;
  const whole = (ms: number) => Math.round(ms / PACKET_MS) * PACKET_MS;
  const fromMs = whole(Math.max(gap.fromMs, startMs, 0));
  const toMs = whole(Math.min(gap.toMs, startMs + copy.durationMs));
  if (toMs - fromMs < SHORTEST_MS) return null;
  const lengthMs = Math.min(toMs + PIECE_TAIL_MS, whole(startMs + copy.durationMs)) - fromMs;
  const samples = (lengthMs * RATE) / 1000;
  const first = Math.round(((fromMs - startMs) * RATE) / 1000);
  const pcm = await readSamples(join(jobDir, copy.pcm), first, samples);
  await writeFile(join(jobDir, `${name}.wav`), wavOf(pcm));
  const file = `${name}.ogg`;
  await runFfmpeg(
    {
      inputs: [{ name: `${name}.wav`, demuxer: "wav", options: [] }],
      outputs: [{ name: file, options: OPUS_OGG }],
    },
    { tools, cwd: jobDir, signal, durationMs: lengthMs },
  );
  const part: PartFile = { dir: jobDir, file, startMs: fromMs, isPiece: true };
  return { fromMs, toMs, part, from: `local:${copy.part}`, peaks: peaksOf(pcm) };
}

/** Loudest sample of each 100 ms as 0–127. */
function peaksOf(pcm: Int16Array): Uint8Array {
  const bin = RATE / 10;
  return Uint8Array.from({ length: Math.ceil(pcm.length / bin) }, (_, n) => {
    let loudest = 0;
    for (const sample of pcm.subarray(n * bin, (n + 1) * bin))
      loudest = Math.max(loudest, Math.abs(sample));
    return Math.min(127, Math.round((loudest * 127) / 32_767));
  });
}

function wavOf(pcm: Int16Array): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + pcm.byteLength, 4);
  head.write("WAVEfmt ", 8, "latin1");
  [16, 0x00010001, RATE, RATE * 2, 0x00100002].forEach((value, at) =>
    head.writeUInt32LE(value, 16 + 4 * at),
  );
  head.write("data", 36, "latin1");
  head.writeUInt32LE(pcm.byteLength, 40);
  return Buffer.concat([head, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}
