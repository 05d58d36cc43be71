import type { Tx } from "#app/core/platform/db.server.ts";
import { METRICS_CONFIGS } from "../metrics/input.ts";

/** Both sides in the room for as long, or heard for as long where there was no room (decisions §11). */
const TOGETHER_MS = 30_000;
const SPEECH_MS = 5_000;

/**
 * Writes whether a call was a conversation with somebody outside: in a room, both sides were there at once for 30 s;
 * without one, both sides spoke for 5 s. Asked when a room ends, and whenever numbers were made.
 * Rows are found by their rule set: without its name all of a workspace's would be read for each call.
 */
export async function noteConnected(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE call c SET is_connected = CASE
      WHEN EXISTS (SELECT 1 FROM participant_presence p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id) THEN coalesce((
        SELECT sum(upper(r) - lower(r)) >= ${TOGETHER_MS} FROM (
          SELECT range_agg(int4range(p.joined_ms, p.left_ms)) FILTER (WHERE w.side = 'R')
            * range_agg(int4range(p.joined_ms, p.left_ms)) FILTER (WHERE w.side = 'C') AS both_there
          FROM participant_presence p JOIN participant w ON w.workspace_id = p.workspace_id AND w.id = p.participant_id
          WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.left_ms > p.joined_ms AND w.role <> 'coach'
        ) m, unnest(m.both_there) r), false)
      ELSE (SELECT count(DISTINCT m.side) = 2 FROM metric_row m WHERE m.workspace_id = c.workspace_id AND m.call_id = c.id
        AND m.config = ANY(${[...METRICS_CONFIGS]}) AND m.subject = c.id AND m.speech_ms >= ${SPEECH_MS})
    END
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${callId}::uuid`;
}
