import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aDeal,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import {
  beginRecording,
  endRecording,
  recorderInput,
  SENTENCES,
  TAB,
} from "#tests/support/recorder-start.ts";
import { DomainError } from "../errors.ts";
import { deleteUnnamedFiles } from "../recording/nightly-cleanup.server.ts";
import { finishAbandoned, remindOfLeft } from "../recording/recorder-finish.server.ts";
import { markInterrupted } from "../recording/sweep.server.ts";
import { discardUpload, usePartial } from "../recording/upload-answers.server.ts";
import { type StartRecorder, startRecorderForm } from "./browser-recorder.schema.ts";
import { visible } from "../access/access.ts";
import { giveAccess } from "../call/access.server.ts";
import { setVisibility } from "../call/call-writes.server.ts";
import { transferCall } from "../call/transfer.server.ts";
import { handOver } from "../member/hand-over.server.ts";
import {
  describeRecorder,
  discardRecorder,
  keepRecorder,
  openRecording,
} from "./browser-recorder.server.ts";
import { consentHash } from "./consent-text.server.ts";
import { MOST_PIECE_BYTES, type Piece, takePiece } from "./recorder-chunk.server.ts";

const ZERO = new Date("2026-11-25T10:00:00Z");
const DAY_MS = 86_400_000;
const NOTHING = { pauses: [], gaps: [], marks: [] };
const ANOTHER_TAB = "another-tab";
await queueForFile();
let owner: SignedIn;
let colleague: SignedIn;
beforeEach(async () => {
  stopClock(ZERO);
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  colleague = await aMember(workspace, { role: "admin", scope: "workspace", teams: [team] });
});

const input = recorderInput;
const finish = endRecording;
const begin = (actor: SignedIn, given: StartRecorder) => beginRecording(actor, given);
function aPiece(recordingId: string, more: Partial<Piece> = {}): Piece {
  const body = more.body ?? new Uint8Array(randomBytes(1_000));
  const sha256 = new Uint8Array(createHash("sha256").update(body).digest());
  return {
    ...{ recordingId, part: randomUUID(), seq: 0, source: "microphone", partMs: 0, toMs: 2_000 },
    ...{ mime: "audio/webm;codecs=opus", sha256 },
    ...more,
    body,
  };
}
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );
const callOf = (callId: string) => db.call.findFirstOrThrow({ where: { id: callId } });
const recordingOf = (id: string) => db.recording.findFirstOrThrow({ where: { id } });

test("consent, people and call stand before the first byte, and the call is its owner's alone", async () => {
  const { callId, recordingId } = await begin(owner, input());
  expect(await callOf(callId)).toMatchObject({
    ...{ state: "live", kind: "recorder", visibility: "private", ownerId: owner.memberId },
    ...{ consent: "agreed", title: "Okabe Foods, second call", language: "en" },
  });
  expect(await recordingOf(recordingId)).toMatchObject({ method: "recorder", state: "receiving" });
  const ledger = await db.consentRecord.findMany({
    where: { callId },
    select: { method: true, answer: true, name: true },
    orderBy: { method: "asc" },
  });
  expect(ledger).toEqual([
    { method: "page", answer: "agreed", name: owner.name },
    { method: "stated", answer: "agreed", name: "Other people" },
  ]);
  const people = await db.participant.findMany({
    where: { callId },
    select: { name: true, side: true },
    orderBy: { lane: "asc" },
  });
  expect(people).toEqual([
    { name: owner.name, side: "R" },
    { name: "Haruki Okabe", side: "C" },
  ]);
  expect(await code(takePiece(colleague, aPiece(recordingId)))).toBe("not_found");
});

test("who records only themselves is alone in the call and in the ledger", async () => {
  const { callId } = await begin(owner, input({ consent: "self", tab: "none" }));
  expect(await db.participant.count({ where: { callId } })).toBe(1);
  expect(await db.consentRecord.count({ where: { callId } })).toBe(1);
});

