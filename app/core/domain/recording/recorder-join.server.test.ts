import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aParticipant, aRecording, aWorkspace } from "#tests/support/factories.ts";
import type { SignedIn } from "#tests/support/factories.ts";
import { deleteJoinedPieces, isNamed } from "./recorder-join.server.ts";

const NINE_DAYS_AGO = new Date(Date.now() - 9 * 86_400_000);
let rep: SignedIn;
beforeEach(async () => {
  rep = await aMember(await aWorkspace());
});

type Stage = { name: "picture" | "transcribe"; state: "done" | "skipped" | "failed" | "waiting" };

/** A browser's recording in this state, with a piece of it. */
async function aJoined(
  state: "ready" | "ready_partial" | "failed" | "discarded" | "media_removed",
  stages: readonly Stage[] = [],
  updatedAt = NINE_DAYS_AGO,
): Promise<string> {
  const call = await aCall(rep);
  const recording = await aRecording(call, { method: "recorder", state, updatedAt });
  const { workspaceId } = rep;
  await db.stage.createMany({
    data: stages.map((stage) => ({ ...stage, workspaceId, recordingId: recording.id })),
  });
  const { id: participantId } = await aParticipant(call, { side: "R", name: "Aki", lane: 0 });
  const key = `${workspaceId}/${recording.id}/local/${randomUUID()}`;
  await blobs().put(key, Readable.from([Buffer.from("piece")]));
  await db.localChunk.createMany({
    data: [
      {
        ...{ workspaceId, callId: call.id, participantId, part: randomUUID(), seq: 0, key },
        ...{ source: "microphone", isPrimary: true, t0: 0n, bytes: 5, mime: "audio/webm" },
        sha256: new Uint8Array(32),
      },
    ],
  });
  return key;
}

/** Whether the nightly sweep leaves a piece. */
async function isKept(key: string): Promise<boolean> {
  await deleteJoinedPieces();
  const hasRow = (await db.localChunk.count({ where: { key } })) === 1;
  const hasFile = (await blobs().head(key)) !== null;
  expect(hasRow).toBe(hasFile);
  return hasRow;
}

test("the pieces of a joined recording are there for eight days", async () => {
  expect(await isKept(await aJoined("ready"))).toBe(false);
  expect(await isKept(await aJoined("ready", [{ name: "picture", state: "done" }]))).toBe(false);
  const week = new Date(Date.now() - 7 * 86_400_000);
  expect(await isKept(await aJoined("ready", [], week))).toBe(true);
  expect(await isKept(await aJoined("failed"))).toBe(true);
});

test("a picture that failed can be tried again: its pieces stay", async () => {
  const failed: Stage[] = [{ name: "picture", state: "failed" }];
  expect(await isKept(await aJoined("ready_partial", failed))).toBe(true);
  expect(await isKept(await aJoined("ready", [{ name: "picture", state: "waiting" }]))).toBe(true);
  const skipped: Stage[] = [{ name: "picture", state: "skipped" }];
  expect(await isKept(await aJoined("ready", skipped))).toBe(false);
  // What else failed is made of the tracks.
  const words: Stage[] = [{ name: "transcribe", state: "failed" }];
  expect(await isKept(await aJoined("ready_partial", words))).toBe(false);
  for (const state of ["discarded", "media_removed"] as const)
    expect(await isKept(await aJoined(state, failed))).toBe(false);
});

test("a folder is named by the files in it, and by no other folder's", async () => {
  const call = await aCall(rep);
  const recording = await aRecording(call, { method: "recorder", state: "ready" });
  const { workspaceId } = rep;
  const ref = { workspaceId, recordingId: recording.id, callId: call.id };
  const folder = `${workspaceId}/${recording.id}/picture-1`;
  await db.file.create({
    data: {
      ...{ id: randomUUID(), workspaceId, recordingId: recording.id, kind: "video" },
      ...{ key: `${folder}0/video.webm`, bytes: 1n, mime: "video/webm" },
      sha256: new Uint8Array(32),
    },
  });
  expect(await isNamed(ref, folder)).toBe(false);
  expect(await isNamed(ref, `${folder}0`)).toBe(true);
});
