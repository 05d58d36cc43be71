import { now } from "#app/core/platform/clock.ts";
import { db, notify, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { lockCall } from "../call-lock.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { endSight, letSee } from "../call/let-see.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { dayText, dueDay } from "./due-day.ts";
import { deleteNotices, readNotices } from "./read-notices.server.ts";
import type { NewReviewer } from "./review.schema.ts";

const findCall = (tx: Tx, actor: Member, callId: string) =>
  tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { id: true, ...callAccess },
  });
const originOf = (id: string) => ({ source: "reviewer", sourceId: id }) as const;
type Event = "review.assigned" | "review.taken_off" | "review.done" | "review.reopened";

/**
 * Asks a member to listen to a call and say what they think. Asked again, it is the same assignment with the newer due
 * day, and waits again if it was done.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (memberId: owns_call, and as
 * `letSee`; dueOn: due_past)
 */
export const assignReviewer = (
  actor: Member,
  callId: string,
  reviewer: NewReviewer,
): Promise<{ assignmentId: string }> =>
  db.$transaction((tx) => assignReviewerIn(tx, actor, callId, reviewer));

/** The same within a transaction, as a run over many calls needs it. */
export async function assignReviewerIn(
  tx: Tx,
  actor: Member,
  callId: string,
  { memberId, dueOn, givesAccess }: NewReviewer,
): Promise<{ assignmentId: string }> {
  const { workspaceId } = actor;
  const call = authorise(actor, "call.update", await findCall(tx, actor, callId));
  // Two who assign at once wait for each other.
  await lockCall(tx, { workspaceId, callId });
  if (memberId === call.ownerId)
    throw new DomainError("validation_failed", { memberId: ["owns_call"] });
  const of = { workspaceId, callId };
  const known = await tx.reviewAssignment.findFirst({ where: { ...of, memberId } });
  const due = dueDay(actor, dueOn, now(), known?.dueOn);
  const count = known ? 0 : await tx.reviewAssignment.count({ where: of });
  if (count >= LIMITS.reviewersOnCall)
    throw limitReached(LIMITS.reviewersOnCall, count, "memberId");
  const assignmentId = known?.id ?? newId();
  await letSee(tx, actor, call, memberId, { ...originOf(assignmentId), givesAccess });
  const isWaiting = known?.doneAt === null;
  if (isWaiting && known.dueOn?.getTime() === due?.getTime()) return { assignmentId };
  if (known)
    await tx.reviewAssignment.updateMany({
      where: { workspaceId, id: assignmentId },
      data: {
        ...{ dueOn: due, doneAt: null, byId: actor.memberId },
        ...{ version: { increment: 1 }, updatedAt: now() },
      },
    });
  else
    await tx.reviewAssignment.create({
      data: {
        ...{ id: assignmentId, ...of, memberId, dueOn: due },
        ...{ byId: actor.memberId, createdBy: actor.memberId },
      },
      select: { id: true },
    });
  await note(tx, actor, "review.assigned", { callId, memberId }, { after: { memberId, dueOn } });
  if (isWaiting) return { assignmentId };
  const about = ["assignmentId", assignmentId] as const;
  await deleteNotices(tx, { workspaceId, memberId }, "reviewer_assigned", about);
  await notifyMembers(tx, { workspaceId, by: actor.memberId }, [memberId], {
    kind: "reviewer_assigned",
    target: { kind: "call", id: callId },
    values: { assignmentId, dueOn },
  });
  return { assignmentId };
}

/** What an entry keeps of a reviewer who was taken off, for the undo. */
type TakenOff = {
  assignment: string;
  memberId: string;
  byId: string;
  dueOn: string | null;
  doneAt: string | null;
  hadAccess: boolean;
};

/**
 * Takes a reviewer off a call; the access that came with it ends.
 * @throws DomainError `not_found`, `forbidden`, `validation_failed` (assignmentId: reviewer_gone)
 */
export async function takeReviewer(
  actor: Member,
  callId: string,
  assignmentId: string,
): Promise<void> {
  await db.$transaction((tx) => takeReviewerIn(tx, actor, callId, assignmentId));
}

/** The same within a transaction. */
export async function takeReviewerIn(
  tx: Tx,
  actor: Member,
  callId: string,
  assignmentId: string,
): Promise<void> {
  const { workspaceId } = actor;
  authorise(actor, "call.update", await findCall(tx, actor, callId));
  const [found] = await tx.reviewAssignment.findMany({
    where: { workspaceId, callId, id: assignmentId },
  });
  const { count } = await tx.reviewAssignment.deleteMany({
    where: { workspaceId, callId, id: assignmentId },
  });
  if (!found || count === 0) throw gone();
  const { memberId, byId, dueOn, doneAt } = found;
  const hadAccess = await endSight(tx, actor, { callId, memberId }, originOf(assignmentId));
  const before: TakenOff = {
    ...{ assignment: assignmentId, memberId, byId, hadAccess },
    ...{ dueOn: dayText(dueOn), doneAt: doneAt?.toISOString() ?? null },
  };
  await note(tx, actor, "review.taken_off", { callId, memberId }, { before });
  await readNotices(tx, { workspaceId, memberId }, "reviewer_assigned", [
    "assignmentId",
    assignmentId,
  ]);
}

