import { errorFacts } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { WorkerContext } from "../context.ts";

/** A piece of work that no event starts: it looks for what is due, and finds nothing most of the time. */
export type Sweep = {
  /** What it looks after, and what it does with it: `session.delete`. Logs and the job's error name it. */
  name: string;
  every: "minute" | "night";
  /** @returns how many things it changed; 0 when there was nothing to do */
  run: (context: WorkerContext) => Promise<number>;
};

/** Every sweep of the round has run, and these failed. `code`, which logs carry, names them as well. */
export class SweepsFailed extends Error {
  override readonly name = "SweepsFailed";
  readonly code: string;
  readonly sweeps: readonly string[];
  constructor(sweeps: readonly string[]) {
    super(`Sweeps failed: ${sweeps.join(", ")}`);
    this.sweeps = sweeps;
    this.code = sweeps.join(" ");
  }
}

/**
 * Runs the sweeps of a round one after the other, each by itself: one that throws is logged and takes no other with it.
 * @throws SweepsFailed after the last one, so that the queue's record of the job says so
 */
export async function runSweeps(
  sweeps: readonly Sweep[],
  every: Sweep["every"],
  context: WorkerContext,
): Promise<void> {
  const failed: string[] = [];
  for (const { name, run } of sweeps.filter((sweep) => sweep.every === every)) {
    const startedAt = performance.now();
    const ms = () => Math.round(performance.now() - startedAt);
    try {
      const count = await run(context);
      if (count > 0) log.info({ sweep: name, ms: ms(), count }, "sweep done");
      else log.debug({ sweep: name, ms: ms() }, "sweep done");
    } catch (error) {
      failed.push(name);
      log.error({ sweep: name, ms: ms(), err: errorFacts(error) }, "a sweep failed");
    }
  }
  if (failed.length > 0) throw new SweepsFailed(failed);
}
