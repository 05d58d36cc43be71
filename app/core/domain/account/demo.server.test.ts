import { expect, test, vi } from "vitest";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { tenantTables } from "#tests/access/replay.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { reportRecorder } from "../live/report.server.ts";
import { importForm } from "../recording/upload.schema.ts";
import { importTranscript } from "../recording/import.server.ts";
import { createDemoWorkspace, removeDemo } from "./demo.server.ts";
import { findMemberActor } from "./member-actor.server.ts";

// As `npm run demo:remove` does it: the application's own role may not delete from the consent ledger.
vi.hoisted(() => {
  process.env["DATABASE_URL"] = process.env["DATABASE_OWNER_URL"];
  process.env["LIVEKIT_URL"] = "ws://127.0.0.1:1";
  process.env["LIVEKIT_API_KEY"] = "test";
  process.env["LIVEKIT_API_SECRET"] = "a-secret-of-at-least-32-characters-long";
});

test("the demo goes with everything a live call has, and another workspace keeps all", async () => {
  await turnLiveCallsOn();
  const made = [];
  for (const isDemo of [true, false]) {
    const workspace = await aWorkspace({ isDemo });
    const owner = await aMember(workspace, { teams: [await aTeam(workspace)] });
    const call = await aLiveCall(owner, { companyName: "Acme" });
    const guest = await aGuest(call);
    await actOnCall(owner, call.callId, { intent: "admit", guestId: guest });
    await actOnCall(owner, call.callId, { intent: "flag" });
    await actOnCall(owner, call.callId, { intent: "pause" });
    await reportRecorder(call, {
      ...{ kind: "gap", participantId: call.hostId, fromMs: 0, toMs: 10, cause: "recorder" },
    });
    const { workspaceId, callId, hostId: participantId } = call;
    await db.localChunk.create({
      data: {
        ...{ workspaceId, callId, participantId, part: newId(), seq: 0, source: "microphone" },
        ...{ t0: 0n, bytes: 1, sha256: new Uint8Array(32), mime: "audio/webm", key: "k" },
      },
    });
    await db.liveListener.create({
      data: { workspaceId, callId, memberId: owner.memberId, identity: "mgr:x" },
    });
    // A recorded call: its tracks are somebody's, and go before them.
    const recorded = await aCall(owner);
    const recording = await aRecording(recorded);
    const speaker = await aParticipant(recorded, { lane: 1 });
    const track = await aTrack(recording, { participantId: speaker.id });
    await aTranscript(
      recorded,
      [{ participantId: speaker.id, trackId: track.id, t0Ms: 0, t1Ms: 900, text: "Hello there" }],
      { recordingId: recording.id },
    );
    made.push(workspaceId);
  }
  const [demo = "", other = ""] = made;
  const counts = async (workspaceId: string) => {
    const where = { where: { workspaceId } };
    return Promise.all([
      ...[db.call.count(where), db.liveCall.count(where), db.liveRecorder.count(where)],
      ...[db.sharedLink.count(where), db.guest.count(where), db.localChunk.count(where)],
      ...[db.note.count(where), db.liveListener.count(where), db.member.count(where)],
      ...[db.transcript.count(where), db.recording.count(where), db.consentRecord.count(where)],
    ]);
  };
  const before = await counts(other);
  expect(before).not.toContain(0);
  await expect(removeDemo()).resolves.toBe(2);
  expect(new Set(await counts(demo))).toEqual(new Set([0]));
  const left: string[] = [];
  for (const table of await tenantTables()) {
    const [found] = await rows<{ n: number }>(
      Prisma.sql`SELECT count(*)::int AS n FROM ${Prisma.raw(`"${table}"`)} WHERE workspace_id = ${demo}::uuid`,
    );
    if (found?.n !== 0) left.push(table);
  }
  expect(left).toContain("audit_entry");
  expect(left.filter((table) => !table.startsWith("audit_"))).toEqual([]);
  expect(await counts(other)).toEqual(before);
});

test("its invented history goes as well; a call of it that is just coming in leaves nothing behind", async () => {
  const { workspaceId } = await createDemoWorkspace();
  const { id } = await db.member.findFirstOrThrow({
    where: { workspaceId, email: "rep@demo.test" },
  });
  const rep = (await findMemberActor(workspaceId, id)) ?? expect.fail();
  const bring = (hour: number) =>
    importTranscript(
      rep,
      importForm.parse({
        ...{ startedAt: `2026-08-03T${10 + hour}:00:00Z`, consent: true, name: "history.json" },
        text: JSON.stringify([{ speaker: rep.name, start: 0, end: 2, text: "Hello there" }]),
      }),
      { talkKind: "demo", members: new Map() },
    );
  await bring(0);
  await bring(1);
  const coming = Promise.allSettled(Array.from({ length: 6 }, (_, at) => bring(2 + at)));
  expect(await removeDemo()).toBeGreaterThanOrEqual(2);
  await coming;
  await expect(bring(9)).rejects.toThrow();
  const where = { where: { workspaceId } };
  expect(
    await Promise.all([db.call.count(where), db.transcript.count(where), db.member.count(where)]),
  ).toEqual([0, 0, 0]);
});
