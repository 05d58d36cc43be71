import type { PgBoss } from "pg-boss";
import { env } from "#app/core/platform/env.server.ts";
import { ALL_JOBS } from "./all.ts";

/** Both processes call this at start: sending to a missing queue throws. */
export async function createQueues(boss: PgBoss): Promise<void> {
  const heartbeatSeconds = env().JOB_HEARTBEAT_SECONDS;
  for (const { name, queue } of ALL_JOBS) {
    const { policy, ...settings } = queue;
    await boss.createQueue(name, { policy, ...settings, heartbeatSeconds, notify: true });
    await boss.updateQueue(name, { ...settings, heartbeatSeconds, notify: true }); // an existing queue keeps its old settings otherwise
  }
}
