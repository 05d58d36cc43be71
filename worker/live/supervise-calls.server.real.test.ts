import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endCall } from "#app/core/domain/live/end.server.ts";
import { stateOf } from "#app/core/domain/live/stream.server.ts";
import { publishCallChanged } from "#app/core/domain/call/call-changed.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { livekit } from "#app/core/platform/livekit.server.ts";
import { repIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { assembleRecording } from "../handlers/recording-assemble.ts";
import { type CallSupervision, superviseCalls } from "./supervise-calls.ts";
import { guestOf, openSpokenCall, say, until } from "./test-live-call.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";

const isHere = (await sfuFile()) !== null;
let sfu: Sfu;
if (isHere) {
  sfu = await startSfu();
  Object.assign(process.env, {
    LIVEKIT_URL: sfu.url,
    LIVEKIT_API_KEY: sfu.apiKey,
    LIVEKIT_API_SECRET: sfu.apiSecret,
    MEDIA_ISOLATION: "0",
  });
  // The database was opened with the settings of the file; these come after them.
  Reflect.deleteProperty(globalThis, Symbol.for("parley.env"));
}
let context: WorkerContext;
let keeping: CallSupervision;
await queueForFile();
const stopping = new AbortController();

beforeAll(async () => {
  if (!isHere) return;
  context = await openWorkerContext();
  keeping = superviseCalls(context, stopping.signal);
});
afterAll(async () => {
  if (!isHere) return;
  await keeping.stop("finish");
  await context.close();
  await sfu.stop();
});
beforeEach(({ skip }) => {
  if (!isHere) skip("no livekit-server, and no Go to build it");
});

const HOST = [
  "good morning thanks for taking the time today",
  "we can deliver the first units in march",
];
const GUEST = ["hello it is good to talk to you", "how long does the delivery take"];

test("a call is recorded per person, recognised while it runs, and complete after hang-up", async () => {
  const owner = await aMember(await aWorkspace(), { name: "Mari Kato" });
  const call = await openSpokenCall(owner);
  const { workspaceId, callId, recordingId, transcriptId } = call;
  try {
    await until("the recorder is in the room", 15_000, async () => {
      const live = await db.liveCall.findFirst({ where: { callId } });
      return live?.state === "recording";
    });
    const [hostSays, guestSays] = [await say(HOST, "rms"), await say(GUEST, "slt")];
    await call.enterHost(hostSays);
    await until("the host is here", 5_000, () =>
      db.participantPresence.findFirst({ where: { callId, participantId: call.hostId } }),
    );
    const live = await db.call.findFirst({ where: { id: callId } });
    expect(live?.state).toBe("live");
    await sleep(5_000);
    await call.enterGuest(guestSays);
    const segments = () =>
      db.segment.findMany({
        where: { workspaceId, baseId: transcriptId },
        orderBy: { seq: "asc" },
      });
    await until("a draft", 15_000, async () => (await segments()).some(({ isFinal }) => !isFinal));
    await until("two finals of each", 30_000, async () => {
      const finals = (await segments()).filter(({ isFinal, text }) => isFinal && text !== "");
      return [call.hostId, call.guestParticipantId].every(
        (id) => finals.filter(({ participantId }) => participantId === id).length >= 2,
      );
    });
    const endedAt = performance.now();
    await endCall(null, { workspaceId, callId }, "host");
    await until("its words are there", 20_000, async () => {
      await assembleRecording(
        { v: 1, workspaceId, recordingId },
        { signal: stopping.signal, context },
      );
      return db.stage.findFirst({
        where: { recordingId, name: "transcribe", state: "done" },
      });
    });
    const took = performance.now() - endedAt;
    console.log(`  assembled ${Math.round(took)} ms after hang-up`);
    const recording = await db.recording.findFirstOrThrow({
      where: { id: recordingId },
      include: { tracks: true, files: true, stages: true, gaps: true },
    });
    expect(recording.tracks.map(({ participantId }) => participantId)).toEqual([
      call.hostId,
      call.guestParticipantId,
    ]);
    expect(recording.files.map(({ kind }) => kind).sort()).toEqual([
      "mix",
      "peaks",
      "peaks",
      "track",
      "track",
    ]);
    // A machine that stalls loses moments on the way; they are listed, and the recorder's own are none of them.
    expect(recording.gaps.filter(({ cause }) => cause !== "lost" && cause !== "link")).toEqual([]);
    expect(recording.stages.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "upload done",
      "inspect done",
      "normalise done",
      "transcribe done",
      "metrics done",
      "summary waiting",
    ]);
    const finals = await segments();
    expect(
      finals.every(({ isFinal, seq, trackId }) => isFinal && seq === null && trackId !== null),
    ).toBe(true);
    const said = (id: string) =>
      finals
        .filter(({ participantId }) => participantId === id)
        .map(({ text }) => text)
        .join(" ");
    expect(said(call.hostId)).toMatch(/good morning|deliver/);
    expect(said(call.guestParticipantId)).toMatch(/delivery|hello|talk/);
    const transcripts = await db.transcript.findMany({ where: { callId } });
    expect(
      transcripts.map(({ number, isCurrent, engine }) => ({ number, isCurrent, engine })),
    ).toEqual([{ number: 1, isCurrent: true, engine: "pocketsphinx" }]);
    expect(took).toBeLessThan(5_000);
    expect(keeping.count()).toBe(0);
    await until("the room is gone", 5_000, async () => {
      const open = await livekit().listRooms([roomOf(callId)]);
      return open.length === 0;
    });
  } finally {
    await call.publisher.stop();
  }
});

