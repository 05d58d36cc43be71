import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demandEver, mayEver } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { ActivityView, Feedback, PersonCounts, Week } from "./activity-views.ts";
import { findCohort } from "./cohort.server.ts";
import { measureSql } from "./conditions.server.ts";
import { COUNTS, type CountRow, countsOf } from "./counts.server.ts";
import { overPeople } from "./over-people.ts";
import { type Period, weeksOf } from "./period.ts";
import type { AnalyticsQuery } from "./query.ts";
import { isLeftOut, scopeOfPeople, scopeSql } from "./scope.server.ts";

type Days = Pick<Period, "from" | "to">;
type Row = CountRow & {
  /** Which of the groups the row is of. */
  of: "all" | "person" | "week" | "hour";
  owner_id: string | null;
  week: number | null;
  day: number | null;
  hour: number | null;
};

/**
 * What was held, connected, recorded and reviewed in a period and in the one before it: in all, by person, by week and
 * by hour. A rep's figures are their own; beside them stand those of their team, where the team is large enough.
 * @throws DomainError `forbidden`
 */
export async function getActivity(actor: Member, query: AnalyticsQuery): Promise<ActivityView> {
  demandEver(actor, "analytics.read");
  const { from, to, beforeFrom, beforeTo } = query.period;
  const before = { from: beforeFrom, to: beforeTo };
  const [counted, countedBefore, feedback, feedbackBefore] = await Promise.all([
    count(actor, query, { from, to }),
    count(actor, query, before),
    answerTimes(actor, query, { from, to }),
    answerTimes(actor, query, before),
  ]);
  const people = await namePeople(actor, counted);
  const ownOf = (found: readonly Row[]) =>
    found.find(({ of, owner_id }) => of === "person" && owner_id === actor.memberId);
  const hasOwn = ownOf(counted) !== undefined || ownOf(countedBefore) !== undefined;
  const seesOthers = mayEver(actor, "analytics.people");
  const cohort = seesOthers ? null : await findCohort(actor, query);
  return {
    now: countsOf(counted.find((row) => row.of === "all")),
    before: countsOf(countedBefore.find((row) => row.of === "all")),
    feedback,
    feedbackBefore,
    weeks: weeksWith(counted, { from, to }),
    weeksBefore: weeksWith(countedBefore, before),
    people,
    ownBefore: hasOwn ? countsOf(ownOf(countedBefore)) : null,
    team: seesOthers
      ? people.length === 0
        ? null
        : { n: people.length, ...overPeople(people) }
      : cohort !== null && typeof cohort === "object"
        ? cohort
        : null,
    noTeam: typeof cohort === "string" ? cohort : null,
    hours: counted
      .filter((row) => row.of === "hour" && row.held > 0)
      .map(({ day, hour, held }) => ({ day: day ?? 0, hour: hour ?? 0, calls: held }))
      .toSorted((a, b) => a.day - b.day || a.hour - b.hour),
  };
}

/**
 * One pass over the calls for all groups. Weeks are counted from the period's first day. A person's own private calls count
 * for them and in no total, so that totals are counted with and without, and those with are dropped.
 */
async function count(actor: Member, query: AnalyticsQuery, days: Days): Promise<Row[]> {
  const found = await rows<Row & { is_left_out: boolean | null }>(Prisma.sql`
    SELECT CASE grouping(c.owner_id, c.week, c.hour) WHEN 7 THEN 'all' WHEN 3 THEN 'person' WHEN 5 THEN 'week' ELSE 'hour' END AS of,
      c.owner_id, c.week, c.day, c.hour, c.is_left_out, ${COUNTS}
    FROM (SELECT c.*, ((c.started_at AT TIME ZONE ${query.zone})::date - ${days.from}::date) / 7 AS week,
        extract(isodow FROM c.started_at AT TIME ZONE ${query.zone})::int - 1 AS day,
        extract(hour FROM c.started_at AT TIME ZONE ${query.zone})::int AS hour, ${isLeftOut(actor, query)} AS is_left_out
      FROM call c WHERE ${scopeOfPeople(actor, query, days)}) c
    GROUP BY GROUPING SETS ((c.is_left_out), (c.owner_id), (c.week, c.is_left_out), (c.day, c.hour, c.is_left_out))`);
  return found.filter((row) => row.is_left_out !== true);
}

function weeksWith(counted: readonly Row[], days: Days): Week[] {
  const weeks = new Map(
    counted.flatMap((row) => (row.of === "week" && row.week !== null ? [[row.week, row]] : [])),
  );
  return weeksOf(days).map((week, at) => ({ ...week, ...countsOf(weeks.get(at)) }));
}

/** By name; the reader comes first. */
async function namePeople(actor: Member, counted: readonly Row[]): Promise<PersonCounts[]> {
  const found = counted.filter((row) => row.of === "person" && row.owner_id !== null);
  const ids = found.map(({ owner_id }) => owner_id);
  const names = await rows<{ id: string; name: string; has_left: boolean }>(Prisma.sql`
    SELECT m.id, m.name, m.state = 'deactivated' AS has_left FROM member m WHERE m.workspace_id = ${actor.workspaceId}::uuid AND m.id = ANY(${ids}::uuid[])
    ORDER BY coalesce(m.reading, m.name), m.id`);
  const people = names.map(({ id, name, has_left: hasLeft }) => ({
    ...{ memberId: id, name, hasLeft, isReader: id === actor.memberId },
    ...countsOf(found.find(({ owner_id }) => owner_id === id)),
  }));
  return people.toSorted((a, b) => Number(b.isReader) - Number(a.isReader));
}

/**
 * How long a call's first request for feedback waited for its answer. One of each call, so that the number counts the calls
 * that its list holds.
 */
async function answerTimes(actor: Member, query: AnalyticsQuery, days: Days): Promise<Feedback> {
  const [found] = await rows<{ n: number; median: number | null }>(Prisma.sql`
    SELECT count(*)::int AS n, percentile_cont(0.5) WITHIN GROUP (ORDER BY w.ms)::float8 AS median FROM (
      SELECT DISTINCT ON (f.call_id) extract(epoch FROM f.answered_at - f.created_at) * 1000 AS ms
      FROM feedback_request f JOIN call c ON c.workspace_id = f.workspace_id AND c.id = f.call_id
      WHERE f.workspace_id = ${actor.workspaceId}::uuid AND f.answered_at IS NOT NULL AND ${measureSql("held")}
        AND ${scopeSql(actor, query, days)}
      ORDER BY f.call_id, f.created_at, f.id) w`);
  return { n: found?.n ?? 0, medianMs: found?.median ?? null };
}
