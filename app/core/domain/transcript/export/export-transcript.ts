import type { TranscriptDocument } from "../document.ts";
import { toSrt, toTxt, toVtt } from "./captions.ts";
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

/** The transcript as a file of the given format (product §8.7). */
export function writeTranscript(document: TranscriptDocument, format: ExportFormat) {
  const { write, mime } = WRITERS[format];
  return { body: write(document), mime };
}
