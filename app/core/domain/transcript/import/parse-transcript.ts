import { readExport } from "../export/json.ts";
import type { TranscriptDocument } from "../document.ts";
import { assemble, type Assembled } from "./assemble.ts";
import { decodeText } from "./decode-text.ts";
import {
  IMPORT_LIMITS,
  type ImportCode,
  type ImportFault,
  type ImportFormat,
  type Parsed,
} from "./import-result.ts";
import { parseJson } from "./json.ts";
import { parsePlainText } from "./plain-text.ts";
import { namePrefixes } from "./speaker-prefix.ts";
import { parseSrt } from "./srt.ts";
import { parseVtt } from "./vtt.ts";

export type ImportOptions = {
  /** Length of the call, when it is known: stretches a text without times over it. */
  durationMs?: number;
  language?: string;
};
export type ImportOutcome =
  | {
      isOk: true;
      format: ImportFormat;
      document: TranscriptDocument;
      /** Times of segments were made up from the length of their text: metrics of turns are empty. */
      isEstimated: boolean;
    }
  | { isOk: false; faults: ImportFault[] };

/** Told by content: files arrive with any extension. */
export function detectFormat(text: string): ImportFormat {
  const start = text.trimStart();
  if (start.startsWith("WEBVTT")) return "vtt";
  if (start.startsWith("{") || /^\[\s*[{\]]/.test(start)) return "json";
  return /^.*\d:\d{2}[.,]?\d*\s*-->\s*\d/m.test(text) ? "srt" : "txt";
}

const refuse = (code: ImportCode): ImportOutcome => ({
  isOk: false,
  faults: [{ code, line: null }],
});

function parse(text: string, format: Exclude<ImportFormat, "json">): Parsed {
  if (format === "vtt") return parseVtt(text);
  return format === "srt" ? parseSrt(text) : parsePlainText(text);
}

function finish(format: ImportFormat, parsed: Parsed, options: ImportOptions): ImportOutcome {
  if (parsed.faults.length > 0)
    return { isOk: false, faults: parsed.faults.slice(0, IMPORT_LIMITS.faults) };
  const assembled: Assembled = assemble(
    { ...parsed, cues: namePrefixes(parsed.cues, parsed.people) },
    options,
  );
  const { segments } = assembled.document;
  if (segments.length === 0) return refuse("transcript_empty");
  if (segments.length > IMPORT_LIMITS.segments) return refuse("transcript_too_many");
  if (segments.some(({ t1Ms }) => t1Ms > IMPORT_LIMITS.lengthMs))
    return refuse("transcript_too_long");
  return { isOk: true, format, ...assembled };
}

/**
 * Reads a transcript file: VTT, SRT, JSON (ours, whisper's, lists of utterances) or text with
 * speakers, by its content. All or nothing: a file with faults is refused with their lines.
 */
export function parseTranscript(bytes: Uint8Array, options: ImportOptions = {}): ImportOutcome {
  if (bytes.length > IMPORT_LIMITS.bytes) return refuse("transcript_too_big");
  const text = decodeText(bytes);
  if (text === null) return refuse("transcript_encoding");
  if (text.trim() === "") return refuse("transcript_empty");
  const format = detectFormat(text);
  if (format !== "json") return finish(format, parse(text, format), options);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return refuse("transcript_json"); // Its message quotes the text and gives no line.
  }
  const own = readExport(document);
  if (own === "unreadable") return refuse("transcript_shape");
  if (own) {
    if (own.segments.length === 0) return refuse("transcript_empty");
    if (own.segments.length > IMPORT_LIMITS.segments) return refuse("transcript_too_many");
    if (own.segments.some(({ t1Ms }) => t1Ms > IMPORT_LIMITS.lengthMs))
      return refuse("transcript_too_long");
    return { isOk: true, format, document: own, isEstimated: false };
  }
  return finish(format, parseJson(document), options);
}
