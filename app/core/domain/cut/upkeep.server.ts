import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { currentVersion, cutFolder, requeue, sendCut } from "./cut-work.server.ts";
import { sendOutput } from "./output-work.server.ts";

const LOST_MS = 60_000;
/** Files of an older revision are still on their way to somebody for a while, and those of an attempt not yet published. */
const UNNAMED_MS = 3_600_000;
const BATCH = 500;

/** Sends cuts again whose job was lost, and those that waited for a missing part. @returns how many */
export async function requeueCuts(): Promise<number> {
  const open = await db.cut.findMany({
    where: {
      state: { in: ["queued", "rendering"] },
      updatedAt: { lt: new Date(now().getTime() - LOST_MS) },
    },
    select: { workspaceId: true, id: true },
    orderBy: { updatedAt: "asc" },
    take: BATCH,
  });
  for (const { workspaceId, id: cutId } of open)
    await db.$transaction((tx) => sendCut(tx, { workspaceId, cutId }));
  return open.length;
}

/** The same for the files that clips are kept as. @returns how many */
export async function requeueOutputs(): Promise<number> {
  const open = await db.cutOutput.findMany({
    where: {
      state: { in: ["queued", "rendering"] },
      updatedAt: { lt: new Date(now().getTime() - LOST_MS) },
    },
    select: { workspaceId: true, cutId: true },
    orderBy: { updatedAt: "asc" },
    take: BATCH,
  });
  for (const ref of open) await db.$transaction((tx) => sendOutput(tx, ref));
  return open.length;
}

/** Has the words of a call's cuts made anew after a correction. @returns how many */
export async function renewCutWords({
  workspaceId,
  callId,
}: {
  workspaceId: string;
  callId: string;
}): Promise<number> {
  return db.$transaction(async (tx) => {
    const current = await currentVersion(tx, workspaceId, callId);
    const stale = await tx.cut.findMany({
      where: {
        ...{ workspaceId, callId, state: "ready" },
        OR: [{ wordsVersion: null }, { wordsVersion: { not: current } }],
      },
      select: { id: true, wordsVersion: true },
    });
    const old = stale.filter(({ wordsVersion }) => wordsVersion !== current);
    for (const { id: cutId } of old) await requeue(tx, { workspaceId, cutId });
    return old.length;
  });
}

/**
 * Files of cuts that no row names: of lost attempts, older revisions, and links that went with their call.
 * @returns how many
 */
export async function deleteUnnamedCuts(): Promise<number> {
  const workspaces = await db.workspace.findMany({
    where: { deletedAt: null },
    select: { id: true },
  });
  let count = 0;
  for (const { id: workspaceId } of workspaces) {
    const known = await db.cut.findMany({
      where: { workspaceId },
      select: {
        ...{ id: true, updatedAt: true, files: { select: { key: true } } },
        output: { select: { updatedAt: true } },
      },
    });
    const named = new Set(known.flatMap(({ files }) => files.map(({ key }) => key)));
    const before = new Date(now().getTime() - UNNAMED_MS);
    const busy = known
      .filter(({ updatedAt, output }) => updatedAt >= before || (output?.updatedAt ?? 0) >= before)
      .map(({ id: cutId }) => cutFolder({ workspaceId, cutId }));
    for await (const { key } of blobs().list(`${workspaceId}/cuts`)) {
      if (named.has(key) || busy.some((folder) => key.startsWith(`${folder}/`))) continue;
      await blobs().delete(key);
      count += 1;
    }
  }
  return count;
}
