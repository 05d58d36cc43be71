import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, demand, viewAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { foldName } from "../words/fold.ts";
import { endFollows } from "./follow.server.ts";
import { checkTeam } from "./view-teams.server.ts";
import type { Sharing } from "./view-views.ts";
import type { NewView, ViewChange, ViewUpdate } from "./view.schema.ts";

/** What the page says of it: `{ facts: { name } }`, and the id for the way there. */
export type Told = { viewId: string; facts: { name: string; viewId: string } };
const told = (viewId: string, name: string): Told => ({ viewId, facts: { name, viewId } });

/** Writes about views take turns in a workspace, so that limits hold and names stay single. */
async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`view:${actor.workspaceId}`}, 0))`;
      return change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameIsUsed();
    throw error;
  }
}

const nameIsUsed = () => new DomainError("validation_failed", { name: ["already_used"] });

/** @throws DomainError `limit_reached` */
async function checkOwn(tx: Tx, { workspaceId }: Member, ownerId: string): Promise<void> {
  const own = await tx.savedView.count({ where: { workspaceId, ownerId, deletedAt: null } });
  if (own >= LIMITS.views) throw limitReached(LIMITS.views, own);
}

/** @throws DomainError `limit_reached` */
async function checkShared(tx: Tx, { workspaceId }: Member): Promise<void> {
  const shared = await tx.savedView.count({
    where: { workspaceId, isShared: true, deletedAt: null },
  });
  if (shared >= LIMITS.sharedViews) throw limitReached(LIMITS.sharedViews, shared, "shareWith");
}

const sharingFacts = ({ isShared, teamId }: Sharing) => ({
  shared: isShared,
  ...(teamId !== null && { team: teamId }),
});

const row = { ...viewAccess, id: true, name: true } as const;

/** @throws DomainError `not_found`, `forbidden` */
async function findToChange(tx: Tx, actor: Member, viewId: string, isDeleted = false) {
  const found = await tx.savedView.findFirst({
    where: {
      id: viewId,
      deletedAt: isDeleted ? { not: null } : null,
      AND: visible(actor, "view.read"),
    },
    select: row,
  });
  return authorise(actor, "view.change", found);
}

/** Keeps a query of a page under a name. @throws DomainError `validation_failed`, `limit_reached` */
export async function saveView(
  actor: Member,
  page: string,
  { name, query, shareWith }: NewView,
): Promise<Told> {
  demand(actor, "view.make");
  const { workspaceId, memberId } = actor;
  return inTurn(actor, async (tx) => {
    await checkOwn(tx, actor, memberId);
    if (shareWith.isShared) await checkShared(tx, actor);
    await checkTeam(tx, actor, shareWith);
    const id = newId();
    await tx.savedView.create({
      data: {
        ...{ id, workspaceId, ownerId: memberId, page, name, query, ...shareWith },
        ...{ folded: foldName(name), createdBy: memberId },
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "view.saved",
      { kind: "view", id },
      { after: { name, ...sharingFacts(shareWith) } },
    );
    return told(id, name);
  });
}

/** Renames a view, and says whom it is shared with. @throws DomainError `not_found`, `forbidden`, `conflict`, `validation_failed`, `limit_reached` */
export async function changeView(actor: Member, input: ViewChange): Promise<Told> {
  const { viewId, name, shareWith } = input;
  return inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, viewId);
    if (shareWith.isShared && !before.isShared) await checkShared(tx, actor);
    await checkTeam(tx, actor, shareWith, before);
    await write(tx, actor, input, { name, folded: foldName(name), ...shareWith });
    await endFollows(tx, { ...before, ...shareWith });
    await record(
      tx,
      actor,
      "view.changed",
      { kind: "view", id: viewId },
      {
        before: { name: before.name, ...sharingFacts(before) },
        after: { name, ...sharingFacts(shareWith) },
      },
    );
    return told(viewId, name);
  });
}

/** Puts another query under the name. @throws DomainError `not_found`, `forbidden`, `conflict` */
export async function updateView(actor: Member, input: ViewUpdate): Promise<Told> {
  const { viewId, query } = input;
  return inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, viewId);
    await write(tx, actor, input, { query });
    await record(
      tx,
      actor,
      "view.changed",
      { kind: "view", id: viewId },
      // Its words, which may be somebody's name, stay out of the log.
      { after: { name: before.name, query: "changed" } },
    );
    return told(viewId, before.name);
  });
}

type Values = { name?: string; folded?: string; query?: string } & Partial<Sharing>;
async function write(
  tx: Tx,
  actor: Member,
  { viewId: id, version }: { viewId: string; version: number },
  data: Values,
): Promise<void> {
  const { count } = await tx.savedView.updateMany({
    where: { workspaceId: actor.workspaceId, id, version },
    data: { ...data, version: { increment: 1 } },
  });
  if (count === 0) throw await changedMeanwhile(actor, id);
}

/** Takes a view away; `restoreView` brings it back, with who is told of it. @throws DomainError `not_found`, `forbidden` */
export async function deleteView(actor: Member, viewId: string): Promise<Told> {
  return setDeleted(actor, viewId, true);
}

/** @throws DomainError `not_found`, `forbidden`, `validation_failed` where its name was given away meanwhile, `limit_reached` */
export async function restoreView(actor: Member, viewId: string): Promise<Told> {
  return setDeleted(actor, viewId, false);
}

async function setDeleted(actor: Member, viewId: string, isDeleted: boolean): Promise<Told> {
  const { workspaceId } = actor;
  return inTurn(actor, async (tx) => {
    const found = await findToChange(tx, actor, viewId, !isDeleted);
    if (!isDeleted) {
      await checkOwn(tx, actor, found.ownerId);
      if (found.isShared) await checkShared(tx, actor);
    }
    await tx.savedView.updateMany({
      where: { workspaceId, id: viewId },
      data: { deletedAt: isDeleted ? now() : null, version: { increment: 1 } },
    });
    const event = isDeleted ? "view.deleted" : "view.restored";
    await record(tx, actor, event, { kind: "view", id: viewId }, { after: { name: found.name } });
    return told(viewId, found.name);
  });
}
