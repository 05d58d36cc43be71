import { rows, Prisma } from "#app/core/platform/db.server.ts";
import { afterAll } from "vitest";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import type { JobDefinition } from "#app/core/jobs/define.ts";

/** Sending needs a started queue. It runs for all tests of a file, and ends with the streams that were listened to. */
export async function queueForFile(): Promise<void> {
  await boss.start();
  afterAll(async () => {
    await closeFeed();
    await boss.stop({ graceful: false, close: true });
  });
}

/** Payloads of the jobs of a kind that wait, oldest first. */
export async function queued<P extends object>(job: JobDefinition<string, P>): Promise<P[]> {
  const found = await rows<{ data: unknown }>(
    Prisma.sql`SELECT data FROM jobs.job WHERE name = ${job.name} AND state IN ('created', 'retry') ORDER BY created_on`,
  );
  return found.map(({ data }) => job.payload.parse(data));
}
