import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTrack,
  aTranscript,
  aWorkspace,
  type Said,
} from "#tests/support/factories.ts";
import { getPlayback } from "./playback.server.ts";

/** A call of Aki with Maria, and a listener who says nothing. */
async function aScene(said: (aki: string, maria: string) => Said[]) {
  const rep = await aMember(await aWorkspace());
  const call = await aCall(rep);
  const aki = await aParticipant(call, { side: "R", name: "Aki", lane: 0 });
  const maria = await aParticipant(call, { side: "C", name: "Maria", lane: 1 });
  await aParticipant(call, { side: "C", name: "Listener", lane: 2 });
  const recording = await aRecording(call, { state: "ready" });
  await aTranscript(call, said(aki.id, maria.id), { origin: "import" });
  return { rep, call, recording, aki };
}
const talk = (aki: string, maria: string): Said[] => [
  { participantId: aki, t0Ms: 0, t1Ms: 4_000, text: "good morning" },
  { participantId: aki, t0Ms: 4_200, t1Ms: 6_000, text: "how are you" },
  { participantId: maria, t0Ms: 6_500, t1Ms: 8_000, text: "fine" },
  { participantId: aki, t0Ms: 9_000, t1Ms: 9_500, text: "good" },
  { participantId: null, t0Ms: 10_000, t1Ms: 11_000, text: "somebody spoke" },
];

test("a call without sound has a lane for everybody who speaks, from the words", async () => {
  const { rep, call } = await aScene(talk);
  const { lanes } = await getPlayback(rep, call.id);
  expect(lanes.map(({ name, side, lane, spoken }) => ({ name, side, lane, spoken }))).toEqual([
    {
      name: "Aki",
      side: "R",
      lane: 0,
      spoken: [
        { t0Ms: 0, t1Ms: 6_000 },
        { t0Ms: 9_000, t1Ms: 9_500 },
      ],
    },
    { name: "Maria", side: "C", lane: 1, spoken: [{ t0Ms: 6_500, t1Ms: 8_000 }] },
    { name: "", side: null, lane: 2, spoken: [{ t0Ms: 10_000, t1Ms: 11_000 }] },
  ]);
});

test("a call whose sound was removed keeps its lanes", async () => {
  const { rep, call, recording, aki } = await aScene(talk);
  await aTrack(recording, { participantId: aki.id, lane: 0 });
  await db.recording.updateMany({
    where: { id: recording.id },
    data: { mediaRemovedAt: new Date() },
  });
  const { lanes } = await getPlayback(rep, call.id);
  expect(lanes.map(({ name }) => name)).toEqual(["Aki", "Maria", ""]);
});
