import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { asSystem, type Member } from "../access/actor.ts";
import type { ChainCheck } from "./log-views.ts";
import { record } from "./record.server.ts";

/** Seals looked at by one statement, far within the 15 s a statement may take. */
const STEP = 20_000;

/**
 * Follows the seals of a workspace from the anchor to the head: every number there, every hash made of the one before
 * and the entry as it stands now (data §2.4). Entries without a seal are counted: a row put in behind the trigger's back.
 */
export async function checkChain(workspaceId: string): Promise<ChainCheck> {
  const head = await db.auditHead.findUnique({ where: { workspaceId } });
  const unsealed = await countUnsealed(workspaceId);
  if (!head) return { entries: 0, brokenAt: null, unsealed };
  const anchor = Number(head.anchorSeq);
  const until = Number(head.seq);
  for (let from = anchor; from < until; from += STEP) {
    const brokenAt = await firstBreak(workspaceId, from, Math.min(from + STEP, until));
    if (brokenAt !== null) return { entries: until - anchor, brokenAt, unsealed };
  }
  const [last] = await rows<{ is_head: boolean }>(Prisma.sql`
    SELECT coalesce((SELECT s.hash FROM audit_seal s WHERE s.workspace_id = ${workspaceId}::uuid AND s.seq = ${until}),
        (SELECT h.anchor_hash FROM audit_head h WHERE h.workspace_id = ${workspaceId}::uuid AND h.anchor_seq = ${until})) IS NOT DISTINCT FROM
      (SELECT h.hash FROM audit_head h WHERE h.workspace_id = ${workspaceId}::uuid AND h.seq = ${until}) AS is_head`);
  // Between the two reads another entry may have come: then the head is another one, and the seals up to ours were right.
  const isMoved =
    Number((await db.auditHead.findUniqueOrThrow({ where: { workspaceId } })).seq) !== until;
  return {
    entries: until - anchor,
    brokenAt: last?.is_head === true || isMoved ? null : until,
    unsealed,
  };
}

/** @param from the last number that is known to be right, or the anchor's */
async function firstBreak(workspaceId: string, from: number, to: number): Promise<number | null> {
  const [found] = await rows<{ broken: number | null }>(Prisma.sql`
    WITH before AS (
      SELECT COALESCE(
        (SELECT s.hash FROM audit_seal s WHERE s.workspace_id = ${workspaceId}::uuid AND s.seq = ${from}),
        (SELECT h.anchor_hash FROM audit_head h WHERE h.workspace_id = ${workspaceId}::uuid AND h.anchor_seq = ${from}),
        ''::bytea) AS hash
    ), wanted AS (
      SELECT n.seq, s.hash, lag(s.hash, 1, (SELECT hash FROM before)) OVER (ORDER BY n.seq) AS previous, audit_line(e) AS line, e.id
      FROM generate_series(${from + 1}::bigint, ${to}::bigint) AS n(seq)
      LEFT JOIN audit_seal s ON s.workspace_id = ${workspaceId}::uuid AND s.seq = n.seq
      LEFT JOIN audit_entry e ON e.workspace_id = s.workspace_id AND e.id = s.entry_id
    )
    SELECT min(seq) AS broken FROM wanted
    WHERE hash IS NULL OR id IS NULL OR previous IS NULL OR hash <> sha256(previous || line)`);
  return found?.broken ?? null;
}

async function countUnsealed(workspaceId: string): Promise<number> {
  const [found] = await rows<{ n: number }>(Prisma.sql`
    SELECT count(*)::int AS n FROM audit_entry e WHERE e.workspace_id = ${workspaceId}::uuid AND NOT EXISTS (
      SELECT FROM audit_seal s WHERE s.workspace_id = e.workspace_id AND s.entry_id = e.id)`);
  return found?.n ?? 0;
}

/** The same at an admin's word; that they asked is itself an entry. @throws DomainError `forbidden` */
export async function checkChainFor(actor: Member): Promise<ChainCheck> {
  demand(actor, "systemlog.list");
  const found = await checkChain(actor.workspaceId);
  await db.$transaction((tx) =>
    record(tx, actor, "chain.checked", undefined, { after: { ...found } }),
  );
  return found;
}

export type BrokenChain = { workspaceId: string } & Pick<ChainCheck, "brokenAt" | "unsealed">;

/**
 * The nightly check of every workspace (product §26). A broken chain is an entry of its own, each night until somebody
 * looks: its admins see it on the system log.
 * @returns the workspaces whose chain does not hold, and how
 */
export async function checkAllChains(): Promise<BrokenChain[]> {
  const workspaces = await db.workspace.findMany({
    where: { deletedAt: null },
    select: { id: true },
  });
  const broken: BrokenChain[] = [];
  for (const { id } of workspaces) {
    const found = await checkChain(id);
    if (found.brokenAt === null && found.unsealed === 0) continue;
    const { brokenAt, unsealed } = found;
    broken.push({ workspaceId: id, brokenAt, unsealed });
    await db.$transaction((tx) =>
      record(tx, asSystem(id, "sweep.night"), "chain.broken", undefined, { after: { ...found } }),
    );
  }
  return broken;
}
