import { db, type Tx } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member, Origin } from "../access/actor.ts";

const DAY_MS = 86_400_000;
/** product §6: a sign-in ends after 14 days unused, after 30 in any case. */
const IDLE_MS = 14 * DAY_MS;
export const SESSION_MS = 30 * DAY_MS;
const SEEN_EVERY_MS = 60_000;

type NewSession = { workspaceId: string; identityId: string; memberId: string };

/** Starts a sign-in. @returns the secret of its cookie; only its hash is stored */
export async function startSession(
  tx: Tx,
  { workspaceId, identityId, memberId }: NewSession,
  origin: Origin,
): Promise<string> {
  const token = newSecret();
  const at = now();
  await tx.session.create({
    data: {
      id: newId(),
      workspaceId,
      identityId,
      memberId,
      tokenHash: hashOf(token),
      seenAt: at,
      expiresAt: new Date(at.getTime() + SESSION_MS),
      device: (origin.agent ?? "unknown").slice(0, 200),
      ip: origin.ip,
    },
    select: { id: true },
  });
  return token;
}

/** Who a session cookie belongs to, or null: unknown, ended, idle too long, or the member is not active. */
export async function findMember(token: string, origin: Origin): Promise<Member | null> {
  const at = now();
  const session = await db.session.findUnique({
    where: {
      tokenHash: hashOf(token),
      revokedAt: null,
      expiresAt: { gt: at },
      seenAt: { gt: new Date(at.getTime() - IDLE_MS) },
    },
    select: {
      id: true,
      workspaceId: true,
      seenAt: true,
      member: {
        select: {
          id: true,
          name: true,
          email: true,
          role: true,
          state: true,
          scope: true,
          language: true,
          timeZone: true,
          primaryTeamId: true,
          teamMembers: { select: { teamId: true } },
          managerScopes: { select: { teamId: true } },
          workspace: { select: { isDemo: true, deletedAt: true } },
        },
      },
    },
  });
  if (!session || session.member.state !== "active" || session.member.workspace.deletedAt !== null)
    return null;
  if (at.getTime() - session.seenAt.getTime() > SEEN_EVERY_MS)
    await db.session.updateMany({
      where: { workspaceId: session.workspaceId, id: session.id },
      data: { seenAt: at },
    });

  const { member } = session;
  const teamIds = [
    ...new Set(
      [member.primaryTeamId, ...member.teamMembers.map(({ teamId }) => teamId)].filter(
        (id) => id !== null,
      ),
    ),
  ];
  return {
    kind: "member",
    workspaceId: session.workspaceId,
    memberId: member.id,
    sessionId: session.id,
    role: member.role,
    name: member.name,
    email: member.email,
    teamIds,
    scopeTeamIds: await scopeOf(
      session.workspaceId,
      member.scope,
      teamIds,
      member.managerScopes.map(({ teamId }) => teamId),
    ),
    language: member.language,
    timeZone: member.timeZone,
    isDemo: member.workspace.isDemo,
    origin,
  };
}

/** Teams whose calls a manager may see: own and their descendants, a list, or all (product §2). */
async function scopeOf(
  workspaceId: string,
  kind: "own_teams" | "listed" | "workspace",
  own: string[],
  listed: string[],
): Promise<string[]> {
  if (kind === "listed") return listed;
  const teams = await db.team.findMany({
    where: { workspaceId, deletedAt: null },
    select: { id: true, parentId: true },
  });
  if (kind === "workspace") return teams.map(({ id }) => id);
  const inside = new Set(own);
  for (let before = -1; before !== inside.size; ) {
    before = inside.size;
    for (const { id, parentId } of teams)
      if (parentId !== null && inside.has(parentId)) inside.add(id);
  }
  return [...inside];
}

export async function endSession(tx: Tx, workspaceId: string, sessionId: string): Promise<void> {
  await tx.session.updateMany({
    where: { workspaceId, id: sessionId },
    data: { revokedAt: now() },
  });
}
