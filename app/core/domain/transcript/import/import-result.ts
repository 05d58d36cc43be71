import type { TextEncodingName } from "#app/core/domain/decode-text.ts";
import type { TranscriptDocument } from "../document.ts";
import type { ClockChoice, ClockKind } from "./call-clock.ts";

/** Why a transcript file cannot be imported at all: keys of the `forms` catalogue. */
export type RefusalCode =
  | "transcript_too_big"
  | "transcript_encoding"
  | "transcript_empty"
  | "transcript_json"
  | "transcript_shape"
  | "transcript_markup"
  | "transcript_document"
  | "transcript_chat"
  | "transcript_too_long"
  | "transcript_too_many";
/** What in it cannot be read, while its words can: likewise. */
export type FaultCode = "transcript_time" | "transcript_reversed";

/** Where something is in a file: a line as an editor counts them, or an entry of a list; both from 1. */
export type FilePlace = { line: number } | { row: number };
export type ImportFault = { code: FaultCode; at: FilePlace; text: string };
export type ImportFormat = "vtt" | "srt" | "json" | "txt" | "table";

export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  segments: 100_000,
  /** product §6: the longest call. */
  lengthMs: 6 * 60 * 60 * 1_000,
};

/** What a parser found in the file, before speakers are numbered and words get times. */
export type Cue = {
  speaker: string | null;
  startMs: number | null;
  endMs: number | null;
  text: string;
  line: number | null;
  /** Present when the file times its words. */
  words?: TimedText[];
};
export type TimedText = { text: string; startMs: number; endMs: number; confidence: number | null };
export type Unit = "s" | "ms";
export type Parsed = {
  cues: Cue[];
  /** Times that cannot be read; the words of their cues are kept. */
  faults: ImportFault[];
  /** Text that is taken for nothing that was said. */
  leftOut?: { at: FilePlace; text: string }[];
  language?: string;
  title?: string;
  /** ISO 8601 UTC. */
  startedAt?: string;
  /** What a header says of who speaks: their names, in one text. */
  people?: string;
  /** How bare numbers were taken, where the file does not say it. */
  unit?: Unit;
};

/** How the times of a file were had: as written; between times far apart; from the length of the text. */
export type Timing = "given" | "between" | "made_up";

export type ImportOptions = {
  /** Length of the call in ms, when it is known: stretches a text without times over it. */
  durationMs?: number;
  language?: string;
  /** Where days and clocks of the file are meant, IANA; UTC unless given. */
  zone?: string;
  clock?: ClockChoice;
  /** How bare numbers are meant, where the file does not say it. */
  unit?: Unit;
};

export type ImportRead = {
  isOk: true;
  format: ImportFormat;
  encoding: TextEncodingName;
  document: TranscriptDocument;
  timing: Timing;
  clock: { kind: ClockKind; firstMs: number | null };
  /** How bare numbers were taken; null where the file says it, or has none. */
  unit: Unit | null;
  faults: ImportFault[];
  leftOut: NonNullable<Parsed["leftOut"]>;
};
export type ImportOutcome = ImportRead | { isOk: false; code: RefusalCode };