test("one recording at a time: another device is refused until the first one is silent for two minutes", async () => {
  await begin(owner, input());
  expect(await code(begin(owner, input({ tabId: ANOTHER_TAB })))).toBe("conflict");
  stopClock(new Date(ZERO.getTime() + 119_000));
  expect(await code(begin(owner, input({ tabId: ANOTHER_TAB })))).toBe("conflict");
  stopClock(new Date(ZERO.getTime() + 121_000));
  expect(await code(begin(owner, input({ tabId: ANOTHER_TAB })))).toBe("done");
});

test("one browser begins again at once after it was closed: its own lock says that no other tab records", async () => {
  const deviceId = randomUUID();
  await begin(owner, input({ deviceId }));
  expect(await code(begin(owner, input({ deviceId, tabId: ANOTHER_TAB })))).toBe("done");
});

test("who runs a call in a room records nothing beside it", async () => {
  const room = await aCall(owner, { kind: "room", state: "live" });
  await expect(begin(owner, input())).rejects.toMatchObject({
    ...{ code: "conflict", fields: { "": ["call_running"] } },
  });
  await db.call.updateMany({ where: { id: room.id }, data: { state: "ended" } });
  expect(await code(begin(owner, input()))).toBe("done");
});

test("a start that is sent again, its answer lost, is the same recording", async () => {
  const again = input({ key: randomUUID() });
  expect(await begin(owner, again)).toEqual(await begin(owner, again));
  expect(await db.browserRecorder.count({ where: { memberId: owner.memberId } })).toBe(1);
  const { key } = again;
  expect(await code(begin(colleague, input({ key })))).toBe("done");
  await finish(owner, await begin(owner, again));
  expect(await code(begin(owner, again))).toBe("conflict");
});

test("the ledger holds the sentence that was shown, in whichever language; any other is asked again", async () => {
  const shown = SENTENCES.everyone[1];
  const { callId } = await begin(owner, input({ consentHash: consentHash(shown) }));
  const rows = await db.consentRecord.findMany({ where: { callId }, select: { textHash: true } });
  expect(rows.map(({ textHash }) => Buffer.from(textHash).toString("hex"))).toEqual([
    consentHash(shown),
    consentHash(shown),
  ]);
  const other = input({ consentHash: consentHash("Another text") });
  await expect(begin(owner, other)).rejects.toMatchObject({
    ...{ code: "validation_failed", fields: { consentHash: ["consent_changed"] } },
  });
});

test("nobody but its owner knows of a running recording, whatever rights they have or take", async () => {
  const { callId } = await begin(owner, input());
  const admin = { ...colleague, privateUntil: new Date(ZERO.getTime() + 3_600_000).toISOString() };
  const seen = (actor: SignedIn) =>
    db.call.count({ where: { id: callId, AND: visible(actor, "call.read") } });
  expect([await seen(owner), await seen(colleague), await seen(admin)]).toEqual([1, 0, 0]);
  const { memberId } = colleague;
  expect(await code(giveAccess(owner, callId, { memberId, level: "view" }))).toBe("invalid_state");
  expect(await code(transferCall(owner, callId, memberId))).toBe("invalid_state");
});

test("who is to see it may be changed while it runs, and holds from its end on", async () => {
  const { callId, recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId));
  await db.$transaction((tx) => setVisibility(tx, owner, callId, "workspace"));
  expect((await callOf(callId)).visibility).toBe("private");
  await describeRecorder(owner, {
    ...{ recordingId, title: "Renewal", company: "Marten Steel", who: "Ada Marten" },
    ...{ language: "ja", visibility: "private", dealId: undefined },
  });
  await finish(owner, { recordingId });
  expect(await callOf(callId)).toMatchObject({
    ...{ visibility: "private", title: "Renewal", language: "ja" },
  });
  const [customer] = await db.participant.findMany({ where: { callId, side: "C" } });
  expect(customer?.name).toBe("Ada Marten");
});

