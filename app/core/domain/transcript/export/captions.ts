import { formatClock } from "../clock-text.ts";
import type { SpokenSegment, TranscriptDocument } from "../document.ts";

const escapeVtt = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
/** A colon ends the name in `Name: text`. */
const plainName = (name: string) => oneLine(name.replace(/[:：]/g, " "));

const nameOf = ({ speakers }: TranscriptDocument, { speaker }: SpokenSegment) =>
  speaker === null ? "" : oneLine(speakers[speaker]?.name ?? "");
const spoken = ({ segments }: TranscriptDocument) =>
  segments.filter(({ text }) => oneLine(text) !== "");

/** WebVTT with voice tags; times to the millisecond, everything else escaped. */
export function toVtt(document: TranscriptDocument): string {
  const cues = spoken(document).map((segment) => {
    const name = nameOf(document, segment);
    const voice = name === "" ? "" : `<v ${escapeVtt(name)}>`;
    const times = `${formatClock(segment.t0Ms)} --> ${formatClock(segment.t1Ms)}`;
    return `${times}\n${voice}${escapeVtt(oneLine(segment.text))}\n`;
  });
  const language = document.language === null ? "" : `\nLanguage: ${document.language}`;
  return [`WEBVTT${language}\n`, ...cues].join("\n");
}

function prefixed(document: TranscriptDocument, segment: SpokenSegment): string {
  const name = plainName(nameOf(document, segment));
  return name === "" ? oneLine(segment.text) : `${name}: ${oneLine(segment.text)}`;
}

/** SubRip, with `Name: ` before the text where the speaker is known. */
export function toSrt(document: TranscriptDocument): string {
  return spoken(document)
    .map((segment, n) => {
      const times = `${formatClock(segment.t0Ms, ",")} --> ${formatClock(segment.t1Ms, ",")}`;
      return `${n + 1}\n${times}\n${prefixed(document, segment)}\n`;
    })
    .join("\n");
}

/** Ends what stands above the words of a text file. */
export const HEADER_END = "----";

/** Which call it is: title, day and time in UTC, who speaks; each where it is known. */
function header({ title, startedAt, speakers }: TranscriptDocument): string {
  const names = speakers.map(({ name }) => oneLine(name)).filter((name) => name !== "");
  const at = startedAt === null ? "" : `${startedAt.slice(0, 10)} (${startedAt.slice(11, 16)} UTC)`;
  const lines = [oneLine(title ?? ""), at, names.join(", ")].filter((line) => line !== "");
  return lines.length === 0 ? "" : `${[...lines, HEADER_END].join("\n")}\n`;
}

/** A header, then `[00:01:02] Name: text` a line: for reading, to the second. */
export function toTxt(document: TranscriptDocument): string {
  const lines = spoken(document).map(
    (segment) => `[${formatClock(segment.t0Ms).slice(0, -4)}] ${prefixed(document, segment)}\n`,
  );
  return header(document) + lines.join("");
}
