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
import { DomainError } from "../errors.ts";
import { deleteUnnamedFiles } from "../recording/nightly-cleanup.server.ts";
import { finishAbandoned } from "../recording/recorder-finish.server.ts";
import { markInterrupted } from "../recording/sweep.server.ts";
import { discardUpload, usePartial } from "../recording/upload-answers.server.ts";
import { type StartRecorder, startRecorderForm } from "./browser-recorder.schema.ts";
import {
  discardRecorder,
  finishRecorder,
  keepRecorder,
  startRecorder,
} from "./browser-recorder.server.ts";
import { MOST_PIECE_BYTES, type Piece, takePiece } from "./recorder-chunk.server.ts";

const ZERO = new Date("2026-11-25T10:00:00Z");
const DAY_MS = 86_400_000;
const NOTHING = { pauses: [], gaps: [], marks: [] };
const [TAB, ANOTHER_TAB] = ["a-tab-of-ours", "another-tab"];
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

const input = (more: Partial<StartRecorder> = {}): StartRecorder => ({
  ...{ consent: "everyone", tab: "one", who: "Haruki Okabe", title: "Okabe Foods, second call" },
  ...{ company: "Okabe Foods", language: "en", visibility: "team" },
  ...{ deviceId: randomUUID(), deviceName: "Chrome, Windows", tabId: TAB },
  ...more,
});
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
  const { callId, recordingId } = await startRecorder(owner, input());
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
    { method: "stated", answer: "agreed", name: "Everyone else on the call" },
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
  const { callId } = await startRecorder(owner, input({ consent: "self", tab: "none" }));
  expect(await db.participant.count({ where: { callId } })).toBe(1);
  expect(await db.consentRecord.count({ where: { callId } })).toBe(1);
});

test("one recording at a time: another tab is refused while the first one speaks, and may begin when it is silent", async () => {
  await startRecorder(owner, input());
  expect(await code(startRecorder(owner, input({ tabId: ANOTHER_TAB })))).toBe("conflict");
  stopClock(new Date(ZERO.getTime() + 31_000));
  expect(await code(startRecorder(owner, input({ tabId: ANOTHER_TAB })))).toBe("done");
});

test("a recording is held by one tab; a silent one loses it", async () => {
  const { recordingId } = await startRecorder(owner, input());
  const keep = (tabId: string) =>
    code(keepRecorder(owner, { recordingId, tabId, lengthMs: 5_000, timeline: NOTHING }));
  expect(await keep(ANOTHER_TAB)).toBe("conflict");
  stopClock(new Date(ZERO.getTime() + 31_000));
  expect(await keep(ANOTHER_TAB)).toBe("done");
  expect(await keep(TAB)).toBe("conflict");
});

test("a piece is taken once, and only when it is on the disk", async () => {
  const { callId, recordingId } = await startRecorder(owner, input());
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
  const { recordingId } = await startRecorder(owner, input());
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
  const { recordingId } = await startRecorder(owner, input());
  const bare = await aCall(owner, { kind: "recorder", state: "live", visibility: "private" });
  await db.recording.updateMany({ where: { id: recordingId }, data: { callId: bare.id } });
  expect(await code(takePiece(owner, aPiece(recordingId)))).toBe("consent_blocked");
});

test("what is stopped becomes a call like any other: pauses, marks, people's choice of who sees it", async () => {
  const { callId, recordingId } = await startRecorder(owner, input());
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
  await finishRecorder(owner, { recordingId, lengthMs: 9_000, timeline, isPartial: "false" });
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
  const again = finishRecorder(owner, { recordingId, isPartial: "false" });
  expect(await code(again)).toBe("invalid_state");
});

