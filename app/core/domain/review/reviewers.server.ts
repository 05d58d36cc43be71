import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { dayText } from "./due-day.ts";
import type { ReviewersView, ReviewerView } from "./review-views.ts";

/** Who is to listen to a call that was loaded by its right, those who wait first, the earliest due day first. */
export async function reviewersOf(
  { workspaceId, memberId: reader }: Member,
  callId: string,
): Promise<ReviewerView[]> {
  const [found, grants] = await Promise.all([
    db.reviewAssignment.findMany({
      where: { workspaceId, callId },
      orderBy: [
        { doneAt: { sort: "desc", nulls: "first" } },
        { dueOn: { sort: "asc", nulls: "last" } },
        { id: "asc" },
      ],
      include: { member: { select: { name: true } }, by: { select: { name: true } } },
    }),
    db.callGrant.findMany({
      where: { workspaceId, callId, source: "reviewer" },
      select: { sourceId: true },
    }),
  ]);
  const granted = new Set(grants.map(({ sourceId }) => sourceId));
  return found.map(({ id, memberId, member, by, dueOn, doneAt }) => ({
    ...{ id, member: { id: memberId, name: member.name }, by: by.name },
    ...{ dueOn: dayText(dueOn), doneAt: doneAt?.toISOString() ?? null },
    ...{ hasAccess: granted.has(id), isMine: memberId === reader },
  }));
}

/**
 * Who is to listen to a call and who else can be asked: active colleagues but the owner and whom it was asked of, by name.
 * @throws DomainError `not_found`, `forbidden` for who may not change the call
 */
export async function listReviewers(actor: Member, callId: string): Promise<ReviewersView> {
  const { workspaceId } = actor;
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const call = authorise(actor, "call.update", found);
  const [members, reviewers] = await Promise.all([
    listMemberActors(workspaceId),
    reviewersOf(actor, callId),
  ]);
  const taken = new Set([call.ownerId, ...reviewers.map(({ member }) => member.id)]);
  return {
    reviewers,
    choices: members
      .filter(({ memberId }) => !taken.has(memberId))
      .map((member) => ({
        ...{ id: member.memberId, name: member.name },
        sees: can(member, "call.read", call),
      })),
    mayGiveAccess: can(actor, "call.share", call),
  };
}
