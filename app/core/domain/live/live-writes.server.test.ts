import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { guestIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aGuest, aLiveCall, type LiveCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import {
  claimRecorder,
  listRecorders,
  releaseRecorder,
  renewRecorder,
} from "./recorder-lease.server.ts";
import { findOrders, findSpeaker } from "./recorder-orders.server.ts";
import { reportMissing, reportRecorder, reportRoom, reportState } from "./report.server.ts";
import { dropDrafts, nextSegmentNo, writeLiveSegment } from "./segments.server.ts";
import { writeStaleEntries } from "../search/index.server.ts";
import { searchCalls } from "../search/search.server.ts";

Object.assign(process.env, {
  LIVEKIT_URL: "ws://127.0.0.1:1",
  LIVEKIT_API_KEY: "k",
  LIVEKIT_API_SECRET: "s",
});
Reflect.deleteProperty(globalThis, Symbol.for("parley.env"));

await queueForFile();
let owner: SignedIn;
let call: LiveCall;
beforeAll(async () => {
  await turnLiveCallsOn();
});
beforeEach(async () => {
  owner = await aMember(await aWorkspace());
  call = await aLiveCall(owner);
});

const ref = () => ({
  workspaceId: call.workspaceId,
  callId: call.callId,
  room: `c:${call.callId}`,
});
const segment = (no: number, rev: number, text: string, isFinal = false) => ({
  ...{
    no,
    rev,
    isFinal,
    participantId: call.hostId,
    t0Ms: 1_000,
    t1Ms: 3_000,
    rawWords: null,
    stableWords: 1,
  },
  ...{
    words: spreadWords(cutWords(text), { startMs: 1_000, endMs: 3_000 }),
    timing: "engine" as const,
  },
});

test("of twenty workers one gets the call, and it stays theirs while they renew", async () => {
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, n) => claimRecorder(ref(), `worker ${n}`)),
  );
  const winners = claims.flatMap((lease, n) => (lease ? [n] : []));
  expect(winners).toHaveLength(1);
  const owner = `worker ${winners[0]}`;
  expect(await renewRecorder(ref(), owner)).toBe(true);
  expect(await renewRecorder(ref(), "somebody else")).toBe(false);
  expect(await claimRecorder(ref(), "somebody else")).toBeNull();
  expect((await listRecorders()).find(({ callId }) => callId === call.callId)).toMatchObject({
    owner,
    isFree: false,
  });
});

test("a call is taken over when its lease has run out, when its owner is known to be dead, and after it was released", async () => {
  await claimRecorder(ref(), "a");
  expect(await claimRecorder(ref(), "b", "a")).not.toBeNull();
  await db.liveRecorder.updateMany({
    where: { callId: call.callId },
    data: { leaseUntil: new Date(Date.now() - 1_000) },
  });
  expect(await claimRecorder(ref(), "c")).not.toBeNull();
  await releaseRecorder(ref(), "b");
  expect(await claimRecorder(ref(), "d")).toBeNull();
  await releaseRecorder(ref(), "c");
  expect(await claimRecorder(ref(), "d")).not.toBeNull();
});

test("a piece is one row: revisions move it forward, nothing overtakes a final, and every write has the next number", async () => {
  expect(await nextSegmentNo(call)).toBe(0);
  expect(await writeLiveSegment(call, segment(0, 1, "we can"))).toBe(true);
  expect(await writeLiveSegment(call, segment(0, 2, "we can deliver"))).toBe(true);
  expect(await writeLiveSegment(call, segment(0, 1, "late"))).toBe(false);
  expect(await writeLiveSegment(call, segment(0, 3, "we can deliver it", true))).toBe(true);
  expect(await writeLiveSegment(call, segment(0, 4, "a draft behind its final"))).toBe(false);
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => writeLiveSegment(call, segment(n + 1, 1, `piece ${n}`))),
  );
  const rows = await db.segment.findMany({
    where: { baseId: call.transcriptId },
    orderBy: { no: "asc" },
  });
  expect(rows[0]).toMatchObject({ text: "we can deliver it", isFinal: true, rev: 3 });
  const seqs = rows.map(({ seq }) => Number(seq));
  expect(new Set(seqs).size).toBe(rows.length);
  const { seq } = await db.liveCall.findFirstOrThrow({ where: { callId: call.callId } });
  expect(Number(seq)).toBe(Math.max(...seqs));
  expect(await nextSegmentNo(call)).toBe(31);
});

test("drafts of a worker that is gone leave the screens, finals stay", async () => {
  await writeLiveSegment(call, segment(0, 1, "said and done", true));
  await writeLiveSegment(call, segment(1, 1, "never finished"));
  await dropDrafts(call);
  const rows = await db.segment.findMany({
    where: { baseId: call.transcriptId },
    orderBy: { no: "asc" },
  });
  expect(rows.map(({ text, isFinal }) => ({ text, isFinal }))).toEqual([
    { text: "said and done", isFinal: true },
    { text: "", isFinal: true },
  ]);
  expect(Number(rows[1]?.seq)).toBeGreaterThan(Number(rows[0]?.seq));
});

test("a call is found by its title from the moment somebody is in it", async () => {
  await db.call.updateMany({
    where: { id: call.callId },
    data: { title: "Ptarmigan pilot", state: "scheduled" },
  });
  const identity = repIdentity(owner.memberId, "search");
  await reportRecorder(call, { kind: "join", identity, participantId: call.hostId, atMs: 1_000 });
  await writeStaleEntries();
  expect((await searchCalls(owner, "ptarmigan")).hits.has(call.callId)).toBe(true);
});

