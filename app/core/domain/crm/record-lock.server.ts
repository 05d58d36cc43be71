import { db } from "#app/core/platform/db.server.ts";
import { VendorFault } from "../connection/connection-types.ts";
import { isActivity } from "./activity.server.ts";
import type { WriteRow } from "./write-row.server.ts";

/** Longer than all requests of one change may take together, with their waits. */
const LONGEST_MS = 180_000;
/** Another change of the same record is seldom at work for longer than this. */
const PATIENCE_MS = 20_000;

type Of = Pick<WriteRow, "connectionId" | "object" | "record" | "callId">;

/**
 * Runs what reads and then changes one record of a CRM while nobody else of ours does. The lock is the database's and
 * ends with its session: a killed process leaves none behind, and one that stands still keeps others out.
 * @throws VendorFault `busy` where another change of the record takes too long
 */
export const holdingRecord = <T>(write: Of, run: () => Promise<T>): Promise<T> => {
  const { connectionId, object, record, callId } = write;
  // Of activities there is one for a call, which may not be made yet.
  const of = isActivity(object) ? callId : (record ?? callId);
  const key = `crm:${connectionId ?? ""}:${object}:${of}`;
  return db.$transaction(
    async (tx) => {
      // A CRM that is slow must not cost the lock: sessions that idle longer than usual are ended.
      await tx.$queryRaw`SELECT set_config('idle_in_transaction_session_timeout', ${`${LONGEST_MS}`}, true),
        set_config('lock_timeout', ${`${PATIENCE_MS}`}, true)`;
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.catch(
        (error: unknown) => {
          throw isLockTimeout(error) ? new VendorFault("busy") : error;
        },
      );
      return run();
    },
    { timeout: LONGEST_MS, maxWait: LONGEST_MS },
  );
};

const isLockTimeout = (error: unknown): boolean => /55P03|lock timeout/i.test(String(error));
