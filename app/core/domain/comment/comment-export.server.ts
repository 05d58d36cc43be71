import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { notePrivateOpening } from "../rights/private-access.server.ts";
import { listComments } from "./comment-reads.server.ts";
import type { CommentView } from "./comment-views.ts";

export const COMMENT_FORMATS = ["txt", "vtt", "csv"] as const;
export type CommentFormat = (typeof COMMENT_FORMATS)[number];
export type CommentsOfCall = { title: string; comments: CommentView[] };

/**
 * The comments of a call for a file: what the actor sees of them, deleted ones left out, with an entry in the user log
 * (product §8.7).
 * @throws DomainError `not_found`
 */
export async function exportComments(
  actor: Member,
  callId: string,
  format: CommentFormat,
): Promise<CommentsOfCall> {
  const { workspaceId } = actor;
  const call = authorise(
    actor,
    "call.read",
    await db.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.read") },
      select: { ...callAccess, title: true },
    }),
  );
  await notePrivateOpening(actor, callId);
  const shown = await listComments(actor, { workspaceId, callId });
  const comments = shown.filter(({ isDeleted }) => !isDeleted);
  await db.$transaction((tx) =>
    record(
      tx,
      actor,
      "comment.exported",
      { kind: "call", id: callId },
      { after: { format, rows: comments.length } },
    ),
  );
  return { title: call.title, comments };
}