test("reports that come twice make one row, and a leave ends the open one", async () => {
  const identity = repIdentity(owner.memberId, "second-tab");
  const join = { kind: "join" as const, identity, participantId: call.hostId, atMs: 5_000 };
  await reportRecorder(call, join);
  await reportRecorder(call, join);
  await reportRecorder(call, { kind: "mute", identity, isMuted: true });
  const open = await db.participantPresence.findMany({ where: { callId: call.callId, identity } });
  expect(open).toMatchObject([{ joinedMs: 5_000, leftMs: null, isMuted: true }]);
  await reportRecorder(call, { kind: "leave", identity, atMs: 9_000 });
  await reportRecorder(call, { kind: "leave", identity, atMs: 9_500 });
  await reportRecorder(call, { ...join, atMs: 12_000 });
  const all = await db.participantPresence.findMany({
    where: { callId: call.callId, identity },
    orderBy: { joinedMs: "asc" },
  });
  expect(all.map(({ joinedMs, leftMs }) => [joinedMs, leftMs])).toEqual([
    [5_000, 9_000],
    [12_000, null],
  ]);
  const gap = {
    kind: "gap" as const,
    participantId: call.hostId,
    fromMs: 100,
    toMs: 900,
    cause: "recorder",
  };
  await reportRecorder(call, gap);
  await reportRecorder(call, gap);
  expect(await db.gap.count({ where: { recordingId: call.recordingId } })).toBe(1);
});

test("presence follows the room: who is gone has left, who is there unheard-of is named", async () => {
  const stranger = guestIdentity(await aGuest(call));
  const seen = await reportRoom(call, [{ identity: stranger, isMuted: null }], 60_000);
  expect(seen.unknown).toEqual([stranger]);
  const host = await db.participantPresence.findFirstOrThrow({ where: { callId: call.callId } });
  expect(host.leftMs).toBe(60_000);
  expect(seen.memberMsAgo).toBeGreaterThanOrEqual(0);
  expect(seen.memberMsAgo).toBeLessThan(20_000);
});

test("state and missing people are written when they change", async () => {
  await reportState(call, "recording");
  const { stateAt } = await db.liveCall.findFirstOrThrow({ where: { callId: call.callId } });
  await reportState(call, "recording");
  await reportMissing(call, [call.hostId, call.hostId]);
  const live = await db.liveCall.findFirstOrThrow({ where: { callId: call.callId } });
  expect(live).toMatchObject({ state: "recording", stateAt, missing: [call.hostId] });
  await reportMissing(call, []);
  expect((await db.liveCall.findFirstOrThrow({ where: { callId: call.callId } })).missing).toEqual(
    [],
  );
});

test("orders throw out every tab of a member who was shut out, and nobody else", async () => {
  const other = await aMember({ id: call.workspaceId });
  const participantId = crypto.randomUUID();
  await db.participant.create({
    data: {
      ...{ id: participantId, workspaceId: call.workspaceId, callId: call.callId },
      ...{ side: "R", role: "rep", name: "Other", memberId: other.memberId, lane: 1 },
    },
  });
  const [one, two] = [repIdentity(other.memberId, "a"), repIdentity(other.memberId, "b")];
  for (const identity of [one, two])
    await reportRecorder(call, { kind: "join", identity, participantId, atMs: 200 });
  expect(await findOrders(call.callId)).toMatchObject({ removed: [], skipped: [] });
  await db.member.updateMany({
    where: { id: other.memberId },
    data: { state: "deactivated" },
  });
  const orders = await findOrders(call.callId);
  expect(orders?.removed.toSorted()).toEqual([one, two]);
  expect(orders?.skipped.toSorted()).toEqual([one, two]);
  expect(orders?.skippedPrefixes).toEqual([]);
});

test("orders name who is skipped and who is thrown out, and identities are known by our own rows only", async () => {
  const [silent, gone] = [await aGuest(call, "Silent"), await aGuest(call, "Gone")];
  const person = await db.participant.create({
    data: {
      ...{ id: crypto.randomUUID(), workspaceId: call.workspaceId, callId: call.callId },
      ...{ side: "C", role: "customer", name: "Silent", isRecorded: false, lane: 1 },
    },
  });
  await db.guest.updateMany({
    where: { id: silent },
    data: { state: "admitted", participantId: person.id },
  });
  await db.guest.updateMany({ where: { id: gone }, data: { state: "removed" } });
  await db.callSpan.create({
    data: { workspaceId: call.workspaceId, callId: call.callId, kind: "pause", t0Ms: 5 },
  });
  const orders = await findOrders(call.callId);
  expect(orders).toMatchObject({ isLive: true, isPaused: true, removed: [guestIdentity(gone)] });
  expect(orders?.skipped.toSorted()).toEqual(
    [guestIdentity(gone), guestIdentity(silent)].toSorted(),
  );
  expect(await findSpeaker(call, guestIdentity(silent))).toMatchObject({
    participantId: person.id,
    isRecorded: false,
  });
  expect(await findSpeaker(call, repIdentity(owner.memberId, "x"))).toMatchObject({
    participantId: call.hostId,
  });
  const elsewhere = await aLiveCall(await aMember(await aWorkspace()));
  expect(await findSpeaker(elsewhere, guestIdentity(silent))).toBeNull();
  expect(await findSpeaker(call, "mgr:1")).toBeNull();
  expect(await findSpeaker(call, `rec:${call.callId}:1`)).toBeNull();
});
