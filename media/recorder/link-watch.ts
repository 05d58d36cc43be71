/**
 * Tells when nothing at all came from a publisher who is not muted: silence sends a packet every 400 ms,
 * a broken line sends none, and what is written meanwhile is silence either way.
 */
export class LinkWatch {
  #packets = -1;
  #aliveMs = 0;
  #isDead = false;

  /**
   * @param nowMs call time of the count
   * @param packets received so far
   * @returns the dead span that is over now
   */
  see(nowMs: number, packets: number, isMuted: boolean): { fromMs: number; toMs: number } | null {
    const isAlive = this.#packets < 0 || packets !== this.#packets || isMuted;
    const span = isAlive ? this.end(nowMs) : null;
    if (isAlive) this.#aliveMs = nowMs;
    else this.#isDead = true;
    this.#packets = packets;
    return span;
  }

  /** The track is over: @returns the dead span it ended in. */
  end(nowMs: number): { fromMs: number; toMs: number } | null {
    if (!this.#isDead) return null;
    this.#isDead = false;
    return { fromMs: this.#aliveMs, toMs: nowMs };
  }
}
