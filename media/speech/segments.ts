import { open } from "node:fs/promises";
import { type SegmentIn, SAMPLES_PER_MS, SpeechError } from "./engine.ts";
import {
  findSpeech,
  frameEnergies,
  HOP,
  LOWEST_FLOOR_DB,
  MIN_FRAMES,
  RATE,
  type Range,
} from "./vad.ts";
import { findVoice, type Heard, listen, windowsOf } from "./voice.ts";

/** Ten minutes: 19 MB of samples at a time, whatever the length of the call. */
const SLICE_SAMPLES = RATE * 600;

export type TrackSpeech = {
  durationMs: number;
  /** What is given to an engine: each at most 20 s, in order, without overlap. */
  ranges: Range[];
  /**
   * The stretches of `ranges` that sound like a person who talks: in order, without overlap, integer ms. Music, tones,
   * hum and noise are not in it.
   */
  voice: Range[];
  /** Level of that voice in dBFS (RMS of its frames, median), before any gain; null where there is none. */
  voiceDb: number | null;
  /** The track holds no sound at all: nothing above the noise of silence (dither, digital zeros). */
  isSilent: boolean;
};

/**
 * One pass over the file for the ranges, a look into them for the voice. `pcmFile` is headerless s16le, 16 kHz, mono.
 * Six hours of energies take 8.6 MB.
 */
export async function findTrackSpeech(pcmFile: string, signal: AbortSignal): Promise<TrackSpeech> {
  const file = await openTrack(pcmFile);
  try {
    const samples = Math.floor((await file.stat()).size / 2);
    const energies = await readEnergies(file, samples, signal);
    const ranges = findSpeech(energies);
    return {
      durationMs: Math.round(samples / SAMPLES_PER_MS),
      ranges,
      ...findVoice(ranges, await hear(file, ranges, signal)),
      // A few frames may be a knock at the start of a recording in which nothing follows.
      isSilent: energies.filter((energy) => energy > LOWEST_FLOOR_DB).length < MIN_FRAMES,
    };
  } finally {
    await file.close();
  }
}

async function readEnergies(
  file: Handle,
  samples: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const energies = new Float32Array(Math.floor(samples / HOP));
  let before: number | undefined;
  for (let at = 0; at < samples; at += SLICE_SAMPLES) {
    signal.throwIfAborted();
    const pcm = await readSamples(file, at, Math.min(SLICE_SAMPLES, samples - at));
    energies.set(frameEnergies(pcm, before), at / HOP);
    before = pcm.at(-1);
  }
  return energies;
}

async function hear(file: Handle, ranges: readonly Range[], signal: AbortSignal): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const window of ranges.flatMap(windowsOf)) {
    if (!window.isHeard) continue;
    signal.throwIfAborted();
    const { startMs, endMs } = window;
    const count = (endMs - startMs) * SAMPLES_PER_MS;
    heard.push(listen(window, await readSamples(file, startMs * SAMPLES_PER_MS, count)));
  }
  return heard;
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
