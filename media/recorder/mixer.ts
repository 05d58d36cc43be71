import { RATE } from "./timeline.ts";

const RING_MS = 4000;
/** How long after it was said a sample may come before the mix goes on without it. */
const WAIT_MS = 1000;

/** Sums tracks on the call clock and gives the sum out once nothing older is expected. */
export class Mixer {
  /** Audible samples that came after their place had been given out. */
  late = 0;
  #lateFrom = Number.POSITIVE_INFINITY;
  #lateTo = Number.NEGATIVE_INFINITY;
  #sum = new Int32Array(RING_MS * RATE);
  #next: number;

  /** @param startMs call time of the first sample of the mix */
  constructor(startMs: number) {
    this.#next = Math.round(startMs * RATE);
  }

  /** @param at place of the first sample on the call clock, in samples */
  add(at: number, pcm: Int16Array): void {
    const ring = this.#sum;
    const end = this.#next + ring.length;
    let slot = at % ring.length;
    for (let i = 0; i < pcm.length; i++, slot++) {
      if (slot === ring.length) slot = 0;
      const sample = pcm[i] ?? 0;
      if (sample === 0) continue;
      const place = at + i;
      if (place < this.#next || place >= end) this.#miss(place);
      else ring[slot] = (ring[slot] ?? 0) + sample;
    }
  }

  #miss(place: number): void {
    this.late++;
    this.#lateFrom = Math.min(this.#lateFrom, place);
    this.#lateTo = Math.max(this.#lateTo, place + 1);
  }

  /** The span of what was late since the last time it was asked, milliseconds; null when nothing was. */
  takeLate(): { fromMs: number; toMs: number } | null {
    if (this.#lateTo < this.#lateFrom) return null;
    const span = { fromMs: this.#lateFrom / RATE, toMs: this.#lateTo / RATE };
    this.#lateFrom = Number.POSITIVE_INFINITY;
    this.#lateTo = Number.NEGATIVE_INFINITY;
    return span;
  }

  /** Everything up to `nowMs` less the wait, saturated. */
  flush(nowMs: number): Int16Array {
    const ring = this.#sum;
    const to = Math.floor((nowMs - WAIT_MS) * RATE);
    const out = new Int16Array(Math.max(0, to - this.#next));
    const held = Math.min(out.length, ring.length); // a longer sleep than the ring: the rest is silence
    let slot = this.#next % ring.length;
    for (let i = 0; i < held; i++, slot++) {
      if (slot === ring.length) slot = 0;
      out[i] = Math.max(-32768, Math.min(32767, ring[slot] ?? 0));
      ring[slot] = 0;
    }
    this.#next += out.length;
    return out;
  }

  /** Everything that is left: the call is over. */
  drain(nowMs: number): Int16Array {
    return this.flush(nowMs + WAIT_MS);
  }
}
