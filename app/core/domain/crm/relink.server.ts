import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { can } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { isActivity } from "./activity.server.ts";
import { proposeAnew } from "../match/propose-anew.server.ts";
import { queueRevert } from "./revert.server.ts";
import { moveWrite, writeRow, type WriteRow } from "./write-row.server.ts";

type Moved = { callId: string; from: string | null };

/**
 * A call is about another deal now: what was written into the old one is put back, what waited for it is over, and the
 * call's summary is proposed for the new one, with the review that its rows ask for (product §17.7). Who may not put
 * back what was written leaves it there; whoever may finds it in the journal.
 * @param from the deal it was about
 */
export async function followDeal(tx: Tx, actor: Member, { callId, from }: Moved): Promise<void> {
  const { workspaceId } = actor;
  const known = await tx.crmWrite.findMany({ where: { workspaceId, callId }, select: writeRow });
  // An activity of the people alone goes to the deal, as one of another deal does.
  for (const write of known)
    if (write.dealId === from && (from !== null || isActivity(write.object)))
      await leave(tx, actor, write);
  // Also of a call without any: they may be on their way, and have read it without its deal.
  await proposeAnew(tx, { workspaceId, callId });
}

async function leave(tx: Tx, actor: Member, write: WriteRow): Promise<void> {
  const { memberId: by } = actor;
  switch (write.state) {
    case "conflict":
    case "failed":
      await moveWrite(tx, write, "rejected", {
        by,
        data: { decidedById: by, decidedAt: now(), fault: "relinked" },
      });
      return;
    case "written":
      if (can(actor, "crm.revert", write.call)) await queueRevert(tx, write, { byId: by });
      return;
    // The proposals that are made next take the place of what waits; what is on its way is stopped by its own look.
    case "proposed":
    case "blocked":
    case "dry_run":
    case "in_review":
    case "approved":
    case "writing":
    case "revert_conflict":
    case "reverted":
    case "rejected":
    case "expired":
    case "superseded":
  }
}
