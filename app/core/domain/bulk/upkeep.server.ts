import { runBulkJob } from "#app/core/jobs/bulk-run.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";

/** A run at which nobody has been for so long is taken up again. */
const LOST_MS = 60_000;
const KEPT_MS = 30 * 86_400_000;
const BATCH = 200;

/**
 * Queues again the runs that stand still: their delivery was lost, or the request that did them ended. One that has its
 * job is left to it.
 * @returns how many were queued
 */
export async function requeueBulkRuns(): Promise<number> {
  const lost = await db.bulkRun.findMany({
    where: {
      state: { in: ["queued", "running"] },
      updatedAt: { lt: new Date(now().getTime() - LOST_MS) },
    },
    orderBy: { updatedAt: "asc" },
    take: BATCH,
    select: { workspaceId: true, id: true },
  });
  let count = 0;
  for (const { workspaceId, id: runId } of lost) {
    const jobId = await db.$transaction((tx) =>
      enqueue(tx, runBulkJob, runId, { v: 1, workspaceId, runId }),
    );
    if (jobId !== null) count += 1;
  }
  return count;
}

/** Runs that ended a month ago are forgotten, with what came of each call. @returns how many */
export async function deleteOldBulkRuns(): Promise<number> {
  const { count } = await db.bulkRun.deleteMany({
    where: { endedAt: { lt: new Date(now().getTime() - KEPT_MS) } },
  });
  return count;
}
