import * as z from "zod";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Choice, MemberQuery, MemberRow } from "./member-views.ts";

const PAGE = 50;

const memberRow = {
  id: true,
  name: true,
  email: true,
  role: true,
  state: true,
  scope: true,
  isRecordable: true,
  version: true,
  activeAt: true,
  primaryTeamId: true,
  primaryTeam: { select: { name: true } },
  managerScopes: { select: { teamId: true } },
  identity: { select: { totpEnc: true } },
  sessions: { orderBy: { seenAt: "desc" }, take: 1, select: { seenAt: true } },
  _count: { select: { calls: { where: { state: { not: "purged" } } } } },
} as const;

/**
 * Colleagues the actor may see, by name.
 * @returns `next` is the cursor of the following page, null at the end
 */
export async function listMembers(
  actor: Member,
  { q, role, state, team, after }: MemberQuery,
): Promise<{ members: MemberRow[]; next: string | null; count: number }> {
  demand(actor, "member.list");
  const where = {
    AND: visible(actor, "member.read"),
    ...(role !== null && { role }),
    ...(state !== null && { state }),
    ...(team !== null && { teamMembers: { some: { teamId: team } } }),
    ...(q !== "" && {
      OR: [
        { name: { contains: plain(q), mode: "insensitive" as const } },
        { reading: { contains: plain(q), mode: "insensitive" as const } },
        { email: { contains: plain(q.toLowerCase()) } },
      ],
    }),
  };
  const cursor =
    after === null
      ? null
      : await db.member.findFirst({ where: { ...where, id: after }, select: { name: true } });
  const found = await db.member.findMany({
    where: {
      ...where,
      ...(after !== null &&
        cursor && {
          NOT: { OR: [{ name: { lt: cursor.name } }, { name: cursor.name, id: { lte: after } }] },
        }),
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: PAGE + 1,
    select: memberRow,
  });
  const page = found.slice(0, PAGE);
  return {
    members: page.map(rowOf),
    next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    count: await db.member.count({ where }),
  };
}

/** `contains` is LIKE beneath, whose signs mean themselves here. */
const plain = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

type Found = Prisma.MemberGetPayload<{ select: typeof memberRow }>;
const rowOf = (row: Found): MemberRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  state: row.state,
  teamId: row.primaryTeamId,
  team: row.primaryTeam?.name ?? null,
  scope: row.scope,
  scopeTeamIds: row.managerScopes.map(({ teamId }) => teamId),
  isRecordable: row.isRecordable,
  hasFactor: row.identity?.totpEnc != null,
  lastActiveAt: (row.sessions[0]?.seenAt ?? row.activeAt)?.toISOString() ?? null,
  calls: row._count.calls,
  version: row.version,
});

/** One colleague, or null for an id that is nobody's the actor sees. */
export async function findMemberRow(actor: Member, memberId: string): Promise<MemberRow | null> {
  if (!z.uuid().safeParse(memberId).success) return null;
  const found = await db.member.findFirst({
    where: { AND: visible(actor, "member.read"), id: memberId },
    select: memberRow,
  });
  return found && rowOf(found);
}

/** Who may take over calls: active colleagues, by name. */
export async function listHeirs(actor: Member): Promise<Choice[]> {
  demand(actor, "member.manage");
  return db.member.findMany({
    where: { AND: visible(actor, "member.read"), state: "active" },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
}