test("a killed recorder is back within two seconds, pause and removal reach it, and nothing said then exists", async () => {
  const owner = await aMember(await aWorkspace());
  const call = await openSpokenCall(owner);
  const { workspaceId, callId, recordingId, guestId } = call;
  const tones = (hz: number[]) => ({
    kind: "tones" as const,
    hz,
    everyMs: 500,
    onMs: 220,
    peak: 9_000,
  });
  const of = (type: string) => call.journal().filter((line) => line.type === type);
  try {
    await until("ready", 15_000, () => of("ready").length > 0);
    await call.enterHost(tones([420, 560]));
    await call.enterGuest(tones([1_000, 1_180]));
    await until("both are recorded", 10_000, () => of("segStart").length >= 2);
    await sleep(1_500);
    const [pid] = keeping.pids();
    const killedAt = performance.now();
    process.kill(pid ?? 0, "SIGKILL");
    await until("the next attempt", 5_000, () => of("ready").length > 1);
    const backMs = performance.now() - killedAt;
    console.log(`  in the room again ${Math.round(backMs)} ms after kill -9`);
    expect(backMs).toBeLessThan(2_000);
    await until("the gap is listed", 5_000, () =>
      db.gap.findFirst({ where: { recordingId, cause: "recorder" } }),
    );

    const { startedAt } = await db.call.findFirstOrThrow({ where: { id: callId } });
    const pausedMs = Date.now() - (startedAt?.getTime() ?? 0);
    await db.$transaction(async (tx) => {
      await tx.callSpan.create({ data: { workspaceId, callId, kind: "pause", t0Ms: pausedMs } });
      await publishCallChanged(tx, callId, "state");
    });
    await until(
      "paused",
      3_000,
      async () => (await db.liveCall.findFirst({ where: { callId } }))?.state === "paused",
    );
    await sleep(2_000);
    const resumedMs = pausedMs + 2_500;
    await db.$transaction(async (tx) => {
      await tx.callSpan.updateMany({ where: { callId }, data: { t1Ms: resumedMs } });
      await publishCallChanged(tx, callId, "state");
    });
    await until(
      "resumed",
      3_000,
      async () => (await db.liveCall.findFirst({ where: { callId } }))?.state === "recording",
    );

    await db.$transaction(async (tx) => {
      await tx.guest.updateMany({
        where: { workspaceId, id: guestId },
        data: { state: "removed" },
      });
      await publishCallChanged(tx, callId, "people");
    });
    await call.publisher.until("guest", "disconnected", 5_000);
    const lines = call.journal();
    const skippedAt = lines.findIndex((line) => line.type === "skip" && line.id === guestOf(call));
    const leftAt = lines.findIndex((line) => line.type === "leave" && line.id === guestOf(call));
    expect(skippedAt).toBeGreaterThan(-1);
    if (leftAt >= 0) expect(skippedAt).toBeLessThan(leftAt);
    const parts = of("seg").filter((line) => "id" in line && line.id === guestOf(call)).length;
    // With a token that still lives they come back, and are out again before they are heard.
    const backAt = performance.now();
    await call.enterGuest(tones([1_500])).catch(() => undefined);
    await call.publisher.until("guest", "disconnected", 5_000, 2);
    console.log(`  out again ${Math.round(performance.now() - backAt)} ms after joining`);
    await sleep(500);
    expect(of("seg").filter((line) => "id" in line && line.id === guestOf(call)).length).toBe(
      parts,
    );
    const present = await livekit().listParticipants(roomOf(callId));
    expect(present.map(({ identity }) => identity)).toContain(repIdentity(owner.memberId, "tab"));
    expect(present.map(({ identity }) => identity)).not.toContain(guestOf(call));
    await endCall(null, { workspaceId, callId }, "host");
    await until("the call is let go", 15_000, () => keeping.count() === 0);
  } finally {
    await call.publisher.stop();
  }
});

test("a media server that goes leaves a marked gap, and nobody reads that it records meanwhile", async () => {
  const owner = await aMember(await aWorkspace());
  const call = await openSpokenCall(owner);
  const { workspaceId, callId, recordingId } = call;
  const tones = { kind: "tones" as const, hz: [420, 560], everyMs: 500, onMs: 220, peak: 9_000 };
  const of = (type: string) => call.journal().filter((line) => line.type === type);
  const state = async () => (await stateOf({ workspaceId, callId })).recording.state;
  try {
    await until("ready", 15_000, () => of("ready").length > 0);
    await call.enterHost(tones);
    await until("recorded", 10_000, async () => (await state()) === "recording");
    await sleep(1_500);
    const zero = (await db.call.findFirstOrThrow({ where: { id: callId } })).startedAt?.getTime();
    await sfu.kill();
    const killedMs = Date.now() - (zero ?? 0);
    await until("nobody reads that it records", 4_000, async () => (await state()) !== "recording");
    await sleep(1_000);
    await sfu.start();
    await until("recorded again", 40_000, async () => (await state()) === "recording");
    await until("its sound is there", 10_000, () => of("segStart").length > 1);
    await until(
      "the call shows what was lost",
      5_000,
      async () => (await db.gap.count({ where: { recordingId, cause: "server" } })) === 1,
    );
    await endCall(null, { workspaceId, callId }, "host");
    await assembleRecording(
      { v: 1, workspaceId, recordingId },
      { signal: stopping.signal, context },
    );
    const [gap, ...more] = await db.gap.findMany({ where: { recordingId } });
    expect(more).toEqual([]);
    expect(gap).toMatchObject({ cause: "server", participantId: call.hostId, filledFrom: null });
    expect(Math.abs((gap?.t0Ms ?? 0) - killedMs)).toBeLessThan(1_000);
    expect((gap?.t1Ms ?? 0) - killedMs).toBeGreaterThan(1_000);
  } finally {
    await call.publisher.stop();
  }
});
