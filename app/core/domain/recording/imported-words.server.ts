import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { Linkable } from "../call/link-member.server.ts";
import { DomainError } from "../errors.ts";
import type { TranscriptDocument } from "../transcript/document.ts";
import type { ImportRead } from "../transcript/import/import-result.ts";
import { publishTranscript } from "../transcript/publish.server.ts";
import { demandChecked, readSent, withNames } from "./read-transcript.ts";
import { startedAtOf } from "./started-at.ts";
import type { ImportTranscript, SentWords } from "./upload.schema.ts";

/** A transcript that was sent, as its sender corrected it. `people` are in the order of the document's speakers. */
export type ImportedWords = {
  read: ImportRead;
  document: TranscriptDocument;
  people: Linkable[];
  language: string;
};
type Facts = Pick<ImportTranscript, "language" | "zone">;

/**
 * Reads the words of a file for a call that is about to be.
 * @param field of the form, before `speakers[n]`: where a refusal of a person is said
 * @throws DomainError `validation_failed` (text: why it cannot be read, or what of it not)
 */
export function readWords(
  actor: Member,
  sent: SentWords,
  { language, zone }: Facts,
  field = "",
): ImportedWords {
  const read = readSent({ ...sent, zone }, { zone: actor.timeZone, language });
  demandChecked(read, sent.isChecked);
  const document = withNames(read.document, sent.speakers);
  const people = sidesOf(document, sent.speakers).map((person) => ({
    ...person,
    field: `${field}${person.field}`,
  }));
  return { read, document, people, language: document.language ?? language };
}

/**
 * Words without times can be placed in no recording: they are taken where that was seen.
 * @throws DomainError `validation_failed` (text)
 */
export function demandTimes({ read }: ImportedWords, { isChecked }: SentWords): void {
  if (read.timing === "made_up" && !isChecked)
    throw new DomainError("validation_failed", { text: ["transcript_untimed"] });
}

/**
 * When a new call began: as its form says, else as the file of its words does, else now.
 * @throws DomainError `validation_failed` (startedAt)
 */
export function startOf(
  actor: Member,
  { startedAt, zone }: Pick<ImportTranscript, "startedAt" | "zone">,
  document?: TranscriptDocument,
): Date {
  const given = startedAt ?? document?.startedAt ?? null;
  return given === null ? now() : startedAtOf(given, zone ?? actor.timeZone ?? "UTC", now());
}

/** The words become the call's version 1. @param participantIds in the order of the document's speakers */
export async function publishWords(
  tx: Tx,
  actor: Member,
  { callId, recordingId }: { callId: string; recordingId: string },
  { read, document, language }: ImportedWords,
  participantIds: readonly (string | null)[],
): Promise<void> {
  await publishTranscript(tx, {
    workspaceId: actor.workspaceId,
    callId,
    recordingId,
    origin: "import",
    engine: null,
    model: null,
    language,
    settings: settingsOf(read),
    createdBy: actor.memberId,
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
}

/** How it was read, for who asks later where its times come from. */
const settingsOf = ({ format, timing, clock, faults, leftOut }: ImportRead) => ({
  ...{ format, timing, clock: clock.kind },
  ...{ faults: faults.length, leftOut: leftOut.length },
});

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
