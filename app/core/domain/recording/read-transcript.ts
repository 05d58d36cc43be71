import { DomainError } from "../errors.ts";
import type { SpokenSegment, TranscriptDocument } from "../transcript/document.ts";
import type {
  FilePlace,
  ImportFault,
  ImportOptions,
  ImportRead,
} from "../transcript/import/import-result.ts";
import { parseTranscript } from "../transcript/import/parse-transcript.ts";
import { cutWords, joinWords, spreadWords } from "../words/words.ts";
import type { NotRead } from "./import-views.ts";
import type { ImportTranscript, PreviewTranscript } from "./upload.schema.ts";

type Sent = Pick<PreviewTranscript, "text" | "zone" | "clock" | "unit" | "minutes">;

/**
 * A transcript that was sent, as it may be stored.
 * @param zone of who sent it, IANA: where days and clocks of the file are meant
 * @throws DomainError `validation_failed` (text: why it cannot be read)
 */
export function readSent(
  { text, clock, unit, minutes, ...sent }: Sent,
  { zone, language }: { zone: string | null; language?: string },
): ImportRead {
  const options: ImportOptions = {
    clock,
    zone: sent.zone ?? zone ?? "UTC",
    ...(unit && { unit }),
    ...(minutes !== undefined && { durationMs: Math.round(minutes * 60_000) }),
    ...(language !== undefined && { language }),
  };
  const read = parseTranscript(new TextEncoder().encode(text), options);
  if (!read.isOk) throw new DomainError("validation_failed", { text: [read.code] });
  return { ...read, document: storable(read.document) };
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

/** What was not read, by code: how often, and the first of it. */
export function faultsBy(faults: readonly ImportFault[]): (NotRead & Pick<ImportFault, "code">)[] {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const all = faults.filter((fault) => fault.code === code);
    const [one] = all;
    return one ? [{ code, count: all.length, at: one.at, text: one.text }] : [];
  });
}

export function leftOutOf(leftOut: ImportRead["leftOut"]): NotRead | null {
  const [one] = leftOut;
  return one ? { count: leftOut.length, at: one.at, text: one.text.trim() } : null;
}

const codeAt = (code: string, at: FilePlace, n: number): string =>
  "line" in at ? `${code}?line=${at.line}&n=${n}` : `${code}_row?row=${at.row}&n=${n}`;

/**
 * What is not read as it is written stops an import until it was seen.
 * @throws DomainError `validation_failed` (text: each kind, how often, and the first line or entry)
 */
export function demandChecked({ faults, leftOut }: ImportRead, isChecked: boolean): void {
  if (isChecked) return;
  const first = leftOutOf(leftOut);
  const codes = [
    ...faultsBy(faults).map(({ code, at, count }) => codeAt(code, at, count)),
    ...(first ? [codeAt("transcript_left_out", first.at, first.count)] : []),
  ];
  if (codes.length > 0) throw new DomainError("validation_failed", { text: codes });
}

/**
 * The people as the sender corrected them: under other names, two under one, or no person at all; then the words have
 * what was taken for a name before them again.
 */
export function withNames(
  document: TranscriptDocument,
  given: ImportTranscript["speakers"],
): TranscriptDocument {
  const corrections = document.speakers.map(({ name }) => {
    const as = given.find((speaker) => speaker.name === name)?.as;
    return as === name ? undefined : as;
  });
  if (corrections.every((as) => as === undefined)) return document;
  const speakers: TranscriptDocument["speakers"] = [];
  // Two of one name are one person only where one of them was given it.
  const places = document.speakers.map((speaker, at) => {
    const as = corrections[at];
    if (as === "") return null;
    const name = as ?? speaker.name;
    const same = speakers.findIndex((other) => other.name === name);
    const isMerged = same >= 0 && (as !== undefined || corrections.includes(name));
    return isMerged ? same : speakers.push({ ...speaker, name }) - 1;
  });
  return {
    ...document,
    speakers,
    segments: document.segments.map((segment) => {
      if (segment.speaker === null) return segment;
      const place = places[segment.speaker] ?? null;
      if (place !== null) return { ...segment, speaker: place };
      return namelessly(segment, document.speakers[segment.speaker]?.name ?? "");
    }),
  };
}

function namelessly(segment: SpokenSegment, prefix: string): SpokenSegment {
  const { t0Ms: startMs, t1Ms: endMs } = segment;
  const words = spreadWords(cutWords(`${prefix}: ${segment.text}`), { startMs, endMs });
  return { ...segment, speaker: null, text: joinWords(words), words, timing: "spread" };
}
