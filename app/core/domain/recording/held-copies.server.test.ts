import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { transcodeRecording } from "#app/core/jobs/recording-transcode.job.ts";
import { findRecordingRow } from "#app/core/pages/recordings.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { stageOf, take } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { trashCall, trashCallIn } from "../call/call-writes.server.ts";
import { releaseHeld } from "./held-copies.server.ts";
import type { RecordingRef } from "./stages.server.ts";
import { beginUploadForm } from "./upload.schema.ts";
import { beginUpload, completeUpload, getUpload } from "./upload.server.ts";
import { discardUpload, keepDuplicate } from "./upload-answers.server.ts";

await queueForFile();
let rep: SignedIn;
let bytes: Buffer;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  rep = await aMember(await aWorkspace());
  bytes = randomBytes(60);
});

async function uploaded(by = rep): Promise<RecordingRef> {
  const form = { consent: true, files: [{ name: "a.wav", size: bytes.length }] };
  const { data } = beginUploadForm.safeParse(form);
  const { recordingId, callId, uploads } = await beginUpload(by, data ?? expect.fail("refused"));
  for (const { id } of uploads) {
    const upload = await getUpload(by, id);
    await blobs().put(upload.key, Readable.from([bytes]));
    await completeUpload(by, upload);
  }
  return { workspaceId: by.workspaceId, recordingId, callId };
}

const askedAbout = async (ref: RecordingRef): Promise<string | null> => {
  const { cause, detail } = await stageOf(ref, "inspect");
  return cause === "duplicate" ? detail : null;
};
const shownDuplicate = async ({ callId }: RecordingRef) =>
  (await findRecordingRow(rep, callId))?.duplicateOf?.callId ?? null;
const jobsOf = async ({ recordingId }: RecordingRef): Promise<number> =>
  (await queued(transcodeRecording)).filter((job) => job.recordingId === recordingId).length;

const refuse = async (ref: RecordingRef): Promise<void> =>
  (await take(ref, "inspect")).fail("unreadable", "x", false);
const GOES: [string, (first: RecordingRef) => Promise<unknown>][] = [
  ["refused", refuse],
  ["discarded", ({ recordingId }) => discardUpload(rep, recordingId)],
  ["deleted", ({ callId }) => trashCall(rep, callId)],
  [
    "purged",
    ({ callId }) => db.call.updateMany({ where: { id: callId }, data: { state: "purged" } }),
  ],
];

test.each(GOES)("once the first copy is %s the second is no question any more", async (_, goes) => {
  const first = await uploaded();
  const second = await uploaded();
  expect(await shownDuplicate(second)).toBe(first.callId);
  expect(await releaseHeld()).toBe(0);
  await goes(first);
  expect(await shownDuplicate(second)).toBeNull();
  await releaseHeld();
  expect(await stageOf(second, "inspect")).toMatchObject({
    ...{ state: "waiting", cause: null, detail: null },
  });
  expect(await jobsOf(second)).toBe(1);
  expect(await releaseHeld()).toBe(0);
  expect(await jobsOf(second)).toBe(1);
});

test("of several copies the oldest goes on, and the others are asked about that one", async () => {
  const first = await uploaded();
  const second = await uploaded();
  const third = await uploaded();
  await db.stage.updateMany({
    where: { recordingId: third.recordingId, name: "inspect" },
    data: { detail: first.callId },
  });
  await refuse(first);
  expect(await releaseHeld({ workspaceId: rep.workspaceId, callId: first.callId })).toBe(1);
  expect(await askedAbout(second)).toBeNull();
  expect(await askedAbout(third)).toBe(second.callId);
  expect(await jobsOf(third)).toBe(0);
  await refuse(second);
  expect(await releaseHeld()).toBe(1);
  expect(await jobsOf(third)).toBe(1);
});

test("a copy that was kept, discarded or deleted itself is not sent again", async () => {
  const first = await uploaded();
  const kept = await uploaded();
  await keepDuplicate(rep, kept.recordingId);
  const deleted = await uploaded();
  await trashCall(rep, deleted.callId);
  await refuse(first);
  await db.stage.updateMany({
    where: { recordingId: deleted.recordingId, name: "inspect" },
    data: { detail: first.callId },
  });
  expect(await releaseHeld()).toBe(0);
  expect(await jobsOf(kept)).toBe(1);
  expect(await jobsOf(deleted)).toBe(0);
});

test.each([
  ["workspace", true],
  ["private", false],
] as const)("a copy of a colleague counts as when it arrived: %s", async (visibility, isSeen) => {
  const first = await uploaded();
  const second = await uploaded();
  const theirs = await uploaded(await aMember({ id: rep.workspaceId }));
  await db.call.updateMany({ where: { id: theirs.callId }, data: { visibility } });
  await db.stage.updateMany({
    where: { recordingId: theirs.recordingId, name: "inspect" },
    data: { cause: null, detail: null },
  });
  await refuse(first);
  await releaseHeld();
  expect(await askedAbout(second)).toBe(isSeen ? theirs.callId : null);
  expect(await jobsOf(second)).toBe(isSeen ? 0 : 1);
});

test("a call that goes to the trash while its copy is released does not start", async () => {
  const first = await uploaded();
  const second = await uploaded();
  await refuse(first);
  const { released } = await db.$transaction(async (tx) => {
    await trashCallIn(tx, rep, second.callId, { withClips: false });
    const released = releaseHeld();
    await vi.waitFor(async () => {
      const [row] = await db.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM call WHERE%FOR NO KEY UPDATE%'`;
      expect(row?.count).toBeGreaterThan(0n);
    });
    return { released };
  });
  expect(await released).toBe(0);
  expect(await jobsOf(second)).toBe(0);
});
