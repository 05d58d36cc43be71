import { now } from "#app/core/platform/clock.ts";
import { db, notify, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { record } from "../audit/record.server.ts";
import { grantCall } from "../call/grant.server.ts";
import { endSight, letSee } from "../call/let-see.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { dueDay } from "./due-day.ts";
import { deleteNotices, readNotices } from "./read-notices.server.ts";

type Ask = {
  callId: string;
  /** The moment, or the whole call, the question is about: a comment of the actor's own that others may read. */
  commentId: string;
  memberId: string;
  /** "2026-12-01" */
  dueOn: string | null;
  /** The actor's word that this gives the member access to the call. */
  givesAccess?: boolean;
};
type Request = { id: string; callId: string; commentId: string; memberId: string };

const findCall = (tx: Tx, actor: Member, callId: string) =>
  tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { id: true, ...callAccess },
  });
const originOf = ({ id }: Pick<Request, "id">) => ({ source: "feedback", sourceId: id }) as const;

/**
 * Asks a member what they think of a moment of a call. Asked again about the same comment, it is the same request, open
 * with the newer due day.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (memberId: asks_self, private_comment,
 * and as `letSee`; dueOn: due_past)
 */
export async function requestFeedback(
  tx: Tx,
  actor: Member,
  { callId, commentId, memberId, dueOn, givesAccess = false }: Ask,
): Promise<{ requestId: string }> {
  const { workspaceId } = actor;
  const call = authorise(actor, "call.read", await findCall(tx, actor, callId));
  // Two who ask about one comment at once wait for each other.
  const [comment] = await tx.$queryRaw<{ author_id: string; visibility: string }[]>`
    SELECT author_id, visibility FROM comment WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid
      AND id = ${commentId}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (!comment) throw new DomainError("not_found");
  if (comment.author_id !== actor.memberId) throw new DomainError("forbidden");
  const refuse = (code: string) => new DomainError("validation_failed", { memberId: [code] });
  if (memberId === actor.memberId) throw refuse("asks_self");
  if (comment.visibility === "private") throw refuse("private_comment");
  const of = { workspaceId, commentId };
  const known = await tx.feedbackRequest.findFirst({ where: { ...of, memberId } });
  const due = dueDay(actor, dueOn, now(), known?.dueOn);
  const count = known ? 0 : await tx.feedbackRequest.count({ where: of });
  if (count >= LIMITS.requestsOnComment)
    throw limitReached(LIMITS.requestsOnComment, count, "memberId");
  const requestId = known?.id ?? newId();
  await letSee(tx, actor, call, memberId, { ...originOf({ id: requestId }), givesAccess });
  if (known)
    await tx.feedbackRequest.updateMany({
      where: { workspaceId, id: requestId },
      data: {
        ...{ state: "open", dueOn: due, answeredAt: null, byId: actor.memberId },
        ...{ version: { increment: 1 }, updatedAt: now() },
      },
    });
  else
    await tx.feedbackRequest.create({
      data: {
        ...{ id: requestId, workspaceId, callId, commentId, memberId, dueOn: due },
        ...{ byId: actor.memberId, createdBy: actor.memberId },
      },
      select: { id: true },
    });
  const isNew = known?.state !== "open";
  if (!isNew && known.dueOn?.getTime() === due?.getTime()) return { requestId };
  await note(tx, actor, "feedback.asked", { callId, memberId }, { dueOn });
  if (!isNew) {
    await notify(tx, "member", `${workspaceId}:${memberId}`);
    return { requestId };
  }
  const about = ["requestId", requestId] as const;
  await deleteNotices(tx, { workspaceId, memberId }, "feedback_request", about);
  await notifyMembers(tx, { workspaceId, by: actor.memberId }, [memberId], {
    kind: "feedback_request",
    target: { kind: "call", id: callId },
    values: { requestId, commentId, dueOn },
  });
  return { requestId };
}

/**
 * A reply to a thread answers what its writer was asked there; who asked is told. To be called by whatever writes the
 * reply, in its transaction; of a reply by somebody who was asked nothing it does nothing.
 * @param commentId the thread: its first comment
 * @returns the requests that are answered by it, and who asked: they are told already
 */
export async function answerRequests(
  tx: Tx,
  actor: Member,
  { callId, commentId, replyId }: { callId: string; commentId: string; replyId: string },
): Promise<{ requestId: string; byId: string }[]> {
  const { workspaceId, memberId } = actor;
  const open = await tx.feedbackRequest.findMany({
    where: {
      ...{ workspaceId, callId, memberId, state: "open" },
      comment: { OR: [{ id: commentId }, { parentId: commentId }] },
    },
    orderBy: { id: "asc" },
  });
  for (const { id, byId } of open) {
    const { count } = await tx.feedbackRequest.updateMany({
      where: { workspaceId, id, state: "open" },
      data: {
        ...{ state: "answered", answeredAt: now() },
        ...{ version: { increment: 1 }, updatedAt: now() },
      },
    });
    if (count === 0) continue;
    await note(tx, actor, "feedback.answered", { callId, memberId });
    await readNotices(tx, { workspaceId, memberId }, "feedback_request", ["requestId", id]);
    await notifyMembers(tx, { workspaceId, by: memberId }, [byId], {
      kind: "feedback_received",
      target: { kind: "call", id: callId },
      values: { requestId: id, commentId: replyId },
    });
  }
  return open.map(({ id: requestId, byId }) => ({ requestId, byId }));
}

/**
 * Takes a request back: whoever asked it. The access that it gave ends with it.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` for one that is not open
 */
export async function withdrawRequest(
  tx: Tx,
  actor: Member,
  { callId, requestId }: { callId: string; requestId: string },
): Promise<void> {
  const { workspaceId } = actor;
  authorise(actor, "call.read", await findCall(tx, actor, callId));
  const request = await tx.feedbackRequest.findFirst({
    where: { workspaceId, callId, id: requestId },
  });
  if (!request) throw new DomainError("not_found");
  if (request.byId !== actor.memberId) throw new DomainError("forbidden");
  const { count } = await tx.feedbackRequest.updateMany({
    where: { workspaceId, id: requestId, state: "open" },
    data: { state: "withdrawn", version: { increment: 1 }, updatedAt: now() },
  });
  if (count === 0) throw new DomainError("invalid_state");
  await note(tx, actor, "feedback.withdrawn", request);
  await closeAccess(tx, actor, request);
}

/**
 * The undo of an answer: whoever was asked is asked still.
 * @throws DomainError `not_found`, `invalid_state` for one that was not answered
 */
export async function reopenRequest(
  actor: Member,
  { callId, requestId }: { callId: string; requestId: string },
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    authorise(actor, "call.read", await findCall(tx, actor, callId));
    const request = await tx.feedbackRequest.findFirst({
      where: { workspaceId, callId, memberId, id: requestId },
    });
    if (!request) throw new DomainError("not_found");
    const { count } = await tx.feedbackRequest.updateMany({
      where: { workspaceId, id: requestId, state: "answered" },
      data: { state: "open", answeredAt: null, version: { increment: 1 }, updatedAt: now() },
    });
    if (count === 0) throw new DomainError("invalid_state");
    await note(tx, actor, "feedback.reopened", request);
    const by = { workspaceId, memberId: request.byId };
    await readNotices(tx, by, "feedback_received", ["requestId", requestId]);
  });
}

