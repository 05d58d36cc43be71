import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { commentsPart } from "#app/core/pages/playback-comments.server.ts";
import { askedOf, type CasesOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofCall = { callId: "{callId}" };

const ofPlayback = {
  add_comment: [
    { right: "comment.write", form: { body: "A word about it", t0Ms: "100", t1Ms: "800" } },
    {
      right: "comment.write",
      form: { body: "A question", ask: "{heirId}", mentions: "{memberId}", access: "leave" },
    },
  ],
  reply: [
    { right: "comment.write", form: { commentId: "{commentId}", body: "An answer" } },
    {
      right: "comment.write",
      form: { commentId: "{commentId}", body: "An answer", mentions: "{memberId}" },
    },
  ],
  edit_comment: {
    right: "comment.edit",
    form: {
      ...{ commentId: "{commentId}", body: "Another text", version: "1" },
      mentions: "{memberId}",
    },
  },
  delete_comment: { right: "comment.delete", form: { commentId: "{commentId}" } },
  restore_comment: { right: "comment.delete", form: { commentId: "{deletedCommentId}" } },
  resolve_comment: { right: "comment.resolve", form: { commentId: "{commentId}" } },
  reopen_comment: { right: "comment.resolve", form: { commentId: "{commentId}" } },
  follow_comment: { right: "comment.read", form: { commentId: "{commentId}" } },
  unfollow_comment: { right: "comment.read", form: { commentId: "{commentId}" } },
} satisfies CasesOf<typeof commentsPart.commands>;

const ofHome = {
  answer: {
    right: "comment.write",
    form: { ...ofCall, commentId: "{commentId}", body: "An answer" },
  },
  undo_answer: [
    { right: "comment.delete", form: { ...ofCall, commentId: "{commentId}" } },
    {
      right: "comment.delete",
      form: { ...ofCall, commentId: "{commentId}", requestId: "{requestId}" },
    },
  ],
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [
    read("comment.write", "routes/resource/comment-mentions", "/calls/{callId}/mentions.json"),
    ...["txt", "vtt", "csv"].map((kind) =>
      read(
        "call.read",
        `routes/resource/comments-export-${kind}`,
        `/calls/{callId}/comments.${kind}`,
      ),
    ),
  ],
  commands: [
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...askedOf("routes/work/home", "/?index", ofHome),
  ],
  optional: ["t0Ms", "t1Ms", "mentions", "access", "ask", "requestId"],
};
