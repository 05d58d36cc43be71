import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { markStaleOfDeals } from "../search/index.server.ts";
import { fold } from "../words/fold.ts";
import type { NewStage, StageChange, StageKind, StageMove, UsualStages } from "./stage.schema.ts";

const nameIsUsed = () => new DomainError("validation_failed", { name: ["stage_exists"] });

/** Writes about stages take turns in a workspace, so that their order and their number hold. */
async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  demand(actor, "deal.manage");
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`deal_stage:${actor.workspaceId}`}, 0))`;
      return change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameIsUsed();
    throw error;
  }
}

/** Those entered here: a CRM's stages are changed there. */
const own = ({ workspaceId }: Member) => ({ workspaceId, connectionId: null });
const inUse = (actor: Member) => ({ ...own(actor), archivedAt: null });

/** Adds a stage behind the others. @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export const makeStage = (actor: Member, input: NewStage): Promise<string> =>
  inTurn(actor, (tx) => addStage(tx, actor, input));

async function addStage(tx: Tx, actor: Member, { name, kind }: NewStage): Promise<string> {
  const { workspaceId, memberId } = actor;
  await demandRoom(tx, actor);
  const id = newId();
  const last = await tx.dealStage.aggregate({ where: own(actor), _max: { ord: true } });
  await tx.dealStage.create({
    data: {
      ...{ id, workspaceId, name, folded: fold(name), kind },
      ord: (last._max.ord ?? -1) + 1,
      createdBy: memberId,
    },
    select: { id: true },
  });
  await record(tx, actor, "deal_stage.made", { kind: "deal_stage", id }, { after: { name, kind } });
  return id;
}

async function demandRoom(tx: Tx, actor: Member): Promise<void> {
  const count = await tx.dealStage.count({ where: inUse(actor) });
  if (count >= LIMITS.dealStages) throw limitReached(LIMITS.dealStages, count, "name");
}

/** Adds the stages most teams begin with, where there are none. @throws DomainError `forbidden`, `invalid_state` */
export const makeUsualStages = (actor: Member, { open, won, lost }: UsualStages): Promise<void> =>
  inTurn(actor, async (tx) => {
    if ((await tx.dealStage.count({ where: inUse(actor) })) > 0)
      throw new DomainError("invalid_state");
    const names = open
      .split(/[,、]/)
      .map((name) => name.normalize("NFC").trim().slice(0, 120))
      .filter((name) => name !== "");
    for (const name of names) await addStage(tx, actor, { name, kind: "open" });
    await addStage(tx, actor, { name: won, kind: "won" });
    await addStage(tx, actor, { name: lost, kind: "lost" });
  });

/** @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed` */
export const changeStage = (actor: Member, input: StageChange): Promise<void> =>
  inTurn(actor, async (tx) => {
    const { workspaceId } = actor;
    const { stageId: id, name, kind, version } = input;
    const before = await tx.dealStage.findFirst({ where: { ...own(actor), id } });
    if (!before) throw new DomainError("not_found");
    const { count } = await tx.dealStage.updateMany({
      where: { workspaceId, id, version },
      data: { name, folded: fold(name), kind, version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, id);
    if (kind !== before.kind) await closeOrOpen(tx, workspaceId, id, kind);
    await record(
      tx,
      actor,
      "deal_stage.changed",
      { kind: "deal_stage", id },
      { before: { name: before.name, kind: before.kind }, after: { name, kind } },
    );
  });

/** A deal is open as long as its stage is. */
async function closeOrOpen(
  tx: Tx,
  workspaceId: string,
  stageId: string,
  kind: StageKind,
): Promise<void> {
  const ofStage = { workspaceId, stageId };
  await tx.deal.updateMany({
    where: { ...ofStage, ...(kind !== "open" && { closedAt: null }) },
    data: { closedAt: kind === "open" ? null : now(), version: { increment: 1 } },
  });
  const deals = await tx.deal.findMany({ where: ofStage, select: { id: true } });
  await markStaleOfDeals(
    tx,
    workspaceId,
    deals.map(({ id }) => id),
  );
}

/** Moves a stage by one place. @throws DomainError `forbidden`, `not_found` */
export const moveStage = (actor: Member, { stageId: id, way }: StageMove): Promise<void> =>
  inTurn(actor, async (tx) => {
    const stages = await tx.dealStage.findMany({
      where: inUse(actor),
      orderBy: [{ ord: "asc" }, { id: "asc" }],
      select: { id: true },
    });
    const at = stages.findIndex((stage) => stage.id === id);
    if (at < 0) throw new DomainError("not_found");
    const to = Math.min(stages.length - 1, Math.max(0, at + (way === "up" ? -1 : 1)));
    const moved = stages.toSpliced(at, 1).toSpliced(to, 0, { id });
    for (const [ord, stage] of moved.entries())
      await tx.dealStage.updateMany({
        where: { workspaceId: actor.workspaceId, id: stage.id },
        data: { ord },
      });
    await record(tx, actor, "deal_stage.moved", { kind: "deal_stage", id }, { after: { to } });
  });

/** Its deals stay in it; it takes no others. @throws DomainError `forbidden`, `not_found` */
export const archiveStage = (actor: Member, id: string): Promise<void> =>
  inTurn(actor, async (tx) => {
    const { count } = await tx.dealStage.updateMany({
      where: { ...inUse(actor), id },
      data: { archivedAt: now(), version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("not_found");
    await record(tx, actor, "deal_stage.archived", { kind: "deal_stage", id });
  });

/** It comes back behind the others. @throws DomainError `forbidden`, `not_found`, `validation_failed`, `limit_reached` */
export const restoreStage = (actor: Member, id: string): Promise<void> =>
  inTurn(actor, async (tx) => {
    await demandRoom(tx, actor);
    const last = await tx.dealStage.aggregate({ where: own(actor), _max: { ord: true } });
    const { count } = await tx.dealStage.updateMany({
      where: { ...own(actor), id, archivedAt: { not: null } },
      data: {
        archivedAt: null,
        ord: (last._max.ord ?? -1) + 1,
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new DomainError("not_found");
    await record(tx, actor, "deal_stage.restored", { kind: "deal_stage", id });
  });
