import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { can, demand, mayEver, visible, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import type { PersonRef } from "../views.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import type {
  CareCard,
  CareRule,
  FeedbackLine,
  ManagerLoad,
  OwnCare,
  Precision,
  TeamCare,
} from "./care-views.ts";
import { CARE_RULES, OWN_RULES } from "./care-views.ts";
import { type Person, readPeople } from "./care-read.server.ts";
import type { TeamCareView } from "./team-care-views.ts";
import { findHardWords } from "./hard-words.server.ts";
import { findHardSigns } from "./hard-signs.server.ts";
import { followUpSince, hardOf, shownCalls } from "./hard.ts";
import { isoDay, wallClock } from "../zone.ts";
import { loadOf, RECENT } from "./load.ts";
import { lookedAfterOf, wilson } from "./looked-after.ts";
import { weekOf } from "./schedule.ts";
import { giniOf, LEAST_CALLS, suggestionsOf } from "./suggestions.ts";

/** Smaller groups make no figures of a team (product §15.4). */
const LEAST_PEOPLE = 5;
/** One look is an entry for each person: nobody opens a whole house at once. */
const MOST_PEOPLE = 60;
/** A rule's share is shown from here on (decisions §11). */
const LEAST_MARKS = 8;
const MOST_LOOKS = 20;
const MOST_FEEDBACK = 50;

type Asked = { monday: string; team: string | null };

/**
 * One week of team care: the actor's own in full, and of the people they lead what may be seen of it. That somebody looked
 * is in the log of each person shown, before anything leaves.
 * Who looks with another's eyes sees nothing.
 * @throws DomainError `forbidden`
 */
export async function getTeamCare(actor: Member, { monday, team }: Asked): Promise<TeamCareView> {
  demand(actor, "care.own");
  // Not even what an admin sees by a member's eyes: it is for the member alone.
  if (actor.impersonator !== null) return nothing(monday);
  const { workspaceId, memberId } = actor;
  const isLeading = mayEver(actor, "care.look");
  const found = isLeading ? await findLed(actor, team) : { ids: [], isAll: true };
  const { ids: led } = found;
  const { care } = await getWorkspaceSettings(db, workspaceId);
  const [read, teams, precision, words] = await Promise.all([
    readPeople(actor, [memberId, ...led], monday),
    isLeading ? findTeams(actor) : [],
    can(actor, "workspace.manage") ? findPrecision(actor, care.hard) : null,
    findHardWords(actor),
  ]);
  const self = read.find(({ id }) => id === memberId);
  if (self === undefined) throw new DomainError("forbidden");
  const people = read.filter(({ id }) => led.includes(id));
  await noteLook(actor, led, monday);
  return {
    ...{ monday, asksHard: care.hard, teams, precision, words },
    own: await ownCare(actor, self, { monday, asksHard: care.hard }),
    people: isLeading ? people.map((one) => cardOf(one, monday, care.hard)) : null,
    isEverybody: found.isAll,
    manager: isLeading ? await managerLoad(actor, people, self, monday) : null,
    team: teamOf(people, monday),
  };
}

const nothing = (monday: string): TeamCareView => ({
  ...{ monday, isEverybody: true, asksHard: false, own: null, people: null, manager: null },
  ...{ team: null, teams: [], words: [], precision: null },
});

const recentCalls = ({ input }: Person, monday: string): number => {
  const { zone } = input.schedule;
  const [from, to] = [weekOf(monday, zone, RECENT - 1).from, weekOf(monday, zone).to];
  return input.calls.filter(
    ({ isConnected, startMs }) => isConnected && startMs >= from && startMs < to,
  ).length;
};

async function ownCare(
  actor: Member,
  person: Person,
  { monday, asksHard }: { monday: string; asksHard: boolean },
): Promise<OwnCare> {
  const { input, isOptedOut } = person;
  const calls = recentCalls(person, monday);
  const hard = asksHard && !isOptedOut ? hardOf(input, monday) : null;
  const { from, to } = weekOf(monday, input.schedule.zone);
  const isEnough = calls >= LEAST_CALLS;
  return {
    ...{ memberId: actor.memberId, calls, isOptedOut, hard },
    load: loadOf(input, monday),
    lookedAfter: lookedAfterOf(input, monday),
    // What the member said is hard is told of, however few their calls are.
    suggestions: suggestionsOf(input, monday, hard).filter(
      ({ rule }) => isEnough || OWN_RULES.includes(rule),
    ),
    checkIns: input.checkIns
      .filter(({ atMs }) => atMs < to)
      .toReversed()
      .slice(0, MOST_LOOKS)
      .map(({ atMs, by }) => ({ at: new Date(atMs).toISOString(), by })),
    looks: await findLooks(actor),
    // They are listed to be marked: who is not asked after them has no use for them.
    recent: (hard === null ? [] : input.calls)
      .filter(({ startMs }) => startMs >= from && startMs < to)
      .map(({ callId, title, startMs, isPrivate }) => ({
        ...{ callId, title, startedAt: new Date(startMs).toISOString() },
        isHard: input.hardCalls.has(callId),
        signs: input.signs.get(callId) ?? null,
        shownAt: input.shown.get(callId)?.toISOString() ?? null,
        canShow: !isPrivate,
      })),
    evidence: feedbackOf(person, monday),
  };
}

