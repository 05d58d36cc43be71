import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { GrantRefused, ProviderUnavailable } from "#app/core/platform/oauth/errors.ts";
import { remember } from "#app/core/platform/remember.ts";
import { breakConnection } from "./break-connection.server.ts";
import {
  appOf,
  type ConnectionRef,
  findSecretRow,
  newTokens,
  NO_TOKENS,
  type SecretRow,
  tokensOf,
} from "./connection-row.server.ts";
import {
  type Vendor,
  type VendorAccess,
  VendorFault,
  type VendorGrant,
} from "./connection-types.ts";
import { giveBack } from "./give-back.server.ts";

/** Longer than a provider may take to answer (10 s) and the row takes to be written. */
const LEASE_MS = 20_000;
/** How often the others look whether the token is there. */
const LOOK_MS = 150;
/** The others wait for one that ends without a word, and for the one that follows it. */
const PATIENCE_MS = 2 * LEASE_MS;

const inFlight = () =>
  remember("connection-refresh", () => new Map<string, Promise<VendorAccess>>());

/**
 * Renews a connection's tokens, once however many ask: in this process they share one promise, between processes one
 * holds a lease. Neither the holder nor those who wait hold a transaction, and what the provider gave is stored before it is
 * used: a rotated refresh token is not lost with the process that got it.
 * @param seen the access token that is over
 * @throws VendorFault `unauthorised` where the provider refused, or no one is signed in any more; `unavailable`
 */
export function refreshToken(
  provider: Vendor,
  ref: ConnectionRef,
  seen: string,
): Promise<VendorAccess> {
  const known = inFlight().get(ref.id);
  if (known) return known;
  const made = renewOrWait(provider, ref, seen).finally(() => inFlight().delete(ref.id));
  inFlight().set(ref.id, made);
  return made;
}

async function renewOrWait(
  provider: Vendor,
  ref: ConnectionRef,
  seen: string,
): Promise<VendorAccess> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const row = await findSecretRow(ref);
    const tokens = row && tokensOf(row);
    if (!row || !tokens) throw new VendorFault("unauthorised");
    if (tokens.accessToken !== seen)
      return { accessToken: tokens.accessToken, apiUrl: tokens.apiUrl };
    if (await takeLease(row)) {
      const renewed = await renew(provider, row, tokens.refreshToken);
      if (renewed !== null) return renewed;
    } else await sleep(LOOK_MS);
  }
  throw new VendorFault("unavailable");
}

const ofTokens = ({ workspaceId, id, tokenVersion }: SecretRow) => ({
  workspaceId,
  id,
  tokenVersion,
});

async function takeLease(row: SecretRow): Promise<boolean> {
  const at = now();
  const { count } = await db.connection.updateMany({
    where: {
      ...ofTokens(row),
      OR: [{ refreshLeaseUntil: null }, { refreshLeaseUntil: { lte: at } }],
    },
    data: { refreshLeaseUntil: new Date(at.getTime() + LEASE_MS) },
  });
  return count === 1;
}

/** @returns null where other tokens came meanwhile: the row says which */
async function renew(provider: Vendor, row: SecretRow, old: string): Promise<VendorAccess | null> {
  try {
    const grant = await provider.oauth.refresh(appOf(row), old);
    if (await store(row, grant)) return { accessToken: grant.accessToken, apiUrl: grant.apiUrl };
    // Disconnected, or connected anew, while the provider was asked: no one would end this grant any more.
    if (grant.refreshToken !== null && grant.refreshToken !== old)
      await giveBack(provider, row, grant.refreshToken);
    return null;
  } catch (error) {
    if (error instanceof GrantRefused) {
      if (await breakOff(row, error)) throw new VendorFault("unauthorised");
      return null;
    }
    await db.connection.updateMany({ where: ofTokens(row), data: { refreshLeaseUntil: null } });
    if (error instanceof ProviderUnavailable)
      throw new VendorFault(error.isRedirect ? "address_refused" : "unavailable");
    throw error;
  }
}

const TRIES = 3;
const BETWEEN_TRIES_MS = 500;
/** @returns whether the tokens it was made from were still there */
async function store(row: SecretRow, grant: VendorGrant): Promise<boolean> {
  for (let left = TRIES; ; left -= 1)
    try {
      const { count } = await db.connection.updateMany({
        where: ofTokens(row),
        data: newTokens(row.id, grant),
      });
      return count === 1;
    } catch (error) {
      // The one before may be over already: a moment without a database must not lose the one that replaces it.
      if (left === 1) throw error;
      log.warn({ connectionId: row.id }, "renewed tokens were not stored yet");
      await sleep(BETWEEN_TRIES_MS);
    }
}

/** What a refusal says of the app that asks. The grant stays for the day on which its keys are right again. */
const OF_THE_APP = /^(?:invalid_client|unauthorized_client)/;

/** The provider takes the tokens no more. @returns whether they were still the connection's */
async function breakOff(row: SecretRow, { message: code }: GrantRefused): Promise<boolean> {
  const isOfApp = OF_THE_APP.test(code);
  return db.$transaction(async (tx) => {
    const { count } = await tx.connection.updateMany({
      where: ofTokens(row),
      data: isOfApp ? { refreshLeaseUntil: null } : NO_TOKENS,
    });
    if (count === 0) return false;
    const { workspaceId, id } = row;
    const { state } = await tx.connection.findFirstOrThrow({
      where: { workspaceId, id },
      select: { state: true },
    });
    await breakConnection(tx, { ...row, state }, isOfApp ? "app_refused" : "grant_refused");
    return true;
  });
}
