import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aClip,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { wordsOfRanges } from "../cut/words.ts";
import { getMediaFile } from "../recording/media-file.server.ts";
import { exportTranscript } from "../transcript/transcript-reads.server.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { exportClipWords, getClipFile } from "./clip-media.server.ts";
import { getClip } from "./clip-reads.server.ts";
import { answerRequest } from "./clip-writes.server.ts";

/** A clip for the workspace, of a private call: its file, and words of which the second is masked. */
async function aScene() {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace);
  const colleague = await aMember(workspace, { teams: [await aTeam(workspace)] });
  const call = await aCall(owner, { visibility: "private", language: "en" });
  const elena = await aParticipant(call);
  await aTranscript(call, [{ participantId: elena.id, t0Ms: 0, t1Ms: 900, text: "all of it" }]);
  const { id } = await aClip(call, owner, { visibility: "workspace", title: "The price" });
  const { workspaceId } = owner;
  const cut = await db.cut.findFirstOrThrow({ where: { workspaceId, clipId: id } });
  const fileId = newId();
  const key = `${workspaceId}/cuts/${cut.id}/1-1/mix.m4a`;
  await blobs().put(key, Readable.from([Buffer.from("sound")]));
  const lanes = [{ name: "Elena", side: "C" as const }];
  const words = spreadWords(cutWords("only ■ ■ this"), { startMs: 0, endMs: 900 });
  const said = [{ lane: 0, t0Ms: 0, t1Ms: 900, flags: 0, words }];
  await db.cut.update({
    where: { workspaceId_id: { workspaceId, id: cut.id } },
    data: {
      ...{ state: "ready", wordsVersion: 1, lanes },
      words: wordsOfRanges(said, [{ t0Ms: 0, t1Ms: 1_000 }], lanes, 1),
      files: {
        create: {
          ...{ id: fileId, revision: 1, kind: "mix", key, bytes: 5n, mime: "audio/mp4" },
          sha256: new Uint8Array(32).fill(1),
        },
      },
    },
  });
  return { workspace, owner, colleague, call, id, fileId, key };
}

test("who may not open the call hears and reads the clip, and nothing of the call", async () => {
  const { colleague, call, id, fileId, key } = await aScene();
  expect(await getClipFile(colleague, fileId)).toEqual({
    ...{ clipId: id, kind: "mix", key, bytes: 5, mime: "audio/mp4", title: "The price" },
    etag: `"${"01".repeat(16)}"`,
  });
  const { body } = await exportClipWords(colleague, id, "vtt");
  expect(body).toContain("00:00:00.000 -->");
  expect(body).toContain("nly [bleep] this");
  expect((await exportClipWords(colleague, id, "txt")).body).toContain("nly [bleep] this");
  await expect(getMediaFile(colleague, fileId)).rejects.toMatchObject({ code: "not_found" });
  await expect(exportTranscript(colleague, call.id, 1, "txt")).rejects.toMatchObject({
    code: "not_found",
  });
  const exports = await db.auditEntry.count({
    where: { event: "transcript.exported", target: id },
  });
  expect(exports).toBe(2);
});

test("another workspace, a narrowed clip and a deleted one give nothing", async () => {
  const { colleague, id, fileId } = await aScene();
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const refused = async (actor: typeof colleague) => {
    await expect(getClipFile(actor, fileId)).rejects.toMatchObject({ code: "not_found" });
    await expect(exportClipWords(actor, id, "vtt")).rejects.toMatchObject({ code: "not_found" });
  };
  await refused(stranger);
  await db.clip.updateMany({ where: { id }, data: { visibility: "private" } });
  await refused(colleague);
  await db.clip.updateMany({
    where: { id },
    data: { visibility: "workspace", deletedAt: new Date() },
  });
  await refused(colleague);
});

