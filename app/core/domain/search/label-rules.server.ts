import { Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { labelFits } from "../label-fits.server.ts";
import { parseQuery } from "./grammar.ts";
import { asQuery, residualSql } from "./residual.server.ts";
import { planSearch } from "./tsquery.ts";

type Ref = { workspaceId: string; callId: string };
export type LabelRule = { id: string; teamId: string | null; rule: string };

/**
 * A rule as conditions: `cs` is an entry of the search, `c` its call. `index` narrows by words the index has, `exact`
 * is all of it; null for a rule that finds nothing.
 */
export function ruleSql(
  rule: string,
  workspaceId: string,
): { index: Prisma.Sql; exact: Prisma.Sql } | null {
  const parsed = parseQuery(rule);
  const plan = parsed.isOk ? planSearch(parsed.node) : null;
  if (!plan) return null;
  const words = plan.prefilter ? asQuery(plan.prefilter) : null;
  const conditions = [
    ...(words ? [Prisma.sql`cs.doc @@ ${words}`] : []),
    ...(plan.residual ? [residualSql(plan.residual, workspaceId)] : []),
  ];
  return {
    index: words ? Prisma.sql`doc @@ ${words}` : Prisma.sql`true`,
    exact: Prisma.sql`(${Prisma.join(conditions, " AND ")})`,
  };
}

/** The rules that new calls are asked. They cannot change before the transaction ends. */
export async function lockLabelRules(tx: Tx, workspaceId: string): Promise<LabelRule[]> {
  return tx.$queryRaw<LabelRule[]>`
    SELECT id, team_id AS "teamId", rule FROM label
    WHERE workspace_id = ${workspaceId}::uuid AND rule IS NOT NULL AND archived_at IS NULL AND merged_into IS NULL AND scope = 'call'
    ORDER BY id FOR SHARE`;
}

/**
 * Puts on a call the labels whose rules it fulfils and takes off those of rules it does not; in one statement. What
 * somebody gave or took off by hand stays as it is.
 * @param doc the call's search document without its labels, as text
 */
export async function applyLabelRules(
  tx: Tx,
  { workspaceId, callId }: Ref,
  rules: readonly LabelRule[],
  doc: string,
): Promise<void> {
  const asked = rules.flatMap(({ id, teamId, rule }) => {
    const sql = ruleSql(rule, workspaceId);
    return sql ? [Prisma.sql`(${id}::uuid, ${teamId}::uuid, ${sql.exact})`] : [];
  });
  if (asked.length === 0) return;
  await tx.$executeRaw`
    WITH fulfilled AS (
      SELECT r.label_id
      FROM (SELECT ${workspaceId}::uuid AS workspace_id, ${callId}::uuid AS call_id, ${doc}::tsvector AS doc) cs
      JOIN call c ON c.workspace_id = cs.workspace_id AND c.id = cs.call_id
      CROSS JOIN LATERAL (VALUES ${Prisma.join(asked)}) r(label_id, team_id, holds)
      WHERE r.holds AND (r.team_id IS NULL OR r.team_id = c.team_id)
    ), taken AS (
      DELETE FROM call_label x WHERE x.workspace_id = ${workspaceId}::uuid AND x.call_id = ${callId}::uuid
        AND NOT x.is_by_hand AND x.merged_from IS NULL AND x.label_id = ANY(${rules.map(({ id }) => id)}::uuid[])
        AND x.label_id NOT IN (SELECT label_id FROM fulfilled)
    )
    INSERT INTO call_label (workspace_id, call_id, label_id, is_by_hand)
    SELECT ${workspaceId}::uuid, ${callId}::uuid, label_id, false FROM fulfilled ON CONFLICT DO NOTHING`;
}

/** Names of the labels a call has. */
export async function labelNamesOf(tx: Tx, { workspaceId, callId }: Ref): Promise<string[]> {
  const found = await tx.$queryRaw<{ name: string }[]>`
    SELECT l.name FROM call_label x
    JOIN label l ON l.workspace_id = x.workspace_id AND l.id = x.label_id
    JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
    WHERE x.workspace_id = ${workspaceId}::uuid AND x.call_id = ${callId}::uuid AND x.is_on AND ${labelFits} ORDER BY l.folded, l.id`;
  return found.map(({ name }) => name);
}
