import { nameOfFile } from "./file-name.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { Linkable } from "../call/link-member.server.ts";
import { makeCall, type Sample } from "../call/new-call.server.ts";
import { DomainError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { parseTranscript } from "../transcript/import/parse-transcript.ts";
import type { TranscriptDocument } from "../transcript/document.ts";
import { publishTranscript } from "../transcript/publish.server.ts";
import { sendStage } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { findColleagues, MOST_LETTERS } from "./colleagues.server.ts";
import type { SpeakersView } from "./colleague-views.ts";
import type { ImportTranscript } from "./upload.schema.ts";

/**
 * A transcript file becomes a call without media, labelled so: its words are version 1, and numbers,
 * topics and Highlights follow as for any call.
 * @param sample it is invented history of a demo: no stage waits, and its numbers are made by who brings it
 * @throws DomainError `forbidden`, `validation_failed` with the file's faults and their lines
 */
export async function importTranscript(
  actor: Member,
  input: ImportTranscript,
  sample: Sample | null = null,
): Promise<{ callId: string; recordingId: string }> {
  demand(actor, "call.create");
  const read = readFile(input.text, input.language);
  const document = storable(read.document);
  const people = sidesOf(document, input.speakers);
  const { workspaceId, memberId } = actor;
  const durationMs = document.segments.reduce((end, { t1Ms }) => Math.max(end, t1Ms), 0);

  return db.$transaction(async (tx) => {
    const startedAt = input.startedAt ?? document.startedAt;
    const { callId, participantIds } = await makeCall(tx, actor, {
      title: input.title ?? document.title ?? nameOfFile(input.name),
      kind: "upload",
      startedAt: startedAt === null ? now() : new Date(startedAt),
      company: input.company,
      language: input.language,
      visibility: input.visibility,
      colleagues: input.colleagues,
      people,
      sample,
    });
    const recordingId = newId();
    await tx.recording.create({
      data: {
        id: recordingId,
        workspaceId,
        callId,
        method: "import",
        state: sample === null ? "processing" : "ready",
        isPrimary: true,
        durationMs,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: { state: "available", durationMs, quality: people.length > 1 ? "B" : "C" },
    });
    await stages(tx, { workspaceId, recordingId }, { bytes: input.text.length, sample });
    await publishTranscript(tx, {
      workspaceId,
      callId,
      recordingId,
      origin: "import",
      engine: null,
      model: null,
      language: document.language ?? input.language,
      settings: { format: read.format, isEstimated: read.isEstimated },
      createdBy: memberId,
      segments: document.segments.map(({ speaker, ...segment }) => ({
        ...segment,
        participantId: speaker === null ? null : (participantIds[speaker] ?? null),
        trackId: null,
      })),
    });
    await record(
      tx,
      actor,
      "transcript.imported",
      { kind: "call", id: callId },
      { after: { format: read.format } },
    );
    if (sample === null) {
      await sendStage(tx, { workspaceId, recordingId, callId }, "metrics");
      await publishPipelineChanged(tx, { workspaceId, callId });
    }
    return { callId, recordingId };
  });
}

/** @throws DomainError `validation_failed` with the file's faults and their lines */
function readFile(text: string, language?: string) {
  const read = parseTranscript(new TextEncoder().encode(text), language ? { language } : {});
  if (read.isOk) return read;
  throw new DomainError("validation_failed", {
    text: read.faults.map(({ code, line }) => (line === null ? code : `${code}?line=${line}`)),
  });
}

/**
 * Who speaks in a transcript that is about to be brought in, on which side, and which member their name names. Nothing
 * is stored.
 * @throws DomainError `forbidden`, `rate_limited`, `validation_failed` with the file's faults and their lines
 */
export async function readSpeakers(actor: Member, text: string): Promise<SpeakersView> {
  demand(actor, "call.create");
  const all = sidesOf(storable(readFile(text).document), []);
  // Others are brought in as the file says: a form has no field for them.
  const people = all
    .filter(({ name }) => name.length <= MOST_LETTERS)
    .slice(0, LIMITS.peopleInCall);
  const { isPrivate, people: named } = await findColleagues(
    actor,
    people.map(({ name }) => name),
  );
  return {
    isPrivate,
    speakers: people.map(({ name, side }, at) => ({
      ...{ name, side },
      member: named[at]?.member ?? null,
    })),
  };
}

/** A JSON file can escape what PostgreSQL's text cannot hold: NUL, and halves of characters. */
function storable(document: TranscriptDocument): TranscriptDocument {
  const clean = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();
  return {
    ...document,
    title: document.title === null ? null : clean(document.title),
    speakers: document.speakers.map((speaker) => ({ ...speaker, name: clean(speaker.name) })),
    segments: document.segments.map((segment) => ({
      ...segment,
      words: segment.words
        .map((word) => ({ ...word, text: clean(word.text) }))
        .filter(({ text }) => text !== ""),
    })),
  };
}

/** Sides as the sender said; else as the file says; else the first voice is ours, because a rep opens a call. */
function sidesOf(document: TranscriptDocument, given: ImportTranscript["speakers"]): Linkable[] {
  return document.speakers.map(({ name, side }, at) => {
    const no = given.findIndex((speaker) => speaker.name === name);
    const said = given[no];
    return {
      name,
      side: said?.side ?? side ?? (at === 0 ? "R" : "C"),
      memberId: said?.memberId,
      field: `speakers[${no}].memberId`,
    };
  });
}

async function stages(
  tx: Tx,
  base: { workspaceId: string; recordingId: string },
  { bytes, sample }: { bytes: number; sample: Sample | null },
): Promise<void> {
  const endedAt = now();
  await tx.stage.createMany({
    data: [
      {
        ...base,
        name: "upload",
        state: "done",
        done: BigInt(bytes),
        total: BigInt(bytes),
        unit: "bytes",
        endedAt,
      },
      ...(["inspect", "normalise", "transcribe"] as const).map((name) => ({
        ...base,
        name,
        state: "skipped" as const,
        cause: "imported",
        endedAt,
      })),
      ...(sample === null
        ? ([
            { ...base, name: "metrics", state: "waiting" },
            { ...base, name: "summary", state: "waiting" },
          ] as const)
        : ([
            { ...base, name: "metrics", state: "done", endedAt },
            { ...base, name: "summary", state: "skipped", cause: "sample", endedAt },
          ] as const)),
    ],
  });
}
