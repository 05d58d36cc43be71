import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { breakConnection } from "./break-connection.server.ts";
import { type SecretRow, secretRow } from "./connection-row.server.ts";
import { type Vendor, VendorFault, type VendorQuota, type VendorSlug } from "./connection-types.ts";
import { callVendor } from "./vendor-access.server.ts";

/** product §6, §5.4 */
const EVERY_MS = 15 * 60_000;
const LIMITED_MS = 15 * 60_000;
const MOST_FAILURES = 3;
const BROKEN_WITH_TOKENS: Prisma.ConnectionWhereInput = {
  state: "broken",
  accessTokenEnc: { not: null },
};
/** Of one round. */
const MOST_CHECKS = 20;

/** Tests a connection because an admin asked. @throws DomainError `forbidden`, `not_found`, `invalid_state` */
export async function testConnection(actor: Member, provider: Vendor): Promise<void> {
  demand(actor, "connection.manage");
  const { workspaceId } = actor;
  const row = await db.connection.findFirst({
    where: { workspaceId, provider: provider.slug },
    select: secretRow,
  });
  if (!row) throw new DomainError("not_found");
  if (row.accessTokenEnc === null) throw new DomainError("invalid_state");
  await check(provider, row);
}

/** Tests all that are due; two workers share them. @returns how many were tested */
export async function checkDueConnections(providers: Record<VendorSlug, Vendor>): Promise<number> {
  const at = now();
  const due = await db.connection.findMany({
    where: {
      checkedAt: { lt: new Date(at.getTime() - EVERY_MS) },
      AND: [
        // One that broke because nothing was answered is found well again by itself.
        { OR: [{ state: { in: ["connected", "degraded"] } }, BROKEN_WITH_TOKENS] },
        { OR: [{ limitedUntil: null }, { limitedUntil: { lte: at } }] },
      ],
    },
    orderBy: { checkedAt: "asc" },
    take: MOST_CHECKS,
    select: { ...secretRow, checkedAt: true },
  });
  // At once: one provider that does not answer keeps no other workspace waiting.
  const checked = await Promise.all(
    due.map(async ({ checkedAt, ...row }) => {
      const provider = Object.values(providers).find(({ slug }) => slug === row.provider);
      const { workspaceId, id } = row;
      const claimed = await db.connection.updateMany({
        where: { workspaceId, id, checkedAt },
        data: { checkedAt: now() },
      });
      if (provider === undefined || claimed.count === 0) return false;
      await check(provider, row);
      return true;
    }),
  );
  return checked.filter(Boolean).length;
}

async function check(provider: Vendor, row: SecretRow): Promise<void> {
  const began = performance.now();
  try {
    const quota = await callVendor(provider, row, provider.check);
    await noteWorks(provider, row, quota, Math.round(performance.now() - began));
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    await noteFault(row, error);
  }
}

/** Scopes that were asked for and not given. */
export const missingScopes = (provider: Vendor, granted: readonly string[]): string[] =>
  provider.scopes.filter(
    (scope) => !(provider.covers?.(granted, scope) ?? granted.includes(scope)),
  );

async function noteWorks(
  provider: Vendor,
  { workspaceId, id, state, scopes, faultSince }: SecretRow,
  quota: VendorQuota | null,
  checkMs: number,
): Promise<void> {
  const at = now();
  const isLimited = missingScopes(provider, scopes).length > 0;
  await db.$transaction(async (tx) => {
    await tx.connection.updateMany({
      where: { workspaceId, id },
      data: {
        state: isLimited ? "degraded" : "connected",
        ...{ lastOkAt: at, checkedAt: at, checkMs, failures: 0 },
        ...{ limitedSince: null, limitedUntil: null },
        ...(quota !== null && { quotaUsed: quota.used, quotaMax: quota.max }),
        fault: isLimited ? "scope_missing" : null,
        faultSince: isLimited ? (faultSince ?? at) : null,
      },
    });
    if (state === "broken")
      await record(tx, asSystem(workspaceId, "connection.check"), "connection.restored", {
        kind: "connection",
        id,
      });
  });
}

async function noteFault(
  row: SecretRow,
  { code, retryAfterMs }: Pick<VendorFault, "code" | "retryAfterMs">,
): Promise<void> {
  const { workspaceId, id } = row;
  const at = now();
  await db.$transaction(async (tx) => {
    // The refresh may have found it broken a moment ago.
    const { state } = await tx.connection.findFirstOrThrow({
      where: { workspaceId, id },
      select: { state: true },
    });
    if (state === "broken") {
      await tx.connection.updateMany({ where: { workspaceId, id }, data: { checkedAt: at } });
      return;
    }
    const since = row.limitedSince ?? at;
    const isTooMuch = code === "rate_limited" || code === "quota";
    const until = retryAfterMs === null ? at : new Date(at.getTime() + retryAfterMs);
    const isDegraded = isTooMuch && until.getTime() - since.getTime() >= LIMITED_MS;
    const failures = isTooMuch ? row.failures : row.failures + 1;
    await tx.connection.updateMany({
      where: { workspaceId, id },
      data: {
        ...{ checkedAt: at, failures, fault: code, faultSince: row.faultSince ?? at },
        ...(isTooMuch && { limitedSince: since, limitedUntil: until > at ? until : null }),
        ...(isDegraded && { state: "degraded" }),
      },
    });
    if (failures >= MOST_FAILURES) await breakConnection(tx, { ...row, state }, code);
  });
}