/** The comments behind the figures, with their calls. */
function feedbackOf({ input }: Person, monday: string): FeedbackLine[] {
  const { zone } = input.schedule;
  const [from, to] = [weekOf(monday, zone, RECENT - 1).from, weekOf(monday, zone).to];
  const titles = new Map(input.calls.map(({ callId, title }) => [callId, title]));
  return input.feedback
    .filter(({ atMs }) => atMs >= from && atMs < to)
    .toReversed()
    .slice(0, MOST_FEEDBACK)
    .map(({ callId, by, atMs, kind, answeredAtMs }) => ({
      ...{ callId, by, kind, title: titles.get(callId) ?? "" },
      ...{ at: new Date(atMs).toISOString(), isAnswered: answeredAtMs !== null },
    }));
}

/** Load and care, and of hard calls no more than that one waits. */
function cardOf(person: Person, monday: string, asksHard: boolean): CareCard {
  const { id, name, input, isOptedOut } = person;
  const calls = recentCalls(person, monday);
  const isEnough = calls >= LEAST_CALLS;
  const hard = asksHard && !isOptedOut ? hardOf(input, monday) : null;
  const last = input.checkIns.at(-1);
  const { zone } = input.schedule;
  const since = hard === null ? null : followUpSince(hard);
  return {
    ...{ id, name, calls, hasOptedOut: isOptedOut },
    load: isEnough ? loadOf(input, monday) : null,
    lookedAfter: isEnough ? lookedAfterOf(input, monday) : null,
    // A "not right" of the member closes a suggestion for everybody; that they said so stays theirs.
    open: isEnough
      ? suggestionsOf(input, monday, null)
          .filter(({ mark }) => mark !== false)
          .map((one) => ({ ...one, mark: null }))
      : [],
    // The hour would say which call it was.
    followUpSince: since === null ? null : isoDay(wallClock(new Date(since), zone)),
    shown:
      hard === null
        ? []
        : shownCalls(input, weekOf(monday, zone, RECENT - 1).from, weekOf(monday, zone).to),
    lastCheckIn: last === undefined ? null : { at: new Date(last.atMs).toISOString(), by: last.by },
  };
}

/** People with enough calls, together: sums of their calls, not means of their shares. */
function teamOf(people: readonly Person[], monday: string): TeamCare | null {
  const enough = people.filter((person) => recentCalls(person, monday) >= LEAST_CALLS);
  const [first] = enough;
  if (first === undefined || enough.length < LEAST_PEOPLE) return null;
  const all = {
    ...first.input,
    calls: enough.flatMap(({ input }) => input.calls),
    feedback: enough.flatMap(({ input }) => input.feedback),
  };
  return { people: enough.length, lookedAfter: lookedAfterOf(all, monday) };
}

async function managerLoad(
  actor: Member,
  people: readonly Person[],
  self: Person,
  monday: string,
): Promise<ManagerLoad> {
  const { workspaceId, memberId } = actor;
  const from = new Date(weekOf(monday, self.zone, RECENT - 1).from);
  const to = new Date(weekOf(monday, self.zone).to);
  const ids = people.map(({ id }) => id);
  const [heard, openRequests] = await Promise.all([
    rows<{ owner_id: string; seconds: number }>(Prisma.sql`
      SELECT c.owner_id, sum(v.seconds)::int AS seconds FROM call c
        JOIN call_view v ON v.workspace_id = c.workspace_id AND v.call_id = c.id AND v.member_id = ${memberId}::uuid
      WHERE ${visibleSql(actor, "analytics.read")} AND c.owner_id = ANY(${ids}::uuid[]) AND c.state IN ('ended', 'available')
        AND c.started_at >= ${from} AND c.started_at < ${to} GROUP BY c.owner_id`),
    db.feedbackRequest.count({ where: { workspaceId, memberId, state: "open" } }),
  ]);
  const secondsOf = (id: string) => heard.find(({ owner_id }) => owner_id === id)?.seconds ?? 0;
  const seconds = ids.map(secondsOf);
  return {
    people: people.length,
    listenedMs: seconds.reduce((sum, one) => sum + one, 0) * 1000,
    unheard: people.filter(({ id }) => secondsOf(id) === 0).map(({ id, name }) => ({ id, name })),
    gini: giniOf(seconds),
    openRequests,
    hours: loadOf(self.input, monday).hours,
  };
}

