import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { ruleSql } from "../search/label-rules.server.ts";
import { listedCalls } from "../listed-calls.server.ts";
import type { RulePreview } from "./label-views.ts";
import { ruleFault } from "./rule.ts";

/** Counted no further: a preview is an answer while one types. */
const COUNTED = 1_000;
const NEWEST = 5;

/** Entries of the search as rules read them: without labels, which stand under weight C. */
const entries = (workspaceId: string, narrowed: Prisma.Sql) => Prisma.sql`
  (SELECT workspace_id, call_id, started_at, ts_filter(doc, '{a,b,d}'::"char"[]) AS doc FROM call_search
    WHERE workspace_id = ${workspaceId}::uuid AND ${narrowed} OFFSET 0) cs`;

type Found = { id: string; title: string; started_at: Date; n: number };

/**
 * What a rule would find among the calls the actor may see; of the team's calls for a label of a team.
 * @throws DomainError `forbidden`
 */
export async function previewRule(
  actor: Member,
  { rule, teamId }: { rule: string; teamId: string | null },
): Promise<RulePreview> {
  demand(actor, "label.manage");
  const none = { rule, calls: 0, isMore: false, newest: [] };
  const fault = ruleFault(rule);
  const sql = fault === null ? ruleSql(rule, actor.workspaceId) : null;
  if (!sql) return { ...none, fault: fault ?? "rule_empty" };
  const found = await rows<Found>(Prisma.sql`
    WITH found AS (
      SELECT c.id, c.title, cs.started_at FROM ${entries(actor.workspaceId, sql.index)}
      JOIN call c ON c.workspace_id = cs.workspace_id AND c.id = cs.call_id
      WHERE ${visibleSql(actor, "call.read")} AND ${listedCalls} AND ${sql.exact}
        AND (${teamId}::uuid IS NULL OR c.team_id = ${teamId}::uuid)
      ORDER BY cs.started_at DESC, c.id DESC LIMIT ${COUNTED + 1}
    ) SELECT *, (SELECT count(*)::int FROM found) AS n FROM found LIMIT ${NEWEST}`);
  const count = found[0]?.n ?? 0;
  return {
    rule,
    fault: null,
    calls: Math.min(count, COUNTED),
    isMore: count > COUNTED,
    newest: found.map(({ id, title, started_at: at }) => ({
      ...{ callId: id, title, startedAt: at.toISOString() },
    })),
  };
}

const CALLS_PER_ROUND = 500;

/**
 * Applies a label's rule to the calls that are here: those for which it says something else than they have are indexed
 * anew, which gives and takes labels by rule; invented ones of a demo have none. A run that was killed begins again and
 * finds less to do.
 * @throws the reason of `signal`
 */
export async function applyRuleToPast(
  { workspaceId, labelId }: { workspaceId: string; labelId: string },
  signal: AbortSignal,
): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    signal.throwIfAborted();
    const label = await db.label.findFirst({
      where: { workspaceId, id: labelId, mergedInto: null, archivedAt: null },
      select: { rule: true, teamId: true },
    });
    const sql = label?.rule == null ? null : ruleSql(label.rule, workspaceId);
    if (!sql) return;
    const round = await rows<{ call_id: string; differs: boolean }>(Prisma.sql`
      SELECT cs.call_id, x.is_by_hand IS NOT TRUE AND x.merged_from IS NULL
        AND (x.call_id IS NOT NULL) <> (${sql.exact} AND (l.team_id IS NULL OR l.team_id = c.team_id) IS TRUE) AND NOT c.is_sample AS differs
      FROM (SELECT workspace_id, call_id, ts_filter(doc, '{a,b,d}'::"char"[]) AS doc FROM call_search
        WHERE workspace_id = ${workspaceId}::uuid AND call_id > ${after}::uuid ORDER BY call_id LIMIT ${CALLS_PER_ROUND}) cs
      JOIN call c ON c.workspace_id = cs.workspace_id AND c.id = cs.call_id
      JOIN label l ON l.workspace_id = cs.workspace_id AND l.id = ${labelId}::uuid
      LEFT JOIN call_label x ON x.workspace_id = cs.workspace_id AND x.call_id = cs.call_id AND x.label_id = l.id
      ORDER BY cs.call_id`);
    for (const { call_id: callId } of round.filter(({ differs }) => differs)) {
      signal.throwIfAborted();
      await db.$transaction(
        async (tx) => {
          await writeCallIndex(tx, { workspaceId, callId });
          await publishPipelineChanged(tx, { workspaceId, callId });
        },
        { timeout: 30_000 },
      );
    }
    const last = round.at(-1);
    if (!last) return;
    after = last.call_id;
  }
}
