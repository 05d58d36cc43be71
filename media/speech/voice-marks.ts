/** What is measured of two seconds of sound to say whether a person talks in it (voice.ts). Pure. */
import { RATE } from "./vad.ts";

/** 20 ms of 16 kHz samples: one step of what follows. */
const STEP = 320;
/** Pitch is found at 4 kHz, where a step has 80 samples. */
const DOWN = 4;
const LOW_STEP = STEP / DOWN;
const LOW_RATE = RATE / DOWN;
/** The stretch that is compared with itself: 30 ms. */
const COMPARED = 120;
/** 400 Hz down to 54 Hz: below what a deep voice sinks to at the end of a sentence. */
const SHORTEST = 10;
const LONGEST = 74;
/** Of two periods that fit about as well, the shorter one is the pitch: the other is its double. */
const NEARLY = 0.88;

/** One value per 20 ms. */
type Steps = {
  /** Level in dBFS. */
  levels: Float32Array;
  /** How bright: level of the differences between samples over that of the samples, in dB. */
  slopes: Float32Array;
  /** How alike one period is to the next: 0 (noise) to 1 (a tone). */
  likeness: Float32Array;
  /** Pitch in semitones; of no meaning where `likeness` is low. */
  pitches: Float32Array;
};

/** @param pcm 16 kHz mono */
function measureSteps(pcm: Int16Array): Steps {
  const count = Math.floor(pcm.length / STEP);
  const steps: Steps = {
    levels: new Float32Array(count),
    slopes: new Float32Array(count),
    likeness: new Float32Array(count),
    pitches: new Float32Array(count),
  };
  findPitch(lowBand(pcm, steps), steps);
  return steps;
}

/** Fills in levels and slopes; answers the sound at 4 kHz without what is below 60 Hz. */
function lowBand(pcm: Int16Array, { levels, slopes }: Steps): Float32Array {
  const low = new Float32Array(levels.length * LOW_STEP + COMPARED + LONGEST + 2);
  let last = pcm[0] ?? 0;
  let box = DOWN * last;
  let before = 2 * box;
  let high = 0;
  for (let step = 0; step < levels.length; step++) {
    let power = 0;
    let change = 0;
    let mean = 0;
    for (let k = 0; k < LOW_STEP; k++) {
      const at = step * STEP + k * DOWN;
      let sum = 0;
      for (let n = at; n < at + DOWN; n++) {
        const x = pcm[n] ?? 0;
        power += x * x;
        change += (x - last) * (x - last);
        sum += x;
        last = x;
      }
      mean += sum;
      // Two boxes of four samples in a row keep most above 2 kHz from folding back.
      const smooth = sum + box;
      box = sum;
      high = smooth - before + 0.9 * high;
      before = smooth;
      low[step * LOW_STEP + k] = high;
    }
    power = power / STEP - (mean / STEP) ** 2;
    levels[step] = 10 * Math.log10(Math.max(power, 0) / 2 ** 30 + 1e-10);
    slopes[step] = 10 * Math.log10((change / STEP + 0.1) / (Math.max(power, 0) + 0.1));
  }
  return low;
}

/** Fills in pitches and likeness by normalised autocorrelation. */
function findPitch(low: Float32Array, { likeness, pitches }: Steps): void {
  const fits = new Float32Array(LONGEST + 2);
  for (let step = 0; step < likeness.length; step++) {
    const best = compare(low, step * LOW_STEP, fits);
    for (let lag = SHORTEST; lag <= LONGEST; lag++) {
      const [left = 0, here = 0, right = 0] = [fits[lag - 1], fits[lag], fits[lag + 1]];
      if (here <= NEARLY * best || here < left || here < right) continue;
      const bend = left - 2 * here + right;
      const period = lag + (bend < 0 ? (0.5 * (left - right)) / bend : 0);
      likeness[step] = here;
      pitches[step] = 12 * Math.log2(LOW_RATE / period);
      break;
    }
  }
}

/** How well the sound at `from` fits the sound one lag later, for each lag; answers the best of them. */
function compare(low: Float32Array, from: number, fits: Float32Array): number {
  const powerAt = (at: number) => {
    let sum = 1;
    for (let n = at; n < at + COMPARED; n++) sum += (low[n] ?? 0) ** 2;
    return sum;
  };
  const own = powerAt(from);
  let power = powerAt(from + SHORTEST - 1);
  let best = 0;
  for (let lag = SHORTEST - 1; lag <= LONGEST + 1; lag++) {
    const shifted = from + lag;
    let sum = 0;
    for (let n = 0; n < COMPARED; n++) sum += (low[from + n] ?? 0) * (low[shifted + n] ?? 0);
    const fit = sum / Math.sqrt(own * power + 1000);
    fits[lag] = fit;
    if (lag >= SHORTEST && lag <= LONGEST && fit > best) best = fit;
    power = Math.max(1, power + (low[shifted + COMPARED] ?? 0) ** 2 - (low[shifted] ?? 0) ** 2);
  }
  return best;
}

