import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { makeClipOutput } from "#app/core/jobs/clip-output.job.ts";
import { makeCut } from "#app/core/jobs/cut-make.job.ts";
import { db, Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { type CutRef, currentVersion, cutFolder, requeue, sendCut } from "./cut-work.server.ts";
import { sendOutput } from "./output-work.server.ts";

const LOST_MS = 60_000;
/** A file that waits for a part is made from its beginning each time, in the lane of recordings that are uploaded. */
const WAIT_MS = 5 * 60_000;
/** Files of an older revision are still on their way to somebody for a while, and those of an attempt not yet published. */
const UNNAMED_MS = 3_600_000;
const BATCH = 500;
/** Of words that are shown until newer ones have come, and are those of no transcript: transcripts are counted from 1. */
const NO_VERSION = 0;

/**
 * Sends cuts again that no job remembers: theirs was lost, or a part was missing. One that waits for its next try has a
 * job, and keeps its wait.
 * @returns how many
 */
export async function requeueCuts(): Promise<number> {
  const lost = await rows<CutRef>(Prisma.sql`
    SELECT c.workspace_id AS "workspaceId", c.id AS "cutId" FROM cut c
    WHERE c.state IN ('queued', 'rendering') AND c.updated_at < ${longAgo(LOST_MS)} AND ${hasNoJob(makeCut.name, Prisma.sql`c.id`)}
    ORDER BY c.updated_at LIMIT ${BATCH}`);
  for (const ref of lost) await db.$transaction((tx) => sendCut(tx, ref));
  return lost.length;
}

/**
 * The same for the files that clips are kept as; those that wait for a part are tried every five minutes, and those of a
 * deleted clip not until it is restored.
 * @returns how many
 */
export async function requeueOutputs(): Promise<number> {
  const lost = await rows<CutRef>(Prisma.sql`
    SELECT o.workspace_id AS "workspaceId", o.cut_id AS "cutId" FROM cut_output o
    JOIN cut k ON k.workspace_id = o.workspace_id AND k.id = o.cut_id
    JOIN clip cl ON cl.workspace_id = k.workspace_id AND cl.id = k.clip_id AND cl.deleted_at IS NULL
    WHERE o.state IN ('queued', 'rendering') AND o.updated_at < ${longAgo(LOST_MS)}
      AND (o.cause IS NULL OR o.updated_at < ${longAgo(WAIT_MS)}) AND ${hasNoJob(makeClipOutput.name, Prisma.sql`o.cut_id`)}
    ORDER BY o.updated_at LIMIT ${BATCH}`);
  for (const ref of lost) await db.$transaction((tx) => sendOutput(tx, ref));
  return lost.length;
}

const longAgo = (ms: number): Date => new Date(now().getTime() - ms);
const hasNoJob = (name: string, cutId: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM jobs.job j WHERE j.name = ${name} AND j.state IN ('created', 'retry', 'active')
    AND j.data->>'cutId' = ${cutId}::text)`;

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
        ...{ workspaceId, callId },
        // Of one whose words could not be made the newest correction is tried, too.
        OR: [{ state: "ready" }, { state: "failed", files: { some: { kind: "mix" } } }],
      },
      select: { id: true, wordsVersion: true },
    });
    const old = stale.filter(({ wordsVersion }) => wordsVersion !== current);
    for (const { id: cutId } of old) await requeue(tx, { workspaceId, cutId });
    return old.length;
  });
}

/**
 * Has what a call's cuts show of its people made again, after one was named or changed sides: an attempt that runs has
 * read what they were called before, so that it is void.
 */
export async function renewCutNames(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> {
  const cuts = await tx.cut.findMany({
    where: {
      ...{ workspaceId, callId },
      OR: [{ state: { not: "failed" } }, { files: { some: { kind: "mix" } } }],
    },
    select: { id: true, attempt: true },
  });
  for (const { id: cutId, attempt } of cuts) {
    await tx.cut.updateMany({
      where: { workspaceId, id: cutId },
      data: { attempt: { increment: 1 } },
    });
    await tx.cut.updateMany({
      where: { workspaceId, id: cutId, wordsVersion: { not: null } },
      data: { wordsVersion: NO_VERSION },
    });
    await requeue(tx, { workspaceId, cutId }, `n${attempt + 1}`);
  }
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
