import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { labelFits } from "./label-fits.server.ts";
import type { TalkKind, TalkKindView } from "./views.ts";

/** The labels `l` of a call `c` that say what it is about. */
const LABELS = Prisma.sql`FROM call_label x JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
  WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND x.is_on AND l.talk_kind IS NOT NULL AND ${labelFits}`;

/**
 * What a call `c` is about: what somebody said, else what its labels say (of several the first in the order of kinds),
 * else `other`.
 */
export const TALK_KIND = Prisma.sql`coalesce(c.talk_kind, (SELECT min(l.talk_kind) ${LABELS}), 'other')`;

/** What a call is about now, and who says so. */
export async function findTalkKind({
  workspaceId,
  callId,
}: {
  workspaceId: string;
  callId: string;
}): Promise<TalkKindView> {
  const [found] = await rows<{ kind: TalkKind; is_by_hand: boolean; label: string | null }>(
    Prisma.sql`
    SELECT ${TALK_KIND} AS kind, c.talk_kind IS NOT NULL AS is_by_hand, s.name AS label
    FROM call c LEFT JOIN LATERAL (SELECT l.name ${LABELS} ORDER BY l.talk_kind, l.folded, l.id LIMIT 1) s ON c.talk_kind IS NULL
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${callId}::uuid`,
  );
  if (!found) return { kind: "other", by: null, label: null };
  const { kind, is_by_hand: isByHand, label } = found;
  return { kind, label, by: isByHand ? "hand" : label === null ? null : "label" };
}
