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
 * One statement for members and their teams. A manager's scope is own teams with all below them, a list, or the whole
 * workspace (product §2).
 * @param found selects `ACTOR_COLUMNS`, and whatever else its reader wants, of the members
 */
export const withTeams = (found: Prisma.Sql): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE found AS (${found}), own AS (
    SELECT member_id, primary_team_id AS id FROM found WHERE primary_team_id IS NOT NULL
    UNION SELECT f.member_id, t.team_id FROM team_member t JOIN found f ON f.workspace_id = t.workspace_id AND f.member_id = t.member_id
  ), root AS (
    SELECT f.member_id, t.id FROM found f JOIN team t ON t.workspace_id = f.workspace_id WHERE f.scope = 'workspace'
    UNION ALL SELECT f.member_id, o.id FROM found f JOIN own o ON o.member_id = f.member_id WHERE f.scope = 'own_teams'
    UNION ALL SELECT f.member_id, ms.team_id FROM found f
      JOIN manager_scope ms ON ms.workspace_id = f.workspace_id AND ms.member_id = f.member_id WHERE f.scope = 'listed'
  ), scope AS (
    SELECT f.member_id, f.workspace_id, f.scope, t.id FROM found f JOIN root r ON r.member_id = f.member_id
      JOIN team t ON t.workspace_id = f.workspace_id AND t.id = r.id WHERE t.deleted_at IS NULL
    UNION SELECT s.member_id, s.workspace_id, s.scope, t.id FROM scope s
      JOIN team t ON t.workspace_id = s.workspace_id AND t.parent_id = s.id
    WHERE t.deleted_at IS NULL AND s.scope <> 'listed'
  )
  SELECT f.*, coalesce(o.ids, '{}') AS team_ids, coalesce(s.ids, '{}') AS scope_team_ids FROM found f
    LEFT JOIN (SELECT member_id, array_agg(id::text) AS ids FROM own GROUP BY member_id) o ON o.member_id = f.member_id
    LEFT JOIN (SELECT member_id, array_agg(id::text) AS ids FROM scope GROUP BY member_id) s ON s.member_id = f.member_id`;

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
  const [actor] = await readActors(workspaceId, Prisma.sql`m.id = ${memberId}::uuid`);
  return actor ?? null;
}

/** The same for every active member of a workspace, by name: who of them may do something is asked of each. */
export const listMemberActors = (workspaceId: string): Promise<Member[]> =>
  readActors(workspaceId, Prisma.sql`true`);

async function readActors(workspaceId: string, which: Prisma.Sql): Promise<Member[]> {
  const found = await rows<ActorRow>(
    Prisma.sql`${withTeams(Prisma.sql`
    SELECT ${ACTOR_COLUMNS} FROM member m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE m.workspace_id = ${workspaceId}::uuid AND ${which} AND m.state = 'active' AND m.scrubbed_at IS NULL`)}
    ORDER BY f.name, f.member_id`,
  );
  return found.map((row) => ({
    ...actorOf(row),
    sessionId: "",
    impersonator: null,
    privateUntil: null,
    origin: { ip: null, agent: null, requestId: null },
  }));
}
