import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { FLAGS } from "../words/flags.ts";
import { findSpokenCall } from "./spoken.server.ts";

/** A recorder's call of one of ours and a lane of the others, who are one person or several. */
async function aRecorded(isOnePerson: boolean) {
  const rep = await aMember(await aWorkspace());
  const { workspaceId, memberId } = rep;
  const call = await aCall(rep, { title: "Recorded", kind: "recorder" });
  const own = await aParticipant(call, { side: "R", name: "Aki", lane: 0, memberId });
  const others = await aParticipant(call, { side: "C", name: "Everyone else", lane: 1 });
  await aTranscript(call, [
    { participantId: own.id, t0Ms: 0, t1Ms: 2_000, text: "shall we begin with the offer" },
    { participantId: others.id, t0Ms: 3_000, t1Ms: 5_000, text: "yes we start with fifty seats" },
    { participantId: own.id, t0Ms: 3_100, t1Ms: 5_100, text: "yes we start with fifty seats" },
  ]);
  await db.segment.updateMany({
    where: { workspaceId, participantId: own.id, t0Ms: 3_100 },
    data: { flags: FLAGS.bleed },
  });
  const recordingId = newId();
  const state = { method: "recorder", state: "ready", isPrimary: true } as const;
  await db.recording.create({
    data: { id: recordingId, workspaceId, callId: call.id, createdBy: memberId, ...state },
  });
  await db.browserRecorder.create({
    data: {
      ...{ workspaceId, recordingId, callId: call.id, memberId, visibility: "team", isOnePerson },
      ...{ deviceId: "d", deviceName: "Chrome", tabId: "t" },
    },
  });
  return { workspaceId, callId: call.id, recordingId, own, others };
}

test("what the microphone heard of the others is counted once, as theirs", async () => {
  const { workspaceId, callId, own, others } = await aRecorded(true);
  const call = await findSpokenCall(workspaceId, callId);
  expect(call?.segments.map(({ participantId, t0Ms }) => [participantId, t0Ms])).toEqual([
    [own.id, 0],
    [others.id, 3_000],
  ]);
});

/** Pieces of a tab's sound as they wait to be joined. */
const aTabPiece = ({ workspaceId, callId, others }: Awaited<ReturnType<typeof aRecorded>>) =>
  db.localChunk.create({
    data: {
      ...{ workspaceId, callId, participantId: others.id, part: newId(), seq: 0, source: "tab" },
      ...{ isPrimary: true, t0: 0n, bytes: 1, sha256: new Uint8Array(32), mime: "audio/webm" },
      key: newId(),
    },
  });
const aTabTrack = ({ workspaceId, recordingId, others }: Awaited<ReturnType<typeof aRecorded>>) =>
  db.track.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, participantId: others.id },
      ...{ source: "tab", lane: 1 },
    },
  });
const groupsOf = async (workspaceId: string, callId: string) => {
  const call = await findSpokenCall(workspaceId, callId);
  return call?.people.flatMap(({ name, isGroup }) => (isGroup === true ? [name] : []));
};

test.each([true, false])(
  "the others' lane is a group unless it is one person (%s), before its pieces are joined and after",
  async (isOne) => {
    const recorded = await aRecorded(isOne);
    const { workspaceId, callId } = recorded;
    await aTabPiece(recorded);
    expect(await groupsOf(workspaceId, callId)).toEqual(isOne ? [] : ["Everyone else"]);
    await aTabTrack(recorded);
    await db.localChunk.deleteMany({ where: { callId } });
    expect(await groupsOf(workspaceId, callId)).toEqual(isOne ? [] : ["Everyone else"]);
  },
);

test("the group stays who the tab's track is, on whichever side and lane they are", async () => {
  const recorded = await aRecorded(false);
  const { workspaceId, callId, others } = recorded;
  await aTabTrack(recorded);
  await db.participant.updateMany({ where: { id: others.id }, data: { side: "R", lane: 3 } });
  expect(await groupsOf(workspaceId, callId)).toEqual(["Everyone else"]);
});

test("a customer who is added by hand to a recording of the microphone alone is no group", async () => {
  const { workspaceId, callId, recordingId, own } = await aRecorded(false);
  await db.track.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, participantId: own.id },
      ...{ source: "microphone", lane: 0 },
    },
  });
  expect(await groupsOf(workspaceId, callId)).toEqual([]);
});