test("a recording that ends by itself stays its owner's alone", async () => {
  const deviceId = randomUUID();
  const long = await begin(owner, input({ deviceId }));
  const left = await begin(owner, input({ deviceId }));
  for (const { recordingId } of [long, left]) await takePiece(owner, aPiece(recordingId));
  await finish(owner, { recordingId: long.recordingId, why: "limit" });
  stopClock(new Date(ZERO.getTime() + 5.5 * DAY_MS));
  await remindOfLeft();
  await remindOfLeft();
  stopClock(new Date(ZERO.getTime() + 8 * DAY_MS));
  await finishAbandoned();
  const notices = await db.notification.findMany({
    where: { memberId: owner.memberId, kind: "recording_left" },
    orderBy: { createdAt: "asc" },
    select: { targetId: true, values: true },
  });
  const { callId: targetId, recordingId } = left;
  expect(notices).toEqual([
    { targetId, values: { recordingId, step: "waiting" } },
    { targetId, values: { recordingId, step: "finished" } },
  ]);
  expect(await callOf(long.callId)).toMatchObject({ state: "ended", visibility: "private" });
  expect(await callOf(left.callId)).toMatchObject({ state: "ended", visibility: "private" });
  expect(await code(openRecording(colleague, long.callId, true))).toBe("not_found");
  await openRecording(owner, long.callId, true);
  await openRecording(owner, left.callId, false);
  expect((await callOf(long.callId)).visibility).toBe("team");
  expect((await callOf(left.callId)).visibility).toBe("private");
});

test("a pause that was open when the browser died ends with the recording", async () => {
  const { callId, recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId, { toMs: 4_000 }));
  const timeline = { ...NOTHING, pauses: [{ t0Ms: 4_000, t1Ms: 90_000_000 }] };
  await keepRecorder(owner, { recordingId, tabId: TAB, lengthMs: 9_000, timeline });
  await finish(owner, { recordingId, why: "closed" });
  expect(
    await db.callSpan.findMany({ where: { callId }, select: { t0Ms: true, t1Ms: true } }),
  ).toEqual([{ t0Ms: 4_000, t1Ms: 9_000 }]);
});

test("less than a second is a slip of the finger: no call, and nobody else sees it", async () => {
  const { callId, recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId, { toMs: 400 }));
  await finish(owner, { recordingId });
  expect(await callOf(callId)).toMatchObject({
    ...{ state: "empty", stateReason: "too_short", visibility: "private" },
  });
});

test("what a colleague who left began and never ended is its heir's to keep", async () => {
  const { callId, recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId));
  await db.$transaction((tx) => handOver(tx, colleague, owner.memberId, colleague.memberId));
  await finish(colleague, { recordingId, isPartial: "true", why: "elsewhere" });
  expect(await callOf(callId)).toMatchObject({ state: "ended", ownerId: colleague.memberId });
});

test("a recording is held by one tab; a silent one loses it", async () => {
  const { recordingId } = await begin(owner, input());
  const keep = (tabId: string) =>
    code(keepRecorder(owner, { recordingId, tabId, lengthMs: 5_000, timeline: NOTHING }));
  expect(await keep(ANOTHER_TAB)).toBe("conflict");
  // Pieces that another page sends on keep nobody from going on.
  await takePiece(owner, aPiece(recordingId));
  stopClock(new Date(ZERO.getTime() + 31_000));
  expect(await keep(ANOTHER_TAB)).toBe("done");
  expect(await keep(TAB)).toBe("conflict");
});

test("a piece is taken once, and only when it is on the disk", async () => {
  const { callId, recordingId } = await begin(owner, input());
  const piece = aPiece(recordingId, { source: "tab", partMs: 4_000, toMs: 6_000 });
  await takePiece(owner, piece);
  await takePiece(owner, piece);
  const rows = await db.localChunk.findMany({ where: { callId } });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ isPrimary: true, source: "tab", bytes: 1_000 });
  expect(Number(rows[0]?.t0)).toBe(ZERO.getTime() + 4_000);
  expect(await blobs().head(rows[0]?.key ?? "")).toEqual({ bytes: 1_000 });
  const others = { part: piece.part, body: new Uint8Array(randomBytes(9)) };
  expect(await code(takePiece(owner, aPiece(recordingId, others)))).toBe("conflict");
  const known = await db.browserRecorder.findFirstOrThrow({ where: { recordingId } });
  expect(known).toMatchObject({ arrivedMs: 6_000, lengthMs: 6_000, bytes: 1_000n });
});

