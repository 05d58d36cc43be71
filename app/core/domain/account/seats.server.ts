import type { Tx } from "#app/core/platform/db.server.ts";
import { limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";

/**
 * Whether so many more may be members of the workspace. Whoever was deactivated gives their place back, since nobody is
 * ever removed.
 * @throws DomainError `limit_reached`
 */
export async function demandSeats(tx: Tx, workspaceId: string, wanted: number): Promise<void> {
  const taken = await tx.member.count({
    where: { workspaceId, state: { not: "deactivated" }, scrubbedAt: null },
  });
  if (taken + wanted > LIMITS.members) throw limitReached(LIMITS.members, taken);
}
