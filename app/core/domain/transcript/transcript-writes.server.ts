import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, type CallRow, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { AuditEvent } from "../audit/events.ts";
import { record } from "../audit/record.server.ts";
import { countCorrection } from "../dictionary/suggestion.server.ts";
import { teachTerm } from "../dictionary/dictionary.server.ts";
import { DomainError } from "../errors.ts";
import {
  changeSpeaker,
  type Edit,
  replaceEverywhere,
  replaceWords,
  revert,
  rowsAt,
  segmentWords,
  type SegmentRow,
} from "./edit.ts";
import { isBleed } from "../words/flags.ts";
import { endCurrent, nextNumber } from "./publish.server.ts";
import type {
  CorrectSpeaker,
  CorrectWords,
  RevertTranscript,
  TranscriptEdit,
} from "./transcript.schema.ts";
import { insertSegments, loadSegments } from "./transcript-rows.server.ts";
import { joinWords } from "../words/words.ts";
import { countWords } from "../words/words-codec.ts";

export type Edited = { number: number; segments: number };

/** Long calls have thousands of segments; the rest of the system waits for none of this. */
const EDIT_TIMEOUT_MS = 15_000;
const changedMeanwhile = () => new DomainError("conflict", { number: ["changed_meanwhile"] });

type Version = Awaited<ReturnType<typeof loadVersion>>;

const versionRow = {
  id: true,
  baseId: true,
  number: true,
  isCurrent: true,
  recordingId: true,
  engine: true,
  model: true,
  language: true,
  spread: true,
  confidence: true,
  covered: true,
  coveredMs: true,
} as const;

async function loadVersion(tx: Tx, workspaceId: string, callId: string, number: number) {
  const found = await tx.transcript.findFirst({
    where: { workspaceId, callId, number },
    select: versionRow,
  });
  if (!found) throw new DomainError("not_found");
  return found;
}

/** The version a call shows, with what its first one was; null while it has none. */
export async function findCurrent(tx: Tx, workspaceId: string, callId: string) {
  const where = { workspaceId, callId, isCurrent: true };
  const found = await tx.transcript.findFirst({ where, select: versionRow });
  if (!found) return null;
  const base = await tx.transcript.findFirstOrThrow({
    where: { workspaceId, id: found.baseId },
    select: { origin: true },
  });
  return { ...found, base: base.origin };
}

type Draft = {
  from: Version;
  edit: Edit;
  rows: readonly SegmentRow[];
  number: number;
  dictionary?: string;
  /** The words of an earlier version, as they were: nothing was written by hand. */
  isReverted?: boolean;
};

/** Writes what an edit closes and adds as the next version of the call. */
export async function writeVersion(
  tx: Tx,
  actor: Member,
  callId: string,
  { from, edit, rows, number, dictionary, isReverted = false }: Draft,
) {
  const { workspaceId } = actor;
  await endCurrent(tx, workspaceId, callId);
  const closed = new Set(edit.closed);
  const kept = rows.filter((row) => row.toVersion === null && !closed.has(row.no));
  const counted = [...kept, ...edit.added].filter(({ flags }) => !isBleed(flags));
  const words = counted.reduce((sum, row) => sum + countWords(row.words), 0);
  await tx.transcript.create({
    data: {
      id: newId(),
      workspaceId,
      callId,
      recordingId: from.recordingId,
      number,
      baseId: from.baseId,
      origin: "edit",
      engine: from.engine,
      model: from.model,
      language: from.language,
      settings: {
        from: from.number,
        ...(dictionary !== undefined && { dictionary }),
        ...(isReverted && { isReverted }),
      },
      isCurrent: true,
      words,
      spread: from.spread,
      confidence: from.confidence,
      // Who corrects words says what was said, and no more of it.
      ...(from.covered !== null && { covered: from.covered, coveredMs: from.coveredMs }),
      createdBy: actor.memberId,
    },
  });
  await tx.segment.updateMany({
    where: { workspaceId, baseId: from.baseId, toVersion: null, no: { in: edit.closed } },
    data: { toVersion: number },
  });
  await insertSegments(tx, workspaceId, from.baseId, edit.added);
}

type Change = (
  tx: Tx,
  from: Version,
  rows: SegmentRow[],
  { number, call }: { number: number; call: CallRow },
) => Promise<Edit> | Edit;
type Request = { number: number; basedOn: number; event: AuditEvent; detail: object };

/**
 * The frame of every edit: right, lock, "is it still the version you saw", write, job, audit.
 * `number` is the version looked at, `basedOn` the one whose segments are taken.
 */
