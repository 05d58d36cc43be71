import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import type { Period } from "./period.ts";
import { scopeSql } from "./scope.server.ts";
import { LEAST_CALLS } from "./talk-metrics.ts";
import type { TalkFigures, TalkQuery } from "./talk-stats-views.ts";
import { isRecorded, reasonSql, rowOfSide, valueSql } from "./talk-values.server.ts";

type Days = Pick<Period, "from" | "to">;
type FigureRow = {
  n: number;
  left_out: number;
  mean: number | null;
  by_time: number | null;
  spread: number[] | null;
};

/** What the query counts, as calls `c` beside their rows `m`. */
const counted = (actor: Member, query: TalkQuery, days: Days): Prisma.Sql => Prisma.sql`
  call c LEFT JOIN ${rowOfSide(query.metric, query.config)}
  WHERE ${scopeSql(actor, query, days)} AND ${isRecorded}`;

/** The columns of `FigureRow` over `v(value, weight)`. Quantiles lie linearly between calls. */
export const FIGURES = Prisma.sql`
  count(v.value)::int AS n, (count(*) - count(v.value))::int AS left_out, avg(v.value) AS mean,
  sum(v.value * v.weight) / nullif(sum(v.weight) FILTER (WHERE v.value IS NOT NULL), 0) AS by_time,
  percentile_cont(ARRAY[0, 0.25, 0.5, 0.75, 1]) WITHIN GROUP (ORDER BY v.value) AS spread`;

/** Of fewer than five calls only how many; numbers to four digits, as calls have them. */
export function figuresOf(row: FigureRow | undefined): TalkFigures {
  const { n = 0, left_out: leftOut = 0 } = row ?? {};
  const shown = (value: number | null | undefined): number | null =>
    value === null || value === undefined || n < LEAST_CALLS ? null : round4(value);
  const [least, q1, median, q3, most] = row?.spread ?? [];
  return {
    ...{ n, leftOut, mean: shown(row?.mean), byTime: shown(row?.by_time) },
    ...{ median: shown(median), q1: shown(q1), q3: shown(q3), least: shown(least) },
    most: shown(most),
  };
}

export type PersonRow = FigureRow & { owner_id: string | null };

/** All calls together (`owner_id` null) and person by person. */
export const readFigures = (actor: Member, query: TalkQuery, days: Days): Promise<PersonRow[]> =>
  rows(Prisma.sql`
    SELECT v.owner_id, ${FIGURES} FROM (
      SELECT c.owner_id, coalesce(c.duration_ms, 0)::float8 AS weight, ${valueSql(query.metric)} AS value
      FROM ${counted(actor, query, days)}) v
    GROUP BY GROUPING SETS ((), (v.owner_id))`);

/** The numbers themselves, by owner, from the least. */
export async function readValues(
  actor: Member,
  query: TalkQuery,
  days: Days,
): Promise<Map<string, number[]>> {
  const found = await rows<{ owner_id: string; values: number[] }>(Prisma.sql`
    SELECT v.owner_id, array_agg(v.value ORDER BY v.value) AS values FROM (
      SELECT c.owner_id, ${valueSql(query.metric)} AS value FROM ${counted(actor, query, days)}) v
    WHERE v.value IS NOT NULL GROUP BY v.owner_id`);
  return new Map(found.map(({ owner_id, values }) => [owner_id, values.map(round4)]));
}

/** Why calls have no such number. */
export const readReasons = (
  actor: Member,
  query: TalkQuery,
  days: Days,
): Promise<{ reason: string; n: number }[]> =>
  rows(Prisma.sql`
    SELECT v.reason, count(*)::int AS n FROM (
      SELECT ${reasonSql(query.metric, query.config)} AS reason FROM ${counted(actor, query, days)}
        AND ${valueSql(query.metric)} IS NULL) v
    GROUP BY v.reason ORDER BY n DESC, v.reason`);

export type CallRow = {
  id: string;
  title: string;
  owner_id: string;
  owner: string;
  started_at: Date;
  duration_ms: number | null;
  value: number | null;
  reason: string | null;
};

type Page = { order: Prisma.Sql; limit: number; after?: Pick<CallRow, "id" | "started_at"> };

/** The calls themselves, those that were left out too. */
export const readCalls = (
  actor: Member,
  query: TalkQuery,
  days: Days,
  { order, limit, after }: Page,
): Promise<CallRow[]> =>
  rows(Prisma.sql`
    SELECT c.id, c.title, c.owner_id, o.name AS owner, c.started_at, c.duration_ms, ${valueSql(query.metric)} AS value,
      CASE WHEN ${valueSql(query.metric)} IS NULL THEN ${reasonSql(query.metric, query.config)} END AS reason
    FROM call c LEFT JOIN ${rowOfSide(query.metric, query.config)}
    JOIN member o ON o.workspace_id = c.workspace_id AND o.id = c.owner_id
    WHERE ${scopeSql(actor, query, days)} AND ${isRecorded}
      AND ${after === undefined ? Prisma.sql`true` : Prisma.sql`(c.started_at, c.id) > (${after.started_at}, ${after.id}::uuid)`}
    ORDER BY ${order} LIMIT ${limit}`);