test("a recording that is thrown away leaves a stub, its ledger and a line of the log", async () => {
  const { callId, recordingId } = await startRecorder(owner, input());
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
  const kept = await startRecorder(owner, input());
  await takePiece(owner, aPiece(kept.recordingId));
  await finishRecorder(owner, { recordingId: kept.recordingId, isPartial: "false" });
  await db.recording.updateMany({ where: { id: kept.recordingId }, data: { state: "ready" } });
  const [own] = await db.localChunk.findMany({ where: { callId: kept.callId } });
  const gone = await startRecorder(owner, input());
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
  const { callId, recordingId } = await startRecorder(owner, input({ dealId }));
  const linked = { where: { callId, dealId, isPrimary: true, byId: owner.memberId } };
  expect(await db.callDeal.count(linked)).toBe(1);
  await discardRecorder(owner, recordingId);
  expect(await db.callDeal.count({ where: { callId } })).toBe(0);
  const foreign = await aDeal(await aMember(await aWorkspace()));
  expect(await code(startRecorder(owner, input({ dealId: foreign.id })))).toBe("not_found");
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
  const { recordingId } = await startRecorder(
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
  const kept = await startRecorder(owner, input({ company: "Known before" }));
  await finishRecorder(owner, { recordingId: kept.recordingId, isPartial: "false" });
  const known = await startRecorder(owner, input({ company: "known before" }));
  await discardRecorder(owner, known.recordingId);
  expect(await names()).toEqual(["Known before"]);
  const first = await startRecorder(owner, input({ company: "Needed since" }));
  const second = await startRecorder(owner, input({ company: "Needed since" }));
  await discardRecorder(owner, first.recordingId);
  expect(await names()).toEqual(["Known before", "Needed since"]);
  await discardRecorder(owner, second.recordingId);
  expect((await callOf(second.callId)).companyId).toBeNull();
});

test("a browser that went quiet leaves its recording waiting; its pieces bring it back; after seven days it is used", async () => {
  const { recordingId } = await startRecorder(owner, input());
  await takePiece(owner, aPiece(recordingId));
  await db.recording.updateMany({
    where: { id: recordingId },
    data: { updatedAt: new Date(Date.now() - 3 * 60_000) },
  });
  await markInterrupted();
  expect((await recordingOf(recordingId)).state).toBe("interrupted");
  await takePiece(owner, aPiece(recordingId));
  expect((await recordingOf(recordingId)).state).toBe("receiving");
  stopClock(new Date(ZERO.getTime() + 8 * DAY_MS));
  await finishAbandoned();
  expect(await recordingOf(recordingId)).toMatchObject({ state: "uploaded", isPartial: true });
});

test("what arrived can be used from anywhere; without any piece the call is empty", async () => {
  const begun = await startRecorder(owner, input());
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
  const bare = await startRecorder(owner, input());
  await finishRecorder(owner, { recordingId: bare.recordingId, isPartial: "false" });
  expect(await callOf(bare.callId)).toMatchObject({ state: "empty", stateReason: "no_media" });
});

test("whoever is not named is called so in the call's language", async () => {
  const { callId } = await startRecorder(owner, { ...input({ language: "ja" }), who: undefined });
  const others = await db.participant.findMany({ where: { callId, side: "C" } });
  expect(others.map(({ name }) => name)).toEqual(["ほかの参加者"]);
});

test("an admin who opened private calls ends nobody's recording and throws none away", async () => {
  const { recordingId } = await startRecorder(owner, input());
  const admin = { ...colleague, privateUntil: new Date(ZERO.getTime() + 3_600_000).toISOString() };
  // The call is theirs to read for an hour; that does not make the recording one they host.
  const refused = ["forbidden", "not_found"];
  expect(refused).toContain(await code(takePiece(admin, aPiece(recordingId))));
  expect(await code(discardUpload(admin, recordingId))).toBe("forbidden");
  expect(refused).toContain(await code(discardRecorder(admin, recordingId)));
  expect(refused).toContain(await code(finishRecorder(admin, { recordingId, isPartial: "false" })));
  await takePiece(owner, aPiece(recordingId));
});

test("a piece that is sent twice while its recording ends keeps its bytes once it was taken", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { callId, recordingId } = await startRecorder(owner, input());
    const piece = aPiece(recordingId);
    await Promise.all([
      ...[takePiece(owner, piece), takePiece(owner, piece)].map((one) => code(one)),
      code(finishRecorder(owner, { recordingId, isPartial: "false" })),
    ]);
    for (const { key } of await db.localChunk.findMany({ where: { callId } }))
      expect(await blobs().head(key)).not.toBeNull();
  }
});
