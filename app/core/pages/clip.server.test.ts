import { expect, test } from "vitest";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { aCall, aMember, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { openClip } from "./clip.server.ts";

await queueForFile();

test("a clip is changed by times where its call has no words, and by words once it has", async () => {
  const owner = await aMember(await aWorkspace());
  const call = await aCall(owner, { durationMs: 60_000 });
  const pieces = JSON.stringify([{ t0Ms: 5_000, t1Ms: 9_000 }]);
  const clipId = await makeClip(owner, call.id, newClipForm.parse({ title: "The price", pieces }));
  const open = () => openClip(owner, clipId, new URLSearchParams({ edit: "1" }));
  expect((await open()).editor).toMatchObject({ durationMs: 60_000, words: null });
  await aTranscript(call, [{ t0Ms: 5_000, t1Ms: 9_000, text: "twelve percent" }]);
  expect((await open()).editor?.words?.transcript.segments).toBe(1);
});
