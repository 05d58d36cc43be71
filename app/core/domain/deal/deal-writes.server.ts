import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, can, dealAccess, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { companyOf } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import { markStaleOfDeals } from "../search/index.server.ts";
import { fold } from "../words/fold.ts";
import type { DealEdit, DealInput } from "./deal.schema.ts";

/**
 * Enters a deal by hand; one in a stage that is won or lost is closed from the start.
 * @returns its id
 * @throws DomainError `forbidden` where it would be somebody's whose deals the actor may not change;
 * `validation_failed` (stageId, ownerId: `unknown`)
 */
export const makeDeal = (actor: Member, input: DealInput): Promise<string> =>
  db.$transaction((tx) => makeDealIn(tx, actor, input));

/** The same inside a transaction. */
export async function makeDealIn(tx: Tx, actor: Member, input: DealInput): Promise<string> {
  demand(actor, "deal.make");
  const { workspaceId, memberId } = actor;
  const id = newId();
  const { isOpen, ...values } = await valuesOf(tx, actor, input);
  await tx.deal.create({
    data: {
      ...{ id, workspaceId, ...values, openedAt: now(), createdBy: memberId },
      closedAt: isOpen ? null : now(),
    },
    select: { id: true },
  });
  await record(tx, actor, "deal.made", { kind: "deal", id });
  await markStaleOfDeals(tx, workspaceId, [id]);
  return id;
}

const SHOWN = {
  name: true,
  companyId: true,
  ownerId: true,
  stageId: true,
  amount: true,
  currency: true,
  closeDate: true,
  nextStep: true,
} as const satisfies Prisma.DealSelect;
type Shown = Prisma.DealGetPayload<{ select: typeof SHOWN }>;

/**
 * Changes a deal that was entered here; each changed field stands in its history.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` of a CRM's deal, `conflict` when somebody was quicker;
 * else as `makeDeal`
 */
