import { db, notify, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member, Origin } from "../access/actor.ts";
import { ACTOR_COLUMNS, type ActorRow, actorOf, withTeams } from "./member-actor.server.ts";

const DAY_MS = 86_400_000;
/** product §6: a sign-in ends after 14 days unused, after 30 in any case. */
export const IDLE_MS = 14 * DAY_MS;
export const SESSION_MS = 30 * DAY_MS;
const SEEN_EVERY_MS = 60_000;

type NewSession = {
  workspaceId: string;
  identityId: string;
  memberId: string;
  /** A second step was taken. */
  hasFactor?: boolean;
};

/** Starts a sign-in. @returns the secret of its cookie; only its hash is stored */
export async function startSession(
  tx: Tx,
  { workspaceId, identityId, memberId, hasFactor = false }: NewSession,
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
      factorAt: hasFactor ? at : null,
      device: (origin.agent ?? "unknown").slice(0, 200),
      ip: origin.ip,
    },
    select: { id: true },
  });
  return token;
}

type SessionRow = ActorRow & {
  session_id: string;
  seen_at: Date;
  own_id: string;
  own_name: string;
  private_until: Date | null;
};

/**
 * Who a session cookie belongs to, or null: unknown, ended, idle too long, or the member is not active.
 * An admin who views as a colleague is that colleague, who looks only. One statement, because every request asks.
 */
export async function findMember(token: string, origin: Origin): Promise<Member | null> {
  // To the second: requests of one moment ask the same and share the answer.
  const at = new Date(Math.floor(now().getTime() / 1_000) * 1_000);
  const [row] = await rows<SessionRow>(
    withTeams(Prisma.sql`
      SELECT ${ACTOR_COLUMNS}, s.id AS session_id, s.seen_at, o.id AS own_id, o.name AS own_name,
        CASE WHEN m.id = o.id THEN (SELECT max(p.expires_at) FROM private_access p WHERE p.workspace_id = s.workspace_id
          AND p.session_id = s.id AND p.ended_at IS NULL AND p.expires_at > ${at}) END AS private_until
      FROM session s
      JOIN member o ON o.workspace_id = s.workspace_id AND o.id = s.member_id AND o.state = 'active'
      LEFT JOIN member v ON v.workspace_id = s.workspace_id AND v.id = s.view_as_id AND v.state = 'active'
      JOIN member m ON m.workspace_id = s.workspace_id AND m.id = coalesce(v.id, o.id)
      JOIN workspace w ON w.id = s.workspace_id
      WHERE s.token_hash = ${hashOf(token)} AND s.revoked_at IS NULL AND s.expires_at > ${at}
        AND s.seen_at > ${new Date(at.getTime() - IDLE_MS)} AND w.deleted_at IS NULL`),
    { isPrepared: true },
  );
  if (!row) return null;
  if (at.getTime() - row.seen_at.getTime() > SEEN_EVERY_MS)
    await db.session.updateMany({
      where: { workspaceId: row.workspace_id, id: row.session_id },
      data: { seenAt: at },
    });
  return {
    ...actorOf(row),
    sessionId: row.session_id,
    impersonator:
      row.own_id === row.member_id ? null : { memberId: row.own_id, name: row.own_name },
    privateUntil: row.private_until?.toISOString() ?? null,
    origin,
  };
}

export async function endSession(tx: Tx, workspaceId: string, sessionId: string): Promise<void> {
  await tx.session.updateMany({
    where: { workspaceId, id: sessionId },
    data: { revokedAt: now() },
  });
  await publishSessionEnded(tx, workspaceId, sessionId);
}

/** Streams that are open look again at once whether they may go on, on every node. */
const publishSessionEnded = (tx: Tx, workspaceId: string, id: string): Promise<void> =>
  notify(tx, "member", `${workspaceId}:${id}`);

/** Ends every sign-in of a person. @param but the session to keep, the actor's own */
export async function endAllSessions(
  tx: Tx,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  but?: string,
): Promise<number> {
  const { count } = await tx.session.updateMany({
    where: {
      workspaceId,
      memberId,
      revokedAt: null,
      ...(but !== undefined && { id: { not: but } }),
    },
    data: { revokedAt: now() },
  });
  if (count > 0) await publishSessionEnded(tx, workspaceId, memberId);
  return count;
}
