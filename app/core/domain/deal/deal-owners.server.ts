import type { Tx } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

export type DealOwner = { id: string; name: string; email: string; teamId: string | null };

/** Whose a deal may be that the actor enters, by name: their own, and theirs whose deals they may change. */
export async function listDealOwners(
  tx: Pick<Tx, "member">,
  actor: Member,
): Promise<{ owners: DealOwner[]; others: DealOwner[] }> {
  const { workspaceId } = actor;
  const members = await tx.member.findMany({
    where: { workspaceId, state: "active" },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: {
      ...{ id: true, name: true, email: true, primaryTeamId: true },
      workspace: { select: { dealVisibility: true } },
    },
  });
  const owners: DealOwner[] = [];
  const others: DealOwner[] = [];
  for (const { id, name, email, primaryTeamId: teamId, workspace } of members) {
    const deal = { workspaceId, ownerId: id, teamId, deletedAt: null, workspace };
    (can(actor, "deal.update", deal) ? owners : others).push({ id, name, email, teamId });
  }
  return { owners, others };
}
