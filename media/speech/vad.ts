/** Voice detection over a whole track (speech.md §3). Pure; thresholds and figures are from there. */
export const RATE = 16_000;
/** Samples of one frame: 10 ms. */
export const HOP = 160;
export const VAD_VERSION = 1;

export type Range = { startMs: number; endMs: number };

/** Above the noise floor by this much: speech begins, speech goes on. */
export const ON_DB = 9;
export const OFF_DB = 6;
/** The floor never sinks below: digital silence must not make breath look like speech. */
export const FLOOR_DB = -62;
/** Frames of speech at least. */
export const MIN_FRAMES = 12;
export const PAD_MS = 200;
const CLOSE_FRAMES = 35;
const MAX_MS = 20_000;
const BLOCK = 1000;

/**
 * Log energy per frame after pre-emphasis 0.9, which keeps hum and rumble from opening the gate.
 * `before` is the sample before the first one, for tracks read in slices.
 */
export function frameEnergies(pcm: Int16Array, before = 0): Float32Array {
  const energies = new Float32Array(Math.floor(pcm.length / HOP));
  let last = before / 32768;
  for (let frame = 0; frame < energies.length; frame++) {
    let sum = 0;
    for (let k = frame * HOP; k < (frame + 1) * HOP; k++) {
      const x = (pcm[k] ?? 0) / 32768;
      const y = x - 0.9 * last;
      last = x;
      sum += y * y;
    }
    energies[frame] = 10 * Math.log10(sum / HOP + 1e-10);
  }
  return energies;
}

/** Speech ranges of a track, padded by 200 ms, each at most 20 s, in order and without overlap. */
export function findSpeech(energies: Float32Array): Range[] {
  const floor = noiseFloor(energies);
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
function noiseFloor(energies: Float32Array): Float32Array {
  const floor = new Float32Array(energies.length);
  for (let block = 0; block < energies.length; block += BLOCK) {
    const near = energies.slice(Math.max(0, block - BLOCK), block + 2 * BLOCK).sort();
    const level = near[Math.floor(near.length * 0.1)] ?? FLOOR_DB;
    floor.fill(Math.max(FLOOR_DB, level), block, block + BLOCK);
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
