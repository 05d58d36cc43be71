import { visibleSql } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { viewsSql } from "#app/core/domain/view/view-list.server.ts";
import { Prisma } from "#app/core/platform/db.server.ts";
import { FILTER_KEYS, readKey, type RecordingsQuery } from "./recordings-filters.ts";

/** Selects what stands beside a page of the recordings, as one JSON value of `Beside`. */
export const besideSql = (actor: Member, query: RecordingsQuery): Prisma.Sql => {
  const { workspaceId, memberId } = actor;
  return Prisma.sql`
    SELECT json_build_object(
      'owners', (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id) FROM (
        SELECT id, name FROM member WHERE workspace_id = ${workspaceId}::uuid AND state = 'active' ORDER BY name, id LIMIT 500) m),
      'teams', (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name, id) FROM (
        SELECT id, name FROM team WHERE workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL ORDER BY name, id LIMIT 500) t),
      'labels', (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY folded, id) FROM (
        SELECT l.id, l.name, l.folded FROM label l WHERE ${visibleSql(actor, "label.read")} AND l.merged_into IS NULL AND l.scope = 'call') l),
      'stages', (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY connection_id NULLS FIRST, pipeline, ord, id) FROM (
        SELECT id, name, connection_id, pipeline, ord FROM deal_stage WHERE workspace_id = ${workspaceId}::uuid AND archived_at IS NULL LIMIT 200) s),
      'trackers', (SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY folded, id) FROM (
        SELECT tk.id, tk.name, tk.folded FROM tracker tk WHERE ${visibleSql(actor, "tracker.read")} AND tk.archived_at IS NULL) k),
      'named', (${namedSql(actor, query)}),
      'views', (${viewsSql(actor, "recordings")}),
      'hasRuns', EXISTS (SELECT 1 FROM bulk_run WHERE workspace_id = ${workspaceId}::uuid AND member_id = ${memberId}::uuid),
      'look', (SELECT preferences->'recordings' FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid))`;
};

/** Names of what the address asks for, so that what is gone is named and not lost. */
function namedSql(actor: Member, { filters }: RecordingsQuery): Prisma.Sql {
  const idsOf = (...names: string[]): string[] =>
    FILTER_KEYS.flatMap((key) => (names.includes(readKey(key).name) ? (filters[key] ?? []) : []));
  const people = idsOf("owner", "reviewer", "participant");
  const teams = idsOf("team");
  const labels = idsOf("label");
  const deals = idsOf("deal");
  const stages = idsOf("stage");
  const contacts = idsOf("contact");
  const trackers = idsOf("tracker");
  if ([people, teams, labels, deals, stages, contacts, trackers].every((ids) => ids.length === 0))
    return Prisma.sql`SELECT NULL::json`;
  return Prisma.sql`SELECT json_agg(json_build_object('id', id, 'name', name, 'isGone', is_gone)) FROM (
      SELECT id, name, false AS is_gone FROM member WHERE workspace_id = ${actor.workspaceId}::uuid AND id::text = ANY(${people})
      UNION ALL SELECT id, name, deleted_at IS NOT NULL FROM team WHERE workspace_id = ${actor.workspaceId}::uuid AND id = ANY(${teams}::uuid[])
      UNION ALL SELECT l.id, l.name, l.merged_into IS NOT NULL FROM label l WHERE ${visibleSql(actor, "label.read")} AND l.id = ANY(${labels}::uuid[])
      UNION ALL SELECT d.id, d.name, false FROM deal d WHERE ${visibleSql(actor, "deal.read")} AND d.id::text = ANY(${deals})
      UNION ALL SELECT s.id, s.name, false FROM deal_stage s WHERE s.workspace_id = ${actor.workspaceId}::uuid AND s.id = ANY(${stages}::uuid[])
      UNION ALL SELECT tk.id, tk.name, false FROM tracker tk WHERE ${visibleSql(actor, "tracker.read")} AND tk.id = ANY(${trackers}::uuid[])
      UNION ALL SELECT ct.id, ct.name, false FROM contact ct WHERE ${visibleSql(actor, "contact.read")} AND ct.id::text = ANY(${contacts})) named`;
}
