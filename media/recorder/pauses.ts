import { RATE } from "./timeline.ts";

/**
 * What was said during a pause is still on its way when it ends: capture, network and jitter buffer hold it
 * back (41–62 ms on one host, a few hundred on a poor line). So sound counts again only after this.
 */
export const RESUME_GUARD_MS = 400;
/** Frames that a stall held back longer than this no longer come. */
const KEEP_MS = 60_000;

type Span = { from: number; to: number };

/** Pauses of the recording on the call clock, which may be asked about frames that arrive late. */
export class Pauses {
  #spans: Span[] = [];

  get isPaused(): boolean {
    return this.#spans.at(-1)?.to === Number.POSITIVE_INFINITY;
  }

  /** @returns whether it was not paused before */
  pause(atMs: number): boolean {
    if (this.isPaused) return false;
    const from = atMs * RATE;
    this.#spans = this.#spans.filter(({ to }) => to > from - KEEP_MS * RATE);
    this.#spans.push({ from, to: Number.POSITIVE_INFINITY });
    return true;
  }

  /** @returns call time from which sound is kept again, milliseconds; null when nothing was paused */
  resume(atMs: number): number | null {
    const last = this.#spans.at(-1);
    if (!last || !this.isPaused) return null;
    last.to = (atMs + RESUME_GUARD_MS) * RATE;
    return atMs + RESUME_GUARD_MS;
  }

  /**
   * Silences, in place, what lies in a pause, and what came in during one: how long a sample was on its way is
   * an estimate, and nothing said in a pause may be kept by mistake.
   * @param at place of the first sample on the call clock, in samples
   * @param held how much later it came in, in samples
   * @returns whether nothing but the pause is left
   */
  silence(at: number, pcm: Int16Array, held = 0): boolean {
    let silenced = 0;
    for (const { from, to } of this.#spans) {
      const first = Math.max(0, Math.floor(from - held - at));
      const end = Math.min(pcm.length, Math.ceil(to - at));
      if (end <= first) continue;
      pcm.fill(0, first, end);
      silenced += end - first;
    }
    return silenced >= pcm.length;
  }
}