async function edit(
  actor: Member,
  callId: string,
  { number, basedOn, event, detail }: Request,
  change: Change,
): Promise<Edited> {
  const { workspaceId } = actor;
  return db.$transaction(
    async (tx) => {
      const found = await tx.call.findFirst({
        where: { id: callId, AND: visible(actor, "transcript.read") },
        select: { ...callAccess, id: true },
      });
      const call = authorise(actor, "transcript.update", found);
      const next = await nextNumber(tx, workspaceId, callId);
      const seen = await loadVersion(tx, workspaceId, callId, number);
      if (!seen.isCurrent) throw changedMeanwhile();
      const from = basedOn === number ? seen : await loadVersion(tx, workspaceId, callId, basedOn);
      const rows = await loadSegments(tx, workspaceId, from.baseId);
      const made = await change(tx, from, rows, { number: next, call });
      const isSame =
        made.closed.length === 0 && made.added.length === 0 && from.baseId === seen.baseId;
      if (isSame) return { number, segments: 0 };
      const isReverted = event === "transcript.reverted";
      await writeVersion(tx, actor, callId, { from, edit: made, rows, number: next, isReverted });
      const segments = new Set([...made.closed, ...made.added.map(({ no }) => no)]).size;
      await record(
        tx,
        actor,
        event,
        { kind: "call", id: callId },
        { before: { number }, after: { number: next, segments, ...detail } },
      );
      await enqueue(tx, deriveTranscript, `${callId}:${next}`, {
        v: 1,
        workspaceId,
        callId,
        number: next,
      });
      return { number: next, segments };
    },
    { timeout: EDIT_TIMEOUT_MS },
  );
}

function rowOf(rows: readonly SegmentRow[], no: number): SegmentRow {
  const row = rows.find((each) => each.no === no);
  if (!row) throw changedMeanwhile();
  return row;
}

/**
 * Corrects words of one segment, or the same words in the whole call, as a new version.
 * @throws DomainError `not_found`, `forbidden`, `conflict` (number: changed_meanwhile) when a newer
 *   version is there or the words are not those that were shown
 */
export async function correctWords(
  actor: Member,
  callId: string,
  input: CorrectWords,
): Promise<Edited> {
  const { number, segment, firstWord, lastWord, before, after, scope, addTerm } = input;
  if (addTerm) demand(actor, "dictionary.manage");
  const request: Request = {
    number,
    basedOn: number,
    event: "transcript.corrected",
    detail: { what: "words", scope },
  };
  return edit(actor, callId, request, async (tx, from, all, { number: next, call }) => {
    const rows = rowsAt(all, number);
    const row = rowOf(rows, segment);
    const shown = joinWords(segmentWords(row).slice(firstWord, lastWord + 1));
    if (shown.trim() !== before.normalize("NFC")) throw changedMeanwhile();
    if (addTerm)
      await teachTerm(tx, actor, {
        term: after,
        variant: before,
        language: from.language,
        teamId: call.teamId,
      });
    else await countCorrection(tx, call, { before, after, language: from.language });
    if (scope === "everywhere") return replaceEverywhere(rows, before, after, next);
    return (
      replaceWords(row, { from: firstWord, to: lastWord + 1 }, after, next) ?? {
        closed: [],
        added: [],
      }
    );
  });
}

/**
 * Gives a segment to another participant of the call (from a word on, when `fromWord` is given), or
 * all segments of its speaker.
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `validation_failed` (participantId)
 */
export async function correctSpeaker(
  actor: Member,
  callId: string,
  input: CorrectSpeaker & { fromWord?: number },
): Promise<Edited> {
  const { number, segment, participantId, scope, fromWord = 0 } = input;
  const request: Request = {
    number,
    basedOn: number,
    event: "transcript.corrected",
    detail: { what: "speaker", scope },
  };
  return edit(actor, callId, request, async (tx, _, all, { number: next }) => {
    const isThere = await tx.participant.count({
      where: { workspaceId: actor.workspaceId, callId, id: participantId },
    });
    if (isThere === 0) throw new DomainError("validation_failed", { participantId: ["invalid"] });
    const rows = rowsAt(all, number);
    const row = rowOf(rows, segment);
    const nextNo = all.reduce((highest, { no }) => Math.max(highest, no), -1) + 1;
    const meant =
      scope === "everywhere"
        ? rows.filter((each) => each.participantId === row.participantId)
        : [row];
    const edits = meant.map((each) =>
      changeSpeaker(each, participantId, {
        fromWord: scope === "here" ? fromWord : 0,
        nextNo,
        version: next,
      }),
    );
    return {
      closed: edits.flatMap((made) => made?.closed ?? []),
      added: edits.flatMap((made) => made?.added ?? []),
    };
  });
}

/**
 * Makes the words of version `to` current again, as a new version; nothing is lost.
 * @throws DomainError `not_found`, `forbidden`, `conflict` (number: changed_meanwhile)
 */
export async function revertTranscript(
  actor: Member,
  callId: string,
  { number, to }: RevertTranscript,
): Promise<Edited> {
  const request: Request = { number, basedOn: to, event: "transcript.reverted", detail: { to } };
  return edit(actor, callId, request, (_, __, all, { number: next }) =>
    revert(all, { current: next - 1, target: to, to: next }),
  );
}

/** What the playback page may ask of a transcript. */
export function editTranscript(
  actor: Member,
  callId: string,
  input: TranscriptEdit,
): Promise<Edited> {
  switch (input.intent) {
    case "correct_words":
      return correctWords(actor, callId, input);
    case "correct_speaker":
      return correctSpeaker(actor, callId, input);
    case "revert_transcript":
      return revertTranscript(actor, callId, input);
  }
}
