import type { TranscriptDocument } from "../document.ts";
import { parseTranscript } from "../import/parse-transcript.ts";
import { type Style, toSrt, toTxt, toVtt } from "./captions.ts";
import { lacksMarks, readableText, withMarks } from "../readable.ts";
import { toJson } from "./json.ts";

export const EXPORT_FORMATS = ["txt", "vtt", "srt", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const WRITERS: Record<
  ExportFormat,
  { write: (document: TranscriptDocument, style: Style) => string; mime: string }
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

/** Who says what, in order, and in which second, as far as captions and text carry it. */
function spokenIn({ speakers, segments }: TranscriptDocument): string {
  const plain = (text: string) => text.replace(/[\s\u2060]+/g, " ").trim();
  const said = segments.map(({ speaker, text, t0Ms }) => ({
    who: speaker === null ? "" : plain(speakers[speaker]?.name ?? ""),
    text: plain(text),
    second: Math.floor(t0Ms / 1_000),
  }));
  return JSON.stringify(said.filter(({ text }) => text !== ""));
}

/** Whether what is written would be read as it was said: a name may look like words, and words like a name. */
function readsBack(body: string, document: TranscriptDocument): boolean {
  const read = parseTranscript(new TextEncoder().encode(body));
  return read.isOk && spokenIn(read.document) === spokenIn(document);
}

/** The transcript as a file of the given format (product §8.7); our own import reads it as it is. */
export function writeTranscript(document: TranscriptDocument, format: ExportFormat) {
  const { write, mime } = WRITERS[format];
  if (format === "json") return { body: write(document, { isMarked: false }), mime };
  const shown = readable(document);
  const body = write(shown, { isMarked: false });
  return { body: readsBack(body, shown) ? body : write(shown, { isMarked: true }), mime };
}
