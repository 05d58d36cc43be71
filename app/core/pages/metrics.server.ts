import type { Origin } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, isSame } from "#app/core/platform/crypto.server.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { addressKey, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { REACHED, type ReachedCounts } from "./reached.ts";
import { isStarted, reachedColumns, reachedFrom } from "./reached.server.ts";

/** Wrong tokens, per sender: a monitoring with an old one asks every few seconds, a machine guesses. */
const MISSES = { name: "metrics-miss", points: 120, seconds: 600 };
const SEVEN_DAYS_MS = 7 * 86_400_000;

/**
 * Figures for the operator's monitoring, as Prometheus reads them (text format 0.0.4).
 * @param authorization the header as it came
 * @returns null without the token of the settings, or with another
 * @throws DomainError `not_found` where no token is set, `rate_limited` for who tries many
 */
export async function readMetrics(
  authorization: string | null,
  origin: Origin,
): Promise<string | null> {
  const { METRICS_TOKEN: token } = env();
  if (token === undefined) throw new DomainError("not_found");
  const given = bearerOf(authorization ?? "");
  if (given === "") return null;
  if (isSame(hashOf(given), hashOf(token))) return metricsText(await countAll());
  const wait = await tryOnce(MISSES, addressKey(origin.ip ?? ""));
  if (wait > 0) throw new DomainError("rate_limited", {}, wait);
  return null;
}

const SCHEME = "bearer ";
const bearerOf = (header: string): string =>
  header.toLowerCase().startsWith(SCHEME) ? header.slice(SCHEME.length).trim() : "";

/** Of all workspaces. Private calls are their people's, and in no number of the operator. */
async function countAll(): Promise<ReachedCounts> {
  const to = now();
  const from = new Date(to.getTime() - SEVEN_DAYS_MS);
  const [found] = await rows<ReachedCounts>(Prisma.sql`
    SELECT ${reachedColumns} FROM ${reachedFrom}
    WHERE ${isStarted} AND NOT c.is_sample AND c.visibility <> 'private' AND c.started_at >= ${from} AND c.started_at <= ${to}`);
  if (found === undefined) throw new Error("A count has one row.");
  return found;
}

const metricsText = (counts: ReachedCounts): string =>
  [
    "# HELP parley_calls_seven_days Calls that were started in the last seven days, by how far they came. Private calls are left out.",
    "# TYPE parley_calls_seven_days gauge",
    ...REACHED.map((step) => `parley_calls_seven_days{step="${step}"} ${counts[step]}`),
    "",
  ].join("\n");
