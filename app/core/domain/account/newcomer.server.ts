import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Role } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { demandSeats } from "./seats.server.ts";

export type About = { name: string; language: "en" | "ja"; timeZone: string | null };
const asActive = ({ name, language, timeZone }: About) => ({
  name,
  nameOrder: language === "ja" ? ("family_first" as const) : ("given_first" as const),
  language,
  timeZone,
  state: "active" as const,
  activeAt: now(),
});

/** Wakes somebody who was invited by name. @throws DomainError `link_ended` when they are not waiting (any more) */
export async function activateInvited(
  tx: Tx,
  { workspaceId, memberId, email }: { workspaceId: string; memberId: string; email: string },
  about: About,
): Promise<void> {
  const { count } = await tx.member.updateMany({
    where: { workspaceId, id: memberId, email, state: "invited", workspace: { deletedAt: null } },
    data: asActive(about),
  });
  if (count === 0) throw new DomainError("link_ended");
}

/** Adds somebody nobody invited by name. @returns their id @throws DomainError `limit_reached` */
export async function addMember(
  tx: Tx,
  {
    workspaceId,
    email,
    role,
    teamId,
  }: {
    workspaceId: string;
    email: string;
    role: Role;
    teamId: string | null;
  },
  about: About,
): Promise<string> {
  await demandSeats(tx, workspaceId, 1);
  const id = newId();
  await tx.member.create({
    data: { id, workspaceId, email, role, primaryTeamId: teamId, ...asActive(about) },
    select: { id: true },
  });
  if (teamId !== null)
    await tx.teamMember.create({
      data: { workspaceId, teamId, memberId: id },
      select: { memberId: true },
    });
  return id;
}

/** Counts one use of a sign-up link, if one is left at this very moment. @throws DomainError `link_ended` */
export async function countUse(
  tx: Tx,
  { workspaceId, linkId, memberId }: { workspaceId: string; linkId: string; memberId: string },
): Promise<void> {
  const used = await tx.$executeRaw`
    UPDATE sign_up_link SET uses = uses + 1, version = version + 1
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${linkId}::uuid AND revoked_at IS NULL AND uses < max_uses`;
  if (used === 0) throw new DomainError("link_ended");
  await tx.signUpUse.create({
    data: { workspaceId, linkId, memberId },
    select: { memberId: true },
  });
}
