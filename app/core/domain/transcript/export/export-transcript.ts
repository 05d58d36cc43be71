import type { TranscriptDocument } from "../document.ts";
import { toSrt, toTxt, toVtt } from "./captions.ts";
import { lacksMarks, readableText, withMarks } from "../readable.ts";
import { toJson } from "./json.ts";

export const EXPORT_FORMATS = ["txt", "vtt", "srt", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Record<
  ExportFormat,
  { write: (document: TranscriptDocument) => string; mime: string }
> = {
  txt: { write: toTxt, mime: "text/plain" },
  vtt: { write: toVtt, mime: "text/vtt" },
  srt: { write: toSrt, mime: "application/x-subrip" },
  json: { write: toJson, mime: "application/json" },
};

/** What people read of it, for an engine that gives no punctuation; the words of JSON stay as they were heard. */
function readable(document: TranscriptDocument): TranscriptDocument {
  const { segments, speakers, language } = document;
  if (language === null || !lacksMarks(segments.map(({ text }) => text))) return document;
  const names = speakers.map(({ name }) => name);
  return {
    ...document,
    segments: segments.map((segment) => ({
      ...segment,
      text: withMarks(readableText(segment.text, language, names)),
    })),
  };
}

/** The transcript as a file of the given format (product §8.7). */
export function writeTranscript(document: TranscriptDocument, format: ExportFormat) {
  const { write, mime } = WRITERS[format];
  return { body: write(format === "json" ? document : readable(document)), mime };
}
