import { decodeText, type TextEncodingName } from "#app/core/domain/decode-text.ts";
import type { TranscriptDocument } from "../document.ts";
import { readExport } from "../export/json.ts";
import { assemble } from "./assemble.ts";
import { onCallClock } from "./call-clock.ts";
import { isChat } from "./chat.ts";
import { isDocument } from "./file-kind.ts";
import {
  IMPORT_LIMITS,
  type ImportFormat,
  type ImportOptions,
  type ImportOutcome,
  type Parsed,
  type RefusalCode,
} from "./import-result.ts";
import { parseJson } from "./json.ts";
import { isOwnText, parsePlainText } from "./plain-text.ts";
import { hasMarks } from "./speaker-marks.ts";
import { namePrefixes } from "./speaker-prefix.ts";
import { parseSrt } from "./srt.ts";
import { parseTable } from "./table.ts";
import { frameRateOf, type TimeReader, timeReader } from "./time-text.ts";
import { parseVtt } from "./vtt.ts";

/** By content: files arrive with any extension. */
export function detectFormat(text: string): Exclude<ImportFormat, "table"> {
  const start = text.trimStart();
  if (start.startsWith("WEBVTT")) return "vtt";
  if (start.startsWith("{") || /^\[\s*(?:null\s*,\s*)*[{\]]/.test(start)) return "json";
  return /^.*\d:\d{2}[.,:;]?\d*\s*-{1,2}>\s*\d/m.test(text) ? "srt" : "txt";
}

const refuse = (code: RefusalCode): ImportOutcome => ({ isOk: false, code });

const MARKUP = /^\s*(?:<\?xml|<!doctype|<(?:tt|html|transcript|timedtext)\b|\{\\rtf)/i;

type File = {
  encoding: TextEncodingName;
  reader: TimeReader;
  options: ImportOptions;
  /** One of our own text files, by its header. */
  isOwn: boolean;
};

function parse(text: string, file: File): { format: ImportFormat; parsed: Parsed } {
  const { reader, options, isOwn } = file;
  const asText = () => parsePlainText(text, reader, options.zone ?? "UTC");
  if (isOwn) return { format: "txt", parsed: asText() };
  const format = detectFormat(text);
  if (format === "vtt") return { format, parsed: parseVtt(text, reader) };
  // `[00:00.000 --> 00:03.000] text` has the arrow of SubRip in a text.
  const srt = format === "srt" ? parseSrt(text, reader) : null;
  if (srt && srt.cues.length > 0) return { format, parsed: srt };
  const table = parseTable(text, reader, options.unit);
  if (table) return { format: "table", parsed: table };
  return { format: "txt", parsed: asText() };
}

/** What is wrong with the whole of it; null where nothing is. */
function refusalOf({ segments }: TranscriptDocument): RefusalCode | null {
  if (segments.length === 0) return "transcript_empty";
  if (segments.length > IMPORT_LIMITS.segments) return "transcript_too_many";
  return segments.some(({ t1Ms }) => t1Ms > IMPORT_LIMITS.lengthMs) ? "transcript_too_long" : null;
}

function finish(format: ImportFormat, parsed: Parsed, file: File): ImportOutcome {
  if (parsed.cues.length > IMPORT_LIMITS.segments) return refuse("transcript_too_many");
  const { options, encoding, reader } = file;
  const cues = namePrefixes(parsed.cues, parsed.people);
  // Times of our own files are the call's, however late its first word is.
  const isOwn = file.isOwn || hasMarks(parsed.cues.map(({ text }) => text));
  const choice = options.clock ?? "auto";
  const clock = onCallClock(cues, {
    ...reader.kinds,
    choice: choice === "auto" && isOwn ? "call" : choice,
  });
  const startedAt =
    parsed.startedAt ??
    (clock.startedAtMs === null ? undefined : new Date(clock.startedAtMs).toISOString());
  const { document, timing } = assemble(
    { ...parsed, cues: clock.cues, ...(startedAt !== undefined && { startedAt }) },
    options,
  );
  const refusal = refusalOf(document);
  if (refusal) return refuse(refusal);
  return {
    isOk: true,
    ...{ format, encoding, document, timing },
    clock: { kind: clock.kind, firstMs: clock.firstMs },
    unit: parsed.unit ?? null,
    faults: parsed.faults,
    leftOut: parsed.leftOut ?? [],
  };
}

/**
 * Reads a transcript file by its content: VTT, SRT, JSON (ours, and those of many makers), tables, or text with or without
 * speakers and times. Its words are kept, all of them: times that cannot be read are faults, and text that is taken for
 * nothing that was said is left out and listed.
 */
export function parseTranscript(bytes: Uint8Array, options: ImportOptions = {}): ImportOutcome {
  if (bytes.length > IMPORT_LIMITS.bytes) return refuse("transcript_too_big");
  const decoded = decodeText(bytes);
  if (isDocument(bytes) && !isOwnText(decoded?.text ?? "")) return refuse("transcript_document");
  if (decoded === null) return refuse("transcript_encoding");
  const { encoding } = decoded;
  const text = withColons(decoded.text);
  if (text.trim() === "") return refuse("transcript_empty");
  const isOwn = isOwnText(text);
  if (!isOwn && MARKUP.test(text)) return refuse("transcript_markup");
  const reader = timeReader(frameRateOf(text), options.zone ?? "UTC");
  const file: File = { encoding, reader, options, isOwn };
  if (isOwn || detectFormat(text) !== "json") {
    if (!isOwn && isChat(text)) return refuse("transcript_chat");
    const { format, parsed } = parse(text, file);
    return finish(format, parsed, file);
  }
  const document = readJson(text);
  if (document === undefined) return refuse("transcript_json");
  return finishJson(document, file);
}

/** Premiere counts frames that are dropped behind semicolons: `00;00;03;12`. In a list between semicolons they are cells. */
function withColons(text: string): string {
  const first = /^\s*(.*)$/m.exec(text)?.[1] ?? "";
  if (first.includes(";") && !/\d;\d\d;\d\d/.test(first)) return text;
  return text.replace(
    /(?<![\d;])(\d{1,2});([0-5]\d);([0-5]\d)[;:](\d{2})(?![\d;])/g,
    "$1:$2:$3:$4",
  );
}

/** One document, or one a line; its error quotes the text and gives no line. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : undefined;
    } catch {
      return undefined;
    }
  }
}

function finishJson(document: unknown, file: File): ImportOutcome {
  const own = readExport(document);
  if (own === "unreadable") return refuse("transcript_shape");
  if (own) {
    const refusal = refusalOf(own);
    if (refusal) return refuse(refusal);
    return {
      isOk: true,
      ...{ format: "json", encoding: file.encoding, document: own, timing: own.times ?? "given" },
      ...{ clock: { kind: "call", firstMs: null }, unit: null, faults: [], leftOut: [] },
    };
  }
  const parsed = parseJson(document, file.reader, file.options.unit);
  return parsed === null ? refuse("transcript_shape") : finish("json", parsed, file);
}
