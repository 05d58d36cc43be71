/** Voice detection over a whole track (speech.md §3). Pure; thresholds and figures are from there. */
export const RATE = 16_000;
/** Samples of one frame: 10 ms. */
export const HOP = 160;
export const VAD_VERSION = 2;

export type Range = { startMs: number; endMs: number };

/** Above the noise floor by this much: speech begins, speech goes on. */
export const ON_DB = 9;
export const OFF_DB = 6;
/** The floor never sinks below, at ordinary loudness: digital silence must not make breath look like speech. */
export const FLOOR_DB = -62;
/** The same for the quietest track; below is the noise of silence itself (dither, a muted input). */
export const LOWEST_FLOOR_DB = -85;
/** Loud frames of ordinary loudness are at least this loud; below, the floor sinks faster than the sound. */
const ORDINARY_DB = -32;
const SINKS = 1.5;
/**
 * Loud is what the loudest second of a track exceeds; where there is little sound, the loudest fifth of it. Who says
 * hello into a headset and then listens is not quiet: what their microphone picks up of the others stays below the floor.
 */
const LOUD_FRAMES = 100;
const LOUD_SHARE = 0.2;
/** Frames of speech at least. */
export const MIN_FRAMES = 12;
export const PAD_MS = 200;
const CLOSE_FRAMES = 35;
const MAX_MS = 20_000;
const BLOCK = 1000;
/** In steps of a 16-bit sample. */
const LEAST_OFFSET = 16;

/**
 * Log energy per frame (dBFS) after pre-emphasis 0.9, which keeps hum and rumble from opening the gate, and without a
 * constant offset, which would raise the floor.
 * @param before the sample before the first one, for tracks read in slices
 * @param offset what the samples swing around; found in each second if it is not given (slices are whole seconds)
 */
export function frameEnergies(
  pcm: Int16Array,
  before = pcm[0] ?? 0,
  offset?: number,
): Float32Array {
  const energies = new Float32Array(Math.floor(pcm.length / HOP));
  let last = before;
  let rest = 0;
  for (let frame = 0; frame < energies.length; frame++) {
    const at = frame * HOP;
    if (at % RATE === 0) rest = 0.1 * clear(offset ?? offsetOf(pcm.subarray(at, at + RATE)));
    let sum = 0;
    for (let k = at; k < at + HOP; k++) {
      const x = pcm[k] ?? 0;
      const y = x - 0.9 * last - rest;
      last = x;
      sum += y * y;
    }
    energies[frame] = 10 * Math.log10(sum / HOP / 2 ** 30 + 1e-10);
  }
  return energies;
}

/** Less raises no floor that matters. */
const clear = (offset: number) => (Math.abs(offset) < LEAST_OFFSET ? 0 : offset);

/**
 * Median of the means of each 100 ms, in which mains hum has whole turns; 0 where they do not agree, for then it is the
 * sound itself that is not even.
 */
function offsetOf(pcm: Int16Array): number {
  const parts = Math.max(1, Math.floor(pcm.length / (RATE / 10)));
  const means = Float32Array.from({ length: parts }, (_, n) =>
    meanOf(pcm.subarray((n * RATE) / 10, ((n + 1) * RATE) / 10)),
  ).sort();
  const middle = means[parts >> 1] ?? 0;
  const least = middle < 0 ? -(means.at(-1) ?? 0) : (means[0] ?? 0);
  return least > Math.abs(middle) / 2 ? middle : 0;
}

export function meanOf(pcm: Int16Array): number {
  let sum = 0;
  for (const x of pcm) sum += x;
  return pcm.length === 0 ? 0 : sum / pcm.length;
}

/** The level (dBFS, as from `frameEnergies`) that the loud frames of a track exceed. */
function loudLevel(energies: Float32Array): number {
  const bins = new Uint32Array(BINS);
  let count = 0;
  for (const energy of energies) {
    if (energy <= LOWEST_FLOOR_DB + ON_DB) continue;
    const bin = binOf(energy);
    bins[bin] = (bins[bin] ?? 0) + 1;
    count++;
  }
  return loudOf(bins, count);
}

