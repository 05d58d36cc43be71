import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, can, demand, trackerAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { foldName } from "../words/fold.ts";
import { DEFAULT_TRACKERS } from "./default-trackers.ts";
import type { NewTracker, TrackerChange, TrackerContent } from "./tracker.schema.ts";

/** Writes about trackers take turns in a workspace, so that limits hold and versions have each their number. */
async function inTurn<T>(actor: Member, change: (tx: Tx) => Promise<T>): Promise<T> {
  demand(actor, "dictionary.manage");
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tracker:${actor.workspaceId}`}, 0))`;
      return change(tx);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new DomainError("validation_failed", { name: ["already_used"] });
    throw error;
  }
}

async function checkRoom(tx: Tx, { workspaceId }: Member, more = 1): Promise<void> {
  const count = await tx.tracker.count({ where: { workspaceId, archivedAt: null } });
  if (count + more > LIMITS.trackers) throw limitReached(LIMITS.trackers, count, "name");
}

/** A team's tracker is for who may change that team's; one of the workspace for who may change them all. */
async function checkTeam(tx: Tx, actor: Member, teamId: string | null): Promise<void> {
  const { workspaceId } = actor;
  const isKnown =
    teamId === null ||
    (await tx.team.count({ where: { workspaceId, id: teamId, deletedAt: null } })) > 0;
  if (!isKnown || !can(actor, "tracker.change", { workspaceId, teamId }))
    throw new DomainError("validation_failed", { teamId: ["own_team_only"] });
}

/** Calls that come are read with it; those that are here, when it is run on them. @returns its id
 * @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export function makeTracker(
  actor: Member,
  { name, teamId, ...given }: NewTracker,
): Promise<string> {
  const content = contentOf(given);
  return inTurn(actor, async (tx) => {
    await checkTeam(tx, actor, teamId);
    await checkRoom(tx, actor);
    const id = await insertTracker(tx, actor, { name, teamId, ...content });
    const after = { name, team: teamId, ...content };
    await record(tx, actor, "tracker.made", { kind: "tracker", id }, { after });
    return id;
  });
}

type Maker = { workspaceId: string; memberId: string | null };
async function insertTracker(
  tx: Tx,
  { workspaceId, memberId }: Maker,
  { name, teamId, ...content }: NewTracker,
): Promise<string> {
  const id = newId();
  await tx.tracker.create({
    data: { id, workspaceId, name, folded: foldName(name), teamId, createdBy: memberId },
    select: { id: true },
  });
  await tx.trackerVersion.create({
    data: { workspaceId, trackerId: id, number: 1, changedById: memberId, ...content },
    select: { number: true },
  });
  return id;
}

/** What a new workspace listens for, in both languages. */
export async function insertDefaultTrackers(tx: Tx, workspaceId: string): Promise<void> {
  for (const tracker of DEFAULT_TRACKERS)
    await insertTracker(tx, { workspaceId, memberId: null }, { teamId: null, ...tracker });
}

/** A form brings more with it. */
const contentOf = ({ category, side, language, phrases }: TrackerContent): TrackerContent => ({
  ...{ category, side, language, phrases },
});

const isSame = (a: TrackerContent, b: TrackerContent): boolean =>
  a.category === b.category &&
  a.side === b.side &&
  a.language === b.language &&
  a.phrases.length === b.phrases.length &&
  a.phrases.every((phrase) => b.phrases.includes(phrase));

/** A tracker the actor may change, with the version in use. @throws DomainError `not_found`, `forbidden` */
async function findToChange(tx: Tx, actor: Member, trackerId: string) {
  const found = await tx.tracker.findFirst({
    where: { id: trackerId, AND: visible(actor, "tracker.read") },
    select: {
      ...trackerAccess,
      ...{ name: true, number: true, archivedAt: true, version: true },
    },
  });
  return authorise(actor, "tracker.change", found);
}

/**
 * Renames it, or makes a new version of what it looks for. Calls keep what they were read with.
 * @throws DomainError `forbidden`, `not_found`, `conflict`, `validation_failed`
 */
export function changeTracker(actor: Member, input: TrackerChange): Promise<{ number: number }> {
  const { workspaceId, memberId } = actor;
  const { trackerId, name, version } = input;
  const content = contentOf(input);
  return inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, trackerId);
    const last = await tx.trackerVersion.findFirstOrThrow({
      where: { workspaceId, trackerId, number: before.number },
      select: { category: true, side: true, language: true, phrases: true },
    });
    const old = { ...last, language: last.language === "ja" ? ("ja" as const) : ("en" as const) };
    const number = isSame(old, content) ? before.number : before.number + 1;
    const { count } = await tx.tracker.updateMany({
      where: { workspaceId, id: trackerId, version },
      data: { name, folded: foldName(name), number, version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, trackerId);
    if (number !== before.number) {
      await tx.trackerVersion.create({
        data: { workspaceId, trackerId, number, changedById: memberId, ...content },
        select: { number: true },
      });
    }
    await record(
      tx,
      actor,
      "tracker.changed",
      { kind: "tracker", id: trackerId },
      { before: { name: before.name, ...old }, after: { name, number, ...content } },
    );
    return { number };
  });
}

/** What it found stays; new calls are not read with it. @throws DomainError `forbidden`, `not_found` */
export const archiveTracker = (actor: Member, trackerId: string): Promise<void> =>
  setArchived(actor, trackerId, true);

/** @throws DomainError `forbidden`, `not_found`, `limit_reached`, `validation_failed` where another took its name */
export const restoreTracker = (actor: Member, trackerId: string): Promise<void> =>
  setArchived(actor, trackerId, false);

function setArchived(actor: Member, trackerId: string, isArchived: boolean): Promise<void> {
  const { workspaceId } = actor;
  return inTurn(actor, async (tx) => {
    const before = await findToChange(tx, actor, trackerId);
    if ((before.archivedAt !== null) === isArchived) return;
    if (!isArchived) await checkRoom(tx, actor);
    await tx.tracker.updateMany({
      where: { workspaceId, id: trackerId },
      data: { archivedAt: isArchived ? now() : null, version: { increment: 1 } },
    });
    const event = isArchived ? "tracker.archived" : "tracker.restored";
    await record(tx, actor, event, { kind: "tracker", id: trackerId });
  });
}
