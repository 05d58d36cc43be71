import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import ipaddr from "ipaddr.js";
import pg from "pg";
import { env } from "./env.server.ts";
import { remember } from "./remember.ts";

export type Limit = { name: string; points: number; seconds: number };

const client = () =>
  remember("rate-limit-pool", () => {
    const pool = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: 2,
      connectionTimeoutMillis: 2_000,
    });
    pool.on("error", () => undefined);
    return pool;
  });

const limiter = ({ name, points, seconds }: Limit) =>
  remember(
    `rate-limit.${name}`,
    () =>
      new RateLimiterPostgres({
        storeClient: client(),
        tableName: "rate_limit",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        // While the database is away this node still counts for itself.
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      }),
  );

/**
 * Counts one try of `key` on all nodes together, or as many as `points` says.
 * @returns seconds to wait, or 0 when the try is allowed
 */
export async function tryOnce(limit: Limit, key: string, points = 1): Promise<number> {
  try {
    await limiter(limit).consume(key, points);
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes)
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw refused;
  }
}

/** A right answer wipes the slate of `key`. */
export async function forgive(limit: Limit, key: string): Promise<void> {
  await limiter(limit).delete(key);
}

/** Takes one counted try of `key` back: it was no failure. */
export async function takeBack(limit: Limit, key: string): Promise<void> {
  await limiter(limit).reward(key, 1);
}

/** What an address counts as: an IPv6 subscriber owns a whole /64 and would dodge a limit on single addresses. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${address
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}/64`;
}
