import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { removeExpiredFolders } from "./remove-expired-folders.ts";

const DAY_MS = 86_400_000;

/** A call that ended so many days ago, with the folder its recorder left and a piece of a safety copy. */
async function anEndedCall(
  owner: SignedIn,
  days: number,
  state: "ready" | "failed" | "processing" = "ready",
) {
  const call = await aLiveCall(owner);
  const { workspaceId, callId, recordingId, hostId } = call;
  const at = new Date(Date.now() - days * DAY_MS);
  await db.call.updateMany({ where: { id: callId }, data: { state: "available", endedAt: at } });
  await db.stage.updateMany({ where: { recordingId }, data: { state: "done" } });
  await db.recording.updateMany({ where: { id: recordingId }, data: { state } });
  await db.$executeRaw`UPDATE recording SET updated_at = ${at} WHERE id = ${recordingId}::uuid`;
  const dir = join(env().dataDir, "recorders", callId);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "journal.jsonl"), "{}\n");
  const key = `${workspaceId}/${recordingId}/local/piece`;
  await blobs().put(key, Readable.from([Buffer.from("sound")]));
  await db.localChunk.create({
    data: {
      ...{ workspaceId, callId, participantId: hostId, part: callId, seq: 0, key },
      ...{ source: "microphone", t0: 0n, bytes: 5, sha256: new Uint8Array(32), mime: "audio/webm" },
    },
  });
  const isThere = async () => ({
    folder: existsSync(dir),
    rows: await db.localChunk.count({ where: { callId } }),
    blob: await blobs()
      .get(key)
      .then(
        (stream) => (stream.destroy(), true),
        () => false,
      ),
  });
  return { ...call, dir, isThere };
}
const KEPT = { folder: true, rows: 1, blob: true };
const GONE = { folder: false, rows: 0, blob: false };

test("a recorder's folder and its safety copies go once no late piece can change the call any more", async () => {
  const owner = await aMember(await aWorkspace());
  const [old, recent, failed, working] = [
    await anEndedCall(owner, 9),
    await anEndedCall(owner, 7.5),
    await anEndedCall(owner, 30, "failed"),
    await anEndedCall(owner, 30, "processing"),
  ];
  const live = await aLiveCall(owner);
  const now = join(env().dataDir, "recorders", live.callId);
  mkdirSync(now, { recursive: true });

  await removeExpiredFolders();
  expect(await old.isThere()).toEqual(GONE);
  for (const call of [recent, failed, working]) expect(await call.isThere()).toEqual(KEPT);
  expect(existsSync(now)).toBe(true);
  expect(await db.recording.findFirst({ where: { id: old.recordingId } })).toMatchObject({
    state: "ready",
  });
  expect(await removeExpiredFolders(), "once is enough").toBe(0);
});

test("a folder that is not this call's is left alone, whatever the row says", async () => {
  const owner = await aMember(await aWorkspace());
  const [own, other] = [await anEndedCall(owner, 9), await anEndedCall(owner, 1)];
  await db.liveRecorder.updateMany({ where: { callId: own.callId }, data: { dir: other.dir } });
  await removeExpiredFolders();
  expect(readFileSync(join(other.dir, "journal.jsonl"), "utf8")).toBe("{}\n");
  expect(await other.isThere()).toEqual(KEPT);
  await db.liveRecorder.deleteMany({ where: { callId: own.callId } });
});
