import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { asSystem } from "../access/actor.ts";
import { FLAGS } from "../words/flags.ts";
import { findCutTranscript } from "./cut-source.server.ts";

const WHOLE = [{ t0Ms: 0, t1Ms: 60_000 }];

test("what a microphone picked up of the other side is not said twice in a cut, nor a lane of it", async () => {
  const rep = await aMember(await aWorkspace());
  const { workspaceId } = rep;
  const call = await aCall(rep);
  const own = await aParticipant(call, { side: "R", name: "Aki", lane: 0 });
  const others = await aParticipant(call, { side: "C", name: "Everyone else", lane: 1 });
  await aTranscript(call, [
    { participantId: own.id, t0Ms: 0, t1Ms: 2_000, text: "shall we begin" },
    { participantId: others.id, t0Ms: 3_000, t1Ms: 5_000, text: "we start with fifty seats" },
    { participantId: own.id, t0Ms: 3_100, t1Ms: 5_100, text: "we start with fifty sheets" },
  ]);
  await db.segment.updateMany({
    where: { workspaceId, participantId: own.id, t0Ms: 3_100 },
    data: { flags: FLAGS.bleed },
  });
  const read = async (ranges: typeof WHOLE) => {
    const cut = await findCutTranscript(asSystem(workspaceId, "cut.make"), call.id, ranges);
    return cut?.said.map(({ lane, words }) => [
      cut.lanes[lane]?.name,
      words.map(({ text }) => text).join(" "),
    ]);
  };
  expect(await read(WHOLE)).toEqual([
    ["Aki", "shall we begin"],
    ["Everyone else", "we start with fifty seats"],
  ]);
  const theirs = await findCutTranscript(asSystem(workspaceId, "cut.make"), call.id, [
    { t0Ms: 3_000, t1Ms: 5_000 },
  ]);
  expect(theirs?.lanes.map(({ name }) => name)).toEqual(["Everyone else"]);
});
