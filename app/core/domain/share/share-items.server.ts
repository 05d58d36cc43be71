import { now } from "#app/core/platform/clock.ts";
import type { Prisma, Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { agreeToClip } from "../clip/clip-writes.server.ts";
import { sendCut } from "../cut/cut-work.server.ts";
import { snapToWords } from "../cut/snap.server.ts";
import type { ShareListItem } from "./share-list.server.ts";

type Of = { linkId: string; libraryId: string };

/**
 * Freezes a list in a link: what stays keeps its files and what was heard of it, what is new gets files of its own, and
 * what is not in it any more loses them. Each clip is agreed to as it was saved last.
 * @throws DomainError `conflict` when a clip was saved meanwhile
 */
export async function freezeList(
  tx: Tx,
  actor: Member,
  { linkId, libraryId }: Of,
  items: readonly ShareListItem[],
): Promise<void> {
  const { workspaceId } = actor;
  const known = await tx.shareItem.findMany({
    where: { workspaceId, linkId },
    select: { id: true, itemId: true, removedAt: true, cut: { select: { id: true } } },
  });
  await takeOutOfLists(tx, {
    ...{ workspaceId, linkId },
    itemId: { notIn: items.map(({ itemId }) => itemId) },
  });
  for (const [position, item] of items.entries()) {
    const { itemId, callId, clipId, clipRevision, title, why } = item;
    const isAgreed =
      clipId === null ||
      clipRevision === null ||
      (await agreeToClip(tx, { workspaceId, clipId }, clipRevision));
    if (!isAgreed) throw await changedMeanwhile(actor, clipId);
    const before = known.find((one) => one.itemId === itemId);
    const id = before?.id ?? newId();
    const shown = { title, why, position, clipRevision, removedAt: null };
    if (before) await tx.shareItem.updateMany({ where: { workspaceId, id }, data: shown });
    else
      await tx.shareItem.create({
        data: { ...{ id, workspaceId, linkId, itemId, callId, clipId, ...item.range }, ...shown },
        select: { id: true },
      });
    if (clipId === null && (before?.cut ?? null) === null) await makeFiles(tx, actor, id, item);
    if (before?.removedAt === null) continue;
    const subject =
      clipId === null
        ? { kind: "call" as const, id: callId }
        : { kind: "clip" as const, id: clipId };
    const after = { link: linkId, library: libraryId };
    await record(tx, actor, "share.made", subject, { after });
  }
}

/** The sound and words of a call, or of a part of it, for one list alone. */
async function makeFiles(
  tx: Tx,
  { workspaceId }: Member,
  shareItemId: string,
  { callId, range, callMs: durationMs }: ShareListItem,
): Promise<void> {
  const of = { workspaceId, callId, durationMs };
  const cut = range === null ? { t0Ms: 0, t1Ms: durationMs } : await snapToWords(tx, of, range);
  const cutId = newId();
  await tx.cut.create({
    data: {
      ...{ id: cutId, workspaceId, callId, shareItemId, ranges: [cut] },
      durationMs: cut.t1Ms - cut.t0Ms,
    },
    select: { id: true },
  });
  await sendCut(tx, { workspaceId, cutId });
}

/** Takes items out of shared lists, with the files that were made for them. @returns how many */
export async function takeOutOfLists(
  tx: Tx,
  where: Prisma.ShareItemWhereInput & { workspaceId: string },
): Promise<number> {
  const { workspaceId } = where;
  const gone = await tx.shareItem.findMany({
    where: { ...where, removedAt: null },
    select: { id: true },
  });
  const ids = gone.map(({ id }) => id);
  await tx.cut.deleteMany({ where: { workspaceId, shareItemId: { in: ids } } });
  await tx.shareItem.updateMany({
    where: { workspaceId, id: { in: ids } },
    data: { removedAt: now() },
  });
  return ids.length;
}
