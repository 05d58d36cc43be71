import { open } from "node:fs/promises";
import { type SegmentIn, SAMPLES_PER_MS, SpeechError } from "./engine.ts";
import { findSpeech, frameEnergies, HOP, RATE, type Range } from "./vad.ts";

/** Ten minutes: 19 MB of samples at a time, whatever the length of the call. */
const SLICE_SAMPLES = RATE * 600;

/** Length and speech ranges of a track, found in one pass over the file. */
export type TrackSpeech = { durationMs: number; ranges: Range[] };

/** First pass. `pcmFile` is headerless s16le, 16 kHz, mono. Six hours of energies take 8.6 MB. */
export async function findTrackSpeech(pcmFile: string, signal: AbortSignal): Promise<TrackSpeech> {
  const file = await openTrack(pcmFile);
  try {
    const samples = Math.floor((await file.stat()).size / 2);
    const energies = new Float32Array(Math.floor(samples / HOP));
    let before = 0;
    for (let at = 0; at < samples; at += SLICE_SAMPLES) {
      signal.throwIfAborted();
      const pcm = await readSamples(file, at, Math.min(SLICE_SAMPLES, samples - at));
      energies.set(frameEnergies(pcm, before), at / HOP);
      before = pcm.at(-1) ?? 0;
    }
    return { durationMs: Math.round(samples / SAMPLES_PER_MS), ranges: findSpeech(energies) };
  } finally {
    await file.close();
  }
}

/** Second pass: the samples of each range, one range in memory at a time. */
export async function* readSegments(
  pcmFile: string,
  ranges: readonly Range[],
  signal: AbortSignal,
): AsyncGenerator<SegmentIn> {
  const file = await openTrack(pcmFile);
  try {
    for (const { startMs, endMs } of ranges) {
      signal.throwIfAborted();
      const count = (endMs - startMs) * SAMPLES_PER_MS;
      const pcm = await readSamples(file, startMs * SAMPLES_PER_MS, count);
      yield { id: segmentId({ startMs, endMs }), startMs, endMs, pcm };
    }
  } finally {
    await file.close();
  }
}

/** Depends on the range only, so the same audio gets the same id in every run. */
export function segmentId({ startMs, endMs }: Range): string {
  return `s${startMs}-${endMs}`;
}

type Handle = Awaited<ReturnType<typeof open>>;

async function openTrack(pcmFile: string): Promise<Handle> {
  try {
    return await open(pcmFile, "r");
  } catch (cause) {
    throw new SpeechError("bad_audio", "track cannot be opened", { cause });
  }
}

async function readSamples(file: Handle, at: number, count: number): Promise<Int16Array> {
  const bytes = Buffer.alloc(count * 2);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, at * 2 + filled);
    if (bytesRead === 0) throw new SpeechError("bad_audio", "track is shorter than its size");
    filled += bytesRead;
  }
  return toSamples(bytes);
}

/** Little-endian bytes as samples; copies only when the bytes are not aligned. */
export function toSamples(bytes: Buffer): Int16Array {
  const even = bytes.length - (bytes.length % 2);
  if (bytes.byteOffset % 2 === 0) return new Int16Array(bytes.buffer, bytes.byteOffset, even / 2);
  const copy = new Int16Array(even / 2);
  new Uint8Array(copy.buffer).set(bytes.subarray(0, even));
  return copy;
}