/**
 * Ends the access that the requests of a comment gave, as when it is deleted; who was asked sees them no more. The
 * requests stay for `resumeRequests`.
 */
export async function suspendRequests(tx: Tx, actor: Member, commentId: string): Promise<void> {
  for (const request of await openOrAnswered(tx, actor, commentId))
    await closeAccess(tx, actor, request);
}

/** The undo of that: who has no other way to the call is let see it again, where the actor may let them. */
export async function resumeRequests(tx: Tx, actor: Member, commentId: string): Promise<void> {
  const { workspaceId } = actor;
  for (const request of await openOrAnswered(tx, actor, commentId)) {
    const call = await findCall(tx, actor, request.callId);
    const member = await findMemberActor(workspaceId, request.memberId);
    if (!call || !member) continue;
    await notify(tx, "member", `${workspaceId}:${request.memberId}`);
    if (can(member, "call.read", call) || !can(actor, "call.share", call)) continue;
    const ref = { workspaceId, callId: request.callId };
    const by = actor.memberId;
    await grantCall(tx, ref, request.memberId, { ...originOf(request), level: "view", by });
    await record(
      tx,
      actor,
      "call.access_given",
      { kind: "call", id: request.callId },
      { after: { member: request.memberId, level: "view", source: "feedback" } },
    );
  }
}

const openOrAnswered = (tx: Tx, { workspaceId }: Member, commentId: string): Promise<Request[]> =>
  tx.feedbackRequest.findMany({
    where: { workspaceId, commentId, state: { not: "withdrawn" } },
    orderBy: { id: "asc" },
  });

async function closeAccess(tx: Tx, actor: Member, request: Request): Promise<void> {
  const { workspaceId } = actor;
  const { memberId } = request;
  await endSight(tx, actor, request, originOf(request));
  await readNotices(tx, { workspaceId, memberId }, "feedback_request", ["requestId", request.id]);
  await notify(tx, "member", `${workspaceId}:${memberId}`);
}

const note = (
  tx: Tx,
  actor: Member,
  event: "feedback.asked" | "feedback.answered" | "feedback.withdrawn" | "feedback.reopened",
  { callId, memberId }: { callId: string; memberId: string },
  more: { dueOn?: string | null } = {},
): Promise<void> =>
  record(tx, actor, event, { kind: "call", id: callId }, { after: { member: memberId, ...more } });
