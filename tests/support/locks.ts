import { db } from "#app/core/platform/db.server.ts";

/** Until some statement of this database waits for a row or an index entry of another transaction. */
export async function waitsForLock(): Promise<void> {
  for (let look = 0; look < 1_500; look += 1) {
    const [found] = await db.$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (Number(found?.n ?? 0) > 0) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error("nothing waits");
}