test("who is asked about a clip plays it as it was saved last, bleeps and all, until they have answered", async () => {
  const { workspace, owner, colleague, id, fileId } = await aScene();
  const other = await aMember(workspace);
  const saved = async (revision: number) => {
    await db.clip.updateMany({
      where: { id },
      data: {
        ...{ ownerId: colleague.memberId, visibility: "private", revision },
        ...{ wantedVisibility: "workspace", wantedById: colleague.memberId },
      },
    });
    await db.cut.updateMany({
      where: { clipId: id },
      data: {
        ...{ masks: [{ participantId: null, t0Ms: 0, t1Ms: 500 }] },
        ...{ made: { revision: 1, ranges: [{ t0Ms: 0, t1Ms: 1_000 }] } },
      },
    });
  };
  const hidden = async (actor: typeof owner) => {
    await expect(getClipFile(actor, fileId)).rejects.toMatchObject({ code: "not_found" });
  };
  await saved(1);
  expect((await getClip(owner, id)).media).toMatchObject({ mixId: fileId, hasWords: true });
  await expect(getClipFile(owner, fileId)).resolves.toMatchObject({ clipId: id, kind: "mix" });
  expect((await exportClipWords(owner, id, "txt")).body).toContain("nly [bleep] this");
  await hidden(other);
  await hidden(await aMember(await aWorkspace(), { role: "admin" }));
  // An hour of private access is for looking, and decides nothing.
  const admin = await aMember(workspace, { role: "admin" });
  await hidden({ ...admin, privateUntil: new Date(Date.now() + 60_000).toISOString() });
  // Other pieces were saved meanwhile: the old sound is no answer for them.
  await saved(2);
  expect((await getClip(owner, id)).media).toBeNull();
  await hidden(owner);
  await expect(exportClipWords(owner, id, "txt")).rejects.toMatchObject({ code: "invalid_state" });
  expect((await exportClipWords(colleague, id, "txt")).body).toContain("[bleep]");
  await saved(1);
  await answerRequest(owner, id, { isAccepted: false });
  await hidden(owner);
  await expect(exportClipWords(owner, id, "txt")).rejects.toMatchObject({ code: "not_found" });
  await expect(getClipFile(colleague, fileId)).resolves.toMatchObject({ clipId: id });
});

test("who looks with the eyes of who is asked does not play a private clip", async () => {
  const { workspace, owner, colleague, call, id, fileId } = await aScene();
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "workspace" } });
  await db.clip.updateMany({
    where: { id },
    data: { ownerId: colleague.memberId, visibility: "private", wantedVisibility: "workspace" },
  });
  await db.cut.updateMany({
    where: { clipId: id },
    data: { made: { revision: 1, ranges: [{ t0Ms: 0, t1Ms: 1_000 }] } },
  });
  await expect(getClipFile(owner, fileId)).resolves.toMatchObject({ clipId: id });
  const admin = await aMember(workspace, { role: "admin" });
  const eyes = { ...owner, impersonator: { memberId: admin.memberId, name: "Admin" } };
  await expect(getClipFile(eyes, fileId)).rejects.toMatchObject({ code: "not_found" });
  await expect(exportClipWords(eyes, id, "txt")).rejects.toMatchObject({ code: "not_found" });
  await expect(getClip(eyes, id)).rejects.toMatchObject({ code: "not_found" });
});

test("from the request on that follows a withdrawn consent nobody hears or reads it", async () => {
  const { owner, call, id, fileId } = await aScene();
  await db.participant.updateMany({ where: { callId: call.id }, data: { consent: "withdrawn" } });
  const code = "consent_blocked";
  await expect(getClipFile(owner, fileId)).rejects.toMatchObject({ code });
  await expect(exportClipWords(owner, id, "txt")).rejects.toMatchObject({ code });
});

test("words of an older transcript are read nowhere, and the sound goes on", async () => {
  const { colleague, id, fileId } = await aScene();
  await db.cut.updateMany({ where: { clipId: id }, data: { wordsVersion: 0 } });
  await expect(exportClipWords(colleague, id, "vtt")).rejects.toMatchObject({
    code: "invalid_state",
  });
  await expect(getClipFile(colleague, fileId)).resolves.toMatchObject({ clipId: id });
});
