import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notePrivateOpening } from "../rights/private-access.server.ts";
import type { Watcher } from "./call-views.ts";
import { secondsOf } from "./heard.ts";

const MOST = 200;

type Row = { name: string; times: number; last_at: Date; is_private: boolean; seconds: number };

/**
 * Colleagues who opened a call, by the user log, the last one first, and how much of it they heard. Whether the actor may
 * know is asked before.
 */
export async function listWatchers(
  { workspaceId, memberId }: Member,
  { id: callId, durationMs }: { id: string; durationMs: number | null },
): Promise<Watcher[]> {
  const found = await rows<Row>(Prisma.sql`
    SELECT m.name, count(*)::int AS times, max(e.created_at) AS last_at, coalesce(bool_or(e.via = 'private_access'), false) AS is_private,
      coalesce(max(v.seconds), 0) AS seconds
    FROM audit_entry e JOIN member m ON m.workspace_id = e.workspace_id AND m.id::text = e.actor
      LEFT JOIN call_view v ON v.workspace_id = m.workspace_id AND v.call_id::text = e.target AND v.member_id = m.id
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.target = ${callId} AND e.log = 'user' AND e.event = 'call.opened'
      AND e.actor_kind = 'member' AND e.actor <> ${memberId}
    GROUP BY m.id, m.name ORDER BY last_at DESC LIMIT ${MOST}`);
  return found.map(({ name, times, last_at, is_private, seconds }) => ({
    name,
    times,
    lastAt: last_at.toISOString(),
    isPrivate: is_private,
    seconds,
    share: durationMs === null || durationMs === 0 ? null : seconds / secondsOf(durationMs),
  }));
}

/** One view a visit, not one a click (product §26): the same reader within an hour is the same visit. */
const VISIT_SECONDS = 3_600;

/** Somebody opened a call: an entry of the user log, and of "who watched". */
export async function noteOpened(actor: Member, callId: string): Promise<void> {
  const { workspaceId } = actor;
  // Who views as somebody else has watched it, not the member whose eyes they use.
  const memberId = actor.impersonator?.memberId ?? actor.memberId;
  const isPrivately = await notePrivateOpening(actor, callId);
  await db.$transaction(async (tx) => {
    const fresh = await tx.$executeRaw`
      INSERT INTO call_view AS v (workspace_id, id, call_id, member_id, seen_at)
      VALUES (${workspaceId}::uuid, ${newId()}::uuid, ${callId}::uuid, ${memberId}::uuid, now())
      ON CONFLICT (workspace_id, call_id, member_id) WHERE member_id IS NOT NULL DO UPDATE SET seen_at = excluded.seen_at
        WHERE v.seen_at <= now() - make_interval(secs => ${VISIT_SECONDS})`;
    if (fresh > 0 && !isPrivately)
      await record(tx, actor, "call.opened", { kind: "call", id: callId });
  });
}
