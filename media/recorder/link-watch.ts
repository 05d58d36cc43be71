/** Silence sends a packet every 400 ms. */
const DEAD_MS = 1500;

/**
 * Tells when nothing at all came from a publisher who is not muted: a broken line sends nothing, and what is
 * written meanwhile is silence like any other.
 */
export class LinkWatch {
  #deadFromMs: number | null = null;

  /**
   * @param nowMs call time of the look
   * @param idleMs time since the newest packet, null before the first
   * @returns the dead span that is over now
   */
  see(
    nowMs: number,
    idleMs: number | null,
    isMuted: boolean,
  ): { fromMs: number; toMs: number } | null {
    if (idleMs === null) return null;
    if (idleMs < DEAD_MS || (isMuted && this.#deadFromMs === null)) return this.end(nowMs - idleMs);
    this.#deadFromMs ??= nowMs - idleMs;
    return null;
  }

  /** The track is over: @returns the dead span it ended in. */
  end(nowMs: number): { fromMs: number; toMs: number } | null {
    const fromMs = this.#deadFromMs;
    this.#deadFromMs = null;
    return fromMs === null ? null : { fromMs, toMs: Math.max(fromMs, nowMs) };
  }
}
