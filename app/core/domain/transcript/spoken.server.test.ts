import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { FLAGS } from "./edit.ts";
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
  return { workspaceId, callId: call.id, own, others };
}

test("what the microphone heard of the others is counted once, as theirs", async () => {
  const { workspaceId, callId, own, others } = await aRecorded(true);
  const call = await findSpokenCall(workspaceId, callId);
  expect(call?.segments.map(({ participantId, t0Ms }) => [participantId, t0Ms])).toEqual([
    [own.id, 0],
    [others.id, 3_000],
  ]);
});

test.each([true, false])(
  "the others' lane is a group unless it is one person (%s)",
  async (isOne) => {
    const { workspaceId, callId } = await aRecorded(isOne);
    const call = await findSpokenCall(workspaceId, callId);
    expect(call?.people.map(({ isGroup }) => isGroup)).toEqual([false, !isOne]);
  },
);
