import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

/** Selects the views of a page that the actor may open, as one JSON value: their own first, each by name. */
export const viewsSql = (actor: Member, page: string): Prisma.Sql => Prisma.sql`
  SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'query', v.query, 'isShared', v.is_shared,
      'team', CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'name', t.name) END,
      'isOwn', v.owner_id = ${actor.memberId}::uuid, 'owner', o.name, 'version', v.version,
      'pace', coalesce(d.pace::text, 'off'), 'canChange', ${visibleSql(actor, "view.change")})
    ORDER BY v.owner_id = ${actor.memberId}::uuid DESC, v.folded, v.id)
  FROM saved_view v JOIN member o ON o.workspace_id = v.workspace_id AND o.id = v.owner_id
  LEFT JOIN team t ON t.workspace_id = v.workspace_id AND t.id = v.team_id
  LEFT JOIN view_digest d ON d.workspace_id = v.workspace_id AND d.view_id = v.id AND d.member_id = ${actor.memberId}::uuid
  WHERE ${visibleSql(actor, "view.read")} AND v.page = ${page} AND v.deleted_at IS NULL`;

type StoredView = { id: string; name: string; query: string; isDeleted: boolean };

/** A view that was saved, deleted ones too; null where the actor may open none of that id. */
export async function findViewQuery(
  actor: Member,
  page: string,
  viewId: string,
): Promise<StoredView | null> {
  const [found] = await rows<StoredView>(Prisma.sql`
    SELECT v.id, v.name, v.query, v.deleted_at IS NOT NULL AS "isDeleted" FROM saved_view v
    WHERE ${visibleSql(actor, "view.read")} AND v.page = ${page} AND v.id = ${viewId}::uuid`);
  return found ?? null;
}
