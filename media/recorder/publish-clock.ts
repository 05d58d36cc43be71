/** What to do now: wait, or hand over the samples from `from` on. `skipped`: samples that are left out for good. */
export type Step = { kind: "wait"; ms: number } | { kind: "play"; from: number; skipped: number };

/**
 * Paces one sound against the clock of the host. A source plays in real time whatever it was given: what is
 * handed over late stays late for ever, so after a stall the missed samples are skipped, never caught up
 * (live §12). Runs at most `lead` samples ahead, so that a timer that fires late is not heard.
 */
export class PlayClock {
  readonly #rate: number;
  readonly #frame: number;
  readonly #lead: number;
  #next: number | null = null;

  /** @param rate samples a second @param frameMs length of a hand-over @param leadMs how far ahead it may run */
  constructor(rate: number, frameMs: number, leadMs: number) {
    this.#rate = rate / 1000;
    this.#frame = Math.round(frameMs * this.#rate);
    this.#lead = leadMs * this.#rate;
  }

  /** @param nowMs since the start of the sound; negative before it */
  step(nowMs: number): Step {
    const now = Math.floor(nowMs * this.#rate);
    const isFirst = this.#next === null;
    const due = this.#next ?? now;
    const early = due + this.#frame - (now + this.#lead);
    if (early > 0) return { kind: "wait", ms: early / this.#rate };
    const skipped = isFirst || due >= now ? 0 : now - due;
    const from = due + skipped;
    this.#next = from + this.#frame;
    return { kind: "play", from, skipped };
  }

  /** Samples of one hand-over. */
  get frame(): number {
    return this.#frame;
  }
}
