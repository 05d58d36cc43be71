import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can, demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { NewTeam, TeamChange } from "./member.schema.ts";
import type { TeamRow } from "./member-views.ts";

/** Teams the actor may see: all for admins, those of their scope for managers. By name. */
export async function listTeams(actor: Member): Promise<TeamRow[]> {
  demand(actor, "member.list");
  const found = await db.team.findMany({
    where: {
      workspaceId: actor.workspaceId,
      deletedAt: null,
      ...(!can(actor, "member.manage") && { id: { in: [...actor.scopeTeamIds] } }),
    },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      parentId: true,
      version: true,
      parent: { select: { name: true } },
      _count: { select: { teamMembers: true } },
    },
  });
  return found.map(({ id, name, parentId, version, parent, _count }) => ({
    id,
    name,
    parentId,
    version,
    parent: parent?.name ?? null,
    members: _count.teamMembers,
  }));
}

/** Ids and names of the teams that the actor may make labels for. */
export const listTeamNames = (actor: Member): Promise<{ id: string; name: string }[]> =>
  db.team.findMany({
    where: {
      workspaceId: actor.workspaceId,
      deletedAt: null,
      ...(!can(actor, "label.everywhere") && { id: { in: [...actor.scopeTeamIds] } }),
    },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });

/** @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export async function makeTeam(actor: Member, { name, parentId }: NewTeam): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId, memberId } = actor;
  const id = newId();
  await inTurn(actor, async (tx) => {
    if ((await tx.team.count({ where: { workspaceId, deletedAt: null } })) >= LIMITS.teams)
      throw limitReached(LIMITS.teams);
    await checkPlace(tx, workspaceId, null, parentId);
    await tx.team.create({
      data: { id, workspaceId, name, parentId, createdBy: memberId },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "team.made",
      { kind: "team", id },
      { after: { name, parent: parentId } },
    );
  });
}

/** Renames or moves a team. @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed` */
export async function changeTeam(actor: Member, input: TeamChange): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  const { teamId, name, parentId, version } = input;
  await inTurn(actor, async (tx) => {
    const before = await tx.team.findFirst({
      where: { workspaceId, id: teamId, deletedAt: null },
      select: { name: true, parentId: true },
    });
    if (!before) throw new DomainError("not_found");
    await checkPlace(tx, workspaceId, teamId, parentId);
    const { count } = await tx.team.updateMany({
      where: { workspaceId, id: teamId, version },
      data: { name, parentId, version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, teamId);
    await record(
      tx,
      actor,
      "team.changed",
      { kind: "team", id: teamId },
      { before: { name: before.name, parent: before.parentId }, after: { name, parent: parentId } },
    );
  });
}

/** Removes an empty team; calls keep theirs. @throws DomainError `forbidden`, `not_found`, `validation_failed` (team_not_empty) */
export async function removeTeam(actor: Member, teamId: string): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  await inTurn(actor, async (tx) => {
    const team = await tx.team.findFirst({
      where: { workspaceId, id: teamId, deletedAt: null },
      select: {
        _count: { select: { teamMembers: true, children: { where: { deletedAt: null } } } },
      },
    });
    if (!team) throw new DomainError("not_found");
    if (team._count.teamMembers + team._count.children > 0)
      throw new DomainError("validation_failed", { "": ["team_not_empty"] });
    await tx.team.updateMany({
      where: { workspaceId, id: teamId },
      data: { deletedAt: now(), version: { increment: 1 } },
    });
    await record(tx, actor, "team.removed", { kind: "team", id: teamId });
  });
}

/** Changes of the tree take turns, or two moves at once could close a circle. */
async function inTurn(actor: Member, change: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${actor.workspaceId}::uuid FOR NO KEY UPDATE`;
      await change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new DomainError("validation_failed", { name: ["already_used"] });
    throw error;
  }
}

type Place = { id: string; parent_id: string | null; depth: number };

/** The parent is a living team of the workspace, not under the team itself, and not too deep. */
async function checkPlace(
  tx: Tx,
  workspaceId: string,
  teamId: string | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return;
  const above = await tx.$queryRaw<Place[]>`
    WITH RECURSIVE above AS (
      SELECT t.id, t.parent_id, 1 AS depth FROM team t
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ${parentId}::uuid AND t.deleted_at IS NULL
      UNION ALL SELECT t.id, t.parent_id, a.depth + 1 FROM team t JOIN above a ON t.workspace_id = ${workspaceId}::uuid AND t.id = a.parent_id
      WHERE a.depth < 50
    ) SELECT id, parent_id, depth FROM above`;
  if (above.length === 0)
    throw new DomainError("validation_failed", { parentId: ["invalid_choice"] });
  if (above.some(({ id }) => id === teamId))
    throw new DomainError("validation_failed", { parentId: ["team_cycle"] });
  const below = teamId === null ? 1 : await heightOf(tx, workspaceId, teamId);
  if (above.length + below > LIMITS.teamDepth)
    throw new DomainError("validation_failed", { parentId: ["team_depth"] });
}

/** Levels from a team down, itself counted. */
async function heightOf(tx: Tx, workspaceId: string, teamId: string): Promise<number> {
  const [found] = await tx.$queryRaw<{ height: number }[]>`
    WITH RECURSIVE below AS (
      SELECT t.id, 1 AS depth FROM team t WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ${teamId}::uuid
      UNION ALL SELECT t.id, b.depth + 1 FROM team t JOIN below b ON t.workspace_id = ${workspaceId}::uuid AND t.parent_id = b.id
      WHERE t.deleted_at IS NULL AND b.depth < 50
    ) SELECT max(depth)::int AS height FROM below`;
  return found?.height ?? 1;
}
