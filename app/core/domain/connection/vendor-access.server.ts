import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#app/core/platform/clock.ts";
import { log } from "#app/core/platform/log.server.ts";
import { type ConnectionRef, findSecretRow, tokensOf } from "./connection-row.server.ts";
import {
  type Vendor,
  type VendorAccess,
  VendorFault,
  type VendorFaultCode,
} from "./connection-types.ts";
import { refreshToken } from "./refresh-token.server.ts";

/** A token that is over so soon is renewed before it is used. */
const SPARE_MS = 60_000;
/** A wait that a person who looks at a page can bear. */
const SHORT_WAIT_MS = 5_000;

/** What was refused so was not done, and may be asked again after the wait that the provider names. */
const REFUSED_FOR_NOW: readonly VendorFaultCode[] = ["rate_limited", "busy"];

/**
 * Speaks with a provider for a workspace: with a token that holds, once more with a new one where it was refused, and once
 * more after a short wait where the provider asks for one.
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
    if (error.code === "unauthorised")
      return run(await refreshToken(provider, ref, access.accessToken));
    const wait = error.retryAfterMs;
    if (!REFUSED_FOR_NOW.includes(error.code) || wait === null || wait > SHORT_WAIT_MS) throw error;
    await sleep(wait);
    return run(access);
  }
}

async function freshAccess(provider: Vendor, ref: ConnectionRef): Promise<VendorAccess> {
  const row = await findSecretRow(ref);
  const tokens = row && tokensOf(row);
  if (!row || !tokens) throw new VendorFault("unauthorised");
  const isOver = row.expiresAt !== null && row.expiresAt.getTime() - SPARE_MS < now().getTime();
  return isOver
    ? refreshToken(provider, ref, tokens.accessToken)
    : { accessToken: tokens.accessToken, apiUrl: tokens.apiUrl };
}

/** What a page waits for a provider before it is shown without. */
export const PAGE_PATIENCE_MS = 4_000;

/** What was asked, or something else where it takes longer than a page can wait; what was asked goes on by itself. */
export async function orAfter<T>(run: Promise<T>, otherwise: () => T, ms = PAGE_PATIENCE_MS) {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(otherwise);
  late.catch(() => null); // it was called off
  run.catch(() => null); // where it fails after the page has gone without it
  return Promise.race([run, late]).finally(() => over.abort());
}
