/** Samples per millisecond of everything the recorder writes: 48 kHz, mono, s16. */
export const RATE = 48;

/** Frames of 100 ms that come this far apart were held up somewhere. */
const STALL_MS = 200;
/** How long the earliest arrival is sought before it is believed. */
const WINDOW_MS = 1000;
/** Nobody has told by then how long samples wait: this is what they wait on a quiet machine. */
const UNTOLD_MS = 2500;
const USUAL_WAIT_MS = 30;
/** Less than this is jitter, more was lost on the way. */
const LOST_MS = 30;
/** Off by less is left alone. */
const OFF_MS = 20;
/** Without a quiet moment for this long, sound is moved where it is, if it is off by much. */
const PATIENCE_MS = 5000;
const FAR_OFF_MS = 60;

/**
 * Places the PCM of one subscription on the call clock, where it was said. Two things hold a sample back. Frames
 * come late, never early, so the earliest one of a window tells when its samples left the jitter buffer. And the
 * buffer holds each sample for a while, 30 ms on a quiet machine, hundreds on a busy one: it says how long, and
 * it stretches and shortens the sound whenever it changes its mind, which is taken back here, in quiet moments.
 */
export class Timeline {
  /** Call time of the first sample, milliseconds; may still move while not `settled`. */
  startMs = 0;
  /** Samples so far, silence in place of lost ones included. */
  written = 0;
  settled = false;
  /** When the first sample left the jitter buffer. */
  #leftMs = 0;
  #waitMs: number | null = null;
  /** What the first sample has waited; null while nobody has told. */
  #firstWaitMs: number | null = null;
  #best = Number.POSITIVE_INFINITY;
  #begin = -1;
  #from = -1;
  #last = 0;
  #offSince: number | null = null;

  /** How much earlier than it arrived sound is placed, in samples. */
  get held(): number {
    return Math.round(Math.max(0, this.#leftMs - this.startMs) * RATE);
  }

  /** Takes note of how long samples wait in the jitter buffer now, milliseconds. */
  wait(ms: number): void {
    this.#waitMs = ms;
    if (!this.settled) this.#firstWaitMs ??= ms;
  }

  /**
   * Takes note of a frame.
   * @param t call time of its arrival, milliseconds
   * @param n its samples
   * @returns how many silent samples belong in front of it because others were lost
   */
  arrive(t: number, n: number): number {
    if (this.#begin < 0) this.#begin = t;
    if (this.#from < 0 || t - this.#last > STALL_MS) {
      // What queued up during a stall comes in a burst: judged with the old window it would be padded twice.
      this.#from = t;
      if (this.settled) this.#best = Number.POSITIVE_INFINITY;
    }
    this.#last = t;
    this.#best = Math.min(this.#best, t - (this.written + n) / RATE);
    if (!this.settled) this.#place(t);
    let lost = 0;
    if (this.settled && t - this.#from >= WINDOW_MS) {
      const lateMs = this.#best - this.#leftMs;
      if (lateMs > LOST_MS) lost = Math.round(lateMs * RATE);
      else this.#leftMs = Math.min(this.#leftMs, this.#best);
      this.#best = Number.POSITIVE_INFINITY;
      this.#from = t;
    }
    this.written += lost + n;
    return lost;
  }

  /** While the first second lasts, and nobody has told how long samples wait. */
  #place(t: number): void {
    this.#leftMs = this.#best;
    this.startMs = this.#leftMs - (this.#firstWaitMs ?? USUAL_WAIT_MS);
    const isTold = this.#waitMs !== null || t - this.#begin >= UNTOLD_MS;
    if (t - this.#from < WINDOW_MS || !isTold) return;
    this.settled = true;
    this.#best = Number.POSITIVE_INFINITY;
    this.#from = t;
  }

  /**
   * How far the sound has moved since: asked once per frame, after `arrive`.
   * @param n its samples
   * @param isQuiet whether nobody hears what is done to it
   * @returns samples to leave out of it (above zero), or silent ones to put in front of it (below)
   */
  correct(t: number, n: number, isQuiet: () => boolean): number {
    if (this.#waitMs === null) return 0;
    const offMs = this.startMs - (this.#leftMs - this.#waitMs);
    if (Math.abs(offMs) < OFF_MS) {
      this.#offSince = null;
      return 0;
    }
    this.#offSince ??= t;
    const isLate = t - this.#offSince >= PATIENCE_MS && Math.abs(offMs) >= FAR_OFF_MS;
    if (!isLate && !isQuiet()) return 0;
    const samples = Math.min(Math.round(offMs * RATE), n);
    this.written -= samples;
    // The samples behind keep the moment at which they left the buffer.
    this.#leftMs += samples / RATE;
    this.#best += samples / RATE;
    if (this.#firstWaitMs !== null) this.#firstWaitMs += samples / RATE;
    return samples;
  }
}
