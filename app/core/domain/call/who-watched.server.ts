import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import type { Watcher } from "./call-views.ts";

const MOST = 200;

type Row = { name: string; times: number; last_at: Date; is_private: boolean };

/** Colleagues who opened a call, by the user log, the last one first. Whether the actor may know is asked before. */
export async function listWatchers(
  { workspaceId, memberId }: Member,
  callId: string,
): Promise<Watcher[]> {
  const found = await rows<Row>(Prisma.sql`
    SELECT m.name, count(*)::int AS times, max(e.created_at) AS last_at, coalesce(bool_or(e.via = 'private_access'), false) AS is_private
    FROM audit_entry e JOIN member m ON m.workspace_id = e.workspace_id AND m.id::text = e.actor
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.target = ${callId} AND e.log = 'user' AND e.event = 'call.opened'
      AND e.actor_kind = 'member' AND e.actor <> ${memberId}
    GROUP BY m.id, m.name ORDER BY last_at DESC LIMIT ${MOST}`);
  return found.map(({ name, times, last_at, is_private }) => ({
    name,
    times,
    lastAt: last_at.toISOString(),
    isPrivate: is_private,
  }));
}
