import * as z from "zod";
import { authorise, commentAccess, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { deleteComment } from "#app/core/domain/comment/comment-state.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { markNotice } from "#app/core/domain/review/own-notices.server.ts";
import { reopenRequest } from "#app/core/domain/review/request.server.ts";
import { db } from "#app/core/platform/db.server.ts";

/** An empty field is none. */
export const optionalId = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .transform((id) => (id === "" ? undefined : id));
export const undoAnswerForm = z.object({
  ...{ callId: z.uuid(), commentId: z.uuid() },
  ...{ requestId: optionalId, noticeId: optionalId },
});

/**
 * Takes an answer of Home back: the comment, and what it answered waits again. All that the form names is looked for
 * before anything is done.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function undoAnswer(
  actor: Member,
  { callId, commentId, requestId, noticeId }: z.output<typeof undoAnswerForm>,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const mine = { workspaceId, memberId };
  const [comment, requests, notices] = await Promise.all([
    db.comment.findFirst({
      where: { id: commentId, callId, deletedAt: null, AND: visible(actor, "comment.read") },
      select: commentAccess,
    }),
    requestId === undefined ? 1 : db.feedbackRequest.count({ where: { ...mine, id: requestId } }),
    noticeId === undefined ? 1 : db.notification.count({ where: { ...mine, id: noticeId } }),
  ]);
  authorise(actor, "comment.delete", comment);
  if (requests === 0 || notices === 0) throw new DomainError("not_found");
  if (requestId !== undefined) await reopenRequest(actor, { callId, requestId });
  await deleteComment(actor, callId, commentId);
  if (noticeId !== undefined) await markNotice(actor, noticeId, false);
}
