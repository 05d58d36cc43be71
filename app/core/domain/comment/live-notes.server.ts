import type { Tx } from "#app/core/platform/db.server.ts";
import { markStale } from "../search/index.server.ts";

/**
 * Notes and flags of a live call become comments on it, when it ends and when it is assembled. A comment has its note's
 * id: done again it changes nothing, and what was deleted since stays deleted.
 */
export async function commentOnNotes(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  const made = await tx.$executeRaw`
    INSERT INTO comment (workspace_id, id, call_id, author_id, t0_ms, body, visibility, is_flag, created_at, updated_at, created_by)
    SELECT workspace_id, id, call_id, author_id, t0_ms, left(coalesce(body, ''), 4000),
      CASE WHEN is_private THEN 'private' ELSE 'internal' END::comment_visibility, kind = 'flag', created_at, created_at, author_id
    FROM note WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid ON CONFLICT DO NOTHING`;
  if (made > 0) await markStale(tx, { workspaceId, callId });
}