/** @param team of those the actor leads; null: all */
async function findLed(
  actor: Member,
  team: string | null,
): Promise<{ ids: string[]; isAll: boolean }> {
  const found = await db.member.findMany({
    where: {
      ...{ state: "active", AND: visible(actor, "care.look") },
      ...(team !== null && { teamMembers: { some: { teamId: team } } }),
    },
    select: { id: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST_PEOPLE + 1,
  });
  return {
    ids: found.slice(0, MOST_PEOPLE).map(({ id }) => id),
    isAll: found.length <= MOST_PEOPLE,
  };
}

const findTeams = ({ workspaceId, scopeTeamIds }: Member): Promise<PersonRef[]> =>
  db.team.findMany({
    where: { workspaceId, id: { in: [...scopeTeamIds] }, deletedAt: null },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
  });

/** A page that loads itself anew, and the form that was sent from it, are the same look; another week is another one. */
const LOOK_SECONDS = 300;

/** Each look is an entry of its own for each person (product §15.4). */
async function noteLook(
  actor: Member,
  memberIds: readonly string[],
  monday: string,
): Promise<void> {
  if (memberIds.length === 0) return;
  const { workspaceId, memberId } = actor;
  const noted = await rows<{ target: string }>(Prisma.sql`
    SELECT DISTINCT e.target FROM audit_entry e WHERE e.workspace_id = ${workspaceId}::uuid AND e.log = 'user'
      AND e.event = 'care.looked_at' AND e.actor = ${memberId} AND e.after::jsonb->>'week' = ${monday} AND e.created_at > now() - make_interval(secs => ${LOOK_SECONDS})`);
  const known = new Set(noted.map(({ target }) => target));
  await db.$transaction(async (tx) => {
    for (const id of memberIds)
      if (!known.has(id))
        await record(
          tx,
          actor,
          "care.looked_at",
          { kind: "member", id },
          { after: { week: monday } },
        );
  });
}

/** Who looked at the actor's card, by the log. */
async function findLooks({ workspaceId, memberId }: Member): Promise<OwnCare["looks"]> {
  const found = await rows<{ at: Date; by: string }>(Prisma.sql`
    SELECT e.created_at AS at, m.name AS by FROM audit_entry e JOIN member m ON m.workspace_id = e.workspace_id AND m.id::text = e.actor
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.log = 'user' AND e.event = 'care.looked_at' AND e.target = ${memberId}
    ORDER BY e.created_at DESC LIMIT ${MOST_LOOKS}`);
  return found.map(({ at, by }) => ({ at: at.toISOString(), by }));
}

/** By rule, over everybody's marks; who marked what is nobody's but theirs. */
async function findPrecision({ workspaceId }: Member, asksHard: boolean): Promise<Precision[]> {
  const found = await rows<{ rule: CareRule; right: number; judged: number }>(Prisma.sql`
    SELECT k.rule, count(*) FILTER (WHERE k.is_right)::int AS right, count(*)::int AS judged FROM care_mark k
    WHERE k.workspace_id = ${workspaceId}::uuid AND k.call_id IS NULL GROUP BY k.rule HAVING count(*) >= ${LEAST_MARKS}`);
  const ofCalls = asksHard ? await judgedSigns(workspaceId) : { right: 0, judged: 0 };
  return [
    ...(ofCalls.judged >= LEAST_MARKS ? [{ rule: "S1" as const, ...ofCalls }] : []),
    ...found.filter(({ rule }) => CARE_RULES.includes(rule)),
  ].map(({ rule, right, judged }) => ({
    ...{ rule, right, judged },
    ...wilson({ part: right, whole: judged }),
  }));
}

/** How often the words of a call said that it was hard and its member agreed; private calls are nobody's but their owner's. */
async function judgedSigns(workspaceId: string): Promise<{ right: number; judged: number }> {
  const marks = await db.careMark.findMany({
    where: { workspaceId, rule: "S1", call: { visibility: { not: "private" } } },
    select: { callId: true, isRight: true },
  });
  const ids = marks.flatMap(({ callId }) => callId ?? []);
  const signs = await findHardSigns(
    Prisma.sql`c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`,
  );
  const judged = marks.filter(({ callId }) => callId !== null && signs.has(callId));
  return { right: judged.filter(({ isRight }) => isRight).length, judged: judged.length };
}

/** How many weeks of marks and check-ins are kept (product §15.4). */
const KEPT_WEEKS = 26;

/** Removes what care kept for long enough; asked every night. @returns how many */
export async function removeOldCare(): Promise<number> {
  const before = new Date(now().getTime() - KEPT_WEEKS * 7 * 86_400_000);
  const checkIns = await db.checkIn.deleteMany({ where: { createdAt: { lt: before } } });
  const marks = await db.careMark.deleteMany({ where: { createdAt: { lt: before } } });
  return checkIns.count + marks.count;
}
