import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { lockCall } from "../call-lock.server.ts";
import { authorise, callAccess, can, dealAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { followDeal } from "../crm/relink.server.ts";
import { DomainError } from "../errors.ts";
import { BY_HAND } from "../match/ladder.ts";
import { matchCall } from "../match/match-call.server.ts";
import type { DealInput } from "./deal.schema.ts";
import { dealRefOf, dealRow, findDeals, listOpenStages, mayLinkTo } from "./deal-reads.server.ts";
import type { DealChoice, DealChoices, DealRef } from "./deal-views.ts";
import { makeDealIn } from "./deal-writes.server.ts";

const SURE = 100;

/** What a call was linked to, and is linked to now: what was written to the one belongs to the other (product §17.7). */
export type Relinked = { before: string | null; after: string | null };

/**
 * Says which deal a call is about, in place of the one it was linked to; no rule changes it afterwards.
 * @throws DomainError `not_found`, `forbidden` for who may not change the call, or not the deal
 */
export const linkDeal = (actor: Member, callId: string, dealId: string): Promise<Relinked> =>
  db.$transaction((tx) => linkDealIn(tx, actor, callId, dealId));

/**
 * The same inside a transaction that makes the call.
 * @throws DomainError as `linkDeal`
 */
export async function linkDealIn(
  tx: Tx,
  actor: Member,
  callId: string,
  dealId: string,
): Promise<Relinked> {
  await holdUpdatable(tx, actor, callId);
  const found = await tx.deal.findFirst({
    where: { id: dealId, AND: visible(actor, "deal.read") },
    select: { ...dealAccess, source: true },
  });
  if (!mayLinkTo(actor, authorise(actor, "deal.read", found))) throw new DomainError("forbidden");
  return choose(tx, actor, callId, { dealId });
}

/**
 * Enters a deal and says that a call is about it: both, or neither.
 * @throws DomainError as `makeDeal` and `linkDeal`
 */
export const makeDealOfCall = (
  actor: Member,
  callId: string,
  input: DealInput,
): Promise<Relinked> =>
  db.$transaction(async (tx) => {
    await holdUpdatable(tx, actor, callId);
    const dealId = await makeDealIn(tx, actor, input);
    return choose(tx, actor, callId, { dealId });
  });

/**
 * Says that a call is about no deal, or about none that is known; no rule links one afterwards. It asks for nothing
 * but the call: whoever may change it may take a wrong link off, also one to a deal that they do not see.
 * @throws DomainError `not_found`, `forbidden`
 */
export const unlinkDeal = (actor: Member, callId: string): Promise<Relinked> =>
  db.$transaction(async (tx) => {
    await holdUpdatable(tx, actor, callId);
    return choose(tx, actor, callId, { dealId: null });
  });

/**
 * Takes back what somebody said of a call's deal: the rules find it again.
 * @throws DomainError `not_found`, `forbidden`
 */
export const leaveDealToRules = (actor: Member, callId: string): Promise<Relinked> =>
  db.$transaction(async (tx) => {
    await holdUpdatable(tx, actor, callId);
    return choose(tx, actor, callId, null);
  });

/** Two who choose at once come one after the other; the index waits too. */
export async function holdUpdatable(tx: Tx, actor: Member, callId: string): Promise<void> {
  await lockCall(tx, { workspaceId: actor.workspaceId, callId });
  const found = await tx.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  authorise(actor, "call.update", found);
}

/**
 * The one place where somebody changes a call's deal. The call's row is held.
 * @param said null: nobody says anything any more
 */
export async function choose(
  tx: Tx,
  actor: Member,
  callId: string,
  said: { dealId: string | null } | null,
): Promise<Relinked> {
  const { workspaceId, memberId } = actor;
  const ofCall = { workspaceId, callId };
  const before = await primaryOf(tx, ofCall);
  // What rules found is found again below.
  await tx.callDeal.deleteMany({ where: ofCall });
  if (said !== null && said.dealId !== null)
    await tx.callDeal.createMany({
      data: [
        {
          ...{ ...ofCall, dealId: said.dealId, isPrimary: true },
          ...{ confidence: SURE, reasons: [BY_HAND], byId: memberId },
        },
      ],
    });
  await tx.call.updateMany({
    where: { workspaceId, id: callId },
    data:
      said === null
        ? { dealChosenAt: null, dealChosenBy: null }
        : { dealChosenAt: now(), dealChosenBy: memberId },
  });
  await matchCall(tx, ofCall);
  const after = await primaryOf(tx, ofCall);
  if (before !== after) await followDeal(tx, actor, { callId, from: before });
  await record(
    tx,
    actor,
    after === null ? "call.unlinked" : "call.linked",
    { kind: "call", id: callId },
    { before: { dealId: before }, after: { dealId: after } },
  );
  await enqueue(tx, indexCall, `${callId}:${newId()}`, { v: 1, workspaceId, callId });
  await publishPipelineChanged(tx, ofCall);
  return { before, after };
}

async function primaryOf(
  tx: Tx,
  ofCall: { workspaceId: string; callId: string },
): Promise<string | null> {
  const found = await tx.callDeal.findFirst({
    where: { ...ofCall, isPrimary: true },
    select: { dealId: true },
  });
  return found?.dealId ?? null;
}

/**
 * The deals a call is or may be about, the primary one first, as far as the actor sees them.
 * @throws DomainError `not_found`
 */
export async function listDealsOfCall(actor: Member, callId: string): Promise<DealChoice[]> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  authorise(actor, "call.read", found);
  return dealsOf(actor, callId);
}

