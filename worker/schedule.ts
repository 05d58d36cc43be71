import { sweepMinute, sweepNightly } from "#app/core/jobs/sweep.job.ts";
import { requeueLost } from "#app/core/domain/recording/sweep.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { WorkerContext } from "./context.ts";

/** While a program is missing it is looked for this often, so a call waits seconds, not a minute. */
const LOOK_MS = 3_000;

/** The sweeps by the queue's cron, and a quick look for programs that are being installed. */
export async function keepSchedule(context: WorkerContext, stopping: AbortSignal): Promise<void> {
  await boss.schedule(sweepMinute.name, "* * * * *", { v: 1 }, { singletonKey: sweepMinute.name });
  await boss.schedule(
    sweepNightly.name,
    "17 3 * * *",
    { v: 1 },
    { singletonKey: sweepNightly.name },
  );
  const look = async () => {
    const isComplete = context.tools().isUsable && context.engines().missing.length === 0;
    if (isComplete) return;
    if (await context.refresh()) await requeueLost();
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ name: errorName(error) }, "look for parts"))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  stopping.addEventListener("abort", () => clearInterval(timer));
}
