import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { NO_HASH } from "./upload-hash.server.ts";
import { countLexemes as countOf } from "../search/index.server.ts";

const DAY_MS = 86_400_000;
/** An object nobody names may be of a transaction that has not committed yet; after this it is waste (N6). */
const UNNAMED_MS = DAY_MS;

const SESSION_KEPT_MS = 7 * DAY_MS;

/** Ends uploads nobody resumed and removes their bytes. @returns how many */
export async function expireUploads(): Promise<number> {
  const stale = await db.upload.findMany({
    where: { state: "receiving", expiresAt: { lt: now() } },
    select: { workspaceId: true, id: true, key: true },
    take: 1_000,
  });
  for (const { workspaceId, id, key } of stale) {
    await blobs().deleteUpload(key);
    await db.upload.updateMany({
      where: { workspaceId, id },
      data: { state: "expired", ...NO_HASH },
    });
  }
  return stale.length;
}

/** Sessions that ended a week ago. @returns how many */
export async function deleteExpiredSessions(): Promise<number> {
  const { count } = await db.session.deleteMany({
    where: { expiresAt: { lt: new Date(now().getTime() - SESSION_KEPT_MS) } },
  });
  return count;
}

/** Counted tries whose time is over. @returns how many */
export const deleteExpiredRateLimits = (): Promise<number> =>
  db.$executeRaw`DELETE FROM rate_limit WHERE expire < ${Date.now()}`;

/**
 * Folders of attempts that were never published: their newest row is older than a day and names none of their
 * keys.
 * @returns how many files
 */
export async function deleteUnnamedFiles(): Promise<number> {
  const recordings = await db.recording.findMany({
    where: {
      updatedAt: { lt: new Date(now().getTime() - UNNAMED_MS) },
      state: { in: ["ready", "ready_partial", "failed", "discarded"] },
    },
    select: {
      ...{ workspaceId: true, id: true, method: true },
      files: { select: { key: true } },
      call: { select: { localChunks: { select: { key: true } } } },
    },
    orderBy: { updatedAt: "desc" },
    take: 1_000,
  });
  let count = 0;
  for (const { workspaceId, id, method, files, call } of recordings) {
    const named = new Set([...files, ...call.localChunks].map(({ key }) => key));
    // Copies of a room's call may still come, and are named after they are stored; a recorder's pieces are over with it.
    const mayCome = method !== "recorder";
    for await (const { key } of blobs().list(`${workspaceId}/${id}`)) {
      if (named.has(key) || (mayCome && key.includes("/local/"))) continue;
      await blobs().delete(key);
      count += 1;
    }
  }
  return count;
}

/** Which words are frequent decides how search runs (reliability §8.2). @returns of how many workspaces */
export async function countLexemes(): Promise<number> {
  const workspaces = await db.workspace.findMany({
    where: { deletedAt: null },
    select: { id: true },
  });
  for (const { id } of workspaces)
    await db.$transaction((tx) => countOf(tx, id), { timeout: 60_000 });
  return workspaces.length;
}