test("a piece that is damaged, too large, of another kind, or behind the longest call is refused", async () => {
  const { recordingId } = await begin(owner, input());
  const refused = (more: Partial<Piece>) => code(takePiece(owner, aPiece(recordingId, more)));
  expect(await refused({ sha256: new Uint8Array(32) })).toBe("validation_failed");
  expect(await refused({ body: new Uint8Array(MOST_PIECE_BYTES + 1) })).toBe("payload_too_large");
  expect(await refused({ mime: "video/webm;codecs=vp8" })).toBe("unsupported_media");
  expect(await refused({ source: "screen" })).toBe("unsupported_media");
  expect(await refused({ toMs: 7 * 3_600_000 })).toBe("payload_too_large");
  expect(await refused({ partMs: 3_000 })).toBe("payload_too_large");
  expect(await db.localChunk.count({ where: { workspaceId: owner.workspaceId } })).toBe(0);
});

test("without anybody's consent no byte is taken", async () => {
  const { recordingId } = await begin(owner, input());
  const bare = await aCall(owner, { kind: "recorder", state: "live", visibility: "private" });
  await db.recording.updateMany({ where: { id: recordingId }, data: { callId: bare.id } });
  expect(await code(takePiece(owner, aPiece(recordingId)))).toBe("consent_blocked");
});

test("what is stopped becomes a call like any other: pauses, marks, people's choice of who sees it", async () => {
  const { callId, recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId, { toMs: 9_000 }));
  const [flag, note] = [randomUUID(), randomUUID()];
  const timeline = {
    pauses: [{ t0Ms: 2_000, t1Ms: 4_000 }],
    gaps: [],
    marks: [
      { id: flag, t0Ms: 1_000, body: "" },
      { id: note, t0Ms: 5_000, body: "Cold trucks lose the slot" },
    ],
  };
  await finish(owner, { recordingId, lengthMs: 9_000, timeline, isPartial: "false" });
  expect(await callOf(callId)).toMatchObject({
    ...{ state: "ended", visibility: "team", durationMs: 9_000 },
  });
  expect(await recordingOf(recordingId)).toMatchObject({ state: "uploaded", isPartial: false });
  expect(
    await db.callSpan.findMany({ where: { callId }, select: { t0Ms: true, t1Ms: true } }),
  ).toEqual(timeline.pauses);
  const comments = await db.comment.findMany({
    where: { callId },
    orderBy: { t0Ms: "asc" },
    select: { id: true, isFlag: true, body: true },
  });
  expect(comments).toEqual([
    { id: flag, isFlag: true, body: "" },
    { id: note, isFlag: false, body: "Cold trucks lose the slot" },
  ]);
  expect(await code(takePiece(owner, aPiece(recordingId)))).toBe("link_ended");
  const again = finish(owner, { recordingId, isPartial: "false" });
  expect(await code(again)).toBe("invalid_state");
});

test("a recording that is thrown away leaves a stub, its ledger and a line of the log", async () => {
  const { callId, recordingId } = await begin(owner, input());
  const piece = aPiece(recordingId);
  await takePiece(owner, piece);
  const [{ key } = { key: "" }] = await db.localChunk.findMany({ where: { callId } });
  expect(await code(discardUpload(colleague, recordingId))).toBe("not_found");
  await discardUpload(owner, recordingId);
  expect(await callOf(callId)).toMatchObject({
    ...{ state: "empty", stateReason: "discarded", title: "", companyId: null },
  });
  const where = { where: { callId } };
  expect(
    await Promise.all([
      ...[db.localChunk.count(where), db.participant.count(where), db.browserRecorder.count(where)],
      ...[db.note.count(where), db.comment.count(where), db.callSpan.count(where)],
    ]),
  ).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await db.consentRecord.count(where)).toBe(2);
  expect(await blobs().head(key)).toBeNull();
  // Another device that holds pieces of it learns that they are to go.
  await expect(takePiece(owner, piece)).rejects.toMatchObject({
    ...{ code: "link_ended", fields: { "": ["discarded"] } },
  });
});

