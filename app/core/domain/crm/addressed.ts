import type { Prisma } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

/**
 * Changes that are the actor's to decide: of their own calls, and where a manager is asked those of the calls in their
 * charge. An admin may decide about others' as well, and is not asked to.
 */
export const addressedTo = (actor: Member): Prisma.CrmWriteWhereInput => ({
  workspaceId: actor.workspaceId,
  call: visible(actor, "crm.read"),
  OR: [
    {
      call: { ownerId: actor.memberId },
      OR: [{ review: { not: "manager" } }, { call: { visibility: "private" } }],
    },
    { review: "manager", call: visible(actor, "crm.approve") },
  ],
});
