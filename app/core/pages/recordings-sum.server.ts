import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { readFigure } from "#app/core/domain/analytics/counted.ts";
import { LEAST_CALLS } from "#app/core/domain/analytics/talk-metrics.ts";
import { countedValueSql } from "#app/core/domain/analytics/talk-units.server.ts";
import { round4 } from "#app/core/domain/metrics/numbers.ts";
import { listConditions } from "./recordings-conditions.server.ts";
import { isFiltered, type RecordingsQuery } from "./recordings-filters.ts";
import type { ListSum } from "./recordings-views.ts";

/** As many calls are added up, the newest: a filter that leaves nearly all of a large house must not hold up the page. */
const MOST_ADDED = 20_000;

type Row = {
  calls: number;
  duration_ms: number;
  n: number;
  mean: number | null;
  median: number | null;
};

/**
 * What a filtered list comes to; null of a list without filters.
 * @param found ids that the search found; null when nothing was searched for
 */
export async function readSum(
  actor: Member,
  query: RecordingsQuery,
  found: string[] | null,
): Promise<ListSum | null> {
  if (!isFiltered(query)) return null;
  const { counted } = query;
  const talk = counted === null ? null : (readFigure(counted.figure)?.talk ?? null);
  const figure = talk?.out === null ? talk : null;
  const value =
    counted === null || figure === null
      ? Prisma.sql`NULL::float8`
      : countedValueSql(actor, counted.query, figure);
  const [row] = await rows<Row>(Prisma.sql`
    SELECT count(*)::int AS calls, coalesce(sum(v.duration_ms), 0)::float8 AS duration_ms, count(v.value)::int AS n,
      avg(v.value) AS mean, percentile_cont(0.5) WITHIN GROUP (ORDER BY v.value) AS median
    FROM (SELECT c.duration_ms, ${value} AS value
      FROM call c JOIN recording r ON r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.is_primary
      WHERE ${listConditions(actor, query, found)} ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST_ADDED + 1}) v`);
  if (row === undefined || row.calls === 0) return null;
  const shown = (number: number | null) =>
    number === null || row.n < LEAST_CALLS ? null : round4(number);
  return {
    calls: Math.min(row.calls, MOST_ADDED),
    isAll: row.calls <= MOST_ADDED,
    durationMs: row.duration_ms,
    figure:
      figure === null
        ? null
        : { metric: figure.metric, n: row.n, mean: shown(row.mean), median: shown(row.median) },
  };
}
