import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";

type Team = { id: string; parentId: string | null };

/**
 * Every active member of a workspace with the rights of their sign-in, by name, as `findMemberActor` finds one: who of
 * them may do something is asked of each. Teams and scopes are put together here: one statement for 2,000 members and
 * 200 teams took the database longer than a statement may.
 */
export async function listMemberActors(workspaceId: string): Promise<Member[]> {
  const [workspace, members, seats, listed, teams] = await Promise.all([
    db.workspace.findFirst({ where: { id: workspaceId, deletedAt: null } }),
    db.member.findMany({
      where: { workspaceId, state: "active", scrubbedAt: null },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
    db.teamMember.findMany({ where: { workspaceId }, select: { memberId: true, teamId: true } }),
    db.managerScope.findMany({ where: { workspaceId }, select: { memberId: true, teamId: true } }),
    db.team.findMany({
      where: { workspaceId, deletedAt: null },
      select: { id: true, parentId: true },
    }),
  ]);
  if (!workspace) return [];
  const seatsOf = Map.groupBy(seats, ({ memberId }) => memberId);
  const listedOf = Map.groupBy(listed, ({ memberId }) => memberId);
  const below = Map.groupBy(teams, ({ parentId }) => parentId);
  const known = new Set(teams.map(({ id }) => id));
  return members.map((member) => {
    const { id: memberId, primaryTeamId, scope, name, email, role, language, timeZone } = member;
    const own = new Set((seatsOf.get(memberId) ?? []).map(({ teamId }) => teamId));
    if (primaryTeamId !== null) own.add(primaryTeamId);
    const inScope =
      scope === "workspace"
        ? known
        : scope === "listed"
          ? new Set((listedOf.get(memberId) ?? []).map(({ teamId }) => teamId))
          : withAllBelow(own, below, known);
    return {
      kind: "member",
      ...{ workspaceId, memberId, name, email, role, language, timeZone },
      sessionId: "",
      teamIds: [...own],
      scopeTeamIds: [...inScope].filter((id) => known.has(id)),
      isDemo: workspace.isDemo,
      impersonator: null,
      privateUntil: null,
      origin: { ip: null, agent: null, requestId: null },
    };
  });
}

/** Teams and everything below them, without deleted ones and what hangs on those alone. */
function withAllBelow(
  teams: ReadonlySet<string>,
  below: ReadonlyMap<string | null, Team[]>,
  known: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...teams];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !known.has(id)) continue;
    found.add(id);
    waiting.push(...(below.get(id) ?? []).map((team) => team.id));
  }
  return found;
}
