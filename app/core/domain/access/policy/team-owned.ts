import { Prisma } from "#app/core/platform/db.server.ts";
import { always, either, type ListRule, never } from "./rule.ts";

type Row = { workspaceId: string; teamId: string | null };
/** As every table with a workspace and a team takes it. */
type Where = {
  workspaceId?: string;
  teamId?: string | null | { in: string[] };
  id?: { in: string[] };
  OR?: Where[];
};
export type TeamOwnedRule = ListRule<Row, Where>;

/**
 * Rules of what belongs to the workspace or to one of its teams (product §3.3: labels, terms, trackers): the admins'
 * to manage, and a manager's for the teams of their scope.
 * @param table its alias in SQL
 */
export function teamOwned(table: "l" | "tm" | "tk") {
  const teamId = Prisma.raw(`${table}.team_id`);
  const any: TeamOwnedRule = { one: always, many: () => ({}), sql: () => Prisma.sql`true` };
  const none: TeamOwnedRule = {
    one: never,
    many: () => ({ id: { in: [] } }),
    sql: () => Prisma.sql`false`,
  };
  const ofWorkspace: TeamOwnedRule = {
    one: (_, row) => row.teamId === null,
    many: () => ({ teamId: null }),
    sql: () => Prisma.sql`${teamId} IS NULL`,
  };
  const ofTeam: TeamOwnedRule = {
    one: (actor, row) => row.teamId !== null && actor.teamIds.includes(row.teamId),
    many: (actor) => ({ teamId: { in: [...actor.teamIds] } }),
    sql: (actor) => Prisma.sql`${teamId} = ANY(${[...actor.teamIds]}::uuid[])`,
  };
  const inScope: TeamOwnedRule = {
    one: (actor, row) => row.teamId !== null && actor.scopeTeamIds.includes(row.teamId),
    many: (actor) => ({ teamId: { in: [...actor.scopeTeamIds] } }),
    sql: (actor) => Prisma.sql`${teamId} = ANY(${[...actor.scopeTeamIds]}::uuid[])`,
  };
  const frame: TeamOwnedRule = {
    one: (actor, row) => row.workspaceId === actor.workspaceId,
    many: (actor) => ({ workspaceId: actor.workspaceId }),
    sql: (actor) => Prisma.sql`${Prisma.raw(`${table}.workspace_id`)} = ${actor.workspaceId}::uuid`,
  };
  return {
    frame: () => frame,
    read: {
      admin: any,
      manager: either(ofWorkspace, ofTeam, inScope),
      rep: either(ofWorkspace, ofTeam),
    },
    change: { admin: any, manager: inScope, rep: none },
  };
}
