import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, commentAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { resumeRequests, suspendRequests } from "../review/request.server.ts";
import { regiveFor, takeBackFor } from "./address.server.ts";
import { commentGone, indexComments, logged, publishComment } from "./comment-rows.server.ts";

type Right = "comment.read" | "comment.resolve" | "comment.delete";
const row = {
  ...commentAccess,
  id: true,
  callId: true,
  parentId: true,
  resolvedAt: true,
  call: { select: { ...callAccess, id: true } },
} as const;

type Wanted = { commentId: string; right: Right; isDeleted?: boolean };

/** @throws DomainError `not_found`, `forbidden`, `validation_failed` (commentId: comment_gone) */
async function find(
  tx: Tx,
  actor: Member,
  callId: string,
  { commentId, right, isDeleted = false }: Wanted,
) {
  const found = await tx.comment.findFirst({
    where: {
      ...{ id: commentId, callId, deletedAt: isDeleted ? { not: null } : null },
      AND: visible(actor, "comment.read"),
    },
    select: row,
  });
  if (!found) throw await commentGone(tx, actor, callId);
  return authorise(actor, right, found);
}

/** Deletes a comment, and with it the access its mentions and questions gave. Answers stay, under "Deleted". @throws DomainError `not_found`, `forbidden` */
export async function deleteComment(
  actor: Member,
  callId: string,
  commentId: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const comment = await find(tx, actor, callId, { commentId, right: "comment.delete" });
    await set(tx, actor, comment, { deletedAt: now() }, "comment.deleted");
    await takeBackFor(tx, actor, commentId);
    await suspendRequests(tx, actor, commentId);
  });
}

/** Undoes a deletion: the access comes back to those who need it, where the actor may give it. @throws DomainError `not_found`, `forbidden` */
export async function restoreComment(
  actor: Member,
  callId: string,
  commentId: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const comment = await find(tx, actor, callId, {
      ...{ commentId, right: "comment.delete", isDeleted: true },
    });
    await set(tx, actor, comment, { deletedAt: null }, "comment.restored");
    await regiveFor(tx, actor, comment.call, commentId);
    await resumeRequests(tx, actor, commentId);
  });
}

/** A thread is dealt with. @throws DomainError `not_found`, `forbidden`, `invalid_state` for an answer */
export const resolveComment = (actor: Member, callId: string, commentId: string): Promise<void> =>
  setResolved(actor, callId, commentId, true);

/** A thread is open again. @throws DomainError `not_found`, `forbidden`, `invalid_state` for an answer */
export const reopenComment = (actor: Member, callId: string, commentId: string): Promise<void> =>
  setResolved(actor, callId, commentId, false);

async function setResolved(
  actor: Member,
  callId: string,
  commentId: string,
  isResolved: boolean,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const comment = await find(tx, actor, callId, { commentId, right: "comment.resolve" });
    if (comment.parentId !== null) throw new DomainError("invalid_state");
    if ((comment.resolvedAt !== null) === isResolved) return;
    const data = isResolved
      ? { resolvedAt: now(), resolvedBy: actor.memberId }
      : { resolvedAt: null, resolvedBy: null };
    await set(tx, actor, comment, data, isResolved ? "comment.resolved" : "comment.reopened");
  });
}

type Found = Awaited<ReturnType<typeof find>>;
type Event = "comment.deleted" | "comment.restored" | "comment.resolved" | "comment.reopened";

async function set(
  tx: Tx,
  actor: Member,
  { id: commentId, callId, visibility }: Found,
  data: { deletedAt: Date | null } | { resolvedAt: Date | null; resolvedBy: string | null },
  event: Event,
): Promise<void> {
  const { workspaceId } = actor;
  await tx.comment.updateMany({
    where: { workspaceId, id: commentId },
    data: { ...data, updatedAt: now() },
  });
  const isPrivate = visibility === "private";
  await record(tx, actor, event, { kind: "comment", id: commentId }, logged(callId, isPrivate));
  if (!isPrivate && "deletedAt" in data) await indexComments(tx, { workspaceId, callId });
  await publishComment(tx, { workspaceId, callId, commentId });
}

/**
 * Whether the actor is told of answers to a thread. Their own choice about their own notices: no audit entry.
 * @throws DomainError `not_found`
 */
export async function followComment(
  actor: Member,
  callId: string,
  { commentId, isOn }: { commentId: string; isOn: boolean },
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const comment = await find(tx, actor, callId, { commentId, right: "comment.read" });
    const rootId = comment.parentId ?? comment.id;
    await tx.commentFollow.upsert({
      where: { workspaceId_commentId_memberId: { workspaceId, commentId: rootId, memberId } },
      create: { workspaceId, commentId: rootId, memberId, isOn },
      update: { isOn },
      select: { memberId: true },
    });
  });
}
