import { now } from "#app/core/platform/clock.ts";
import { db, notify } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";

/** Marks a notice of the actor's own as read, or as not read after all. @throws DomainError `not_found`, `forbidden` */
export async function markNotice(actor: Member, noticeId: string, isRead: boolean): Promise<void> {
  demand(actor, "home.read");
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { workspaceId, memberId, id: noticeId },
      data: { readAt: isRead ? now() : null },
    });
    if (count === 0) throw new DomainError("not_found");
    await notify(tx, "member", `${workspaceId}:${memberId}`);
  });
}
