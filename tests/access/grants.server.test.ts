import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { giveAccess, takeBackAccess } from "#app/core/domain/call/access.server.ts";
import { publishPipelineChanged } from "#app/core/domain/call/call-changed.server.ts";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { holdIntervals } from "#tests/support/intervals.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { appForFile } from "./app-for-file.ts";
import { send } from "./replay.ts";

const app = await appForFile();
let owner: SignedIn;
let guestOfCall: SignedIn;
let callId: string;
let fileId: string;

beforeEach(async () => {
  const workspace = await aWorkspace();
  owner = await aMember(workspace);
  guestOfCall = await aMember(workspace);
  const call = await aCall(owner, { visibility: "private" });
  callId = call.id;
  const recording = await aRecording(call);
  await aTranscript(call, [{ t0Ms: 0, t1Ms: 4_000, text: "The herons are over the river" }], {
    recordingId: recording.id,
  });
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId }));
  fileId = newId();
  const key = `${workspace.id}/${recording.id}/mix/${fileId}`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  await db.file.create({
    data: {
      ...{ id: fileId, workspaceId: workspace.id, recordingId: recording.id, kind: "mix", key },
      ...{ bytes: 100n, sha256: new Uint8Array(randomBytes(32)), mime: "audio/mp4" },
    },
  });
});

const give = (id = callId) =>
  giveAccess(owner, id, { memberId: guestOfCall.memberId, level: "view" });

/** What the member has of the call, by each way to it. */
async function reach(): Promise<Record<string, unknown>> {
  const ask = (route: string, path: string) => send(app, guestOfCall.token, { route, path });
  const list = async (query: string) => {
    const { text } = await ask("routes/resource/recordings-json", `/recordings.json${query}`);
    return text.includes(callId);
  };
  return {
    page: (await ask("routes/work/playback", paths.playback(callId))).status,
    words: (await ask("routes/resource/transcript-page", paths.transcriptPage(callId, 1, 0)))
      .status,
    media: (await ask("routes/resource/media", paths.media(fileId))).status,
    row: await list(""),
    hit: await list("?q=herons"),
  };
}
const NOTHING = { page: 404, words: 404, media: 404, row: false, hit: false };

test("who was given access has page, words, sound, row and search hit, and loses all at once", async () => {
  expect(await reach()).toEqual(NOTHING);
  const { grantId } = await give();
  expect(await reach()).toEqual({ page: 200, words: 200, media: 200, row: true, hit: true });
  await takeBackAccess(owner, callId, grantId);
  expect(await reach()).toEqual(NOTHING);
});

/** The events of a stream; `until` answers when the text that came so far is as wanted. */
async function follow(path: string) {
  const answer = await app.ask(
    new Request(`http://127.0.0.1:3000${path}`, {
      headers: { cookie: `__Host-sid=${guestOfCall.token}` },
    }),
  );
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("no stream");
  let text = "";
  let isOver = false;
  const reading = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    isOver = true;
  })();
  return {
    text: () => text,
    isOver: () => isOver,
    close: async () => {
      await reader.cancel();
      await reading;
    },
  };
}

test("an open page of lists is told that the call came, and that it went", async () => {
  const stream = await follow(paths.pipelineStream());
  const { workspaceId } = owner;
  const { grantId } = await give();
  // The stream may still have been on its way when access was given.
  await expect
    .poll(async () => {
      await db.$transaction((tx) => publishPipelineChanged(tx, { workspaceId, callId }));
      return stream.text();
    })
    .toContain("event: call\n");
  await takeBackAccess(owner, callId, grantId);
  await expect.poll(() => stream.text().split("event: call\n").at(-1)).toContain("event: gone\n");
  await stream.close();
});

test("the stream of a running call ends when access to it is taken back", async () => {
  holdIntervals(); // it ends by the signal: no heartbeat comes
  const live = await aLiveCall(owner, { visibility: "private" });
  const { grantId } = await give(live.callId);
  const stream = await follow(paths.callStream(live.callId));
  await expect.poll(() => stream.text()).toContain("event: people\n");
  expect(stream.isOver()).toBe(false);
  await takeBackAccess(owner, live.callId, grantId);
  await expect.poll(() => stream.isOver()).toBe(true);
});
