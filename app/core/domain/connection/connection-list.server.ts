import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { redirectUrlOf } from "./connect.server.ts";
import { missingScopes } from "./health.server.ts";
import { findReplacement } from "./replace-account.server.ts";
import { type Provider, type Vendor, VENDOR_FAULTS } from "./connection-types.ts";
import type {
  ConnectionCard,
  ConnectionFault,
  ConnectionHealth,
  ShownState,
} from "./connection-views.ts";

const row = {
  provider: true,
  state: true,
  clientId: true,
  accountLabel: true,
  accountUser: true,
  isSandbox: true,
  scopes: true,
  quotaUsed: true,
  quotaMax: true,
  connectedBy: { select: { id: true, name: true } },
  connectedAt: true,
  authorisingUntil: true,
  lastOkAt: true,
  checkMs: true,
  expiresAt: true,
  fault: true,
  faultSince: true,
  limitedUntil: true,
} as const;

/** Every provider with its connection, as an admin sees them. @throws DomainError `forbidden` */
export async function listConnections(
  actor: Member,
  providers: readonly Provider[],
): Promise<ConnectionCard[]> {
  demand(actor, "connection.manage");
  const rows = await db.connection.findMany({
    where: { workspaceId: actor.workspaceId },
    select: row,
  });
  return Promise.all(
    providers.map(async (provider) => {
      const found = rows.find((one) => one.provider === provider.slug) ?? null;
      const other = found === null ? null : await findReplacement(actor, provider);
      return cardOf(provider, found, other);
    }),
  );
}

type Found = NonNullable<
  Awaited<ReturnType<typeof db.connection.findFirst<{ select: typeof row }>>>
>;

function cardOf(provider: Provider, found: Found | null, other: string | null): ConnectionCard {
  const isOn = found !== null && (found.state === "connected" || found.state === "degraded");
  const label = found?.accountLabel ?? null;
  const missing = isOn ? missingScopes(provider, found.scopes) : [];
  return {
    slug: provider.slug,
    ...healthOf(found),
    scopes: provider.scopes.map((name) => ({ name, isMissing: missing.includes(name) })),
    redirectUrl: redirectUrlOf(provider),
    clientId: found?.clientId ?? null,
    replacement: label === null || other === null ? null : { from: label, to: other },
  };
}

/** How a service is that no one signs in to. @throws DomainError `forbidden` */
export async function getHealth(
  actor: Member,
  { slug: provider }: Pick<Vendor, "slug">,
): Promise<ConnectionHealth> {
  demand(actor, "connection.manage");
  const { workspaceId } = actor;
  return healthOf(await db.connection.findFirst({ where: { workspaceId, provider }, select: row }));
}

function healthOf(found: Found | null): ConnectionHealth {
  const { quotaUsed: used = null, quotaMax: max = null } = found ?? {};
  const label = found?.accountLabel ?? null;
  return {
    state: shownState(found),
    account:
      found === null || label === null || found.state === "disconnected"
        ? null
        : { label, user: found.accountUser, isSandbox: found.isSandbox },
    connectedBy: found?.connectedBy ?? null,
    connectedAt: found?.connectedAt?.toISOString() ?? null,
    quota: used === null || max === null ? null : { used, max },
    lastOkAt: found?.lastOkAt?.toISOString() ?? null,
    checkMs: found?.checkMs ?? null,
    expiresAt: found?.expiresAt?.toISOString() ?? null,
    fault: faultOf(found?.fault ?? null),
    faultSince: found?.faultSince?.toISOString() ?? null,
    limitedUntil: found?.limitedUntil?.toISOString() ?? null,
  };
}

function shownState(found: Found | null): ShownState {
  if (found === null) return "new";
  const isOff = found.state === "disconnected" || found.state === "broken";
  const isOnTheWay = found.authorisingUntil !== null && found.authorisingUntil > now();
  return isOff && isOnTheWay ? "authorising" : found.state;
}

const FAULTS: readonly ConnectionFault[] = [
  ...VENDOR_FAULTS,
  "grant_refused",
  "app_refused",
  "no_refresh_token",
  "scope_missing",
];
const faultOf = (code: string | null): ConnectionFault | null =>
  FAULTS.find((one) => one === code) ?? null;
