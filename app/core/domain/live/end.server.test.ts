// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { beforeEach, expect, test } from "vitest";
import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import {
  aLiveCall,
  aStartedCall,
  codeOf,
  eventsOf,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { trashCall } from "../call/call-writes.server.ts";
import { discardUpload } from "../recording/upload-answers.server.ts";
import { sendStage } from "../recording/stages.server.ts";
import { holdLine, pauseRecording } from "./actions.server.ts";
import { endCall, endForAll } from "./end.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let manager: SignedIn;
let mate: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await turnLiveCallsOn();
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  manager = await aMember(workspace, { role: "manager", teams: [team] });
});

const callOf = (id: string) => db.call.findFirstOrThrow({ where: { id } });

test("the host's End closes the call, everything still open in it, and queues its assembly once", async () => {
  const call = await aLiveCall(owner);
  await pauseRecording(owner, call.callId, true);
  await holdLine(owner, call.callId, true);
  await endForAll(owner, call.callId);
  const ended = await callOf(call.callId);
  expect(ended).toMatchObject({ state: "ended", stateReason: "host" });
  expect(ended.durationMs).toBe(
    (ended.endedAt?.getTime() ?? 0) - (ended.startedAt?.getTime() ?? 0),
  );
  const spans = await db.callSpan.findMany({ where: { callId: call.callId } });
  expect(spans.map(({ kind, t1Ms }) => [kind, t1Ms]).sort()).toEqual([
    ["hold", ended.durationMs],
    ["pause", ended.durationMs],
  ]);
  await expect(
    db.participantPresence.count({ where: { callId: call.callId, leftMs: null } }),
  ).resolves.toBe(0);
  const { recordingId, workspaceId } = call;
  await expect(db.recording.findFirst({ where: { id: recordingId } })).resolves.toMatchObject({
    state: "uploaded",
  });
  const stages = await db.stage.findMany({ where: { recordingId }, orderBy: { name: "asc" } });
  expect(stages.map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...["upload done", "inspect done", "normalise waiting"],
    ...["transcribe waiting", "metrics waiting", "summary waiting"],
  ]);
  await expect(queued(assembleRecording)).resolves.toEqual([{ v: 1, workspaceId, recordingId }]);
  await expect(codeOf(endForAll(owner, call.callId))).resolves.toBe("invalid_state");
  await expect(endCall(null, call, "room_closed")).resolves.toBe(false);
  await expect(queued(assembleRecording)).resolves.toHaveLength(1);
  expect((await eventsOf(workspace.id)).filter((event) => event === "live.ended")).toHaveLength(1);
});

test("host, recorder and reconciler end a call at once: it ends once", async () => {
  const call = await aLiveCall(owner);
  const done = await Promise.all([
    codeOf(endForAll(owner, call.callId)),
    endCall(null, call, "room_closed"),
    endCall(null, call, "nobody_left"),
  ]);
  expect(done.filter((one) => one === true || one === "done")).toHaveLength(1);
  await expect(db.stage.count({ where: { recordingId: call.recordingId } })).resolves.toBe(6);
  await expect(queued(assembleRecording)).resolves.toHaveLength(1);
});

test("a call nobody ever entered is empty, with nothing to assemble", async () => {
  const call = await aStartedCall(owner);
  await expect(endCall(null, call, "nobody_left")).resolves.toBe(true);
  await expect(callOf(call.callId)).resolves.toMatchObject({
    state: "empty",
    stateReason: "nobody_came",
  });
  await expect(db.recording.findFirst({ where: { id: call.recordingId } })).resolves.toMatchObject({
    state: "discarded",
  });
  await expect(queued(assembleRecording)).resolves.toEqual([]);
  await expect(codeOf(aStartedCall(owner))).resolves.toBe("done");
});

test("only the host ends a call for all, and elsewhere it is not there", async () => {
  const call = await aLiveCall(owner);
  const admin = await aMember(workspace, { role: "admin" });
  for (const actor of [mate, manager, admin])
    await expect(codeOf(endForAll(actor, call.callId))).resolves.toBe("forbidden");
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(codeOf(endForAll(stranger, call.callId))).resolves.toBe("not_found");
  await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
  await expect(codeOf(endForAll(manager, call.callId))).resolves.toBe("not_found");
  await expect(
    endCall(null, { workspaceId: stranger.workspaceId, callId: call.callId }, "room_closed"),
  ).resolves.toBe(false);
  await expect(callOf(call.callId)).resolves.toMatchObject({ state: "live" });
});

test("the system's ends name the reason and no person", async () => {
  const call = await aLiveCall(owner);
  await endCall(null, call, "nobody_left");
  const entry = await db.auditEntry.findFirstOrThrow({
    where: { event: "live.ended", target: call.callId },
  });
  expect(entry).toMatchObject({
    actorKind: "system",
    after: JSON.stringify({ why: "nobody_left" }),
  });
});

test("an end inside a transaction that fails has not happened", async () => {
  const call = await aLiveCall(owner);
  await expect(
    db.$transaction(async (tx) => {
      await endCall(tx, call, "host");
      throw new Error("the rest failed");
    }),
  ).rejects.toThrow("the rest failed");
  await expect(callOf(call.callId)).resolves.toMatchObject({ state: "live" });
  await expect(queued(assembleRecording)).resolves.toEqual([]);
});

test("a call that runs is not trashed or discarded, by nobody; once it is over it may be", async () => {
  const call = await aLiveCall(owner);
  for (const actor of [owner, manager]) {
    await expect(codeOf(trashCall(actor, call.callId))).resolves.toBe("invalid_state");
    await expect(codeOf(discardUpload(actor, call.recordingId))).resolves.toBe("invalid_state");
  }
  await expect(callOf(call.callId)).resolves.toMatchObject({ state: "live" });
  await endForAll(owner, call.callId);
  await expect(codeOf(trashCall(owner, call.callId))).resolves.toBe("done");
});

test("a stage of a room before it plays is assembled again, not transcoded", async () => {
  const call = await aLiveCall(owner);
  await endForAll(owner, call.callId);
  await db.$executeRaw`DELETE FROM jobs.job`;
  await db.$transaction((tx) => sendStage(tx, call, "normalise", newId()));
  await expect(queued(assembleRecording)).resolves.toHaveLength(1);
});