/** The same of frames counted by level in `bins` (see `binOf`). */
export function loudOf(bins: Uint32Array, count: number): number {
  const wanted = Math.max(1, Math.min(LOUD_FRAMES, count * LOUD_SHARE));
  let bin = BINS - 1;
  for (let sum = bins[bin] ?? 0; bin > 0 && sum < wanted; ) sum += bins[--bin] ?? 0;
  return bin + BOTTOM_DB;
}

/** Levels are counted in steps of 1 dB. */
export const BINS = 128;
export const BOTTOM_DB = -100;
export const binOf = (energy: number): number =>
  Math.min(BINS - 1, Math.max(0, Math.floor(energy - BOTTOM_DB)));

/** What the noise floor of a track with this loud level may not sink below: -62 dB unless it is quiet. */
export function lowestFloor(loudDb: number): number {
  return Math.max(LOWEST_FLOOR_DB, FLOOR_DB - SINKS * Math.max(0, ORDINARY_DB - loudDb));
}

/**
 * Speech ranges of a track, padded by 200 ms, each at most 20 s, in order and without overlap.
 * @param lowest the noise floor never sinks below this, in dB
 */
export function findSpeech(
  energies: Float32Array,
  lowest = lowestFloor(loudLevel(energies)),
): Range[] {
  const floor = noiseFloor(energies, lowest);
  const endOfTrack = energies.length * 10;
  const out: Range[] = [];
  const close = (from: number, last: number) => {
    if (last - from + 1 < MIN_FRAMES) return;
    const range = {
      startMs: Math.max(0, from * 10 - PAD_MS),
      endMs: Math.min(endOfTrack, (last + 1) * 10 + PAD_MS),
    };
    const previous = out.at(-1);
    if (previous && range.startMs <= previous.endMs) previous.endMs = range.endMs;
    else out.push(range);
  };
  let from = -1;
  let last = -1;
  for (let frame = 0; frame < energies.length; frame++) {
    const above = (energies[frame] ?? 0) - (floor[frame] ?? 0);
    if (from < 0 ? above > ON_DB : above > OFF_DB) {
      if (from < 0) from = frame;
      last = frame;
    }
    if (from >= 0 && (frame - last > CLOSE_FRAMES || frame === energies.length - 1)) {
      close(from, last);
      from = -1;
    }
  }
  return out.flatMap((range) => split(energies, range));
}

/** Per 10 s the 10th percentile from 10 s before to 10 s after. */
function noiseFloor(energies: Float32Array, lowest: number): Float32Array {
  const floor = new Float32Array(energies.length);
  for (let block = 0; block < energies.length; block += BLOCK) {
    const near = energies.slice(Math.max(0, block - BLOCK), block + 2 * BLOCK).sort();
    const level = near[Math.floor(near.length * 0.1)] ?? lowest;
    floor.fill(Math.max(lowest, level), block, block + BLOCK);
  }
  return floor;
}

/** A range over 20 s is cut at its quietest 200 ms between second 12 and second 20. */
function split(energies: Float32Array, { startMs, endMs }: Range): Range[] {
  const parts: Range[] = [];
  let from = startMs;
  while (endMs - from > MAX_MS) {
    const first = Math.floor(from / 10) + 1200;
    // A rest under a second would be too short to recognise.
    const cut = quietest(energies, first, Math.min(first + 800, Math.floor(endMs / 10) - 100));
    parts.push({ startMs: from, endMs: cut * 10 });
    from = cut * 10;
  }
  return [...parts, { startMs: from, endMs }];
}

/** The frame in [from, to) around which 200 ms hold the least energy. */
export function quietest(energies: Float32Array, from: number, to: number): number {
  const around = (frame: number) =>
    energies.subarray(Math.max(0, frame - 10), frame + 10).reduce((a, b) => a + b, 0);
  let best = from;
  let least = around(from);
  for (let frame = from + 1; frame < to; frame++) {
    const sum = around(frame);
    if (sum < least) {
      best = frame;
      least = sum;
    }
  }
  return best;
}
