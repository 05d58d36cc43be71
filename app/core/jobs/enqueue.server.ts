import { fromPrisma } from "pg-boss";
import { boss } from "#app/core/platform/boss.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { JobDefinition } from "./define.ts";

/** When a job's turn comes: seconds to wait first, and before which others of its kind; the highest first. */
type Turn = { startAfter?: number; priority?: number };

/**
 * Queues a job inside the caller's transaction: both commit, or neither. While a job with `key` is
 * queued or running, another is dropped.
 * @returns the job's id, or null when it was dropped
 */
export async function enqueue<P extends object>(
  tx: Tx,
  job: JobDefinition<string, P>,
  key: string,
  payload: P,
  { startAfter = 0, priority = 0 }: Turn = {},
): Promise<string | null> {
  return boss.send(job.name, job.payload.parse(payload), {
    singletonKey: key,
    priority,
    ...(startAfter > 0 && { startAfter }),
    db: fromPrisma(tx),
  });
}
