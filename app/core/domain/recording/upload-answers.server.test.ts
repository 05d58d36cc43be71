import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aDeal,
  aLabel,
  aLibrary,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { beginRecording, endRecording, recorderInput, TAB } from "#tests/support/recorder-start.ts";
import { startBulk } from "../bulk/start.server.ts";
import { giveAccess } from "../call/access.server.ts";
import { noteOpened } from "../call/who-watched.server.ts";
import { addComment } from "../comment/comment-writes.server.ts";
import { giveLabel } from "../label/call-label.server.ts";
import { addItem } from "../library/items.server.ts";
import { describeRecorder, keepRecorder } from "../live/browser-recorder.server.ts";
import { takePiece } from "../live/recorder-chunk.server.ts";
import { assignReviewer } from "../review/review.server.ts";
import { discardUpload } from "./upload-answers.server.ts";

/** In every text that is entered for the call, and in none that is not its own. */
const MARKER = "Zanzibaria";

await queueForFile();
let owner: SignedIn;
let colleague: SignedIn;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { role: "manager", teams: [team] });
  colleague = await aMember(workspace, { teams: [team] });
});

/** Tables of the workspace of which a row, whatever its columns, holds one of these texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(Prisma.sql`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1`);
  const found = [];
  for (const { name } of tables) {
    const [held] = await rows<{ n: number }>(Prisma.sql`
      SELECT count(*)::int AS n FROM ${Prisma.raw(`"${name}"`)} t WHERE t.workspace_id = ${owner.workspaceId}::uuid
        AND t::text ILIKE ANY(${texts.map((text) => `%${text}%`)})`);
    if (held !== undefined && held.n > 0) found.push(name);
  }
  return found;
}

const eventsOf = async (...ids: string[]): Promise<string[]> =>
  (
    await db.auditEntry.findMany({
      where: { workspaceId: owner.workspaceId, target: { in: ids } },
      select: { event: true },
    })
  )
    .map(({ event }) => event)
    .toSorted();

/** Two seconds of a source. @returns where they lie */
async function sendPiece(recordingId: string, source: "microphone" | "tab"): Promise<string> {
  const body = new Uint8Array(randomBytes(1_000));
  const part = randomUUID();
  await takePiece(owner, {
    ...{ recordingId, part, seq: 0, source, partMs: 0, toMs: 2_000, body },
    ...{ mime: "audio/webm;codecs=opus", sha256: createHash("sha256").update(body).digest() },
  });
  const { key } = await db.localChunk.findFirstOrThrow({ where: { part } });
  return key;
}

/** A recording with a company that was renamed meanwhile, a mark, a label by rule and a deal. */
async function aRecording() {
  const { workspaceId } = owner;
  await aLabel({ id: workspaceId }, { name: "Renewals", rule: "title:renewal" });
  const { id: dealId } = await aDeal(owner);
  const { callId, recordingId } = await beginRecording(owner, {
    ...{ title: `${MARKER} renewal`, company: `${MARKER} Foods`, who: `Haruki ${MARKER}` },
    ...{ deviceName: `Laptop in ${MARKER}`, dealId },
  });
  const { title, who, language, visibility } = recorderInput({
    ...{ title: `Second ${MARKER} renewal`, who: `Mio ${MARKER}` },
  });
  await describeRecorder(owner, {
    ...{ recordingId, title, who, language, visibility, company: `${MARKER} Farms`, dealId },
  });
  const keys = [await sendPiece(recordingId, "microphone"), await sendPiece(recordingId, "tab")];
  const marks = [{ id: randomUUID(), t0Ms: 1_000, body: `${MARKER}: cold trucks` }];
  const timeline = { pauses: [{ t0Ms: 1_200, t1Ms: 1_400 }], gaps: [], marks };
  await keepRecorder(owner, { recordingId, tabId: TAB, lengthMs: 2_000, timeline });
  await noteOpened(owner, callId);
  return { callId, recordingId, keys };
}

const LEFT = ["audit_entry", "call", "consent_record", "recording"];

