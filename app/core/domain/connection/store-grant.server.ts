import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { aboutConnection, newTokens, type SecretRow } from "./connection-row.server.ts";
import {
  type Vendor,
  type VendorAccount,
  type VendorGrant,
  type VendorQuota,
} from "./connection-types.ts";
import { missingScopes } from "./health.server.ts";

/** What a test call found. */
export type Tested = { quota: VendorQuota | null; checkMs: number };
export type Made = Tested & { grant: VendorGrant; account: VendorAccount };
/** The row is connected from now on, with limits where scopes are missing. */
export async function storeGrant(
  actor: Member,
  provider: Vendor,
  { row, grant, account, quota, checkMs }: Made & { row: SecretRow },
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const { id } = row;
  const scopes = grant.scopes ?? [...provider.scopes];
  const missing = missingScopes(provider, scopes);
  const at = now();
  await db.$transaction(async (tx) => {
    await tx.connection.updateMany({
      where: { workspaceId, id },
      data: {
        ...newTokens(id, grant),
        ...{ scopes, checkMs, connectedById: memberId, connectedAt: at },
        ...{ accountId: account.id, accountLabel: account.label, accountUser: account.user },
        isSandbox: account.isSandbox || provider.slug === "salesforce-sandbox",
        state: missing.length > 0 ? "degraded" : "connected",
        fault: missing.length > 0 ? "scope_missing" : null,
        faultSince: missing.length > 0 ? at : null,
        ...{ lastOkAt: at, checkedAt: at, failures: 0, limitedSince: null, limitedUntil: null },
        ...{ quotaUsed: quota?.used ?? null, quotaMax: quota?.max ?? null },
        version: { increment: 1 },
      },
    });
    const after = { provider: provider.slug, account: account.id, missing };
    await record(tx, actor, "connection.connected", aboutConnection(row), { after });
  });
}
