import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../access/actor.ts";

/** A member with the teams their rights depend on. */
export type ActorRow = {
  workspace_id: string;
  member_id: string;
  name: string;
  email: string;
  role: Role;
  language: string | null;
  time_zone: string | null;
  is_demo: boolean;
  team_ids: string[];
  scope_team_ids: string[];
};

/** What `withTeams` reads of `member m` and `workspace w`. */
export const ACTOR_COLUMNS = Prisma.sql`m.workspace_id, m.id AS member_id, m.name, m.email, m.role, m.language, m.time_zone,
  m.scope, m.primary_team_id, w.is_demo`;

/**
 * One statement for a member and their teams. A manager's scope is own teams with all below them, a list, or the whole
 * workspace (product §2).
 * @param found selects `ACTOR_COLUMNS`, and whatever else its reader wants, of one member
 */
export const withTeams = (found: Prisma.Sql): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE found AS (${found}), own AS (
    SELECT primary_team_id AS id FROM found WHERE primary_team_id IS NOT NULL
    UNION SELECT t.team_id FROM team_member t JOIN found f ON f.workspace_id = t.workspace_id AND f.member_id = t.member_id
  ), scope AS (
    SELECT t.id, t.workspace_id FROM team t JOIN found f ON f.workspace_id = t.workspace_id
    WHERE t.deleted_at IS NULL AND CASE f.scope
      WHEN 'workspace' THEN true
      WHEN 'own_teams' THEN t.id IN (SELECT id FROM own)
      ELSE t.id IN (SELECT ms.team_id FROM manager_scope ms WHERE ms.workspace_id = f.workspace_id AND ms.member_id = f.member_id) END
    UNION SELECT t.id, t.workspace_id FROM team t JOIN scope s ON t.workspace_id = s.workspace_id AND t.parent_id = s.id
    WHERE t.deleted_at IS NULL AND (SELECT scope FROM found) <> 'listed'
  )
  SELECT f.*, ARRAY(SELECT id FROM own)::text[] AS team_ids, ARRAY(SELECT id FROM scope)::text[] AS scope_team_ids
  FROM found f`;

/** What an actor has of their row; session, origin and whose eyes are theirs to add. */
export const actorOf = (row: ActorRow) => ({
  kind: "member" as const,
  workspaceId: row.workspace_id,
  memberId: row.member_id,
  role: row.role,
  name: row.name,
  email: row.email,
  teamIds: row.team_ids,
  scopeTeamIds: row.scope_team_ids,
  language: row.language,
  timeZone: row.time_zone,
  isDemo: row.is_demo,
});

/**
 * A member for whom the worker acts, with their rights as they are now: no session, so no private access and nobody
 * else's eyes.
 * @returns null when they are no longer an active member of the workspace
 */
export async function findMemberActor(
  workspaceId: string,
  memberId: string,
): Promise<Member | null> {
  const [row] = await rows<ActorRow>(
    withTeams(Prisma.sql`
    SELECT ${ACTOR_COLUMNS} FROM member m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${memberId}::uuid AND m.state = 'active' AND m.scrubbed_at IS NULL`),
  );
  return row ? withoutSession(row) : null;
}

const withoutSession = (row: ActorRow): Member => ({
  ...actorOf(row),
  sessionId: "",
  impersonator: null,
  privateUntil: null,
  origin: { ip: null, agent: null, requestId: null },
});