test("a recording that is discarded while it runs leaves its stub, what was agreed to and a line of the log", async () => {
  const { callId, recordingId, keys } = await aRecording();
  const before = await tablesWith(callId, recordingId);
  expect(before).toEqual(
    expect.arrayContaining(["browser_recorder", "call_deal", "call_label", "call_view"]),
  );
  expect(await tablesWith(MARKER)).toEqual([
    ...["browser_recorder", "call", "call_search", "company", "participant"],
  ]);
  await discardUpload(owner, recordingId);
  expect(await tablesWith(MARKER)).toEqual([]);
  expect(await tablesWith(callId, recordingId)).toEqual(LEFT);
  for (const key of keys) expect(await blobs().head(key)).toBeNull();
  expect(await db.call.findFirst({ where: { id: callId } })).toMatchObject({
    ...{ state: "empty", stateReason: "discarded", title: "", ownerId: owner.memberId },
    ...{ companyId: null, companyMatch: null, dealChosenAt: null, dealChosenBy: null },
  });
  const ledger = await db.consentRecord.findMany({
    where: { callId },
    orderBy: { method: "asc" },
    select: { method: true, name: true, participantId: true },
  });
  expect(ledger).toEqual([
    { method: "page", name: owner.name, participantId: null },
    { method: "stated", name: "Other people", participantId: null },
  ]);
  const events = await eventsOf(callId, recordingId);
  expect(events.filter((event) => event.startsWith("upload."))).toEqual(["upload.discarded"]);
});

test("one that is stopped and waits to be joined leaves no more, whatever others made of it meanwhile", async () => {
  const { callId, recordingId } = await aRecording();
  const { workspaceId } = owner;
  const later = await aCall(owner, { title: "Behind it", durationMs: 60_000 });
  const library = await aLibrary(owner);
  await endRecording(owner, { recordingId, lengthMs: 2_000 });
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });

  await giveAccess(owner, callId, { memberId: colleague.memberId, level: "view" });
  await addComment(owner, callId, {
    ...{ body: `What of ${MARKER}?`, kind: "question", isPrivate: false, dueOn: undefined },
    ...{ mentions: [colleague.memberId], ask: [colleague.memberId], access: "give" },
  });
  await assignReviewer(owner, callId, {
    ...{ memberId: colleague.memberId, dueOn: null, givesAccess: true },
  });
  const label = await aLabel({ id: workspaceId }, { name: "By hand" });
  await giveLabel(owner, callId, label.id);
  await startBulk(owner, { kind: "give_label", labelId: label.id }, { callIds: [callId] });
  const whole = { clipId: null, folderId: null, t0Ms: null, t1Ms: null, why: MARKER, gives: 0 };
  for (const id of [callId, later.id]) await addItem(owner, library.id, { ...whole, callId: id });
  await db.libraryItem.updateMany({ where: { callId: later.id }, data: { why: "" } });
  expect(await tablesWith(callId, recordingId)).toEqual(
    expect.arrayContaining([
      ...["bulk_row", "call_grant", "call_label", "call_span", "comment", "feedback_request"],
      ...["library_item", "local_chunk", "notification", "review_assignment", "stage"],
    ]),
  );

  await discardUpload(owner, recordingId);
  expect(await tablesWith(MARKER)).toEqual([]);
  expect(await tablesWith(callId, recordingId)).toEqual(LEFT);
  expect(await db.notification.count({ where: { memberId: colleague.memberId } })).toBe(0);
  expect(await db.call.findFirst({ where: { id: callId } })).toMatchObject({
    ...{ state: "empty", title: "", dealChosenAt: null, dealChosenBy: null },
  });
  const behind = await db.libraryItem.findMany({ where: { libraryId: library.id } });
  expect(behind.map(({ callId: of, position }) => [of, position])).toEqual([[later.id, 0]]);
});

/** What a discarded call has no rows of, and what it keeps. */
const ERASED = [
  ...["browser_recorder", "bulk_row", "call_deal", "call_grant", "call_label", "call_search"],
  ...["call_span", "call_view", "comment", "feedback_request", "file", "library_item"],
  ...["local_chunk", "note", "participant", "review_assignment", "stage", "stage_log"],
];
/** An upload's row says that the sender's browser is to stop; it has no name any more. */
const KEPT = ["consent_record", "recording", "upload"];
/** Of rooms alone, which are ended and never discarded. */
const OF_ROOMS = [
  ...["guest", "live_call", "live_listener", "live_recorder", "part", "participant_presence"],
];
/** Of calls that were made of their sound: once that has begun a recording is not discarded any more. */
const OF_PLAYABLE = [
  ...["care_mark", "clip", "crm_ref", "crm_write", "cut", "gap", "hit", "metric_row", "metric_set"],
  ...["share_item", "shared_link", "summary_edit", "summary_run", "track", "transcript"],
];

test("of every table that refers to a call or a recording it is known what becomes of its rows", async () => {
  const referring = await rows<{ name: string }>(Prisma.sql`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('call_id', 'recording_id') ORDER BY 1`);
  expect(referring.map(({ name }) => name)).toEqual(
    [...ERASED, ...KEPT, ...OF_ROOMS, ...OF_PLAYABLE].toSorted(),
  );
});
