// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { beforeEach, expect, test } from "vitest";
import { demoCall } from "#app/core/jobs/demo-call.job.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import {
  aGuest,
  aStartedCall,
  codeOf,
  eventsOf,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { beginRecording } from "#tests/support/recorder-start.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";
import { editLiveCall } from "./actions.server.ts";
import { admitGuest } from "./admission.server.ts";
import { endForAll } from "./end.server.ts";
import { invitationUrl } from "./invitation.server.ts";
import { startCall, startDemoCall } from "./start.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
beforeEach(async () => {
  await turnLiveCallsOn();
  workspace = await aWorkspace();
  owner = await aMember(workspace, { teams: [await aTeam(workspace)] });
});

test("who records in a browser opens no room beside it", async () => {
  await beginRecording(owner);
  await expect(startCall(owner, {})).rejects.toMatchObject({
    fields: { "": ["recorder_running"] },
  });
});

test("a call is made whole: host, recording, transcript, room, recorder's row and one invitation", async () => {
  const before = { wall: Date.now(), mono: process.hrtime.bigint() };
  const callId = await startCall(owner, { companyName: "Kestrel Freight", language: "ja" });
  const after = { wall: Date.now(), mono: process.hrtime.bigint() };
  const call = await db.call.findFirstOrThrow({
    where: { id: callId },
    include: {
      company: true,
      participants: true,
      recordings: { include: { stages: true } },
      transcripts: true,
      liveCall: true,
      liveRecorders: true,
      sharedLinks: true,
    },
  });
  expect(call).toMatchObject({
    ...{ kind: "room", state: "scheduled", title: "Kestrel Freight", language: "ja" },
    ...{ visibility: "team", teamId: owner.teamIds[0], ownerId: owner.memberId },
    ...{ consent: "not_asked", company: { name: "Kestrel Freight" } },
  });
  expect(call.participants).toMatchObject([
    { side: "R", role: "host", lane: 0, memberId: owner.memberId, name: owner.name },
  ]);
  expect(call.recordings).toMatchObject([
    { method: "room", state: "receiving", isPrimary: true, stages: [] },
  ]);
  const transcript = call.transcripts[0] ?? expect.fail("no transcript");
  expect(transcript).toMatchObject({
    ...{ number: 1, baseId: transcript.id, isCurrent: true, origin: "engine", language: "ja" },
    recordingId: call.recordings[0]?.id,
  });
  expect(call.liveCall).toMatchObject({
    ...{ room: `c:${callId}`, state: "starting", transcriptId: transcript.id, seq: 0n },
  });
  const recorder = call.liveRecorders[0] ?? expect.fail("no recorder");
  expect(recorder).toMatchObject({
    room: `c:${callId}`,
    owner: null,
    attempt: 0,
    leaseUntil: null,
  });
  // The zero of both clocks lies within the call of `startCall`.
  const startedAt = call.startedAt?.getTime() ?? 0;
  expect(startedAt).toBeGreaterThanOrEqual(before.wall);
  expect(startedAt).toBeLessThanOrEqual(after.wall);
  expect(recorder.t0MonoNs).toBeGreaterThanOrEqual(before.mono);
  expect(recorder.t0MonoNs).toBeLessThanOrEqual(after.mono);
});

