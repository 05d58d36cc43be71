import { fromPrisma } from "pg-boss";
import { boss } from "#app/core/platform/boss.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { JobDefinition } from "./define.ts";

/**
 * Queues a job inside the caller's transaction: both commit, or neither. While a job with `key` is
 * queued or running, another is dropped.
 * @param startAfter seconds to wait first
 * @returns the job's id, or null when it was dropped
 */
export async function enqueue<P extends object>(
  tx: Tx,
  job: JobDefinition<string, P>,
  key: string,
  payload: P,
  startAfter = 0,
): Promise<string | null> {
  return boss.send(job.name, job.payload.parse(payload), {
    singletonKey: key,
    ...(startAfter > 0 && { startAfter }),
    db: fromPrisma(tx),
  });
}
