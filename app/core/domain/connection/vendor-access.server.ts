import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { GrantRefused, ProviderUnavailable } from "#app/core/platform/oauth/errors.ts";
import { log } from "#app/core/platform/log.server.ts";
import { remember } from "#app/core/platform/remember.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notifyWorkspaceAdmins } from "../notification/notify-members.server.ts";
import {
  appOf,
  NO_TOKENS,
  sealGrant,
  type SecretRow,
  secretRow,
  tokensOf,
} from "./connection-row.server.ts";
import { type Vendor, type VendorAccess, VendorFault } from "./connection-types.ts";
import type { ConnectionFault } from "./connection-views.ts";

export type ConnectionRef = { workspaceId: string; id: string };

/** A token that is over so soon is renewed before it is used. */
const SPARE_MS = 60_000;
/** A wait that somebody who looks at a page can stand. */
const SHORT_WAIT_MS = 5_000;

/**
 * Speaks with a provider for a workspace: with a token that holds, once more with a new one where it was refused, and once
 * more after a short `Retry-After`, since what was refused so was not done.
 * @throws VendorFault `unauthorised` where nobody is signed in, or not any more
 */
export async function callVendor<T>(
  provider: Vendor,
  ref: ConnectionRef,
  run: (access: VendorAccess) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const note = (fault: string | null) => {
    const ms = Math.round(performance.now() - began);
    log.info({ provider: provider.slug, connectionId: ref.id, ms, fault }, "a provider was asked");
  };
  try {
    const answer = await askTwice(provider, ref, run);
    note(null);
    return answer;
  } catch (error) {
    note(error instanceof VendorFault ? error.code : "internal");
    throw error;
  }
}

async function askTwice<T>(
  provider: Vendor,
  ref: ConnectionRef,
  run: (access: VendorAccess) => Promise<T>,
): Promise<T> {
  const access = await freshAccess(provider, ref);
  try {
    return await run(access);
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error;
    if (error.code === "unauthorised") return run(await refresh(provider, ref, access.accessToken));
    const wait = error.retryAfterMs;
    if (error.code !== "rate_limited" || wait === null || wait > SHORT_WAIT_MS) throw error;
    await sleep(wait);
    return run(access);
  }
}

async function freshAccess(provider: Vendor, ref: ConnectionRef): Promise<VendorAccess> {
  const row = await findRow(db, ref);
  const tokens = row && tokensOf(row);
  if (!row || !tokens) throw new VendorFault("unauthorised");
  const isOver = row.expiresAt !== null && row.expiresAt.getTime() - SPARE_MS < now().getTime();
  return isOver
    ? refresh(provider, ref, tokens.accessToken)
    : { accessToken: tokens.accessToken, apiUrl: tokens.apiUrl };
}

const findRow = (tx: Tx, { workspaceId, id }: ConnectionRef): Promise<SecretRow | null> =>
  tx.connection.findFirst({ where: { workspaceId, id }, select: secretRow });

const inFlight = () =>
  remember("connection-refresh", () => new Map<string, Promise<VendorAccess>>());

/** In this process callers share one refresh, so that they do not wait with a database connection each. */
function refresh(provider: Vendor, ref: ConnectionRef, seen: string): Promise<VendorAccess> {
  const known = inFlight().get(ref.id);
  if (known) return known;
  const made = refreshLocked(provider, ref, seen).finally(() => inFlight().delete(ref.id));
  inFlight().set(ref.id, made);
  return made;
}

/** Between processes the row's lock does: who waited for it finds a token that is not the refused one. */
async function refreshLocked(
  provider: Vendor,
  ref: ConnectionRef,
  seen: string,
): Promise<VendorAccess> {
  const done = await db.$transaction(async (tx) => {
    const { workspaceId, id } = ref;
    await tx.$queryRaw`SELECT 1 FROM connection WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const row = await findRow(tx, ref);
    const tokens = row && tokensOf(row);
    if (!row || !tokens) return null;
    if (tokens.accessToken !== seen) return tokens;
    try {
      const grant = await provider.oauth.refresh(appOf(row), tokens.refreshToken);
      await tx.connection.updateMany({
        where: { workspaceId, id },
        data: sealGrant(id, grant),
      });
      return grant;
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw new VendorFault("unavailable");
      if (!(error instanceof GrantRefused)) throw error;
      await breakConnection(tx, row, "grant_refused");
      await tx.connection.updateMany({ where: { workspaceId, id }, data: NO_TOKENS });
      return null;
    }
  });
  if (done === null) throw new VendorFault("unauthorised");
  return { accessToken: done.accessToken, apiUrl: done.apiUrl };
}

/** It works no more until an admin connects it again; they hear of it once. */
export async function breakConnection(
  tx: Tx,
  {
    workspaceId,
    id,
    provider,
    state,
  }: Pick<SecretRow, "workspaceId" | "id" | "provider" | "state">,
  fault: ConnectionFault,
): Promise<void> {
  if (state === "broken") return;
  const at = now();
  await tx.connection.updateMany({
    where: { workspaceId, id },
    data: { state: "broken", fault, faultSince: at, version: { increment: 1 } },
  });
  await record(
    tx,
    asSystem(workspaceId, "connection.check"),
    "connection.broken",
    { kind: "connection", id },
    { after: { provider, fault } },
  );
  await notifyWorkspaceAdmins(tx, workspaceId, {
    kind: "connection_broken",
    values: { provider, since: at.toISOString() },
  });
}