test("an invitation is found by its hash, read back by its key, and stands nowhere in the clear", async () => {
  const callId = await startCall(owner, {});
  const link = await db.sharedLink.findFirstOrThrow({ where: { callId } });
  const url = new URL(invitationUrl(link.urlEnc));
  const urlPath = /^\/shared\/([\w-]{22})$/.exec(url.pathname)?.[1] ?? expect.fail(url.pathname);
  expect(Buffer.from(link.urlHash)).toEqual(Buffer.from(hashOf(urlPath)));
  expect(Buffer.from(link.urlEnc).toString("latin1")).not.toContain(urlPath);
  const hours = ((link.expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
});

test("without a title a call is called after its company, else after its host and its day", async () => {
  const titles: string[] = [];
  for (const input of [{}, { companyName: "Acme" }, { companyName: "Acme", title: "Renewal" }]) {
    const callId = await startCall(owner, input);
    titles.push((await db.call.findFirstOrThrow({ where: { id: callId } })).title);
    await endForAll(owner, callId);
  }
  expect(titles).toEqual([
    expect.stringMatching(new RegExp(`^${owner.name}, \\d+ \\w+$`)),
    "Acme",
    "Renewal",
  ]);
  await expect(db.company.count({ where: { workspaceId: workspace.id } })).resolves.toBe(1);
});

test("a member has one call at a time, also when two tabs start one at once", async () => {
  const codes = await Promise.all(
    Array.from({ length: 4 }, () => codeOf(startCall(owner, { title: "One" }))),
  );
  expect(codes.sort()).toEqual(["conflict", "conflict", "conflict", "done"]);
  await expect(db.call.count({ where: { ownerId: owner.memberId } })).resolves.toBe(1);
  await expect(codeOf(startCall(owner, {}))).resolves.toBe("conflict");
  await expect(startCall(owner, {})).rejects.toMatchObject({ fields: { "": ["call_running"] } });
  const colleague = await aMember(workspace);
  await expect(codeOf(startCall(colleague, {}))).resolves.toBe("done");
  const { id } = await db.call.findFirstOrThrow({ where: { ownerId: owner.memberId } });
  await endForAll(owner, id);
  await expect(codeOf(startCall(owner, {}))).resolves.toBe("done");
});

test.each(["preparing", "off"] as const)(
  "while live calls are %s nothing is made",
  async (state) => {
    await saveComponentStatus("livekit", "test", state, { reason: "starting" });
    await expect(codeOf(startCall(owner, {}))).resolves.toBe("part_off");
    await expect(db.call.count({ where: { workspaceId: workspace.id } })).resolves.toBe(0);
    await expect(eventsOf(workspace.id)).resolves.toEqual([]);
  },
);

test("every role may start, and the log says who did", async () => {
  for (const role of ["admin", "manager", "rep"] as const)
    await aStartedCall(await aMember(workspace, { role }));
  await expect(eventsOf(workspace.id)).resolves.toEqual(
    Array.from({ length: 3 }, () => ["call.created", "live.started"]).flat(),
  );
});

test("the demo's call is the demo's alone, and its voices are queued with it", async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  await expect(codeOf(startDemoCall(owner))).resolves.toBe("forbidden");
  await expect(queued(demoCall)).resolves.toEqual([]);
  const demo = await aWorkspace({ isDemo: true });
  const rep = await aMember(demo);
  const callId = await startDemoCall(rep);
  await expect(queued(demoCall)).resolves.toEqual([{ v: 1, workspaceId: demo.id, callId }]);
  await expect(codeOf(startDemoCall(rep))).resolves.toBe("conflict");
});

test("who comes into an untitled call stands in its name; a title somebody gave is kept", async () => {
  const { callId } = await aStartedCall(owner);
  const call = { callId, workspaceId: workspace.id };
  const title = async () => (await db.call.findFirstOrThrow({ where: { id: callId } })).title;
  const before = await title();
  await admitGuest(owner, callId, await aGuest(call, "Noor Haddad"));
  expect(await title()).toBe(before.replace(owner.name, `${owner.name} and Noor Haddad`));
  await admitGuest(owner, callId, await aGuest(call, "Theo"));
  expect(await title()).toBe(before.replace(owner.name, `${owner.name}, Noor Haddad and Theo`));
  await editLiveCall(owner, callId, { title: "Renewal" });
  await admitGuest(owner, callId, await aGuest(call, "Mia"));
  expect(await title()).toBe("Renewal");
});

test("who sees a call and what is spoken in it are chosen at the start, and changed while it runs", async () => {
  const { callId, transcriptId } = await aStartedCall(owner, {
    visibility: "private",
    language: "ja",
  });
  const row = () => db.call.findFirstOrThrow({ where: { id: callId } });
  expect(await row()).toMatchObject({ visibility: "private", language: "ja" });
  await editLiveCall(owner, callId, {
    title: "Renewal",
    visibility: "workspace",
    language: "en",
  });
  expect(await row()).toMatchObject({
    ...{ title: "Renewal", visibility: "workspace", language: "en" },
  });
  const transcript = await db.transcript.findFirstOrThrow({ where: { id: transcriptId } });
  expect(transcript.language).toBe("en");
  await editLiveCall(owner, callId, { title: "Renewal, again" });
  expect(await row()).toMatchObject({ visibility: "workspace", language: "en" });
});
