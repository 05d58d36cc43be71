import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, clipAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { deleteClip, restoreClip } from "./clip-writes.server.ts";

type Done = { facts: { count: string } };
const done = (count: number): Done => ({ facts: { count: String(count) } });

/**
 * Deletes clips one by one.
 * @returns how many; those that are gone meanwhile are left out; `deletionId` brings back these and no others
 * @throws DomainError `forbidden` or `not_found` where it is so of all that are left
 */
export async function deleteClips(
  actor: Member,
  clipIds: readonly string[],
): Promise<{ facts: { count: string; deletionId: string } }> {
  const deletionId = newId();
  const { facts } = done(await each(clipIds, (id) => deleteClip(actor, id, deletionId)));
  return { facts: { ...facts, deletionId } };
}

/** Puts clips back one by one. @returns how many @throws DomainError as `restoreClip`, where it is so of all */
export const restoreClips = async (actor: Member, clipIds: readonly string[]): Promise<Done> =>
  done(await each(clipIds, (id) => restoreClip(actor, id)));

/**
 * Puts back what was deleted at once, as far as it is there still.
 * @throws DomainError `not_found` where none of it is the actor's to put back
 */
export async function undoDeletion(actor: Member, deletionId: string): Promise<Done> {
  const found = await db.clip.findMany({
    where: { deletionId, deletedWithCall: false, AND: visible(actor, "clip.restore") },
    select: { id: true },
  });
  if (found.length === 0) throw new DomainError("not_found");
  return restoreClips(
    actor,
    found.map(({ id }) => id),
  );
}

/**
 * Puts a label of the workspace on clips; one that has it stays as it is.
 * @returns on how many, and how many have no place for another
 * @throws DomainError `not_found` for a label that cannot be given, `limit_reached` (labelIds) where none has a place for
 * it; else as `deleteClips`
 */
export async function labelClips(
  actor: Member,
  clipIds: readonly string[],
  labelId: string,
): Promise<{ facts: { count: string; label: string; full: string } }> {
  const { workspaceId, memberId } = actor;
  const label = await db.label.findFirst({
    where: { workspaceId, id: labelId, teamId: null, mergedInto: null, archivedAt: null },
    select: { name: true },
  });
  if (!label) throw new DomainError("not_found");
  let full = 0;
  const count = await each(clipIds, (clipId) =>
    db.$transaction(async (tx) => {
      const found = await tx.clip.findFirst({
        where: { id: clipId, AND: visible(actor, "clip.read") },
        select: clipAccess,
      });
      authorise(actor, "clip.update", found);
      // Two who label it at once count one after the other.
      await tx.$executeRaw`SELECT 1 FROM clip WHERE workspace_id = ${workspaceId}::uuid AND id = ${clipId}::uuid FOR UPDATE`;
      const before = await tx.clipLabel.findMany({
        where: { workspaceId, clipId },
        select: { labelId: true },
      });
      if (before.some((one) => one.labelId === labelId)) return;
      if (before.length >= LIMITS.labelsOnClip) {
        full += 1;
        throw limitReached(LIMITS.labelsOnClip, before.length, "labelIds");
      }
      await tx.clipLabel.create({
        data: { workspaceId, clipId, labelId, memberId },
        select: { labelId: true },
      });
      await tx.clip.updateMany({
        where: { workspaceId, id: clipId },
        data: { version: { increment: 1 } },
      });
      const after = { label: labelId };
      await record(tx, actor, "clip.changed", { kind: "clip", id: clipId }, { after });
    }),
  );
  return { facts: { count: String(count), label: label.name, full: String(full) } };
}

/** Does it for each; what is refused for all of them is refused. @returns for how many it was done */
async function each(
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<number> {
  let [count, refused]: [number, DomainError | null] = [0, null];
  for (const id of new Set(ids)) {
    try {
      await run(id);
      count += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused = error;
    }
  }
  if (count === 0 && refused !== null) throw refused;
  return count;
}
