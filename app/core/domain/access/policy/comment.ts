import type { Prisma } from "#app/core/platform/db.server.ts";
import type { Member, Role } from "../actor.ts";
import { call, callAccess } from "./call.ts";
import { type Rule, withFrame } from "./rule.ts";

/** What a rule about a comment looks at; spread it into a `select`. */
export const commentAccess = {
  workspaceId: true,
  authorId: true,
  visibility: true,
  call: { select: callAccess },
} as const satisfies Prisma.CommentSelect;

export type CommentRow = Prisma.CommentGetPayload<{ select: typeof commentAccess }>;
type CommentRule = Rule<CommentRow, Prisma.CommentWhereInput>;

const { frame: callFrame, rules: seen } = call["call.read"];
/** Whoever sees the call. */
const reader = (role: Role): CommentRule => ({
  one: (actor, { call: row }) => seen[role].one(actor, row),
  many: (actor) => ({ call: seen[role].many(actor) }),
});
const author: CommentRule = {
  one: (actor, row) => row.authorId === actor.memberId,
  many: (actor) => ({ authorId: actor.memberId }),
};
const both = (...rules: CommentRule[]): CommentRule => ({
  one: (actor, row) => rules.every((rule) => rule.one(actor, row)),
  many: (actor) => ({ AND: rules.map((rule) => rule.many(actor)) }),
});

/** Only with their own eyes: who views as somebody reads none of their private notes. */
const isOwnNote = (actor: Member, authorId: string): boolean =>
  actor.impersonator === null && authorId === actor.memberId;

/** What hangs on a call is judged by it; a private comment is its author's alone, whatever role others have. */
const frame: CommentRule = {
  one: (actor, row) =>
    row.workspaceId === actor.workspaceId &&
    callFrame.one(actor, row.call) &&
    (row.visibility !== "private" || isOwnNote(actor, row.authorId)),
  many: (actor) => ({
    workspaceId: actor.workspaceId,
    call: callFrame.many(actor),
    OR: [
      { visibility: { not: "private" } },
      ...(actor.impersonator === null ? [{ authorId: actor.memberId }] : []),
    ],
  }),
};

const readers = { admin: reader("admin"), manager: reader("manager"), rep: reader("rep") };
const authors = {
  admin: both(readers.admin, author),
  manager: both(readers.manager, author),
  rep: both(readers.rep, author),
};

/** product §3.3; writing one is a right on the call, `comment.write`. */
export const comment = withFrame(() => frame, {
  "comment.read": readers,
  "comment.resolve": readers,
  "comment.edit": authors,
  /** And to undo it. */
  "comment.delete": { ...authors, admin: readers.admin },
});
