import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { asSystem } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { TRASH_DAYS } from "../clip/clip-trash.ts";
import { takeOutOfLists } from "./share-items.server.ts";

const DAY_MS = 86_400_000;
const BATCH = 200;

/** A clip that went with its call ends with it, however long that lies in the trash. */
const isDue = (): Prisma.ClipWhereInput => ({
  removedAt: null,
  OR: [
    { deletedAt: { lt: new Date(now().getTime() - TRASH_DAYS * DAY_MS) }, deletedWithCall: false },
    { deletedAt: { not: null }, deletedWithCall: true, call: { state: "purged" } },
  ],
});

/**
 * Removes for good what was deleted longer ago than the trash keeps it: the cut with its words, labels and who played
 * it, in one transaction for each clip. Links to it are revoked, shared lists lose it, and its row stays without a word,
 * so that libraries go on naming what they held. The files go with those that no row names.
 * @returns how many clips
 */
export async function removeDeletedClips(): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await db.clip.findMany({
      where: isDue(),
      orderBy: { deletedAt: "asc" },
      select: { workspaceId: true, id: true },
      take: BATCH,
    });
    for (const { workspaceId, id } of due) {
      const isRemoved = await db.$transaction((tx) => remove(tx, workspaceId, id));
      count += Number(isRemoved);
    }
    if (due.length < BATCH) return count;
  }
}

/** @returns false for one that was restored meanwhile */
async function remove(tx: Tx, workspaceId: string, clipId: string): Promise<boolean> {
  await tx.$executeRaw`SELECT 1 FROM clip WHERE workspace_id = ${workspaceId}::uuid AND id = ${clipId}::uuid FOR UPDATE`;
  if ((await tx.clip.count({ where: { ...isDue(), workspaceId, id: clipId } })) === 0) return false;
  const at = now();
  await tx.clip.updateMany({
    where: { workspaceId, id: clipId },
    data: {
      ...{ removedAt: at, title: "", folded: "", card: null, version: { increment: 1 } },
      ...{ wantedVisibility: null, wantedById: null },
    },
  });
  const files = await tx.cutFile.count({ where: { workspaceId, cut: { clipId } } });
  await tx.cut.deleteMany({ where: { workspaceId, clipId } });
  await tx.clipLabel.deleteMany({ where: { workspaceId, clipId } });
  await tx.clipView.deleteMany({ where: { workspaceId, clipId } });
  const { count: links } = await tx.sharedLink.updateMany({
    where: { workspaceId, clipId, revokedAt: null },
    data: { revokedAt: at, revokedWhy: "clip_removed", version: { increment: 1 } },
  });
  const items = await takeOutOfLists(tx, { workspaceId, clipId });
  await record(
    ...([tx, asSystem(workspaceId, "sweep.night"), "clip.removed"] as const),
    ...([{ kind: "clip", id: clipId }, { after: { files, links, items } }] as const),
  );
  return true;
}
