/** Of the sound that is measured. */
export const MEASURED_RATE = 48_000;
/** Loudness by ITU-R BS.1770-4: blocks of 400 ms, every 100 ms. */
const STEP = MEASURED_RATE / 10;
const STEPS_PER_BLOCK = 4;
const OFFSET = -0.691;
const SILENCE = -70;
const RELATIVE = -10;
/** The two filters of the standard at 48 kHz, b0 b1 b2 a1 a2: the head, and what is too low to be heard. */
const HEAD = [
  1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585,
] as const;
const LOW_CUT = [1, -2, 1, -1.99004745483398, 0.99007225036621] as const;

export type Loudness = {
  /** LUFS; null where nothing is to be heard. */
  lufs: number | null;
  /** The largest sample, of 1. */
  peak: number;
};

/**
 * How loud each of several stretches of a sound is, that follow one another.
 * @param sound f32le mono at 48 kHz, in chunks of any length
 * @param lengths of the stretches, in samples
 */
export async function measure(
  sound: AsyncIterable<Uint8Array>,
  lengths: readonly number[],
): Promise<Loudness[]> {
  const found: Loudness[] = [];
  let meter = newMeter();
  let left = lengths[0] ?? 0;
  let rest = new Uint8Array();
  const close = () => {
    found.push(meter.end());
    meter = newMeter();
    left = lengths[found.length] ?? Infinity;
  };
  for await (const chunk of sound) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    // A copy begins where four bytes do.
    const samples = new Float32Array(Uint8Array.from(bytes.subarray(0, whole)).buffer);
    for (let from = 0; from < samples.length; ) {
      if (left === 0) close();
      const to = Math.min(samples.length, from + left);
      meter.take(samples, from, to);
      left -= to - from;
      from = to;
    }
    rest = Uint8Array.from(bytes.subarray(whole));
  }
  while (found.length < lengths.length) close();
  return found.slice(0, lengths.length);
}

/**
 * Both filters and the sums in one loop: an hour has 173 million samples. What the loop changes is its own until it ends: a
 * variable outside of it would be a new object with every sample.
 */
function newMeter() {
  const [hb0, hb1, hb2, ha1, ha2] = HEAD;
  const [lb0, lb1, lb2, la1, la2] = LOW_CUT;
  const state = new Float64Array(4);
  const steps: number[] = [];
  const sums = { power: 0, count: 0, peak: 0 };
  return {
    take: (samples: Float32Array, from: number, to: number) => {
      let [h1 = 0, h2 = 0, l1 = 0, l2 = 0] = state;
      let { power: sum, count, peak } = sums;
      for (let n = from; n < to; n += 1) {
        const value = samples[n] ?? 0;
        const size = value < 0 ? -value : value;
        if (size > peak) peak = size;
        const head = hb0 * value + h1;
        h1 = hb1 * value - ha1 * head + h2;
        h2 = hb2 * value - ha2 * head;
        const heard = lb0 * head + l1;
        l1 = lb1 * head - la1 * heard + l2;
        l2 = lb2 * head - la2 * heard;
        sum += heard * heard;
        count += 1;
        if (count === STEP) {
          steps.push(sum / STEP);
          sum = 0;
          count = 0;
        }
      }
      state.set([h1, h2, l1, l2]);
      Object.assign(sums, { power: sum, count, peak });
    },
    end: (): Loudness => ({ lufs: gated(steps), peak: sums.peak }),
  };
}

const lufsOf = (power: number): number => OFFSET + 10 * Math.log10(power);
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Pauses do not make speech quieter: blocks far below the others are left out. */
function gated(steps: readonly number[]): number | null {
  const blocks = steps
    .slice(0, Math.max(1, steps.length - STEPS_PER_BLOCK + 1))
    .map((_, at) => meanOf(steps.slice(at, at + STEPS_PER_BLOCK)))
    .filter((power) => power > 0 && lufsOf(power) > SILENCE);
  if (blocks.length === 0) return null;
  const threshold = lufsOf(meanOf(blocks)) + RELATIVE;
  const loud = blocks.filter((power) => lufsOf(power) > threshold);
  return lufsOf(meanOf(loud.length === 0 ? blocks : loud));
}

/** The largest sample that is left after a gain. */
const CEILING = 0.98;
/** A whisper is not made a shout: its noise would be one. */
const MOST_DB = 18;

/**
 * Gains that make stretches equally loud, as loud as they are in the mean where the loudest sample allows it.
 * @returns a factor each; 1 where nothing is to be heard
 */
export function gainsOf(measured: readonly Loudness[]): number[] {
  const heard = measured.flatMap(({ lufs, peak }) => (lufs === null ? [] : [{ lufs, peak }]));
  if (heard.length === 0) return measured.map(() => 1);
  const room = heard.map(
    ({ lufs, peak }) => lufs + 20 * Math.log10(CEILING / Math.max(peak, 1e-6)),
  );
  const target = Math.min(meanOf(heard.map(({ lufs }) => lufs)), ...room);
  return measured.map(({ lufs }) =>
    lufs === null ? 1 : 10 ** (Math.min(MOST_DB, target - lufs) / 20),
  );
}
