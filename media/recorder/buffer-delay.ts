/** How long samples of one subscription wait in the jitter buffer, look by look. */
export class BufferDelay {
  #emitted = 0;
  #waitedMs = 0;
  #meanMs = 0;

  /**
   * @param emitted samples that have left it since the subscription began
   * @param waitedMs what all of them together have waited
   * @returns the mean of those since the last look, milliseconds
   */
  see(emitted: number, waitedMs: number): number {
    const count = emitted - this.#emitted;
    if (count > 0) this.#meanMs = (waitedMs - this.#waitedMs) / count;
    this.#emitted = emitted;
    this.#waitedMs = waitedMs;
    return this.#meanMs;
  }
}
