import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { editClipForm, newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { exportClipWords, getClipFile } from "#app/core/domain/clip/clip-media.server.ts";
import { getClip } from "#app/core/domain/clip/clip-reads.server.ts";
import { deleteClip, makeClip, retryClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { saveClip } from "#app/core/domain/share/clip-saved.server.ts";
import { CARD_MS } from "#app/core/domain/cut/card.ts";
import { claimOutput, publishOutput } from "#app/core/domain/cut/output-work.server.ts";
import {
  deleteUnnamedCuts,
  renewCutWords,
  requeueOutputs,
} from "#app/core/domain/cut/upkeep.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { makeClipOutput } from "#app/core/jobs/clip-output.job.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import * as fonts from "#media/ffmpeg/fonts.ts";
import { aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { noiseWav } from "#tests/support/noises.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { decode } from "#tests/support/tones.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { clipOutput } from "./clip-output.ts";
import { cutMake } from "./cut-make.ts";
import { transcodeRecording } from "./recording-transcode.ts";

vi.mock(import("#media/ffmpeg/fonts.ts"), { spy: true });
await queueForFile();
let context: WorkerContext;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(() => context.close());
const job = () => ({ signal: new AbortController().signal, context });

/** A clip of two pieces, played already, whose files are asked for. */
async function aScene(more: Record<string, string> = {}) {
  const owner = await aMember(await aWorkspace());
  const { workspaceId } = owner;
  const wav = noiseWav({ seconds: 8, seed: 5, isLoud: "1" });
  const { callId, recordingId } = await uploaded(owner, [{ bytes: wav }]);
  await transcodeRecording({ v: 1, workspaceId, recordingId }, job());
  const call = { id: callId, workspaceId };
  const elena = await aParticipant(call, { name: "Elena Duarte" });
  const said = Array.from({ length: 8 }, (_, n) => ({
    ...{ participantId: elena.id, t0Ms: n * 1_000, t1Ms: n * 1_000 + 900, text: `word${n}` },
  }));
  await aTranscript(call, said);
  const form = {
    ...{ title: "The price", card: "価格の話", hasCaptions: "true" },
    pieces: JSON.stringify([
      { t0Ms: 4_000, t1Ms: 5_900 },
      { t0Ms: 1_000, t1Ms: 2_900 },
    ]),
    ...more,
  };
  const clipId = await makeClip(owner, callId, newClipForm.parse(form));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
  const cut = () => cutMake({ v: 1, workspaceId, cutId }, job());
  await cut();
  const keep = () => clipOutput({ v: 1, workspaceId, cutId }, job());
  const kept = async () => (await getClip(owner, clipId)).kept;
  return { owner, call, clipId, cutId, form, cut, keep, kept };
}

/** How many jobs the sweep sends so many minutes from now, with none under way. */
async function sentAfter(minutes: number, cutId: string): Promise<number> {
  await db.$executeRaw`DELETE FROM jobs.job WHERE name = ${makeClipOutput.name}`;
  vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ["Date"] });
  try {
    await requeueOutputs();
  } finally {
    vi.useRealTimers();
  }
  return (await queued(makeClipOutput)).filter((sent) => sent.cutId === cutId).length;
}

test("a clip is kept as sound and as a video, whose job comes with what is played", async () => {
  const { owner, clipId, cutId, keep, kept } = await aScene();
  expect(await kept()).toEqual({
    state: "making",
    cause: null,
    mp3Id: null,
    mp4Id: null,
    hasPicture: false,
  });
  expect((await queued(makeClipOutput)).map((sent) => sent.cutId)).toContain(cutId);
  await keep();
  const { state, mp3Id, mp4Id } = await kept();
  expect(state).toBe("ready");
  await expect(getClipFile(owner, mp3Id ?? "")).resolves.toMatchObject({ mime: "audio/mpeg" });
  await expect(getClipFile(owner, mp4Id ?? "")).resolves.toMatchObject({
    ...{ clipId, kind: "mp4", mime: "video/mp4", title: "The price" },
  });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(getClipFile(stranger, mp4Id ?? "")).rejects.toMatchObject({ code: "not_found" });
  // Made twice there is one set.
  await keep();
  expect(await kept()).toMatchObject({ mp3Id, mp4Id });
});

test("a corrected word leaves no video that shows the one before; the sound stays", async () => {
  const { owner, call, clipId, cut, keep, kept } = await aScene();
  await keep();
  const before = await kept();
  await correctWords(owner, call.id, {
    ...{ intent: "correct_words", number: 1, segment: 4, firstWord: 0, lastWord: 0 },
    ...{ before: "word4", after: "corrected", scope: "here", addTerm: false },
  });
  const ref = { workspaceId: call.workspaceId, callId: call.id };
  const refused = { code: "not_found" };
  await expect(getClipFile(owner, before.mp4Id ?? "")).rejects.toMatchObject(refused);
  expect(await kept()).toMatchObject({ state: "making", mp3Id: before.mp3Id, mp4Id: null });
  await renewCutWords(ref);
  await cut();
  await expect(getClipFile(owner, before.mp4Id ?? "")).rejects.toMatchObject(refused);
  await keep();
  const after = await kept();
  expect(after).toMatchObject({ state: "ready" });
  expect(after.mp4Id).not.toBe(before.mp4Id);
  // From the next request on nobody has what somebody took their consent back from.
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  await expect(getClipFile(owner, after.mp4Id ?? "")).rejects.toMatchObject({
    code: "consent_blocked",
  });
  expect((await getClip(owner, clipId)).kept).toMatchObject({ mp3Id: null, mp4Id: null });
});

test("files of pieces that were saved anew are not handed out, and an attempt at them is lost", async () => {
  const { owner, clipId, cutId, form, cut, keep, kept } = await aScene();
  await keep();
  const { mp3Id } = await kept();
  const ref = { workspaceId: owner.workspaceId, cutId };
  await db.cutOutput.updateMany({ where: { cutId }, data: { state: "queued" } });
  const slow = await claimOutput(ref);
  const pieces = JSON.stringify([{ t0Ms: 2_000, t1Ms: 4_000 }]);
  await saveClip(owner, clipId, editClipForm.parse({ ...form, pieces, version: "1" }));
  await expect(getClipFile(owner, mp3Id ?? "")).rejects.toMatchObject({ code: "not_found" });
  await cut();
  if (!slow) throw new Error("nothing was claimed");
  await expect(publishOutput(slow, [])).rejects.toMatchObject({ name: "CutLost" });
  await keep();
  expect(await kept()).toMatchObject({ state: "ready" });
});

test("without a font there is the sound, and the video waits in words until there is one", async () => {
  const { owner, cutId, keep, kept } = await aScene();
  const none = vi.spyOn(fonts, "findFont").mockResolvedValue(null);
  await keep();
  const waiting = await kept();
  expect(waiting).toMatchObject({ state: "making", cause: "font_missing", mp4Id: null });
  await expect(getClipFile(owner, waiting.mp3Id ?? "")).resolves.toMatchObject({ kind: "mp3" });
  await keep();
  expect(await kept()).toEqual(waiting);
  none.mockRestore();
  expect(await sentAfter(6, cutId)).toBe(1);
  await keep();
  expect(await kept()).toMatchObject({ state: "ready", cause: null });
});

test("a clip on which nothing is written is kept as sound alone, and needs no font", async () => {
  const { owner, keep, kept } = await aScene({ card: "", hasCaptions: "false" });
  const none = vi.spyOn(fonts, "findFont").mockResolvedValue(null);
  await keep();
  none.mockRestore();
  const { state, mp4Id, hasPicture } = await kept();
  expect({ state, hasPicture }).toEqual({ state: "ready", hasPicture: false });
  await expect(getClipFile(owner, mp4Id ?? "")).resolves.toMatchObject({ mime: "audio/mp4" });
});

test("a disk that is full leaves no file; why is told, and a press tries again", async () => {
  const { owner, call, clipId, cutId, keep, kept } = await aScene();
  const store = blobs();
  const put = store.put.bind(store);
  const full = vi.spyOn(store, "put").mockImplementation(async (...file) => {
    if (!file[0].endsWith(".mp4")) return put(...file);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  await keep();
  full.mockRestore();
  expect(await kept()).toMatchObject({ state: "making", cause: "storage_full", mp3Id: null });
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.list(`${call.workspaceId}/cuts/${cutId}`)) found.push(key);
    return found.filter((key) => /\.mp[34]$/.test(key));
  };
  expect(await keys()).toEqual([]);
  const colleague = await aMember({ id: call.workspaceId });
  await expect(retryClip(colleague, clipId)).rejects.toMatchObject({ code: "not_found" });
  await retryClip(owner, clipId);
  await expect(retryClip(owner, clipId)).rejects.toMatchObject({ code: "invalid_state" });
  await keep();
  expect(await kept()).toMatchObject({ state: "ready", cause: null });
  // The cleanup leaves what is named, and takes what a killed worker left.
  const stray = `${call.workspaceId}/cuts/${cutId}/1-out-9/clip.mp4`;
  await store.put(stray, Readable.from([Buffer.alloc(10)]));
  const later = Date.now() + 7_200_000;
  vi.useFakeTimers({ now: later, toFake: ["Date"] });
  try {
    await deleteUnnamedCuts();
  } finally {
    vi.useRealTimers();
  }
  expect(await keys()).toHaveLength(2);
  expect(await keys()).not.toContain(stray);
});

test("a worker that was stopped hands it back, and the next one makes it", async () => {
  const { owner, cutId, keep, kept } = await aScene();
  const stopping = new AbortController();
  const stopped = clipOutput(
    { v: 1, workspaceId: owner.workspaceId, cutId },
    { context, signal: stopping.signal },
  );
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(await kept()).toMatchObject({ state: "making", cause: null });
  await keep();
  expect(await kept()).toMatchObject({ state: "ready" });
});

test("what waits for a part is tried every five minutes, what lost its job after one, and no deleted clip at all", async () => {
  const { owner, clipId, cutId, keep } = await aScene();
  expect(await sentAfter(2, cutId)).toBe(1);
  const none = vi.spyOn(fonts, "findFont").mockResolvedValue(null);
  await keep();
  none.mockRestore();
  expect([await sentAfter(2, cutId), await sentAfter(6, cutId)]).toEqual([0, 1]);
  await deleteClip(owner, clipId);
  expect(await sentAfter(6, cutId)).toBe(0);
});

test("where there is nothing to make them of they have failed, and are not sent again", async () => {
  const { owner, cutId, keep, kept } = await aScene();
  const { workspaceId } = owner;
  await db.cutFile.deleteMany({ where: { workspaceId, cutId, kind: "mix" } });
  await keep();
  expect(await kept()).toMatchObject({ state: "failed", cause: "unexpected" });
  expect(await sentAfter(60, cutId)).toBe(0);
});

test("each press of Retry sends a job of its own, for what failed as for what waits", async () => {
  const { owner, clipId, cutId, keep, kept } = await aScene();
  await db.$executeRaw`DELETE FROM jobs.job WHERE name = ${makeClipOutput.name}`;
  const sent = async () => (await queued(makeClipOutput)).filter((one) => one.cutId === cutId);
  const store = blobs();
  const broken = vi.spyOn(store, "getFile").mockRejectedValue(new Error("out of order"));
  await db.cutOutput.updateMany({ where: { cutId }, data: { tries: 3 } });
  await keep();
  expect(await kept()).toMatchObject({ state: "failed", cause: "unexpected", mp4Id: null });
  await retryClip(owner, clipId);
  expect(await kept()).toMatchObject({ state: "making", cause: null });
  expect(await sent()).toHaveLength(1);
  // The second one comes while the delivery of the first is still there.
  await db.cutOutput.updateMany({ where: { cutId }, data: { tries: 3 } });
  await keep();
  broken.mockRestore();
  await retryClip(owner, clipId);
  expect(await sent()).toHaveLength(2);
  await keep();
  expect(await kept()).toMatchObject({ state: "ready", cause: null });
});

test("captions begin within 50 ms of their words in the video, behind its title card or without one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-captions-"));
  const rate = 16_000;
  try {
    for (const [card, startsMs] of [
      ["価格の話", CARD_MS],
      ["", 0],
    ] as const) {
      const { owner, clipId, keep, kept } = await aScene({ card });
      await keep();
      const video = await getClipFile(owner, (await kept()).mp4Id ?? "");
      writeFileSync(join(folder, "clip.mp4"), await buffer(await blobs().get(video.key)));
      const pcm = await decode(join(folder, "clip.mp4"), rate);
      // The call is noise from its first sample on, as the first word of the clip is.
      const soundMs = (pcm.findIndex((value) => Math.abs(value) > 400) * 1_000) / rate;
      expect([card, Math.abs(soundMs - startsMs) <= 50]).toEqual([card, true]);
      const { body } = await exportClipWords(owner, clipId, "vtt");
      const begins = [...body.matchAll(/^00:00:(\d\d)\.(\d{3}) -->/gm)].map(
        ([, seconds, ms]) => Number(seconds) * 1_000 + Number(ms) - startsMs,
      );
      expect([card, begins]).toEqual([card, [0, 1_000, 1_900, 2_900]]);
      // A text is read, not played: it counts from the first word.
      const { body: text } = await exportClipWords(owner, clipId, "txt");
      expect(text).toContain("[00:00:00] Elena Duarte: Word4");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
