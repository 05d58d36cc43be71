import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { round4 } from "../metrics/numbers.ts";
import type { Period } from "./period.ts";
import { LEAST_CALLS } from "./talk-metrics.ts";
import type { TalkFigures, TalkQuery } from "./talk-stats-views.ts";
import { callsOf, partsOf, type Units } from "./talk-units.server.ts";

type Days = Pick<Period, "from" | "to">;
type FigureRow = {
  n: number;
  left_out: number;
  mean: number | null;
  by_time: number | null;
  spread: number[] | null;
};

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

export type PersonRow = FigureRow & { person: string | null };

/** All calls together (`person` null), and person by person. */
export async function readFigures(
  actor: Member,
  query: TalkQuery,
  days: Days,
): Promise<PersonRow[]> {
  const [all, people] = [callsOf(actor, query, days), partsOf(actor, query, days)];
  const found = await Promise.all([
    rows<PersonRow>(Prisma.sql`SELECT NULL::uuid AS person, ${FIGURES} FROM ${valuesOf(all)}`),
    rows<PersonRow>(
      Prisma.sql`SELECT v.person, ${FIGURES} FROM ${valuesOf(people)} GROUP BY v.person`,
    ),
  ]);
  return found.flat();
}

const valuesOf = ({ from, where, person, value }: Units): Prisma.Sql => Prisma.sql`(
  SELECT ${person} AS person, coalesce(c.duration_ms, 0)::float8 AS weight, ${value} AS value FROM ${from} WHERE ${where}) v`;

/** The numbers themselves, by person, from the least. */
export async function readValues(
  actor: Member,
  query: TalkQuery,
  days: Days,
): Promise<Map<string, number[]>> {
  const found = await rows<{ person: string; values: number[] }>(Prisma.sql`
    SELECT v.person, array_agg(v.value ORDER BY v.value) AS values FROM ${valuesOf(partsOf(actor, query, days))}
    WHERE v.value IS NOT NULL GROUP BY v.person`);
  return new Map(found.map(({ person, values }) => [person, values.map(round4)]));
}

/** Why calls have no such number. */
export function readReasons(
  actor: Member,
  query: TalkQuery,
  days: Days,
): Promise<{ reason: string; n: number }[]> {
  const { from, where, value, reason } = callsOf(actor, query, days);
  return rows(Prisma.sql`
    SELECT v.reason, count(*)::int AS n FROM (
      SELECT ${reason} AS reason FROM ${from} WHERE ${where} AND ${value} IS NULL) v
    GROUP BY v.reason ORDER BY n DESC, v.reason`);
}

export type UnitRow = {
  id: string;
  title: string;
  person: string;
  name: string;
  started_at: Date;
  duration_ms: number | null;
  value: number | null;
  reason: string | null;
  has_sound: boolean;
};
type Page = {
  order: Prisma.Sql;
  limit: number;
  after?: Pick<UnitRow, "id" | "started_at" | "person">;
};

/** Calls or parts of them one by one, those that were left out too; `order` names columns of `v`. */
export function readUnits(
  { workspaceId }: Member,
  { from, where, person, value, reason }: Units,
  { order, limit, after }: Page,
): Promise<UnitRow[]> {
  const behind =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(v.started_at, v.id, v.person) > (${after.started_at}, ${after.id}::uuid, ${after.person}::uuid)`;
  return rows(Prisma.sql`
    SELECT v.*, o.name, EXISTS (SELECT 1 FROM track t JOIN recording r ON r.workspace_id = t.workspace_id AND r.id = t.recording_id
        WHERE r.workspace_id = ${workspaceId}::uuid AND r.call_id = v.id AND r.is_primary) AS has_sound
    FROM (SELECT c.id, c.title, ${person} AS person, c.started_at, c.duration_ms, ${value} AS value,
      CASE WHEN ${value} IS NULL THEN ${reason} END AS reason FROM ${from} WHERE ${where}) v
    JOIN member o ON o.workspace_id = ${workspaceId}::uuid AND o.id = v.person
    WHERE ${behind} ORDER BY ${order} LIMIT ${limit}`);
}
