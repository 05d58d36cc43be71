import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";

/** Codes and half sign-ins that ended a month ago tell nobody anything. */
const KEPT_MS = 30 * 86_400_000;

export async function forgetCodes(): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS);
  await db.oneTimeCode.deleteMany({ where: { expiresAt: { lt: before } } });
  await db.preSession.deleteMany({ where: { expiresAt: { lt: before } } });
}