export const editDeal = (actor: Member, dealId: string, input: DealEdit): Promise<void> =>
  db.$transaction(async (tx) => {
    const { workspaceId, memberId } = actor;
    const found = await tx.deal.findFirst({
      where: { id: dealId, AND: visible(actor, "deal.read") },
      select: { ...dealAccess, ...SHOWN, source: true, closedAt: true },
    });
    const deal = authorise(actor, "deal.update", found);
    if (deal.source === "crm") throw new DomainError("invalid_state");
    await markStaleOfDeals(tx, workspaceId, [dealId]);
    const { isOpen, ...values } = await valuesOf(tx, actor, input, deal);
    const { count } = await tx.deal.updateMany({
      where: { workspaceId, id: dealId, version: input.version, deletedAt: null },
      data: {
        ...values,
        closedAt: isOpen ? null : (deal.closedAt ?? now()),
        version: { increment: 1 },
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, dealId, "name");
    const changes = changesOf(deal, values);
    await tx.dealHistory.createMany({
      data: changes.map((change) => ({
        ...{ id: newId(), workspaceId, dealId, source: "hand" as const, byId: memberId, ...change },
      })),
    });
    const fields = changes.map(({ field }) => field);
    await record(tx, actor, "deal.changed", { kind: "deal", id: dealId }, { after: { fields } });
    await markStaleOfDeals(tx, workspaceId, [dealId]);
  });

/**
 * Deletes a deal that was entered here; calls keep what somebody said of them, for the day it is restored.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` of a CRM's deal
 */
export const deleteDeal = (actor: Member, dealId: string): Promise<{ facts: { name: string } }> =>
  db.$transaction(async (tx) => {
    const found = await tx.deal.findFirst({
      where: { id: dealId, AND: visible(actor, "deal.read") },
      select: { ...dealAccess, name: true, source: true },
    });
    const deal = authorise(actor, "deal.update", found);
    if (deal.source === "crm") throw new DomainError("invalid_state");
    await markStaleOfDeals(tx, actor.workspaceId, [dealId]);
    await tx.deal.updateMany({
      where: { workspaceId: actor.workspaceId, id: dealId, deletedAt: null },
      data: { deletedAt: now(), version: { increment: 1 } },
    });
    await record(tx, actor, "deal.deleted", { kind: "deal", id: dealId });
    return { facts: { name: deal.name } };
  });

/** @throws DomainError `not_found`, `forbidden` */
export const restoreDeal = (actor: Member, dealId: string): Promise<{ facts: { name: string } }> =>
  db.$transaction(async (tx) => {
    const found = await tx.deal.findFirst({
      where: { id: dealId, AND: visible(actor, "deal.restore") },
      select: { ...dealAccess, name: true },
    });
    const deal = authorise(actor, "deal.restore", found);
    await tx.deal.updateMany({
      where: { workspaceId: actor.workspaceId, id: dealId },
      data: { deletedAt: null, version: { increment: 1 } },
    });
    await record(tx, actor, "deal.restored", { kind: "deal", id: dealId });
    await markStaleOfDeals(tx, actor.workspaceId, [dealId]);
    return { facts: { name: deal.name } };
  });

type Values = Shown & { folded: string; teamId: string | null; isOpen: boolean };

/** What a form says, with its stage and owner as rows of this workspace. @param before of a deal that stands */
async function valuesOf(
  tx: Tx,
  actor: Member,
  input: DealInput,
  before?: { ownerId: string | null; teamId: string | null; stageId: string },
): Promise<Values> {
  const { workspaceId, memberId } = actor;
  const stage = await tx.dealStage.findFirst({
    where: { workspaceId, id: input.stageId, connectionId: null },
    select: { kind: true, archivedAt: true },
  });
  // Archived stages keep the deals they have and take no others.
  if (!stage || (stage.archivedAt !== null && input.stageId !== before?.stageId))
    throw new DomainError("validation_failed", { stageId: ["required"] });
  const ownerId = input.ownerId ?? (before ? before.ownerId : memberId);
  const teamId =
    before && ownerId === before.ownerId ? before.teamId : await teamOf(tx, actor, ownerId);
  return {
    ...{ name: input.name, folded: fold(input.name), stageId: input.stageId },
    companyId: await companyOf(tx, actor, input.company || undefined, null),
    ...{ ownerId, teamId, isOpen: stage.kind === "open" },
    amount: input.amount === null ? null : new Prisma.Decimal(input.amount),
    currency: input.currency,
    closeDate: input.closeDate === null ? null : new Date(input.closeDate),
    nextStep: input.nextStep,
  };
}

/** The team of who gets a deal, which must be one the actor may change. */
async function teamOf(tx: Tx, actor: Member, ownerId: string | null): Promise<string | null> {
  const { workspaceId } = actor;
  if (ownerId === null) return null;
  const owner = await tx.member.findFirst({
    where: { workspaceId, id: ownerId, state: "active" },
    select: { primaryTeamId: true, workspace: { select: { dealVisibility: true } } },
  });
  if (!owner) throw new DomainError("validation_failed", { ownerId: ["required"] });
  const { primaryTeamId: teamId, workspace } = owner;
  const row = { workspaceId, ownerId, teamId, deletedAt: null, workspace };
  if (!can(actor, "deal.update", row)) throw new DomainError("forbidden");
  return teamId;
}

const textOf = (value: Shown[keyof Shown]): string | null =>
  value instanceof Date ? value.toISOString().slice(0, 10) : (value?.toString() ?? null);

/** Each field that changes, as its history shows it. */
function changesOf(before: Shown, after: Shown) {
  const fields: (keyof Shown)[] = [
    ...(["name", "companyId", "ownerId", "stageId"] as const),
    ...(["amount", "currency", "closeDate", "nextStep"] as const),
  ];
  return fields
    .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((change) => change.before !== change.after);
}
