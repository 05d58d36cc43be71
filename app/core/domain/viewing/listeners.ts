import { can, type LibraryRow } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

type Whose = { memberId: string | null; teamId: string | null };

/** Whether the actor leads somebody: an admin everybody, a manager who sits in a team of their scope (product §3.3). */
export const leads = (actor: Member, { teamIds }: Pick<Member, "teamIds">): boolean =>
  can(actor, "library.everywhere") || teamIds.some((id) => actor.scopeTeamIds.includes(id));

/** Whether the actor may say what a person or a team is to hear. */
export function mayRequireOf(
  actor: Member,
  { memberId, teamId }: Whose,
  members: readonly Member[],
): boolean {
  if (!can(actor, "library.require")) return false;
  if (teamId !== null)
    return can(actor, "library.everywhere") || actor.scopeTeamIds.includes(teamId);
  const member = members.find((one) => one.memberId === memberId);
  return member !== undefined && leads(actor, member);
}

/** Who of all members a person or a team means, as long as they can read the library. */
export const meantBy = (
  { memberId, teamId }: Whose,
  members: readonly Member[],
  library: LibraryRow,
): Member[] =>
  members.filter(
    (member) =>
      (member.memberId === memberId || (teamId !== null && member.teamIds.includes(teamId))) &&
      can(member, "library.read", library),
  );
