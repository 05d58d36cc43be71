import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { workingHours } from "../working-hours.ts";
import type { CareInput } from "./care-input.ts";
import type { HardSigns } from "./care-views.ts";
import { findHardSigns } from "./hard-signs.server.ts";
import { BASELINE, RECENT } from "./load.ts";
import { weekOf } from "./schedule.ts";

/** Suggestions look four weeks back, each of which looks at sixteen. */
const WEEKS = RECENT + BASELINE + RECENT;
/** Zones differ by a day and more. */
const DAY_MS = 86_400_000;

export type Person = {
  id: string;
  name: string;
  zone: string;
  input: CareInput;
  isOptedOut: boolean;
};
type Found = { id: string; name: string; time_zone: string; hours: unknown; is_opted_out: boolean };
type CallFound = {
  owner_id: string;
  id: string;
  title: string;
  started_at: Date;
  duration_ms: number;
  is_connected: boolean | null;
  is_covered: boolean;
  is_private: boolean;
};
type FeedbackFound = {
  owner_id: string;
  call_id: string;
  created_at: Date;
  kind: CareInput["feedback"][number]["kind"];
  by: string;
  is_of_manager: boolean;
  answered_at: Date | null;
};

/** Of a member: they switched off being asked after hard calls. */
const hasOptedOut = (alias: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce((${alias}.preferences->'care'->>'hard')::boolean = false, false)`;

/**
 * What care is made of, for each of these people, as far as the actor's right on their calls goes: a private call counts
 * where its owner looks and nowhere else. Whose care the actor may see is asked before.
 * @param monday of the week that is looked at
 */
export async function readPeople(
  actor: Member,
  memberIds: readonly string[],
  monday: string,
): Promise<Person[]> {
  const { workspaceId } = actor;
  const ids = [...memberIds];
  const from = new Date(weekOf(monday, "UTC", WEEKS - 1).from - DAY_MS);
  const to = new Date(weekOf(monday, "UTC").to + DAY_MS);
  const counted = Prisma.sql`${visibleSql(actor, "analytics.read")} AND c.owner_id = ANY(${ids}::uuid[])
    AND c.state IN ('ended', 'available') AND c.started_at >= ${from} AND c.started_at < ${to}`;
  const { hours, holidays, care } = await getWorkspaceSettings(db, workspaceId);
  // Hard calls are those of the last four weeks, and of nobody who does not want to be asked after them (product §15.4).
  const recent = Prisma.sql`${counted} AND EXISTS (SELECT 1 FROM member o WHERE o.workspace_id = c.workspace_id AND o.id = c.owner_id
      AND NOT ${hasOptedOut(Prisma.sql`o`)}) AND c.started_at >= ${new Date(weekOf(monday, "UTC", RECENT - 1).from - DAY_MS)}`;
  const [people, calls, feedback, checkIns, marks, signs] = await Promise.all([
    rows<Found>(Prisma.sql`
      SELECT m.id, m.name, coalesce(m.time_zone, w.time_zone) AS time_zone, m.preferences->'hours' AS hours,
        ${hasOptedOut(Prisma.sql`m`)} AS is_opted_out
      FROM member m JOIN workspace w ON w.id = m.workspace_id
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ANY(${ids}::uuid[]) ORDER BY coalesce(m.reading, m.name), m.id`),
    rows<CallFound>(Prisma.sql`
      SELECT c.owner_id, c.id, c.title, c.started_at, coalesce(c.duration_ms, 0) AS duration_ms, c.is_connected,
        c.visibility = 'private' AS is_private,
        EXISTS (SELECT 1 FROM call_view v JOIN member x ON x.workspace_id = v.workspace_id AND x.id = v.member_id
          WHERE v.workspace_id = c.workspace_id AND v.call_id = c.id AND v.member_id <> c.owner_id AND x.role IN ('manager', 'admin')
            AND (v.seconds >= 60 OR v.seconds * 4000 >= coalesce(c.duration_ms, 0) AND v.seconds > 0)) AS is_covered
      FROM call c WHERE ${counted} ORDER BY c.started_at, c.id`),
    rows<FeedbackFound>(Prisma.sql`
      SELECT c.owner_id, c.id AS call_id, n.created_at, n.kind, x.name AS by, x.role IN ('manager', 'admin') AS is_of_manager,
        least(CASE WHEN n.resolved_by = c.owner_id THEN n.resolved_at END, (SELECT min(a.created_at) FROM comment a WHERE a.workspace_id = n.workspace_id
          AND a.parent_id = coalesce(n.parent_id, n.id) AND a.author_id = c.owner_id AND a.deleted_at IS NULL
          AND a.created_at > n.created_at)) AS answered_at
      FROM call c JOIN comment n ON n.workspace_id = c.workspace_id AND n.call_id = c.id
        JOIN member x ON x.workspace_id = n.workspace_id AND x.id = n.author_id
      WHERE ${counted} AND n.author_id <> c.owner_id AND n.deleted_at IS NULL AND NOT n.is_flag AND n.visibility <> 'private' ORDER BY n.created_at, n.id`),
    db.checkIn.findMany({
      where: { workspaceId, memberId: { in: ids }, createdAt: { gte: from } },
      select: { memberId: true, createdAt: true, by: { select: { name: true } } },
      orderBy: { createdAt: "asc" },
    }),
    db.careMark.findMany({
      where: { workspaceId, memberId: { in: ids } },
      select: {
        ...{ memberId: true, rule: true, subject: true, callId: true, isRight: true },
        shownAt: true,
      },
    }),
    care.hard ? findHardSigns(recent) : new Map<string, HardSigns>(),
  ]);
  return people.map((person): Person => {
    const own = workingHours.safeParse(person.hours);
    const asksHard = care.hard && !person.is_opted_out;
    const mine = marks.filter(
      ({ memberId, callId }) => memberId === person.id && (callId === null || asksHard),
    );
    const input: CareInput = {
      schedule: { hours: own.success ? own.data : hours, holidays, zone: person.time_zone },
      calls: calls
        .filter(({ owner_id }) => owner_id === person.id)
        .map(({ id, title, started_at, duration_ms, is_connected, is_covered, is_private }) => ({
          ...{ callId: id, title, startMs: started_at.getTime() },
          endMs: started_at.getTime() + duration_ms,
          ...{ isConnected: is_connected === true, isCovered: is_covered },
          isPrivate: is_private,
        })),
      feedback: feedback
        .filter(({ owner_id }) => owner_id === person.id)
        .map(({ call_id, created_at, kind, by, is_of_manager, answered_at }) => ({
          ...{ callId: call_id, atMs: created_at.getTime(), kind, by, isOfManager: is_of_manager },
          answeredAtMs: answered_at?.getTime() ?? null,
        })),
      checkIns: checkIns
        .filter(({ memberId }) => memberId === person.id)
        .map(({ createdAt, by }) => ({ atMs: createdAt.getTime(), by: by.name })),
      hardCalls: new Set([
        ...[...signs.keys()].filter(
          (id) => !mine.some(({ callId, isRight }) => callId === id && !isRight),
        ),
        ...mine.flatMap(({ callId, isRight }) => (callId && isRight ? [callId] : [])),
      ]),
      signs,
      shown: new Map(
        mine.flatMap(({ callId, shownAt }) => (callId && shownAt ? [[callId, shownAt]] : [])),
      ),
      marks: new Map(
        mine
          .filter(({ callId }) => callId === null)
          .map(({ rule, subject, isRight }) => [`${rule} ${subject}`, isRight]),
      ),
    };
    const { id, name, time_zone: zone, is_opted_out: isOptedOut } = person;
    return { id, name, zone, input, isOptedOut };
  });
}
