import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";

/** Codes and half sign-ins that ended a month ago tell nobody anything. */
const KEPT_MS = 30 * 86_400_000;
const endedLongAgo = () => ({ expiresAt: { lt: new Date(now().getTime() - KEPT_MS) } });

/** @returns how many */
export async function deleteExpiredCodes(): Promise<number> {
  const { count } = await db.oneTimeCode.deleteMany({ where: endedLongAgo() });
  return count;
}

/** @returns how many */
export async function deleteExpiredPreSessions(): Promise<number> {
  const { count } = await db.preSession.deleteMany({ where: endedLongAgo() });
  return count;
}