/** The same of a call that was loaded by its right. */
async function dealsOf(actor: Member, callId: string): Promise<DealChoice[]> {
  const linked = await db.callDeal.findMany({
    where: { workspaceId: actor.workspaceId, callId, deal: visible(actor, "deal.read") },
    orderBy: [{ isPrimary: "desc" }, { confidence: "desc" }, { dealId: "asc" }],
    select: {
      ...{ isPrimary: true, confidence: true, reasons: true, byId: true },
      deal: { select: dealRow },
    },
  });
  return linked.map(({ deal, byId, ...link }) => ({
    ...dealRefOf(actor, deal),
    ...{ ...link, isByHand: byId !== null },
  }));
}

/** The deal a call is linked to, of a call that was loaded by its right; null where the actor does not see it. */
export async function findDealOfCall(actor: Member, callId: string): Promise<DealRef | null> {
  const found = await db.callDeal.findFirst({
    where: {
      ...{ workspaceId: actor.workspaceId, callId, isPrimary: true },
      deal: visible(actor, "deal.read"),
    },
    select: { deal: { select: dealRow } },
  });
  return found && dealRefOf(actor, found.deal);
}

/**
 * What the dialog about a call's deal shows.
 * @param q words of a deal or a company; empty: none
 * @throws DomainError `not_found`, `forbidden` for who may not change the call
 */
export async function listDealChoices(
  actor: Member,
  callId: string,
  q: string,
): Promise<DealChoices> {
  const { workspaceId } = actor;
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: { ...callAccess, dealChosenAt: true, company: { select: { name: true } } },
  });
  const call = authorise(actor, "call.update", found);
  const [linked, primaries, deals, stages, crms] = await Promise.all([
    dealsOf(actor, callId),
    db.callDeal.count({
      where: { workspaceId, callId, isPrimary: true, deal: { deletedAt: null } },
    }),
    findDeals(actor, q),
    listOpenStages(workspaceId),
    db.connection.count({ where: { workspaceId, state: { not: "disconnected" } } }),
  ]);
  return {
    linked,
    isHidden: primaries > 0 && !linked.some(({ isPrimary }) => isPrimary),
    isChosen: call.dealChosenAt !== null,
    found: deals,
    hasCrm: crms > 0 && can(actor, "crm.review", call),
    company: call.company?.name ?? null,
    isPrivate: call.visibility === "private",
    stages,
    maySetStages: can(actor, "workspace.manage"),
  };
}
