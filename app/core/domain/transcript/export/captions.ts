import { formatClock } from "../clock-text.ts";
import type { SpokenSegment, TranscriptDocument } from "../document.ts";
import { MARK, marked } from "../import/speaker-marks.ts";
import { HEADER_END } from "./text-header.ts";

const escapeVtt = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const oneLine = (text: string) => text.replaceAll(MARK, "").replace(/\s+/g, " ").trim();

/** `isMarked`: names are marked, so that no reader of ours takes other words for one. */
export type Style = { isMarked: boolean };

const nameOf = ({ speakers }: TranscriptDocument, { speaker }: SpokenSegment) =>
  speaker === null ? "" : oneLine(speakers[speaker]?.name ?? "");
const spoken = ({ segments }: TranscriptDocument) =>
  segments.filter(({ text }) => oneLine(text) !== "");

/** WebVTT with voice tags; times to the millisecond, everything else escaped. */
export function toVtt(document: TranscriptDocument, { isMarked }: Style): string {
  const cues = spoken(document).map((segment) => {
    const name = nameOf(document, segment);
    const nameless = isMarked ? marked(null, "") : "";
    const voice = name === "" ? nameless : `<v ${escapeVtt(name)}>${nameless}`;
    const times = `${formatClock(segment.t0Ms)} --> ${formatClock(segment.t1Ms)}`;
    return `${times}\n${voice}${escapeVtt(oneLine(segment.text))}\n`;
  });
  const language = document.language === null ? "" : `\nLanguage: ${document.language}`;
  return [`WEBVTT${language}\n`, ...cues].join("\n");
}

function prefixed(
  document: TranscriptDocument,
  segment: SpokenSegment,
  { isMarked }: Style,
): string {
  const name = nameOf(document, segment);
  const text = oneLine(segment.text);
  if (isMarked) return marked(name === "" ? null : name, text);
  return name === "" ? text : `${name}: ${text}`;
}

/** What players take for markup is parted by a mark, so that it is shown, and read, as it was said. */
const asSaid = (text: string, { isMarked }: Style) =>
  isMarked ? text.replace(/[<{](?=[/\w\\])/g, `$&${MARK}`) : text;

/** SubRip, with `Name: ` before the text where the speaker is known. */
export function toSrt(document: TranscriptDocument, style: Style): string {
  return spoken(document)
    .map((segment, n) => {
      const times = `${formatClock(segment.t0Ms, ",")} --> ${formatClock(segment.t1Ms, ",")}`;
      return `${n + 1}\n${times}\n${asSaid(prefixed(document, segment, style), style)}\n`;
    })
    .join("\n");
}

/** Which call it is: title, day and time in UTC, who speaks; each where it is known. */
function header({ title, startedAt, speakers }: TranscriptDocument): string {
  const names = speakers.map(({ name }) => oneLine(name)).filter((name) => name !== "");
  const at = startedAt === null ? "" : `${startedAt.slice(0, 10)} (${startedAt.slice(11, 16)} UTC)`;
  const lines = [oneLine(title ?? ""), at, names.join(", ")].filter((line) => line !== "");
  return lines.length === 0 ? "" : `${[...lines, HEADER_END].join("\n")}\n`;
}

/** A header, then `[00:01:02] Name: text` a line: for reading, to the second. */
export function toTxt(document: TranscriptDocument, style: Style): string {
  const lines = spoken(document).map(
    (segment) =>
      `[${formatClock(segment.t0Ms).slice(0, -4)}] ${prefixed(document, segment, style)}\n`,
  );
  return header(document) + lines.join("");
}
