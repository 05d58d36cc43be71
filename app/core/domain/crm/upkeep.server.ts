import { proposeToCrm } from "#app/core/jobs/crm-propose.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";
import { queueWrite } from "./execute.server.ts";
import { queueRevert } from "./revert.server.ts";
import { moveWrite, writeRow } from "./write-row.server.ts";

const BATCH = 200;
/** A delivery that only waits for a worker keeps its job; one that is lost has none. */
const LOST_SECONDS = 30;

/** What nobody decided about in time is over (product §6). @returns how many */
export async function expireWrites(): Promise<number> {
  const due = await db.crmWrite.findMany({
    where: {
      state: { in: ["blocked", "dry_run", "in_review"] },
      expiresAt: { lt: now() },
    },
    orderBy: { expiresAt: "asc" },
    take: BATCH,
    select: writeRow,
  });
  let count = 0;
  for (const write of due) {
    try {
      await db.$transaction((tx) => moveWrite(tx, write, "expired"));
      count += 1;
    } catch (error) {
      // Somebody decided at this moment: that stands.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return count;
}

/** What keeps a change from being proposed that may be over by itself: it is looked at again after five minutes. */
const PASSING = ["unavailable", "rate_limited", "busy", "quota"];
const AGAIN_SECONDS = 300;
/** Whatever else keeps it back, such as a deal that is entered in the CRM after the call, is found to be over as late as this. */
const LATER_SECONDS = 6 * 3_600;

/**
 * Looks again at calls whose changes are kept back, where something has changed since: the mapping, its connection, the
 * call's deal; and at those with changes that their mapping does not ask for any more. @returns how many
 */
export async function recheckBlocked(): Promise<number> {
  const found = await rows<{ workspace_id: string; call_id: string }>(Prisma.sql`
    SELECT DISTINCT w.workspace_id, w.call_id FROM crm_write w
    JOIN mapping_row r ON r.workspace_id = w.workspace_id AND r.id = w.row_id
    JOIN mapping m ON m.workspace_id = r.workspace_id AND m.id = r.mapping_id
    JOIN call c ON c.workspace_id = w.workspace_id AND c.id = w.call_id AND c.state NOT IN ('trashed', 'purged')
    LEFT JOIN connection t ON t.workspace_id = w.workspace_id AND t.id = w.connection_id
    WHERE w.expires_at > now() AND (w.state IN ('in_review', 'dry_run') AND (r.removed_at IS NOT NULL OR r.rule = 'never'
        OR r.field <> w.field OR t.provider <> m.crm::text
          || CASE WHEN m.is_sandbox AND m.crm::text = 'salesforce' THEN '-sandbox' ELSE '' END)
      OR w.state = 'blocked' AND (m.updated_at > w.updated_at
      OR EXISTS (SELECT 1 FROM connection n WHERE n.workspace_id = w.workspace_id
        AND n.provider = m.crm::text || CASE WHEN m.is_sandbox AND m.crm::text = 'salesforce' THEN '-sandbox' ELSE '' END
        AND (n.connected_at > w.updated_at
          OR w.fault IN ('no_connection', 'unauthorised') AND n.state IN ('connected', 'degraded') AND n.last_ok_at > w.updated_at))
      OR EXISTS (SELECT 1 FROM call_deal d WHERE d.workspace_id = w.workspace_id AND d.call_id = w.call_id
        AND d.is_primary AND d.created_at > w.updated_at)
      OR w.updated_at < now() - make_interval(secs => ${LATER_SECONDS})
      OR (w.fault = ANY(${PASSING}) AND w.updated_at < now() - make_interval(secs => ${AGAIN_SECONDS}))))
    LIMIT ${BATCH}`);
  let count = 0;
  for (const { workspace_id: workspaceId, call_id: callId } of found) {
    const id = await db.$transaction((tx) =>
      enqueue(tx, proposeToCrm, `${callId}:recheck`, { v: 1, workspaceId, callId }),
    );
    if (id !== null) count += 1;
  }
  return count;
}

/**
 * Follows what rules found since: a call that is about another deal now takes back what it wrote to the first, as when
 * somebody says so (product §17.7), and proposes it there. What is private leaves by its owner's word alone, and what
 * somebody kept when it could not be taken back stays. @returns how many
 */
export async function followRules(): Promise<number> {
  const moved = await rows<{
    workspace_id: string;
    call_id: string;
    id: string;
    version: number;
    state: string;
  }>(Prisma.sql`
    SELECT w.workspace_id, w.call_id, w.id, w.version, w.state FROM crm_write w
    JOIN call c ON c.workspace_id = w.workspace_id AND c.id = w.call_id AND c.visibility <> 'private'
    JOIN call_deal d ON d.workspace_id = w.workspace_id AND d.call_id = w.call_id AND d.is_primary AND d.by_id IS NULL
    WHERE (d.deal_id <> w.deal_id OR w.deal_id IS NULL AND w.object IN ('task', 'event', 'call', 'note')) AND (w.state = 'in_review' OR w.state = 'written' AND w.written_at < d.created_at
      AND (w.fault IS NULL OR w.fault = 'owner_unknown')
      AND NOT EXISTS (SELECT 1 FROM crm_write_log l WHERE l.workspace_id = w.workspace_id AND l.write_id = w.id
        AND l.state = 'revert_conflict'))
    ORDER BY random() LIMIT ${BATCH}`); // Those that cannot be moved must not stand before the others.
  for (const { workspace_id: workspaceId, call_id: callId, id, version, state } of moved)
    await db.$transaction(async (tx) => {
      if (state === "written") await queueRevert(tx, { workspaceId, id, version }, { byId: null });
      await enqueue(tx, proposeToCrm, `${callId}:recheck`, { v: 1, workspaceId, callId });
    });
  return moved.length;
}

/** Queues again the approved changes whose delivery was lost, or whose worker died for good. @returns how many */
export async function requeueWrites(): Promise<number> {
  const lost = await rows<{ workspace_id: string; id: string; version: number }>(Prisma.sql`
    SELECT w.workspace_id, w.id, w.version FROM crm_write w
    WHERE w.state IN ('approved', 'writing') AND w.due_at < now() - make_interval(secs => ${LOST_SECONDS})
      AND NOT EXISTS (SELECT 1 FROM jobs.job j WHERE j.name = 'crm.write' AND j.state IN ('created', 'retry', 'active')
        AND j.data->>'writeId' = w.id::text)
    ORDER BY w.due_at LIMIT ${BATCH}`);
  for (const { workspace_id: workspaceId, id, version } of lost)
    await db.$transaction((tx) =>
      queueWrite(tx, { workspaceId, id }, { round: `sweep-${version}-${now().getTime()}` }),
    );
  return lost.length;
}
