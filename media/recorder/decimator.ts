const FACTOR = 3;
/** Odd, so that the delay is whole samples; passes 7 kHz, 60 dB down from 9 kHz. */
const TAPS = 95;
const CUTOFF = 7_800 / 48_000;

/** Blackman window on a sinc, summing to one. */
const KERNEL = (() => {
  const kernel = Float64Array.from({ length: TAPS }, (_, i) => {
    const x = i - (TAPS - 1) / 2;
    const sinc = x === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * x) / (Math.PI * x);
    const turn = (2 * Math.PI * i) / (TAPS - 1);
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const sum = kernel.reduce((a, b) => a + b, 0);
  return kernel.map((tap) => tap / sum);
})();

/** The kernel is its own mirror image: half the products. */
const HALF = (TAPS - 1) / 2;
const EDGE = KERNEL.slice(0, HALF);
const CENTRE = KERNEL[HALF] ?? 0;

/** From 48 to 16 kHz; what comes out is 1 ms behind. One per unbroken run of samples. */
export class Decimator {
  #held = new Float64Array(TAPS - 1);

  /** Samples of earlier calls that the next one gives out first. */
  get behind(): number {
    return this.#held.length - (TAPS - 1);
  }

  /** @returns a third of the samples; what does not fill a third waits for the next call */
  push(pcm: Int16Array): Int16Array {
    const line = new Float64Array(this.#held.length + pcm.length);
    line.set(this.#held);
    line.set(pcm, this.#held.length);
    const out = new Int16Array(Math.max(0, Math.floor((line.length - TAPS) / FACTOR) + 1));
    for (let o = 0; o < out.length; o++) {
      const from = o * FACTOR;
      const to = from + TAPS - 1;
      let sum = CENTRE * (line[from + HALF] ?? 0);
      for (let k = 0; k < HALF; k++)
        sum += (EDGE[k] ?? 0) * ((line[from + k] ?? 0) + (line[to - k] ?? 0));
      out[o] = Math.max(-32768, Math.min(32767, Math.round(sum)));
    }
    this.#held = line.slice(out.length * FACTOR);
    return out;
  }
}
