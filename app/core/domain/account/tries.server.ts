import { addressKey, type Limit, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";

/** A limit and what counts as one under it. */
export type Try = { limit: Limit; key: string };

/** @param limit counted for the address the request came from; IPv6 by its /64 */
export const ofAddress = (limit: Limit, { ip }: Origin): Try => ({
  limit,
  key: addressKey(ip ?? ""),
});

/**
 * Counts one try under every limit, on all nodes together.
 * @throws DomainError `rate_limited` with the longest wait, said as a form error
 */
export async function countTry(...tries: Try[]): Promise<void> {
  const waits = await Promise.all(tries.map(({ limit, key }) => tryOnce(limit, key)));
  const wait = Math.max(0, ...waits);
  if (wait > 0)
    throw new DomainError("rate_limited", { "": [`wait?n=${Math.ceil(wait / 60)}`] }, wait);
}
