/** The live gate: voice detection without look-ahead, sample by sample (speech.md §3). Pure. */
import {
  BINS,
  BOTTOM_DB,
  binOf,
  frameEnergies,
  HOP,
  loudOf,
  LOWEST_FLOOR_DB,
  lowestFloor,
  meanOf,
  MIN_FRAMES,
  OFF_DB,
  ON_DB,
  PAD_MS,
  quietest,
} from "./vad.ts";

/** 500 ms below the off level end a segment. */
const CLOSE_FRAMES = 50;
/** A segment of 15 s is cut at the quietest 200 ms of its last 6 s. */
const MAX_FRAMES = 1500;
const CUT_FRAMES = 600;
/** The floor is the 10th percentile of the last 10 s. */
const HISTORY = 1000;
/** The floor sinks no further before it is known how loud the track is: low enough for a quiet voice. */
const FIRST_FLOOR_DB = -70;
/** So much sound says how loud a track is: 3 s. */
const KNOWN_FRAMES = 300;

/**
 * Times in ms of the clock given to `reset`. `open` tells where a segment begins (200 ms before its
 * first sound). `close` ends it; after a `cut` the next one begins at the same time, unpadded, and is
 * announced by an `open` of its own.
 */
export type GateEvent =
  | { kind: "open"; fromMs: number }
  | { kind: "close"; fromMs: number; toMs: number; isCut: boolean };

export type SpeechGate = {
  /** Takes 16 kHz samples in pieces of any length. */
  push(pcm: Int16Array): GateEvent[];
  /** Ends an open segment, e.g. when the track ends or the clock jumps. */
  flush(): GateEvent[];
  /**
   * The next sample is at `startMs`, and nothing is open.
   * @param isSameRoom what is known of its noise is kept, so that somebody in mid-sentence is heard at once
   */
  reset(startMs: number, isSameRoom?: boolean): void;
  readonly isOpen: boolean;
};

export function createSpeechGate(startMs = 0): SpeechGate {
  let base = startMs;
  let frame = 0;
  let from = -1;
  let last = -1;
  /** Start of the segment, in frames, once it is open. */
  let openedAt: number | undefined;
  let rest = new Int16Array(0);
  let before: number | undefined;
  let offset = createOffset();
  let floor = createFloor();
  /** Energies of the last 20 s, by frame number. */
  const recent = new Float32Array(2000);
  const msOf = (at: number) => base + at * 10;

  const close = (to: number, isCut: boolean): GateEvent[] => {
    const start = openedAt;
    openedAt = undefined;
    from = -1;
    return start === undefined
      ? []
      : [{ kind: "close", fromMs: msOf(start), toMs: msOf(to), isCut }];
  };

  const cut = (): GateEvent[] => {
    const first = frame - CUT_FRAMES;
    const window = Float32Array.from(
      { length: CUT_FRAMES },
      (_, n) => recent[(first + n) % 2000] ?? 0,
    );
    const at = first + quietest(window, 10, CUT_FRAMES - 10);
    const events = close(at, true);
    from = at;
    openedAt = at;
    return [...events, { kind: "open", fromMs: msOf(at) }];
  };

  const step = (energy: number): GateEvent[] => {
    recent[frame % 2000] = energy;
    const above = energy - floor.add(energy);
    if (from < 0 ? above > ON_DB : above > OFF_DB) {
      if (from < 0) from = frame;
      last = frame;
    }
    const events: GateEvent[] = [];
    if (from >= 0 && openedAt === undefined && last - from + 1 >= MIN_FRAMES) {
      openedAt = Math.max(0, from - PAD_MS / 10);
      events.push({ kind: "open", fromMs: msOf(openedAt) });
    }
    if (from >= 0 && frame - last >= CLOSE_FRAMES) {
      events.push(...close(Math.min(frame + 1, last + 1 + PAD_MS / 10), false));
      from = -1;
    }
    frame++;
    if (openedAt !== undefined && frame - openedAt >= MAX_FRAMES) events.push(...cut());
    return events;
  };

  return {
    get isOpen() {
      return openedAt !== undefined;
    },
    push(pcm) {
      const all = new Int16Array(rest.length + pcm.length);
      all.set(rest);
      all.set(pcm, rest.length);
      const whole = all.length - (all.length % HOP);
      rest = all.slice(whole);
      const events: GateEvent[] = [];
      for (let at = 0; at < whole; at += HOP) {
        const samples = all.subarray(at, at + HOP);
        const [energy = BOTTOM_DB] = frameEnergies(samples, before, offset.add(meanOf(samples)));
        before = samples.at(-1);
        events.push(...step(energy));
      }
      return events;
    },
    flush() {
      return close(Math.min(frame, last + 1 + PAD_MS / 10), false);
    },
    reset(at, isSameRoom = false) {
      base = at;
      frame = 0;
      from = -1;
      last = -1;
      openedAt = undefined;
      rest = new Int16Array(0);
      before = undefined;
      if (isSameRoom) return;
      offset = createOffset();
      floor = createFloor();
    },
  };
}

/** What the samples swing around: the mean of the last second, roughly. */
function createOffset(): { add(mean: number): number } {
  let offset = 0;
  let count = 0;
  return {
    add(mean) {
      count = Math.min(count + 1, 100);
      offset += (mean - offset) / count;
      return offset;
    },
  };
}

/**
 * 10th percentile of the last 10 s in 1 dB bins (one step per frame, no sorting), but not below what the loudness of
 * the track allows.
 */
function createFloor(): { add(energy: number): number } {
  const ring = new Uint8Array(HISTORY);
  const bins = new Uint32Array(BINS);
  const loudness = createLoudness();
  let count = 0;
  return {
    add(energy) {
      const bin = binOf(energy);
      const place = count % HISTORY;
      const old = ring[place] ?? 0;
      if (count >= HISTORY) bins[old] = (bins[old] ?? 1) - 1;
      ring[place] = bin;
      bins[bin] = (bins[bin] ?? 0) + 1;
      count++;
      const wanted = Math.floor(Math.min(count, HISTORY) * 0.1) + 1;
      let sum = 0;
      let level = 0;
      for (; level < BINS - 1; level++) {
        sum += bins[level] ?? 0;
        if (sum >= wanted) break;
      }
      const noise = level + BOTTOM_DB + 0.5;
      if (energy > Math.max(noise, LOWEST_FLOOR_DB) + ON_DB) loudness.add(bin);
      return Math.max(loudness.lowestFloor, noise);
    },
  };
}

/** The level of all sound above the noise so far, and the lowest floor that goes with it. */
function createLoudness(): { add(bin: number): void; readonly lowestFloor: number } {
  const bins = new Uint32Array(BINS);
  let count = 0;
  let lowest = FIRST_FLOOR_DB;
  return {
    add(bin) {
      bins[bin] = (bins[bin] ?? 0) + 1;
      count++;
      // Four times a second is often enough for what moves slowly.
      if (count < KNOWN_FRAMES || count % 25 !== 0) return;
      lowest = lowestFloor(loudOf(bins, count));
    },
    get lowestFloor() {
      return lowest;
    },
  };
}
