import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { can, demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { endView } from "../call/grant.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { foldName } from "../words/fold.ts";
import { readAsked } from "./asking.server.ts";
import { changeIn, findLibrary } from "./find-library.server.ts";
import { reopenItems } from "./giving.server.ts";
import type { LibraryChange, NewLibrary } from "./library.schema.ts";

/**
 * Makes a library. A team's is for a team the actor sits in or is set over.
 * @throws DomainError `forbidden`, `limit_reached`, `validation_failed` (teamId: invalid_choice)
 */
export async function makeLibrary(
  actor: Member,
  { name, description, kind, teamId: given }: NewLibrary,
): Promise<{ libraryId: string }> {
  demand(actor, kind === "personal" ? "library.make" : "library.publish");
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`library:${workspaceId}`}, 0))`;
    const teamId = kind === "team" ? given : null;
    if (kind === "team") {
      const team = await tx.team.findFirst({
        where: { workspaceId, id: teamId ?? newId(), deletedAt: null },
        select: { id: true },
      });
      const isTheirs = [...actor.teamIds, ...actor.scopeTeamIds].includes(teamId ?? "");
      if (!team || !(isTheirs || can(actor, "library.everywhere")))
        throw new DomainError("validation_failed", { teamId: ["invalid_choice"] });
    }
    const count = await tx.library.count({ where: { workspaceId, deletedAt: null } });
    if (count >= LIMITS.libraries) throw limitReached(LIMITS.libraries, count);
    const libraryId = newId();
    await tx.library.create({
      data: {
        ...{ id: libraryId, workspaceId, kind, teamId, ownerId: memberId, createdBy: memberId },
        ...{ name, folded: foldName(name), description },
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "library.made",
      { kind: "library", id: libraryId },
      { after: { name, kind } },
    );
    return { libraryId };
  });
}

/** Name and description. @throws DomainError `not_found`, `forbidden`, `conflict` */
export async function changeLibrary(
  actor: Member,
  libraryId: string,
  { name, description, version }: LibraryChange,
): Promise<void> {
  const { workspaceId } = actor;
  await changeIn(actor, libraryId, "library.manage", async (tx, before) => {
    const { count } = await tx.library.updateMany({
      where: { workspaceId, id: libraryId, version },
      data: { name, folded: foldName(name), description, version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, libraryId);
    await record(
      tx,
      actor,
      "library.changed",
      { kind: "library", id: libraryId },
      { before: { name: before.name }, after: { name } },
    );
  });
}

/**
 * Takes a library away with all access its items gave; `restoreLibrary` brings it back.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function deleteLibrary(
  actor: Member,
  libraryId: string,
): Promise<{ facts: { name: string; libraryId: string } }> {
  const { workspaceId } = actor;
  return changeIn(actor, libraryId, "library.manage", async (tx, { name }) => {
    const items = await tx.libraryItem.findMany({
      where: { workspaceId, libraryId },
      select: { id: true },
    });
    const itemIds = items.map(({ id }) => id);
    const grants = await endView(tx, workspaceId, itemIds);
    await readAsked(tx, workspaceId, itemIds);
    await tx.library.updateMany({
      where: { workspaceId, id: libraryId },
      data: { deletedAt: now(), version: { increment: 1 } },
    });
    await record(
      tx,
      actor,
      "library.deleted",
      { kind: "library", id: libraryId },
      { before: { name, grants } },
    );
    return { facts: { name, libraryId } };
  });
}

/**
 * The undo of that. Access comes back with those items whose call the actor may share; the others wait to be asked for.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`
 */
export async function restoreLibrary(actor: Member, libraryId: string): Promise<void> {
  const { workspaceId } = actor;
  await changeIn(actor, libraryId, "library.restore", async (tx, library) => {
    const count = await tx.library.count({ where: { workspaceId, deletedAt: null } });
    if (count >= LIMITS.libraries) throw limitReached(LIMITS.libraries, count);
    await tx.library.updateMany({
      where: { workspaceId, id: libraryId },
      data: { deletedAt: null, version: { increment: 1 } },
    });
    await reopenItems(tx, actor, { ...library, deletedAt: null });
    await record(
      tx,
      actor,
      "library.restored",
      { kind: "library", id: libraryId },
      { after: { name: library.name } },
    );
  });
}

/** New items of it are in the actor's notices, or no more. @throws DomainError `not_found` */
export async function followLibrary(
  actor: Member,
  libraryId: string,
  isFollowed: boolean,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await findLibrary(tx, actor, libraryId, "library.read");
    const row = { workspaceId, libraryId, memberId };
    const { count } = isFollowed
      ? await tx.libraryFollow.createMany({ data: [row], skipDuplicates: true })
      : await tx.libraryFollow.deleteMany({ where: row });
    if (count > 0)
      await record(tx, actor, isFollowed ? "library.followed" : "library.unfollowed", {
        kind: "library",
        id: libraryId,
      });
  });
}

/** The teams for which the actor may make a library, by name. */
export async function teamChoices(actor: Member): Promise<{ id: string; name: string }[]> {
  const { workspaceId } = actor;
  const theirs = [...actor.teamIds, ...actor.scopeTeamIds];
  return db.team.findMany({
    where: {
      ...{ workspaceId, deletedAt: null },
      ...(!can(actor, "library.everywhere") && { id: { in: theirs } }),
    },
    orderBy: { name: "asc" },
    select: { id: true, name: true },
  });
}
