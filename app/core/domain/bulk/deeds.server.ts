import * as z from "zod";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, demand, trackerAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { lockCall } from "../call-lock.server.ts";
import { restoreCallIn, setVisibility, trashCallIn } from "../call/call-writes.server.ts";
import { transferCallIn } from "../call/transfer.server.ts";
import { DomainError } from "../errors.ts";
import { giveLabelIn, putLabelBack, takeLabelIn } from "../label/call-label.server.ts";
import { countWordsIn } from "../analysis/count-anew.server.ts";
import { queueProposals } from "../analysis/queue-proposals.server.ts";
import { findUsable, regenerateSummaryIn } from "../analysis/regenerate.server.ts";
import { runTrackerIn } from "../analysis/run-tracker.server.ts";
import { addCallIn, removeCallIn } from "../library/many.server.ts";
import { assignReviewerIn, takeReviewerIn } from "../review/review.server.ts";
import type { NewReviewer } from "../review/review.schema.ts";
import { recogniseAnewIn } from "../recording/recognise-anew.server.ts";
import { rewriteTermsIn } from "../transcript/rewrite-terms.server.ts";
import type { BulkOrder } from "./bulk-views.ts";
import type { OutcomeKey } from "./outcomes.ts";

/** What came of one call. `undo`: what putting it back needs, small facts as JSON; null where nothing is to be put back. */
export type Deed = {
  outcome: OutcomeKey;
  undo: Prisma.InputJsonObject | null;
};
/** One of many calls. */
const LATER = { priority: -1 };
const UNCHANGED: Deed = { outcome: "unchanged", undo: null };
const done = (undo: Prisma.InputJsonObject | null): Deed => ({ outcome: "done", undo });

/**
 * Does to one call what a run wants, by the same function as the page of the call, with its audit entries. The call's
 * row is locked first, so that what it was before is what is put back.
 * @throws DomainError of that function
 */
export async function doDeed(
  tx: Tx,
  actor: Member,
  callId: string,
  order: BulkOrder,
): Promise<Deed> {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  switch (order.kind) {
    case "give_label": {
      await requireUpdatable(tx, actor, callId);
      try {
        const { isChanged, before } = await giveLabelIn(tx, actor, callId, order.labelId);
        return isChanged ? done({ before }) : UNCHANGED;
      } catch (error) {
        // The call is there: it is the label that is not for its team, or is gone.
        if (error instanceof DomainError && error.code === "not_found")
          return { outcome: "label_unfit", undo: null };
        throw error;
      }
    }
    case "take_label": {
      const { isChanged, before } = await takeLabelIn(tx, actor, callId, order.labelId);
      return isChanged ? done({ before }) : UNCHANGED;
    }
    case "set_access": {
      const before = await setVisibility(tx, actor, callId, order.visibility);
      if (before === order.visibility) return UNCHANGED;
      // A call that the actor has lost sight of by it is nothing they could put back.
      return done((await isThere(tx, actor, callId, "call.read")) ? { visibility: before } : null);
    }
    case "set_owner":
      return giveTo(tx, actor, callId, order.memberId);
    case "assign_reviewer":
      return assign(tx, actor, callId, order);
    case "regenerate":
      return regenerate(tx, actor, callId, order);
    case "run_tracker":
      if (!(await isThere(tx, actor, callId, "call.read"))) throw new DomainError("not_found");
      if (!(await isTrackerThere(tx, actor, order.trackerId)))
        return { outcome: "tracker_gone", undo: null };
      return (await runTrackerIn(tx, { workspaceId: actor.workspaceId, callId }, order.trackerId))
        ? done(null)
        : UNCHANGED;
    case "count_words":
      demand(actor, "dictionary.everywhere");
      if (!(await isThere(tx, actor, callId, "call.read"))) throw new DomainError("not_found");
      return (await countWordsIn(tx, { workspaceId: actor.workspaceId, callId }))
        ? done(null)
        : UNCHANGED;
    case "recognise": {
      const outcome = await recogniseAnewIn(tx, actor, callId, order.isBetterOnly);
      return outcome === "queued" ? done(null) : { outcome, undo: null };
    }
    case "rewrite_terms":
      return (await rewriteTermsIn(tx, actor, callId)) ? done(null) : UNCHANGED;
    case "propose":
      await requireUpdatable(tx, actor, callId);
      return (await queueProposals(tx, { workspaceId: actor.workspaceId, callId }, LATER))
        ? done(null)
        : UNCHANGED;
    case "add_to_library": {
      const added = await addCallIn(tx, actor, callId, order);
      if (added === null) return UNCHANGED;
      const { itemId, isAsked } = added;
      return { outcome: isAsked ? "asked" : "done", undo: { itemId } };
    }
    case "delete":
      if (await isThere(tx, actor, callId, "call.restore")) return UNCHANGED;
      await trashCallIn(tx, actor, callId, order);
      return done({});
    case "restore":
      if (await isThere(tx, actor, callId, "call.read")) return UNCHANGED;
      await restoreCallIn(tx, actor, callId);
      return done(null);
  }
}

const givenBefore = z.object({
  before: z
    .object({
      isByHand: z.boolean(),
      isOn: z.boolean(),
      memberId: z.uuid().nullable(),
      mergedFrom: z.uuid().nullable(),
    })
    .nullable(),
});
const assigned = z.object({ assignmentId: z.uuid(), version: z.number() });
const added = z.object({ itemId: z.uuid() });
const ownerBefore = z.object({ ownerId: z.uuid() });
const accessBefore = z.object({ visibility: z.enum(["private", "team", "workspace"]) });