test("sound of a recording that was thrown away does not stay where the server died before it was deleted", async () => {
  const kept = await begin(owner, input());
  await takePiece(owner, aPiece(kept.recordingId));
  await finish(owner, { recordingId: kept.recordingId, isPartial: "false" });
  await db.recording.updateMany({ where: { id: kept.recordingId }, data: { state: "ready" } });
  const [own] = await db.localChunk.findMany({ where: { callId: kept.callId } });
  const gone = await begin(owner, input());
  await takePiece(owner, aPiece(gone.recordingId));
  const [left] = await db.localChunk.findMany({ where: { callId: gone.callId } });
  vi.spyOn(blobs(), "delete").mockRejectedValueOnce(new Error("the server died"));
  await discardRecorder(owner, gone.recordingId).catch(() => undefined);
  expect(await blobs().head(left?.key ?? "")).not.toBeNull();
  stopClock(new Date(Date.now() + 2 * DAY_MS));
  await deleteUnnamedFiles();
  expect(await blobs().head(left?.key ?? "")).toBeNull();
  expect(await blobs().head(own?.key ?? "")).not.toBeNull();
});

test("a deal that is chosen before is the call's from its first second; one that is not seen does not exist", async () => {
  const { id: dealId } = await aDeal(owner);
  const { callId, recordingId } = await begin(owner, input({ dealId }));
  const linked = { where: { callId, dealId, isPrimary: true, byId: owner.memberId } };
  expect(await db.callDeal.count(linked)).toBe(1);
  await discardRecorder(owner, recordingId);
  expect(await db.callDeal.count({ where: { callId } })).toBe(0);
  const foreign = await aDeal(await aMember(await aWorkspace()));
  expect(await code(begin(owner, input({ dealId: foreign.id })))).toBe("not_found");
  expect(await db.browserRecorder.count({ where: { memberId: owner.memberId } })).toBe(0);
});

test("whoever speaks in a tab was not asked by a member who records only themselves", () => {
  const form = (consent: string, tab: string) =>
    startRecorderForm.safeParse({ ...input(), consent, tab }).success;
  expect([
    form("self", "one"),
    form("self", "several"),
    form("self", "none"),
    form("everyone", "one"),
  ]).toEqual([false, false, true, true]);
});

/** Tables of the workspace in which these words stand, wherever in a row. */
async function tablesWith(words: string[]): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'workspace_id'`;
  const found = [];
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT t::text AS text FROM "${name}" t WHERE workspace_id = $1::uuid`,
      owner.workspaceId,
    );
    if (rows.some(({ text }) => words.some((word) => text.includes(word)))) found.push(name);
  }
  return found.toSorted();
}

test("a recording that is thrown away leaves no word and no name anywhere", async () => {
  const words = ["Okabe", "Zanzibar", "Cold trucks", "Laptop of a rep"];
  const { recordingId } = await begin(
    owner,
    input({ company: "Zanzibar Foods", deviceName: "Laptop of a rep" }),
  );
  const mark = { id: randomUUID(), t0Ms: 1_000, body: "Cold trucks lose the slot" };
  const timeline = { ...NOTHING, marks: [mark] };
  await keepRecorder(owner, { recordingId, tabId: TAB, lengthMs: 2_000, timeline });
  await takePiece(owner, aPiece(recordingId));
  expect(await tablesWith(words)).toEqual(
    expect.arrayContaining(["browser_recorder", "call", "company", "participant"]),
  );
  await discardRecorder(owner, recordingId);
  expect(await tablesWith(words)).toEqual([]);
});