/**
 * The undo of taking off, as it was before; access comes with it again only where the actor may give it.
 * @throws DomainError `not_found`, `forbidden`, and as `letSee`
 */
export async function restoreReviewer(
  actor: Member,
  callId: string,
  assignmentId: string,
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const call = authorise(actor, "call.update", await findCall(tx, actor, callId));
    const [entry] = await tx.$queryRaw<{ before: TakenOff }[]>`
      SELECT before::jsonb AS before FROM audit_entry WHERE workspace_id = ${workspaceId}::uuid AND target = ${callId}
        AND event = 'review.taken_off' AND before::jsonb ->> 'assignment' = ${assignmentId}
      ORDER BY created_at DESC, id DESC LIMIT 1`;
    if (!entry) throw new DomainError("not_found");
    const { memberId, byId, dueOn, doneAt, hadAccess } = entry.before;
    // Assigned anew meanwhile: that stands.
    if ((await tx.reviewAssignment.count({ where: { workspaceId, callId, memberId } })) > 0) return;
    const source = originOf(assignmentId);
    await letSee(tx, actor, call, memberId, { ...source, givesAccess: hadAccess });
    await tx.reviewAssignment.create({
      data: {
        ...{ id: assignmentId, workspaceId, callId, memberId, byId, createdBy: byId },
        dueOn: dueOn === null ? null : new Date(dueOn),
        doneAt: doneAt === null ? null : new Date(doneAt),
      },
      select: { id: true },
    });
    await note(tx, actor, "review.assigned", { callId, memberId }, { after: { memberId, dueOn } });
  });
}

const gone = () => new DomainError("validation_failed", { assignmentId: ["reviewer_gone"] });

/**
 * The reviewer's word that they are done.
 * @throws DomainError `not_found` also for who was not asked
 */
export async function finishReview(actor: Member, callId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    authorise(actor, "call.read", await findCall(tx, actor, callId));
    await requireMine(tx, actor, callId);
    await completeReviews(tx, actor, callId);
  });
}

/** The undo of that. @throws DomainError `not_found` also for who was not asked */
export async function reopenReview(actor: Member, callId: string): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    authorise(actor, "call.read", await findCall(tx, actor, callId));
    await requireMine(tx, actor, callId);
    const { count } = await tx.reviewAssignment.updateMany({
      where: { workspaceId, callId, memberId, doneAt: { not: null } },
      data: { doneAt: null, version: { increment: 1 }, updatedAt: now() },
    });
    if (count > 0) await note(tx, actor, "review.reopened", { callId, memberId });
  });
}

async function requireMine(
  tx: Tx,
  { workspaceId, memberId }: Member,
  callId: string,
): Promise<void> {
  const count = await tx.reviewAssignment.count({ where: { workspaceId, callId, memberId } });
  if (count === 0) throw new DomainError("not_found");
}

/**
 * Whoever was to review a call and says something about it has done so. To be called by whatever writes a comment that
 * others may read, in its transaction.
 * @returns whether a review was waiting
 */
export async function completeReviews(tx: Tx, actor: Member, callId: string): Promise<boolean> {
  const { workspaceId, memberId } = actor;
  const waiting = await tx.reviewAssignment.findFirst({
    where: { workspaceId, callId, memberId, doneAt: null },
  });
  if (!waiting) return false;
  const { count } = await tx.reviewAssignment.updateMany({
    where: { workspaceId, id: waiting.id, doneAt: null },
    data: { doneAt: now(), version: { increment: 1 }, updatedAt: now() },
  });
  if (count === 0) return false;
  await note(tx, actor, "review.done", { callId, memberId });
  const about = ["assignmentId", waiting.id] as const;
  await readNotices(tx, { workspaceId, memberId }, "reviewer_assigned", about);
  return true;
}

async function note(
  tx: Tx,
  actor: Member,
  event: Event,
  { callId, memberId }: { callId: string; memberId: string },
  change: { before?: object; after?: object } = { after: { memberId } },
): Promise<void> {
  const { workspaceId } = actor;
  await record(tx, actor, event, { kind: "call", id: callId }, change);
  await publishPipelineChanged(tx, { workspaceId, callId });
  await notify(tx, "member", `${workspaceId}:${memberId}`);
}