/**
 * Puts one call back as it was before a run.
 * @param known what the run noted of it
 * @throws DomainError `conflict` where it was changed since, and those of the single action
 */
export async function undoDeed(
  tx: Tx,
  actor: Member,
  callId: string,
  { order, known }: { order: BulkOrder; known: unknown },
): Promise<Deed> {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  switch (order.kind) {
    case "give_label":
    case "take_label": {
      const { before } = givenBefore.parse(known);
      const hand = order.kind === "give_label" ? "given" : "taken";
      await putLabelBack(tx, actor, callId, { labelId: order.labelId, hand, before });
      return done(null);
    }
    case "set_access": {
      const { visibility } = accessBefore.parse(known);
      // Only who still may change it: what it is now is asked through the same right.
      const before = await setVisibility(tx, actor, callId, visibility);
      if (before === visibility) return UNCHANGED;
      if (before !== order.visibility) throw new DomainError("conflict");
      return done(null);
    }
    case "set_owner": {
      const { ownerId } = ownerBefore.parse(known);
      const call = await requireTransferable(tx, actor, callId);
      if (call.ownerId === ownerId) return UNCHANGED;
      if (call.ownerId !== order.memberId) throw new DomainError("conflict");
      return giveTo(tx, actor, callId, ownerId);
    }
    case "delete":
      if (await isThere(tx, actor, callId, "call.read")) return UNCHANGED;
      await restoreCallIn(tx, actor, callId);
      return done(null);
    case "assign_reviewer": {
      const { assignmentId: id, version } = assigned.parse(known);
      const { workspaceId } = actor;
      const found = await tx.reviewAssignment.findFirst({ where: { workspaceId, callId, id } });
      if (found !== null && found.version !== version) throw new DomainError("conflict");
      if (found === null) return UNCHANGED;
      await takeReviewerIn(tx, actor, callId, id);
      return done(null);
    }
    case "add_to_library": {
      const { itemId } = added.parse(known);
      return (await removeCallIn(tx, actor, order, itemId)) ? done(null) : UNCHANGED;
    }
    case "regenerate":
    case "run_tracker":
    case "rewrite_terms":
    case "count_words":
    case "recognise":
    case "propose":
    case "restore":
      throw new DomainError("invalid_state");
  }
}

/** What somebody gives away and cannot take back, they cannot undo either. */
async function giveTo(tx: Tx, actor: Member, callId: string, memberId: string): Promise<Deed> {
  const before = await requireTransferable(tx, actor, callId);
  if (before.ownerId === memberId) return UNCHANGED;
  const { workspaceId } = actor;
  const who = { workspaceId, id: memberId, state: "active", scrubbedAt: null } as const;
  if ((await tx.member.count({ where: who })) === 0) return { outcome: "heir_left", undo: null };
  const ownerId = await transferCallIn(tx, actor, callId, memberId);
  const after = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: callAccess,
  });
  return done(can(actor, "call.transfer", after) ? { ownerId } : null);
}

async function requireTransferable(tx: Tx, actor: Member, callId: string) {
  const where = { id: callId, AND: visible(actor, "call.read") };
  return authorise(actor, "call.transfer", await tx.call.findFirst({ where, select: callAccess }));
}

/** An assignment that was there already and is as it was wanted stays; one that got another due day is not put back. */
async function assign(tx: Tx, actor: Member, callId: string, reviewer: NewReviewer): Promise<Deed> {
  const where = { workspaceId: actor.workspaceId, callId, memberId: reviewer.memberId };
  const select = { version: true } as const;
  const before = await tx.reviewAssignment.findFirst({ where, select });
  const { assignmentId } = await assignReviewerIn(tx, actor, callId, reviewer);
  const after = await tx.reviewAssignment.findFirst({ where, select });
  if (before?.version === after?.version) return UNCHANGED;
  return done(before === null && after !== null ? { assignmentId, ...after } : null);
}

/** The older summary stays where it is: nothing is to be put back. */
async function regenerate(
  tx: Tx,
  actor: Member,
  callId: string,
  { templateId, templateVersion }: Extract<BulkOrder, { kind: "regenerate" }>,
): Promise<Deed> {
  const wish = { templateId, templateVersion: templateVersion ?? undefined };
  try {
    await findUsable(tx, actor.workspaceId, wish);
  } catch (error) {
    if (error instanceof DomainError) return { outcome: "template_gone", undo: null };
    throw error;
  }
  await regenerateSummaryIn(tx, actor, callId, wish, "later");
  return done(null);
}

async function requireUpdatable(tx: Tx, actor: Member, callId: string): Promise<void> {
  const where = { id: callId, AND: visible(actor, "call.read") };
  authorise(actor, "call.update", await tx.call.findFirst({ where, select: callAccess }));
}

async function isTrackerThere(tx: Tx, actor: Member, trackerId: string): Promise<boolean> {
  const where = { id: trackerId, archivedAt: null, AND: visible(actor, "tracker.read") };
  const tracker = await tx.tracker.findFirst({ where, select: trackerAccess });
  if (tracker !== null) authorise(actor, "tracker.change", tracker);
  return tracker !== null;
}

const isThere = async (
  tx: Tx | typeof db,
  actor: Member,
  callId: string,
  right: "call.read" | "call.restore",
): Promise<boolean> =>
  (await tx.call.count({ where: { id: callId, AND: visible(actor, right) } })) > 0;
