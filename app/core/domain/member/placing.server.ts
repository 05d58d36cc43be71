import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";

/** A team of the workspace that still is. @throws DomainError `validation_failed` (teamId: invalid_choice) */
export async function requireTeam(
  tx: Tx,
  actor: Member,
  teamId: string,
  field = "teamId",
): Promise<void> {
  const team = await tx.team.findFirst({
    where: { workspaceId: actor.workspaceId, id: teamId, deletedAt: null },
    select: { id: true },
  });
  if (!team) throw new DomainError("validation_failed", { [field]: ["invalid_choice"] });
}

/** Makes a team a person's primary one, in place of the one they had; their other teams stay. Null: none. */
export async function placeIn(
  tx: Tx,
  actor: Member,
  memberId: string,
  teamId: string | null,
): Promise<void> {
  const { workspaceId } = actor;
  if (teamId !== null) await requireTeam(tx, actor, teamId);
  const seat = await tx.member.findFirst({
    where: { workspaceId, id: memberId },
    select: { primaryTeamId: true },
  });
  const before = seat?.primaryTeamId ?? null;
  if (before === teamId) return;
  if (before !== null)
    await tx.teamMember.deleteMany({ where: { workspaceId, memberId, teamId: before } });
  if (teamId !== null)
    await tx.teamMember.createMany({
      data: { workspaceId, memberId, teamId },
      skipDuplicates: true,
    });
}

/** The teams a manager with scope `listed` sees, in place of those before. @throws DomainError `validation_failed` */
export async function listScope(
  tx: Tx,
  actor: Member,
  memberId: string,
  teamIds: readonly string[],
): Promise<void> {
  const { workspaceId } = actor;
  const wanted = [...new Set(teamIds)];
  const found = await tx.team.count({
    where: { workspaceId, id: { in: wanted }, deletedAt: null },
  });
  if (found !== wanted.length)
    throw new DomainError("validation_failed", { scopeTeamIds: ["invalid_choice"] });
  await tx.managerScope.deleteMany({ where: { workspaceId, memberId } });
  await tx.managerScope.createMany({
    data: wanted.map((teamId) => ({ workspaceId, memberId, teamId })),
  });
}
