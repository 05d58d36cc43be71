import { takeReviewer } from "#app/core/domain/review/review.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { type SignedIn, aComment, aMember } from "#tests/support/factories.ts";
import { begin, type Fixtures, type Ids, partOfCall, type Scene } from "../noun.ts";

const COLLEAGUES = ["grantId", "granteeId", "assignmentId", "requestId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof COLLEAGUES> {}
}

/** A colleague who was given access, is to review it, and was asked about it. */
const colleagues = partOfCall(COLLEAGUES, async ({ owner, call }) => {
  const of = await call();
  const given = await aGrant(of);
  return {
    ...given,
    assignmentId: await aReview(of, owner, given.granteeId),
    requestId: await aRequest(of, owner, given.granteeId),
  };
});

/** To a colleague who is none of the actors. */
async function aGrant({ id: callId, workspaceId }: { id: string; workspaceId: string }) {
  const { memberId } = await aMember({ id: workspaceId });
  const id = newId();
  await db.callGrant.create({
    data: { id, workspaceId, callId, memberId, level: "view", source: "direct" },
  });
  return { grantId: id, granteeId: memberId };
}
/** Of the colleague who has access, about a comment of the owner's; it was answered. */
async function aRequest(
  call: { id: string; workspaceId: string },
  owner: SignedIn,
  memberId: string,
): Promise<string> {
  const { workspaceId, id: callId } = call;
  const id = newId();
  const { id: commentId } = await aComment(call, owner);
  const by = { byId: owner.memberId, state: "answered", answeredAt: new Date() } as const;
  await db.feedbackRequest.create({
    data: { id, workspaceId, callId, commentId, memberId, ...by },
  });
  return id;
}
/** By the colleague who has access. */
async function aReview(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  { memberId: byId }: SignedIn,
  memberId: string,
) {
  const id = newId();
  await db.reviewAssignment.create({ data: { id, workspaceId, callId, memberId, byId } });
  return id;
}

const isToReview = (
  { actor: { memberId }, owner, house: { callId } }: Scene,
  doneAt: Date | null,
) =>
  db.reviewAssignment.create({
    data: {
      ...{ id: newId(), workspaceId: owner.workspaceId, callId, memberId },
      ...{ byId: owner.memberId, doneAt },
    },
  });

export const fixtures: Fixtures = {
  parts: [colleagues],
  beginnings: {
    "/?index undo_answer 2": begin(
      ({ actor: { workspaceId, memberId }, house: { requestId: id } }) =>
        db.feedbackRequest.updateMany({ where: { workspaceId, id }, data: { memberId } }),
    ),
    "/?index finish_review": begin((scene) => isToReview(scene, null)),
    "/?index reopen_review": begin((scene) => isToReview(scene, new Date())),
    "/playback/{callId} restore_reviewer": begin(({ owner, house: { callId, assignmentId } }) =>
      takeReviewer(owner, callId, assignmentId),
    ),
    "/playback/{callId} finish_review": begin((scene) => isToReview(scene, null)),
    "/playback/{callId} reopen_review": begin((scene) => isToReview(scene, new Date())),
  },
};
