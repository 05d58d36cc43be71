import { db } from "#app/core/platform/db.server.ts";
import { isActivity } from "./activity.server.ts";
import type { WriteRow } from "./write-row.server.ts";

/** Longer than all requests of one change may take together, with their waits. */
const LONGEST_MS = 180_000;

type Of = Pick<WriteRow, "connectionId" | "object" | "record" | "callId">;

/**
 * Runs what reads and then changes one record of a CRM while nobody else of ours does. The lock is the database's and
 * ends with its session: a killed process leaves none behind, and one that stands still keeps others out.
 */
export const holdingRecord = <T>(write: Of, run: () => Promise<T>): Promise<T> => {
  const { connectionId, object, record, callId } = write;
  // Of activities there is one for a call, which may not be made yet.
  const of = isActivity(object) ? callId : (record ?? callId);
  const key = `crm:${connectionId ?? ""}:${object}:${of}`;
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
      return run();
    },
    { timeout: LONGEST_MS, maxWait: LONGEST_MS },
  );
};