test("a company that was there before, or that another call needs, stays", async () => {
  const names = async () =>
    (await db.company.findMany({ where: { workspaceId: owner.workspaceId } })).map(
      ({ name }) => name,
    );
  const kept = await begin(owner, input({ company: "Known before" }));
  await finish(owner, { recordingId: kept.recordingId, isPartial: "false" });
  const known = await begin(owner, input({ company: "known before" }));
  await discardRecorder(owner, known.recordingId);
  expect(await names()).toEqual(["Known before"]);
  const since = { company: "Needed since", deviceId: randomUUID() };
  const first = await begin(owner, input(since));
  const second = await begin(owner, input(since));
  await discardRecorder(owner, first.recordingId);
  expect(await names()).toEqual(["Known before", "Needed since"]);
  await discardRecorder(owner, second.recordingId);
  expect((await callOf(second.callId)).companyId).toBeNull();
});

test("a browser that went quiet leaves its recording waiting until it speaks; after seven days it is used", async () => {
  const { recordingId } = await begin(owner, input());
  await takePiece(owner, aPiece(recordingId));
  await db.recording.updateMany({
    where: { id: recordingId },
    data: { updatedAt: new Date(Date.now() - 3 * 60_000) },
  });
  await markInterrupted();
  expect((await recordingOf(recordingId)).state).toBe("interrupted");
  await takePiece(owner, aPiece(recordingId));
  expect((await recordingOf(recordingId)).state).toBe("interrupted");
  await keepRecorder(owner, { recordingId, tabId: TAB, lengthMs: 5_000, timeline: NOTHING });
  expect((await recordingOf(recordingId)).state).toBe("receiving");
  stopClock(new Date(ZERO.getTime() + 8 * DAY_MS));
  await finishAbandoned();
  expect(await recordingOf(recordingId)).toMatchObject({ state: "uploaded", isPartial: true });
});

test("what arrived can be used from anywhere; without any piece the call is empty", async () => {
  const begun = await begin(owner, input());
  await takePiece(owner, aPiece(begun.recordingId));
  await db.recording.updateMany({
    where: { id: begun.recordingId },
    data: { state: "interrupted" },
  });
  await usePartial(owner, begun.recordingId);
  expect(await recordingOf(begun.recordingId)).toMatchObject({
    state: "uploaded",
    isPartial: true,
  });
  const bare = await begin(owner, input());
  await finish(owner, { recordingId: bare.recordingId, isPartial: "false" });
  expect(await callOf(bare.callId)).toMatchObject({ state: "empty", stateReason: "no_media" });
});

test("whoever is not named is called so in the call's language", async () => {
  const { callId } = await begin(owner, { ...input({ language: "ja" }), who: undefined });
  const others = await db.participant.findMany({ where: { callId, side: "C" } });
  expect(others.map(({ name }) => name)).toEqual(["ほかの参加者"]);
});

test("an admin who opened private calls ends nobody's recording and throws none away", async () => {
  const { recordingId } = await begin(owner, input());
  const admin = { ...colleague, privateUntil: new Date(ZERO.getTime() + 3_600_000).toISOString() };
  // Private calls are theirs to read for an hour; one that is recorded right now does not exist for them.
  const works = [
    ...[takePiece(admin, aPiece(recordingId)), discardUpload(admin, recordingId)],
    ...[discardRecorder(admin, recordingId), finish(admin, { recordingId })],
  ];
  expect(await Promise.all(works.map(code))).toEqual(works.map(() => "not_found"));
  await takePiece(owner, aPiece(recordingId));
});

test("a piece that is sent twice while its recording ends keeps its bytes once it was taken", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { callId, recordingId } = await begin(owner, input());
    const piece = aPiece(recordingId);
    await Promise.all([
      ...[takePiece(owner, piece), takePiece(owner, piece)].map((one) => code(one)),
      code(finish(owner, { recordingId, isPartial: "false" })),
    ]);
    for (const { key } of await db.localChunk.findMany({ where: { callId } }))
      expect(await blobs().head(key)).not.toBeNull();
  }
});
