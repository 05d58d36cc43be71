import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { type Prisma, db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { begin, type Begin, type Fixtures, type Scene } from "../noun.ts";

const recordingIs = (
  { owner: { workspaceId }, house: { recordingId } }: Scene,
  state: "uploaded" | "interrupted",
) => db.recording.updateMany({ where: { workspaceId, id: recordingId }, data: { state } });

const aStage = (
  { owner: { workspaceId }, house: { recordingId } }: Scene,
  stage: Pick<Prisma.StageUncheckedCreateInput, "name" | "state" | "cause">,
) => db.stage.create({ data: { workspaceId, recordingId, ...stage } });

const failed = begin((scene) => aStage(scene, { name: "transcribe", state: "failed" }));

const twice = begin(async (scene) => {
  await recordingIs(scene, "uploaded");
  await aStage(scene, { name: "inspect", state: "waiting", cause: "duplicate" });
});

/** Nothing of it has been looked into yet. */

const whole = begin(async (scene) => {
  const { workspaceId } = scene.owner;
  const { callId, recordingId } = scene.house;
  await recordingIs(scene, "uploaded");
  await db.transcript.deleteMany({ where: { workspaceId, callId } });
  await db.track.deleteMany({ where: { workspaceId, recordingId } });
});

const stopped = begin(async (scene) => {
  const { workspaceId, memberId } = scene.owner;
  const { recordingId, callId } = scene.house;
  await recordingIs(scene, "interrupted");
  const id = newId();
  const key = `${workspaceId}/${recordingId}/original/${id}`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  await db.upload.create({
    data: {
      ...{ id, workspaceId, memberId, recordingId, key, purpose: "recording", name: "a.wav" },
      ...{ total: 200n, state: "receiving", expiresAt: new Date(Date.now() + 3_600_000) },
      data: { index: 0, channels: "auto", participantId: null, callId },
    },
  });
});

/** A browser made it, and it ended by itself. */
const alone = begin(async ({ owner, house: { callId, recordingId } }) => {
  const { workspaceId, memberId } = owner;
  await db.browserRecorder.create({
    data: {
      ...{ workspaceId, recordingId, callId, memberId, visibility: "team", endReason: "limit" },
      ...{ tabId: "a-tab-of-ours", deviceId: newId(), deviceName: "Chrome, Windows" },
    },
  });
});

const ofUpload = (page: string): Record<string, Begin> => ({
  [`${page} retry`]: failed,
  [`${page} keep`]: twice,
  [`${page} discard`]: whole,
  [`${page} use_partial`]: stopped,
});

export const fixtures: Fixtures = {
  beginnings: {
    ...ofUpload("/?index"),
    ...ofUpload("/recordings"),
    ...ofUpload("/recordings/{recordingId}"),
    "/playback/{callId} retry": failed,
    "/playback/{callId} open_recording": alone,
  },
};
