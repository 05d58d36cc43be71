import { nameOfFile } from "./file-name.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { Linkable } from "../call/link-member.server.ts";
import { makeCall, type Sample } from "../call/new-call.server.ts";
import type { ImportRead } from "../transcript/import/import-result.ts";
import type { TranscriptDocument } from "../transcript/document.ts";
import { publishTranscript } from "../transcript/publish.server.ts";
import { sendStage } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { demandChecked, readSent, withNames } from "./read-transcript.ts";
import { startedAtOf } from "./started-at.ts";
import type { ImportTranscript } from "./upload.schema.ts";

/**
 * A transcript file becomes a call without media, labelled so: its words are version 1, and numbers,
 * topics and Highlights follow as for any call.
 * @param sample it is invented history of a demo: no stage waits, and its numbers are made by who brings it
 * @throws DomainError `forbidden`, `validation_failed` (text: why it cannot be read, or what of it not; startedAt)
 */
export async function importTranscript(
  actor: Member,
  input: ImportTranscript,
  sample: Sample | null = null,
): Promise<{ callId: string; recordingId: string }> {
  demand(actor, "call.create");
  const { timeZone } = actor;
  const zone = input.zone ?? timeZone ?? "UTC";
  const read = readSent(input, { zone: timeZone, language: input.language });
  demandChecked(read, input.isChecked);
  const document = withNames(read.document, input.speakers);
  const given = input.startedAt ?? document.startedAt;
  const startedAt = given === null ? now() : startedAtOf(given, zone, now());
  const people = sidesOf(document, input.speakers);
  const { workspaceId, memberId } = actor;
  const durationMs = document.segments.reduce((end, { t1Ms }) => Math.max(end, t1Ms), 0);

  return db.$transaction(async (tx) => {
    const { callId, participantIds } = await makeCall(tx, actor, {
      title: input.title ?? document.title ?? nameOfFile(input.name),
      kind: "upload",
      startedAt,
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
      settings: settingsOf(read),
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

/** Of several entries that became one person, the one that names a member, or had the name from the beginning. */
function entryOf(name: string, given: ImportTranscript["speakers"]): number {
  const entries = given.flatMap((speaker, at) =>
    (speaker.as ?? speaker.name) === name ? [{ ...speaker, at }] : [],
  );
  const entry =
    entries.find(({ memberId }) => memberId !== undefined && memberId !== "none") ??
    entries.find((one) => one.name === name) ??
    entries[0];
  return entry?.at ?? -1;
}

/** Sides as the sender said; else as the file says; else the first voice is ours, because a rep opens a call. */
export function sidesOf(
  document: TranscriptDocument,
  given: ImportTranscript["speakers"],
): Linkable[] {
  return document.speakers.map(({ name, side }, at) => {
    const no = entryOf(name, given);
    const said = given[no];
    return {
      name,
      side: said?.side ?? side ?? (at === 0 ? "R" : "C"),
      memberId: said?.memberId,
      field: `speakers[${no}].memberId`,
    };
  });
}

/** How it was read, for who asks later where its times come from. */
const settingsOf = ({ format, timing, clock, faults, leftOut }: ImportRead) => ({
  ...{ format, timing, clock: clock.kind },
  ...{ faults: faults.length, leftOut: leftOut.length },
});

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