/** A step whose level is this much below the loudest of its window is a pause. */
const PAUSE_DB = -30;
/** Periods that are this alike have a pitch; so alike they are clean. */
const VOICED = 0.55;
const CLEAN = 0.8;
/** Semitones in 20 ms: a held note moves less, and only a jump moves more. */
const HELD = 0.1;
const JUMP = 1.2;
/** Runs with a pitch that are shorter say nothing of how it moves: 80 ms. */
const MIN_RUN = 4;

/** What is measured of a window. Shares are of all its steps. */
export type Marks = {
  /** Share of steps with a pitch, with one that is clean, that is held, that glides. */
  voiced: number;
  clean: number;
  held: number;
  glide: number;
  /** How far the pitch moves while it lasts, in semitones. */
  travel: number;
  /** Share of steps below half the mean amplitude; how much the level varies, in dB. */
  gaps: number;
  range: number;
  /** Share of the swelling and sinking that is at the pace of syllables, 2.5 to 7 Hz. */
  syllables: number;
  /** How much the brightness varies, and how much brighter it is where there is no pitch, in dB. */
  colours: number;
  hiss: number;
  /** Correlation of level and pitch: vowels are the loud part of speech. */
  vowels: number;
};

/**
 * @param pcm 16 kHz mono, a second or more
 * @returns with `db`, the level of what is no pause (RMS of steps, median) in dBFS, and `active`, the share of that
 */
export function measure(pcm: Int16Array): Marks & { db: number; active: number } {
  const steps = measureSteps(pcm);
  const { slopes, likeness } = steps;
  const count = slopes.length;
  const sorted = steps.levels.toSorted();
  const top = sorted[Math.floor(count * 0.95)] ?? 0;
  const levels = steps.levels.map((level) => Math.max(level - top, -40));
  const isActive = levels.map((level) => (level > PAUSE_DB ? 1 : 0));
  const isVoiced = isActive.map((active, n) => (active && (likeness[n] ?? 0) > VOICED ? 1 : 0));
  const amplitudes = levels.map((level) => 10 ** (level / 20));
  const half = mean(amplitudes) / 2;
  const share = (test: (n: number) => boolean) => levels.filter((_, n) => test(n)).length / count;
  const withPitch = slopes.filter((_, n) => isVoiced[n]);
  const without = slopes.filter((_, n) => isActive[n] && !isVoiced[n]);
  const active = steps.levels.filter((_, n) => isActive[n]);
  return {
    ...followPitch(steps.pitches, isVoiced),
    voiced: mean(isVoiced),
    clean: share((n) => Boolean(isActive[n]) && (likeness[n] ?? 0) > CLEAN),
    gaps: share((n) => (amplitudes[n] ?? 0) < half),
    range: deviation(levels),
    syllables: syllableShare(amplitudes),
    colours: deviation(slopes.filter((_, n) => isActive[n])),
    hiss: withPitch.length > 2 && without.length > 2 ? mean(without) - mean(withPitch) : 0,
    vowels: correlation(levels, likeness),
    active: active.length / count,
    db: active.sort()[active.length >> 1] ?? 0,
  };
}

function followPitch(pitches: Float32Array, isVoiced: Float32Array) {
  let held = 0;
  let glide = 0;
  const travels: number[] = [];
  let run: number[] = [];
  for (let n = 1; n <= pitches.length; n++) {
    const pitch = pitches[n] ?? 0;
    const moved = Math.abs(pitch - (pitches[n - 1] ?? 0));
    if (isVoiced[n] && isVoiced[n - 1] && moved < JUMP) {
      if (moved < HELD) held++;
      else glide++;
      run.push(pitch);
      continue;
    }
    if (run.length >= MIN_RUN) travels.push(Math.max(...run) - Math.min(...run));
    run = [];
  }
  const { length } = pitches;
  return { held: held / length, glide: glide / length, travel: mean(travels) };
}

/** Cosines over one turn of 2 s: 0.5 Hz at steps of 20 ms. */
const TURN = Float32Array.from({ length: 100 }, (_, n) => Math.cos((2 * Math.PI * n) / 100));

function syllableShare(amplitudes: Float32Array): number {
  const middle = mean(amplitudes);
  const all = amplitudes.reduce((sum, x) => sum + (x - middle) ** 2, 0);
  let within = 0;
  for (let halves = 5; halves <= 14; halves++) {
    let [a, b] = [0, 0];
    amplitudes.forEach((x, n) => {
      a += (x - middle) * (TURN[(halves * n) % 100] ?? 0);
      b += (x - middle) * (TURN[(halves * n + 25) % 100] ?? 0);
    });
    within += a * a + b * b;
  }
  const { length } = amplitudes;
  return (2 * within) / (length * all + 0.002 * length ** 2 * middle ** 2 + 1e-9);
}

type Numbers = Float32Array | readonly number[];

function mean(values: Numbers): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

function covariance(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((x, n) => (x - meanA) * ((b[n] ?? 0) - meanB)));
}

const deviation = (values: Float32Array) => Math.sqrt(covariance(values, values));
const correlation = (a: Float32Array, b: Float32Array) =>
  covariance(a, b) / (deviation(a) * deviation(b) + 1e-6);
