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
import { type TeamTree, treeOf } from "./team-tree.ts";

/** Fewer people beside the reader, or people with fewer calls, make no figure of a group (decisions §11, §14). */
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

type Days = Pick<Period, "from" | "to">;
type OfPerson = { person: string | null };

/** What makes the figures of a group: over calls `c`, whose they are, which count, and the figures themselves. */
type Source<Row extends OfPerson> = {
  /** Joined behind `call c`. */
  from: Prisma.Sql;
  person: Prisma.Sql;
  isCounted: Prisma.Sql;
  read: (where: Prisma.Sql) => Promise<Row[]>;
};

/** Whether the figures of one group and of a group around it would show those of a few people by their difference. */
export const isTooClose = (inside: ReadonlySet<string>, around: ReadonlySet<string>): boolean => {
  const left = [...around].filter((id) => !inside.has(id)).length;
  return left > 0 && left < LEAST_PEOPLE;
};

/**
 * The other people of the reader's fixed group, for who sees themselves only: what leaves the server of them is a median.
 * Such groups exist for a team with all below it, one kind of talk or all, a whole week, month or quarter of the
 * workspace's zone, and nothing else that narrows them.
 * @returns why there are none: the page is asked otherwise, or the group is too small, or it would give away a few
 */
export async function findGroup<Row extends OfPerson>(
  actor: Member,
  query: AnalyticsQuery,
  source: Source<Row>,
): Promise<Row[] | "filtered" | "few"> {
  const { range, talk: talks, teams } = query;
  const others = query.members.filter((id) => id !== actor.memberId);
  const isNarrow =
    query.isInHours ||
    query.isWithoutSample ||
    query.labels.length + query.stages.length + query.languages.length + others.length > 0 ||
    talks.length > 1 ||
    teams.length > 1;
  const teamId = teams[0] ?? actor.teamIds[0];
  if (isNarrow || !isFixed(range)) return "filtered";
  if (teamId === undefined || !actor.teamIds.includes(teamId)) return "few";
  const { workspaceId } = actor;
  const { timeZone: zone } = await db.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { timeZone: true },
  });
  const [talk = null] = talks;
  const tree = await findTree(workspaceId, teamId);
  const days = periodOf(range, now(), zone);
  const tally = (of: Days) =>
    countPeople(actor, source, { workspaceId, tree, talk, zone, days: of });
  const counted = await tally(days);
  const inside = peopleOf(counted, tree.own, talk);
  if (inside.size < LEAST_PEOPLE) return "few";
  const periods = periodsAround(range, days, zone);
  const groups = [counted, ...(await Promise.all(periods.map(tally)))];
  if (isRevealing(inside, groups, tree, talk)) return "few";
  const where = Prisma.sql`${inGroup({ workspaceId, teams: tree.own, days, zone })}
    AND ${talk === null ? Prisma.sql`true` : talkKindSql([talk])}`;
  const found = await source.read(where);
  return found.filter(({ person }) => person !== null && inside.has(person));
}

const periodsAround = (range: Fixed, days: Days, zone: string): Days[] =>
  AROUND[range]
    .map((name) => periodOf(name, now(), zone))
    .filter(({ from, to }) => from <= days.from && to >= days.to);

/**
 * Whether a group around this one, by days, kind or a team above, or one within it by a team below, differs from it by a
 * few people.
 * @param groups of the same days, then of those around them
 */
function isRevealing(
  inside: ReadonlySet<string>,
  groups: readonly Tally[][],
  tree: TeamTree,
  talk: TalkKind | null,
): boolean {
  const kinds = talk === null ? [null] : [talk, null];
  const around = groups.flatMap((counted) =>
    kinds.flatMap((kind) =>
      [tree.own, ...tree.above].map((teams) => peopleOf(counted, teams, kind)),
    ),
  );
  const [same = []] = groups;
  const below = tree.below
    .map((teams) => peopleOf(same, teams, talk))
    .filter(({ size }) => size >= LEAST_PEOPLE);
  const children = tree.children
    .map((teams) => peopleOf(same, teams, talk))
    .filter(({ size }) => size >= LEAST_PEOPLE);
  const together = new Set(children.flatMap((people) => [...people]));
  return (
    around.some((people) => isTooClose(inside, people)) ||
    below.some((people) => isTooClose(people, inside)) ||
    (together.size > 0 && isTooClose(together, inside))
  );
}

type Tally = { person: string; team_id: string; is_kind: boolean; n: number };

/** Who of a tally has calls enough in these teams, the kind that was asked for or all. */
function peopleOf(
  counted: readonly Tally[],
  teams: ReadonlySet<string>,
  talk: TalkKind | null,
): Set<string> {
  const calls = new Map<string, number>();
  for (const { person, team_id, is_kind, n } of counted)
    if (teams.has(team_id) && (talk === null || is_kind))
      calls.set(person, (calls.get(person) ?? 0) + n);
  return new Set([...calls].flatMap(([person, n]) => (n >= LEAST_CALLS ? [person] : [])));
}

type Asked = {
  workspaceId: string;
  tree: TeamTree;
  talk: TalkKind | null;
  zone: string;
  days: Days;
};

/** How many calls everybody but the reader has of these days, by team and by whether they are of the kind. */
const countPeople = (
  actor: Member,
  { from, person, isCounted }: Pick<Source<OfPerson>, "from" | "person" | "isCounted">,
  { workspaceId, tree, talk, zone, days }: Asked,
): Promise<Tally[]> =>
  rows<Tally>(Prisma.sql`
    SELECT ${person} AS person, c.team_id, ${talk === null ? Prisma.sql`true` : talkKindSql([talk])} AS is_kind, count(*)::int AS n
    FROM call c ${from} WHERE ${inGroup({ workspaceId, teams: tree.all, days, zone })} AND ${isCounted}
      AND ${person} <> ${actor.memberId}::uuid GROUP BY 1, 2, 3`);

/**
 * The calls `c` of a group. No right of the reader's is asked for them: what is made of it is a median over at least five
 * people, and private calls count for nobody.
 */
const inGroup = ({
  workspaceId,
  teams,
  days,
  zone,
}: {
  workspaceId: string;
  teams: ReadonlySet<string>;
  days: Days;
  zone: string;
}): Prisma.Sql =>
  Prisma.sql`c.workspace_id = ${workspaceId}::uuid AND c.team_id = ANY(${[...teams]}::uuid[]) AND c.visibility <> 'private'
    AND c.state IN ('ended', 'available', 'empty') AND ${daysSql(days, zone)}`;

async function findTree(workspaceId: string, teamId: string): Promise<TeamTree> {
  const teams = await db.team.findMany({
    where: { workspaceId },
    select: { id: true, parentId: true },
  });
  return treeOf(teams, teamId);
}

/** Median figures of the reader's team without the reader, each person counting once. @returns otherwise why there are none */
export async function findCohort(
  actor: Member,
  query: AnalyticsQuery,
): Promise<TeamFigures | "filtered" | "few"> {
  const found = await findGroup(actor, query, {
    from: Prisma.sql``,
    person: Prisma.sql`c.owner_id`,
    isCounted: Prisma.sql`c.state <> 'empty'`,
    read: (where) =>
      rows<CountRow & { person: string }>(
        Prisma.sql`SELECT c.owner_id AS person, ${COUNTS} FROM call c WHERE ${where} GROUP BY c.owner_id`,
      ),
  });
  if (typeof found === "string") return found;
  return { n: found.length, median: overPeople(found.map(countsOf)).median, mean: null };
}
