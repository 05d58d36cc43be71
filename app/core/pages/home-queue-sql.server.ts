import { now } from "#app/core/platform/clock.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { waitingSince } from "#app/core/domain/live/guest.server.ts";

/** Words of nobody are asked about while the call is fresh; whoever lets them be for a month is asked no more. */
const SPEAKER_DAYS = 30;
/** A call of nobody's deal is asked about as long. */
const DEAL_DAYS = 30;

const inUse = Prisma.sql`c.state IN ('live','ended','available')`;
/** Nobody does somebody else's things to do: who views as a colleague sees none of what only they were told. */
const isThemselves = (actor: Member) => Prisma.sql`${actor.impersonator === null}`;

/** What each kind of thing to do is read from; each joins `call c`, so that every row is judged by the reader's rights. */
export const queueSources = (actor: Member) => {
  const { workspaceId, memberId } = actor;
  const sees = Prisma.sql`${inUse} AND ${visibleSql(actor, "call.read")}`;
  return {
    guest: Prisma.sql`guest g JOIN call c ON c.workspace_id = g.workspace_id AND c.id = g.call_id
      WHERE g.workspace_id = ${workspaceId}::uuid AND g.state = 'waiting' AND g.created_at > ${waitingSince()}
        AND c.owner_id = ${memberId}::uuid AND c.state IN ('scheduled','live') AND ${visibleSql(actor, "guest.admit")}`,
    feedback: Prisma.sql`feedback_request f JOIN call c ON c.workspace_id = f.workspace_id AND c.id = f.call_id
      JOIN comment x ON x.workspace_id = f.workspace_id AND x.id = f.comment_id AND x.deleted_at IS NULL AND x.visibility <> 'private'
      JOIN member b ON b.workspace_id = f.workspace_id AND b.id = f.by_id
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.member_id = ${memberId}::uuid AND f.state = 'open' AND ${sees}`,
    review: Prisma.sql`review_assignment v JOIN call c ON c.workspace_id = v.workspace_id AND c.id = v.call_id
      JOIN member b ON b.workspace_id = v.workspace_id AND b.id = v.by_id
      WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = ${memberId}::uuid AND v.done_at IS NULL AND ${sees}`,
    word: Prisma.sql`notification n JOIN call c ON c.workspace_id = n.workspace_id AND n.target_kind = 'call' AND c.id = n.target_id
      JOIN comment x ON x.workspace_id = n.workspace_id AND x.id = (n.values ->> 'commentId')::uuid AND x.call_id = c.id
        AND x.deleted_at IS NULL AND x.visibility <> 'private'
      JOIN member b ON b.workspace_id = x.workspace_id AND b.id = x.author_id
      LEFT JOIN comment p ON p.workspace_id = x.workspace_id AND p.id = x.parent_id
      WHERE n.workspace_id = ${workspaceId}::uuid AND n.member_id = ${memberId}::uuid AND n.read_at IS NULL
        AND n.kind IN ('mention','reply','feedback_received') AND ${isThemselves(actor)} AND ${sees}`,
    speaker: Prisma.sql`call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
      JOIN LATERAL (SELECT s.no, s.t0_ms, s.t1_ms, s.text FROM segment s
        WHERE s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.participant_id IS NULL AND s.is_final
          AND s.from_version <= t.number AND (s.to_version IS NULL OR s.to_version > t.number)
        ORDER BY s.no LIMIT 1) s ON true
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.owner_id = ${memberId}::uuid AND c.state = 'available'
        AND (c.quality = 'C' OR t.origin = 'import') AND NOT c.is_sample AND c.started_at > ${daysAgo(SPEAKER_DAYS)}
        AND NOT EXISTS (SELECT 1 FROM member me WHERE me.workspace_id = c.workspace_id AND me.id = ${memberId}::uuid
          AND jsonb_exists(coalesce(me.preferences #> '{home,left}', '[]'::jsonb), c.id::text))
        AND ${visibleSql(actor, "transcript.update")}`,
    // The likeliest of the deals that the reader may link; once somebody chose, or a rule was sure, nothing is asked.
    deal: Prisma.sql`call c JOIN LATERAL (SELECT d.id, d.name, count(*) OVER ()::int AS choices
        FROM call_deal x JOIN deal d ON d.workspace_id = x.workspace_id AND d.id = x.deal_id
        WHERE x.workspace_id = c.workspace_id AND x.call_id = c.id AND ${visibleSql(actor, "deal.update")}
        ORDER BY x.confidence DESC, d.opened_at DESC, d.id LIMIT 1) best ON true
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.owner_id = ${memberId}::uuid AND c.state = 'available'
        AND c.deal_chosen_at IS NULL AND NOT c.is_sample AND c.started_at > ${daysAgo(DEAL_DAYS)}
        AND NOT EXISTS (SELECT 1 FROM call_deal p WHERE p.workspace_id = c.workspace_id AND p.call_id = c.id AND p.is_primary)
        AND ${visibleSql(actor, "call.update")}`,
    // A clip of the reader's call is to be shown to more people, or was changed and its links wait.
    clip: Prisma.sql`clip cl JOIN call c ON c.workspace_id = cl.workspace_id AND c.id = cl.call_id
      LEFT JOIN member b ON b.workspace_id = cl.workspace_id AND b.id = cl.wanted_by_id
      WHERE cl.workspace_id = ${workspaceId}::uuid AND cl.deleted_at IS NULL
        AND (cl.wanted_visibility IS NOT NULL OR cl.confirmed_revision < cl.revision)
        AND (cl.wanted_visibility IS NOT NULL OR (${visibleSql(actor, "clip.read")} AND EXISTS (
          SELECT 1 FROM shared_link l WHERE l.workspace_id = cl.workspace_id AND l.clip_id = cl.id AND l.revoked_at IS NULL
            AND (l.expires_at IS NULL OR l.expires_at > ${now()}))))
        AND c.owner_id = ${memberId}::uuid AND ${visibleSql(actor, "call.share")}
        AND (${actor.impersonator === null} OR cl.visibility <> 'private')`,
    // The reader's call, or a clip of it, is to be in a library that others read.
    library: Prisma.sql`library_item i JOIN library l ON l.workspace_id = i.workspace_id AND l.id = i.library_id AND l.deleted_at IS NULL
      LEFT JOIN clip k ON k.workspace_id = i.workspace_id AND k.id = i.clip_id
      JOIN call c ON c.workspace_id = i.workspace_id AND c.id = coalesce(i.call_id, k.call_id)
      WHERE i.workspace_id = ${workspaceId}::uuid AND i.is_asked AND i.deleted_at IS NULL AND k.deleted_at IS NULL
        AND (${actor.impersonator === null} OR k.visibility IS DISTINCT FROM 'private')
        AND c.owner_id = ${memberId}::uuid AND ${visibleSql(actor, "call.share")}`,
    // Changes that are the reader's to decide, by call; an admin is asked only where a manager is.
    crm: Prisma.sql`call c JOIN LATERAL (SELECT count(*)::int AS n, min(w.created_at) AS at,
          count(*) FILTER (WHERE w.state <> 'in_review')::int AS stuck, min(w.record_label) AS record
        FROM crm_write w WHERE w.workspace_id = c.workspace_id AND w.call_id = c.id AND w.state IN ${CRM_WAITING}
          AND CASE WHEN w.review = 'manager' AND c.visibility <> 'private' THEN ${visibleSql(actor, "crm.approve")}
            ELSE c.owner_id = ${memberId}::uuid END) crm ON crm.n > 0
      WHERE c.workspace_id = ${workspaceId}::uuid AND ${sees}
        AND c.id IN (SELECT call_id FROM crm_write WHERE workspace_id = ${workspaceId}::uuid AND state IN ${CRM_WAITING})`,
  };
};

/** As `crm_write__open` has them. */
const CRM_WAITING = Prisma.sql`('in_review', 'conflict', 'failed', 'revert_conflict')`;
const daysAgo = (days: number): Date => new Date(now().getTime() - days * 86_400_000);

/** How many things wait for the actor beside calls that stand still, each kind up to 1,001: one number, as SQL. */
export function queueCount(actor: Member): Prisma.Sql {
  const sources = Object.values(queueSources(actor)).map(
    (source) =>
      Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${source} LIMIT ${COUNTED + 1}) q)`,
  );
  return Prisma.sql`(${Prisma.join(sources, " + ")})`;
}

/** The same by itself. */
export async function countQueue(actor: Member): Promise<number> {
  const [found] = await rows<{ n: number }>(Prisma.sql`SELECT ${queueCount(actor)} AS n`, {
    isPrepared: true,
  });
  return found?.n ?? 0;
}
