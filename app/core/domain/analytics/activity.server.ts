import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demandEver, mayEver } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { ActivityView, Feedback, PersonCounts, Week } from "./activity-views.ts";
import { findCohort } from "./cohort.server.ts";
import { measureSql } from "./conditions.server.ts";
import { type CountRow, countsOf, SUMS } from "./counts.server.ts";
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
 * for them and in no total, so that totals are counted with and without, and those with are dropped. Companies are counted
 * beside the sums: to count different ones among them would sort all calls once for each group.
 */
async function count(actor: Member, query: AnalyticsQuery, days: Days): Promise<Row[]> {
  const found = await rows<Row & { is_left_out: boolean | null }>(Prisma.sql`
    WITH c AS MATERIALIZED (
      SELECT c.owner_id, c.company_id, c.state, c.state_reason, c.is_connected, c.duration_ms, c.reviewed_at,
        (w.wall::date - ${days.from}::date) / 7 AS week, extract(isodow FROM w.wall)::int - 1 AS day,
        extract(hour FROM w.wall)::int AS hour, ${isLeftOut(actor, query)} AS is_left_out
      FROM call c CROSS JOIN LATERAL (SELECT c.started_at AT TIME ZONE ${query.zone} AS wall OFFSET 0) w
      WHERE ${scopeOfPeople(actor, query, days)}),
    sums AS (SELECT ${GROUP}, ${SUMS} FROM c
      GROUP BY GROUPING SETS ((is_left_out), (owner_id), (week, is_left_out), (day, hour, is_left_out))),
    companies AS (SELECT g.of, g.owner_id, g.week, g.day, g.hour, g.is_left_out, count(*)::int AS companies FROM (
        SELECT ${GROUP}, company_id FROM c WHERE ${measureSql("company")}
        GROUP BY GROUPING SETS ((company_id, is_left_out), (company_id, owner_id), (company_id, week, is_left_out),
          (company_id, day, hour, is_left_out))) g
      GROUP BY 1, 2, 3, 4, 5, 6)
    SELECT s.*, coalesce(n.companies, 0) AS companies FROM sums s LEFT JOIN companies n ON n.of = s.of
      AND coalesce(n.owner_id, ${NOBODY}::uuid) = coalesce(s.owner_id, ${NOBODY}::uuid)
      AND coalesce(n.week, -1) = coalesce(s.week, -1) AND coalesce(n.day, -1) = coalesce(s.day, -1)
      AND coalesce(n.hour, -1) = coalesce(s.hour, -1) AND coalesce(n.is_left_out, false) = coalesce(s.is_left_out, false)`);
  return found.filter((row) => row.is_left_out !== true);
}

/** Equal where neither has one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const GROUP = Prisma.sql`
  CASE grouping(owner_id, week, hour) WHEN 7 THEN 'all' WHEN 3 THEN 'person' WHEN 5 THEN 'week' ELSE 'hour' END AS of,
  owner_id, week, day, hour, is_left_out`;

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
