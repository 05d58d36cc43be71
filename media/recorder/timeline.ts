/** Samples per millisecond of everything the recorder writes: 48 kHz, mono, s16. */
export const RATE = 48;

/** Frames of 100 ms that come this far apart were held up somewhere. */
const STALL_MS = 200;
/** How long the earliest arrival is sought before it is believed. */
const WINDOW_MS = 1000;
/** Less than this is jitter, more was lost on the way. */
const LOST_MS = 30;

/**
 * Places the PCM of one subscription on the call clock. Its samples come at the recorder's own rate and only
 * delay moves a frame, so the earliest one of a window tells where all of them belong.
 */
export class Timeline {
  /** Call time of the first sample, milliseconds; may still fall while not `settled`. */
  startMs = 0;
  /** Samples so far, silence in place of lost ones included. */
  written = 0;
  settled = false;
  #best = Number.POSITIVE_INFINITY;
  #from = -1;
  #last = 0;

  /**
   * Takes note of a frame.
   * @param t call time of its arrival, milliseconds
   * @param n its samples
   * @returns how many silent samples belong in front of it
   */
  arrive(t: number, n: number): number {
    if (this.#from < 0 || t - this.#last > STALL_MS) {
      // What queued up during a stall comes in a burst: judged with the old window it would be padded twice.
      this.#from = t;
      if (this.settled) this.#best = Number.POSITIVE_INFINITY;
    }
    this.#last = t;
    this.#best = Math.min(this.#best, t - (this.written + n) / RATE);
    if (!this.settled) this.startMs = this.#best;
    let pad = 0;
    if (t - this.#from >= WINDOW_MS) {
      const lostMs = this.#best - this.startMs;
      if (this.settled && lostMs > LOST_MS) pad = Math.round(lostMs * RATE);
      this.settled = true;
      this.#best = Number.POSITIVE_INFINITY;
      this.#from = t;
    }
    this.written += pad + n;
    return pad;
  }
}
