import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { LIMITS } from "../limits.ts";
import { getMappedTemplate } from "./mapped-template.server.ts";
import { listedCalls } from "../listed-calls.server.ts";

/** Calls `c` the actor may change whose shown summary is by that template. */
const mappedCalls = (actor: Member, templateId: number): Prisma.Sql => Prisma.sql`
  call c WHERE ${visibleSql(actor, "call.update")} AND ${listedCalls} AND ${templateId} = (
    SELECT r.template_id FROM summary_run r
    WHERE r.workspace_id = c.workspace_id AND r.call_id = c.id AND r.purpose = 'live' AND r.state = 'done'
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1)
  AND EXISTS (SELECT 1 FROM summary_run s WHERE s.workspace_id = c.workspace_id AND s.template_id = ${templateId}
    AND s.call_id = c.id)`;

/** How many past calls a changed mapping could be run on, of those the actor may change; no more than one run takes. */
export async function countMappedPast(actor: Member, templateId: number): Promise<number> {
  const [found] = await rows<{ n: number }>(Prisma.sql`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM ${mappedCalls(actor, templateId)} LIMIT ${LIMITS.bulkRows}) m`);
  return found?.n ?? 0;
}

/**
 * The newest past calls that a template made the summary of, and that the actor may change.
 * @param most up to so many
 * @throws DomainError `forbidden`, `not_found`
 */
export async function findMappedPast(
  actor: Member,
  templateId: number,
  most: number,
): Promise<string[]> {
  demand(actor, "template.manage");
  await getMappedTemplate(actor.workspaceId, templateId);
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${mappedCalls(actor, templateId)}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${most}`);
  return found.map(({ id }) => id);
}
