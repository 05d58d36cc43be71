/**
 * Why a transcript file cannot be imported: keys of the `forms` catalogue, with the line where the
 * file has lines.
 */
export type ImportCode =
  | "transcript_too_big"
  | "transcript_encoding"
  | "transcript_empty"
  | "transcript_json"
  | "transcript_shape"
  | "transcript_time"
  | "transcript_reversed"
  | "transcript_too_long"
  | "transcript_too_many";
export type ImportFault = { code: ImportCode; line: number | null };
export type ImportFormat = "vtt" | "srt" | "json" | "txt";

export const IMPORT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  segments: 100_000,
  /** product §6: the longest call. */
  lengthMs: 6 * 60 * 60 * 1_000,
  faults: 20,
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
export type Parsed = {
  cues: Cue[];
  faults: ImportFault[];
  language?: string;
  title?: string;
  /** What a header says of who speaks: their names, in one text. */
  people?: string;
};
