import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  deleteComment,
  followComment,
  reopenComment,
  resolveComment,
  restoreComment,
} from "#app/core/domain/comment/comment-state.server.ts";
import { lastVisit, listComments } from "#app/core/domain/comment/comment-reads.server.ts";
import { addComment, editComment, reply } from "#app/core/domain/comment/comment-writes.server.ts";
import {
  addCommentForm,
  editCommentForm,
  ofComment,
  replyForm,
} from "#app/core/domain/comment/comment.schema.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";

/** A command whose form says only which comment it is about. */
const onComment = (
  needs: Permission,
  run: (actor: Member, callId: string, commentId: string) => Promise<void>,
) =>
  command({
    schema: ofComment,
    needs,
    run: (actor, { commentId }, { callId }) => run(actor, callId, commentId),
  });

/** What is said about a call, and who follows it. */
export const commentsPart = {
  load,
  commands: {
    add_comment: command({
      schema: addCommentForm,
      needs: "comment.write",
      run: (actor, input, { callId }) => addComment(actor, callId, input),
    }),
    reply: command({
      schema: replyForm,
      needs: "comment.write",
      run: (actor, input, { callId }) => reply(actor, callId, input),
    }),
    edit_comment: command({
      schema: editCommentForm,
      needs: "comment.edit",
      run: (actor, input, { callId }) => editComment(actor, callId, input),
    }),
    delete_comment: onComment("comment.delete", deleteComment),
    restore_comment: onComment("comment.delete", restoreComment),
    resolve_comment: onComment("comment.resolve", resolveComment),
    reopen_comment: onComment("comment.resolve", reopenComment),
    follow_comment: onComment("comment.read", (actor, callId, commentId) =>
      followComment(actor, callId, { commentId, isOn: true }),
    ),
    unfollow_comment: onComment("comment.read", (actor, callId, commentId) =>
      followComment(actor, callId, { commentId, isOn: false }),
    ),
  },
};

async function load({ actor, call }: PlaybackSource) {
  const [comments, lastVisitAt] = await Promise.all([
    listComments(actor, { workspaceId: call.workspaceId, callId: call.id }),
    lastVisit(actor, call.id),
  ]);
  return { comments, lastVisitAt };
}
