import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { beginRecording, endRecording } from "#tests/support/recorder-start.ts";
import { openRecorder } from "./recorder.server.ts";

await queueForFile();

test("the address of a recording shows its owner where it runs, and the call when it is stopped", async () => {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace);
  const admin = await aMember(workspace, { role: "admin", scope: "workspace" });
  const { callId, recordingId } = await beginRecording(owner, {
    ...{ consent: "self", tab: "none", who: undefined, title: "A note", company: undefined },
    ...{ visibility: "workspace", deviceName: "Chrome, Linux" },
  });
  const open = (by: typeof owner, id: string | null) =>
    openRecorder(by, "en", id, (_, consent) => consent);
  const nothing = { asked: null, askedUrl: null };
  expect(await open(owner, callId)).toMatchObject({
    asked: { callId, title: "A note", deviceName: "Chrome, Linux", isHeld: true },
    askedUrl: null,
  });
  expect(await open(owner, null)).toMatchObject(nothing);
  expect(await open(admin, callId)).toMatchObject({ ...nothing, open: [] });
  expect(await open(owner, randomUUID())).toMatchObject(nothing);
  await endRecording(owner, { recordingId });
  expect(await open(owner, callId)).toMatchObject({
    asked: null,
    askedUrl: `/recordings/${recordingId}`,
  });
});
