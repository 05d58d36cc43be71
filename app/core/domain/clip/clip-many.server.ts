import { db } from "#app/core/platform/db.server.ts";
import { authorise, clipAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { deleteClip } from "./clip-writes.server.ts";

type Done = { facts: { count: string } };
const done = (count: number, more: Record<string, string> = {}): Done => ({
  facts: { count: String(count), ...more },
});

/**
 * Deletes clips one by one.
 * @returns how many; those that are gone meanwhile are left out
 * @throws DomainError `forbidden` or `not_found` where it is so of all that are left
 */
export async function deleteClips(actor: Member, clipIds: readonly string[]): Promise<Done> {
  return done(await each(clipIds, (id) => deleteClip(actor, id)));
}

/**
 * Puts a label of the workspace on clips; one that has it, or has no place for another, stays as it is.
 * @throws DomainError `not_found` for a label that cannot be given; else as `deleteClips`
 */
export async function labelClips(
  actor: Member,
  clipIds: readonly string[],
  labelId: string,
): Promise<Done> {
  const { workspaceId, memberId } = actor;
  const label = await db.label.findFirst({
    where: { workspaceId, id: labelId, teamId: null, mergedInto: null, archivedAt: null },
    select: { name: true },
  });
  if (!label) throw new DomainError("not_found");
  const count = await each(clipIds, (clipId) =>
    db.$transaction(async (tx) => {
      const found = await tx.clip.findFirst({
        where: { id: clipId, AND: visible(actor, "clip.read") },
        select: { ...clipAccess, _count: { select: { labels: true } } },
      });
      const clip = authorise(actor, "clip.update", found);
      if (clip._count.labels >= LIMITS.labelsOnClip) return;
      const made = await tx.clipLabel.createMany({
        data: { workspaceId, clipId, labelId, memberId },
        skipDuplicates: true,
      });
      if (made.count === 0) return;
      await tx.clip.updateMany({
        where: { workspaceId, id: clipId },
        data: { version: { increment: 1 } },
      });
      const after = { label: labelId };
      await record(tx, actor, "clip.changed", { kind: "clip", id: clipId }, { after });
    }),
  );
  return done(count, { label: label.name });
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
