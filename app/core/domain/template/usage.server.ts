import { now } from "#app/core/platform/clock.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

const USAGE_MS = 30 * 24 * 3_600_000;

type Found = { template_id: number; calls: number; answered: number; of: number };
export type Usage = { calls: number; coverage: { answered: number; of: number } | null };

/**
 * By template: the calls of the last 30 days that it summarised, and how many of their sections have a quote. The newest
 * run of a call counts, test runs do not, and calls the actor may not see are in no figure.
 */
export async function listUsage(actor: Member): Promise<Map<number, Usage>> {
  const since = new Date(now().getTime() - USAGE_MS);
  const found = await rows<Found>(Prisma.sql`
    WITH newest AS (
      SELECT DISTINCT ON (r.call_id, r.template_id) r.workspace_id, r.id, r.call_id, r.template_id
      FROM summary_run r JOIN call c ON c.workspace_id = r.workspace_id AND c.id = r.call_id
      WHERE r.workspace_id = ${actor.workspaceId}::uuid AND r.template_id IS NOT NULL AND r.purpose = 'live'
        AND r.state = 'done' AND r.created_at > ${since} AND ${visibleSql(actor, "call.read")}
      ORDER BY r.call_id, r.template_id, r.created_at DESC, r.id DESC
    ), part AS (
      SELECT n.template_id, n.call_id, o.section, coalesce(bool_or(e.id IS NOT NULL), false) AS is_answered
      FROM newest n
      LEFT JOIN summary_output o ON o.workspace_id = n.workspace_id AND o.run_id = n.id
      LEFT JOIN evidence e ON e.workspace_id = o.workspace_id AND e.output_id = o.id
      GROUP BY n.template_id, n.call_id, o.section
    )
    SELECT template_id, count(DISTINCT call_id)::int AS calls,
      count(section) FILTER (WHERE is_answered)::int AS answered, count(section)::int AS "of"
    FROM part GROUP BY template_id`);
  return new Map(
    found.map(({ template_id: id, calls, answered, of }) => [
      id,
      { calls, coverage: of === 0 ? null : { answered, of } },
    ]),
  );
}
