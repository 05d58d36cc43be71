import { sweepMinute, sweepNight } from "#app/core/jobs/sweep.job.ts";
import { requeueLost } from "#app/core/domain/recording/sweep.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { Workshop } from "./workshop.ts";

/** While a program is missing it is looked for this often, so a call waits seconds, not a minute. */
const LOOK_MS = 3_000;

/** The sweeps by the queue's cron, and a quick look for programs that are being installed. */
export async function keepSchedule(workshop: Workshop, stopping: AbortSignal): Promise<void> {
  await boss.schedule(sweepMinute.name, "* * * * *", { v: 1 }, { singletonKey: sweepMinute.name });
  await boss.schedule(sweepNight.name, "17 3 * * *", { v: 1 }, { singletonKey: sweepNight.name });
  const look = async () => {
    const isComplete = workshop.tools().isUsable && workshop.engines().missing.length === 0;
    if (isComplete) return;
    if (await workshop.refresh()) await requeueLost();
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
