import { db, notify } from "#app/core/platform/db.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

/**
 * An admin looks with a colleague's eyes from now on, in this sign-in alone: reading only, and nothing private
 * (product §12.2). Whoever views already has to stop first.
 * @throws DomainError `forbidden`, `not_found`, `invalid_state` (not active, or oneself)
 */
export async function viewAs(actor: Member, memberId: string): Promise<void> {
  demand(actor, "member.view_as");
  const { workspaceId, sessionId } = actor;
  await db.$transaction(async (tx) => {
    const member = await tx.member.findFirst({
      where: { AND: visible(actor, "member.read"), id: memberId },
      select: { state: true },
    });
    if (!member) throw new DomainError("not_found");
    if (member.state !== "active" || memberId === actor.memberId)
      throw new DomainError("invalid_state");
    await tx.session.updateMany({
      where: { workspaceId, id: sessionId },
      data: { viewAsId: memberId },
    });
    await record(tx, actor, "view.started", { kind: "member", id: memberId });
    await notify(tx, "member", `${workspaceId}:${sessionId}`);
  });
}

/** Back to one's own eyes. Whoever does not view has nothing to stop. */
export async function stopViewing(actor: Member): Promise<void> {
  if (actor.impersonator === null) return;
  const { workspaceId, sessionId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await tx.session.updateMany({
      where: { workspaceId, id: sessionId },
      data: { viewAsId: null },
    });
    await record(tx, actor, "view.ended", { kind: "member", id: memberId });
    await notify(tx, "member", `${workspaceId}:${sessionId}`);
  });
}
