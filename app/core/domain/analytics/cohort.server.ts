import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { TalkKind } from "../views.ts";
import type { TeamFigures } from "./activity-views.ts";
import { talkKindSql } from "./conditions.server.ts";
import { type CountRow, COUNTS, countsOf } from "./counts.server.ts";
import { overPeople } from "./over-people.ts";
import { type Period, type PeriodName, periodOf } from "./period.ts";
import type { AnalyticsQuery } from "./query.ts";
import { daysSql } from "./scope.server.ts";
import { LEAST_CALLS } from "./talk-metrics.ts";

/** Fewer people, or people with fewer calls, make no figure of a group (decisions §11). */
const LEAST_PEOPLE = 5;

/** Whole weeks, months and quarters: figures of running ones would change with each call. */
const FIXED = ["last-week", "last-month", "last-quarter"] as const satisfies PeriodName[];
type Fixed = (typeof FIXED)[number];
/** What a fixed period may lie in; the running ones count, since they will be whole one day. */
const AROUND: Record<Fixed, readonly PeriodName[]> = {
  "last-week": ["last-month", "this-month", "last-quarter", "this-quarter"],
  "last-month": ["last-quarter", "this-quarter"],
  "last-quarter": [],
};
const isFixed = (range: PeriodName | null): range is Fixed => FIXED.some((one) => one === range);

/** A fixed group: who of a team has calls of these days and this kind. */
export type Cohort = {
  workspaceId: string;
  teamId: string;
  days: Pick<Period, "from" | "to">;
  /** Of the workspace: whose days they are. */
  zone: string;
  talk: TalkKind | null;
};
type WithOwner = { owner_id: string };

/** Whether the figures of one group and of a group around it would show those of a few people by their difference. */
export const isTooClose = (inside: ReadonlySet<string>, around: ReadonlySet<string>): boolean => {
  const left = [...around].filter((id) => !inside.has(id)).length;
  return left > 0 && left < LEAST_PEOPLE;
};

/**
 * The people of the reader's fixed group, for who sees themselves only: what leaves the server of them is a median.
 * Such groups exist for a team, one kind of talk or all, a whole week, month or quarter of the workspace's zone, and
 * nothing else that narrows them.
 * @param peopleOf who of a group has calls enough to count in it
 * @returns why there are none: the page is asked otherwise, or the group is too small, or it would give away a few
 */
export async function findGroup<Row extends WithOwner>(
  actor: Member,
  query: AnalyticsQuery,
  peopleOf: (cohort: Cohort) => Promise<Row[]>,
): Promise<Row[] | "filtered" | "few"> {
  const { range, talk, teams } = query;
  const isNarrow =
    query.isInHours ||
    query.isWithoutSample ||
    query.labels.length + query.stages.length + query.languages.length + query.members.length > 0 ||
    talk.length > 1 ||
    teams.length > 1;
  const teamId = teams[0] ?? actor.teamIds[0];
  if (isNarrow || !isFixed(range)) return "filtered";
  if (teamId === undefined || !actor.teamIds.includes(teamId)) return "few";
  const { workspaceId } = actor;
  const { timeZone: zone } = await db.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { timeZone: true },
  });
  const days = periodOf(range, now(), zone);
  const asked: Cohort = { workspaceId, teamId, days, zone, talk: talk[0] ?? null };
  const found = await peopleOf(asked);
  if (found.length < LEAST_PEOPLE) return "few";
  const inside = new Set(found.map(({ owner_id }) => owner_id));
  for (const around of groupsAround(range, asked)) {
    const others = new Set((await peopleOf(around)).map(({ owner_id }) => owner_id));
    if (isTooClose(inside, others)) return "few";
  }
  return found;
}

/** Every fixed group that holds all calls of this one, and more. */
function groupsAround(range: Fixed, cohort: Cohort): Cohort[] {
  const { days, zone, talk } = cohort;
  const periods = AROUND[range]
    .map((name) => periodOf(name, now(), zone))
    .filter(({ from, to }) => from <= days.from && to >= days.to);
  const kinds = talk === null ? [null] : [talk, null];
  return [days, ...periods]
    .flatMap((one) => kinds.map((kind) => ({ ...cohort, days: one, talk: kind })))
    .slice(1);
}

/**
 * The calls `c` of a group. No right of the reader's is asked for them: what is made of it is a median over at least five
 * people, and private calls count for nobody.
 */
export const cohortSql = ({ workspaceId, teamId, days, zone, talk }: Cohort): Prisma.Sql =>
  Prisma.sql`c.workspace_id = ${workspaceId}::uuid AND c.team_id = ${teamId}::uuid AND c.visibility <> 'private'
    AND c.state IN ('ended', 'available', 'empty') AND ${daysSql(days, zone)}
    AND ${talk === null ? Prisma.sql`true` : talkKindSql([talk])}`;

/** Median figures of the reader's team, each person counting once. @returns otherwise why there are none */
export async function findCohort(
  actor: Member,
  query: AnalyticsQuery,
): Promise<TeamFigures | "filtered" | "few"> {
  const found = await findGroup(actor, query, (cohort) =>
    rows<CountRow & WithOwner>(Prisma.sql`
      SELECT c.owner_id, ${COUNTS} FROM call c WHERE ${cohortSql(cohort)}
      GROUP BY c.owner_id HAVING count(*) FILTER (WHERE c.state <> 'empty') >= ${LEAST_CALLS}`),
  );
  if (typeof found === "string") return found;
  return { n: found.length, median: overPeople(found.map(countsOf)).median, mean: null };
}
