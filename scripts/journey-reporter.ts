import type { Reporter, TestCase } from "playwright/types/testReporter";
import { reportRunning } from "./running-tests.ts";

/** Names journeys that take long while they move: what Playwright itself says at their beginning and end is not enough. */
export default class JourneyReporter implements Reporter {
  readonly #running = reportRunning((line) => process.stdout.write(line));

  onTestBegin(test: TestCase): void {
    this.#running.began(test.id, test.titlePath().filter(Boolean).join(" › "), test.timeout);
  }

  onStepBegin(test: TestCase): void {
    this.#running.moved(test.id);
  }

  onStepEnd(test: TestCase): void {
    this.#running.moved(test.id);
  }

  onTestEnd(test: TestCase): void {
    this.#running.ended(test.id);
  }

  onEnd(): void {
    this.#running.stop();
  }

  printsToStdio(): boolean {
    return false;
  }
}
