import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { notify, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { commentAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { markStale } from "../search/index.server.ts";

export type CommentRef = { workspaceId: string; callId: string; commentId: string };

/** What a view is made of. */
export const commentRow = {
  ...commentAccess,
  id: true,
  callId: true,
  parentId: true,
  author: { select: { id: true, name: true } },
  t0Ms: true,
  t1Ms: true,
  body: true,
  kind: true,
  isFlag: true,
  editedAt: true,
  resolvedAt: true,
  resolvedBy: true,
  deletedAt: true,
  version: true,
  createdAt: true,
  mentions: {
    select: { member: { select: { id: true, name: true } } },
    orderBy: { memberId: "asc" },
  },
  follows: { select: { memberId: true, isOn: true } },
  feedbackRequests: {
    where: { state: { not: "withdrawn" } },
    select: { member: { select: { id: true, name: true } }, dueOn: true, state: true },
    orderBy: { id: "asc" },
  },
} as const satisfies Prisma.CommentSelect;
export type CommentRecord = Prisma.CommentGetPayload<{ select: typeof commentRow }>;

/** Open pages of the call read the comment again when the transaction commits, each with its reader's rights. */
export const publishComment = (
  tx: Tx,
  { workspaceId, callId, commentId }: CommentRef,
): Promise<void> => notify(tx, "comment", `${workspaceId}:${callId}:${commentId}`);

/** The search reads the comments of the call again: soon, and by the sweep where the job finds another at work. */
export async function indexComments(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  await markStale(tx, { workspaceId, callId });
  await enqueue(tx, indexCall, `${callId}:comments`, { v: 1, workspaceId, callId });
}

/** Writes about the comments of a call take turns, so that limits hold. */
export async function inTurn(tx: Tx, callId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`comments:${callId}`}, 0))`;
}

/**
 * The refusal of a command about a comment that is not there, or that the actor may not know of: somebody has deleted it
 * while they looked at it, mostly, and their page stays. Of a call they may not know of it is `not_found`.
 */
export async function commentGone(tx: Tx, actor: Member, callId: string): Promise<DomainError> {
  const seen = await tx.call.count({ where: { id: callId, AND: visible(actor, "call.read") } });
  return seen === 0
    ? new DomainError("not_found")
    : new DomainError("validation_failed", { commentId: ["comment_gone"] });
}

/** What the user log tells of a comment: of a private one not even on which call it stands. */
export const logged = (callId: string, isPrivate: boolean): { after?: object } =>
  isPrivate ? {} : { after: { call: callId } };
