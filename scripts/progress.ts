/** How often somebody who waits is told what goes on. */
const EVERY_MS = 15_000;

/** Says what is under way, so that a start that is busy does not look like one that hangs. */
export class Progress {
  readonly #began = Date.now();
  readonly #steps = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  /** @param lead how its lines begin, as in "Starting" */
  constructor(lead: string, say: (line: string) => void, everyMs = EVERY_MS) {
    this.#timer = setInterval(() => {
      const steps = [...this.#steps].join(", ");
      const seconds = Math.round((Date.now() - this.#began) / 1000);
      if (steps !== "") say(`${lead}: ${steps} (${seconds} s so far).`);
    }, everyMs);
  }

  /** @param step what `work` does, as in "building the pages" */
  async during<T>(step: string, work: Promise<T>): Promise<T> {
    this.#steps.add(step);
    try {
      return await work;
    } finally {
      this.#steps.delete(step);
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
