import { HEADER_END } from "../export/text-header.ts";
import { rangeOf } from "./cue-times.ts";
import type { Cue, Parsed } from "./import-result.ts";
import { namesAbove, withNameLines } from "./name-lines.ts";
import { knownNames, prefixReader } from "./speaker-prefix.ts";
import { type Head, type HeadKind, headOf, isTitled } from "./text-heads.ts";
import { isEnding, isNotice, shownLines, startIn } from "./text-lines.ts";
import type { TimeReader } from "./time-text.ts";

const USUAL_SHARE = 0.2;

/** The heads of lines, of the one kind that the file uses; a time in the words is of another. */
function headsOf(lines: readonly string[]): (Head | null)[] {
  const all = lines.map((line) => (isEnding(line) || isNotice(line) ? null : headOf(line)));
  const known = countNames(all);
  const usable = all.map((head) => (head && isUsable(head, known) ? head : null));
  const counts = new Map<HeadKind, number>();
  for (const head of usable) if (head) counts.set(head.kind, (counts.get(head.kind) ?? 0) + 1);
  const [main] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return usable.map((head) => (head?.kind === main ? head : null));
}

function countNames(heads: readonly (Head | null)[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const head of heads)
    if (head?.speaker != null) names.set(head.speaker, (names.get(head.speaker) ?? 0) + 1);
  return names;
}

/** Beside a bare time a name looks like one, or returns; with words behind it most names do. */
function isUsable({ kind, speaker }: Head, names: ReadonlyMap<string, number>): boolean {
  if (speaker === null || kind === "named bracket") return true;
  const returns = (names.get(speaker) ?? 0) > 1;
  if (kind === "named") return returns || isTitled(speaker);
  const total = [...names.values()].reduce((sum, count) => sum + count, 0);
  return returns || (total > 1 && isTitled(speaker));
}

const isAnchor = ({ speaker, rest }: Head): boolean => speaker === null && rest.trim() === "";

/** Whether the heads are the file's times: enough of them, or on lines of their own that go forward. */
function areTimes(
  lines: readonly string[],
  heads: readonly (Head | null)[],
  reader: TimeReader,
): boolean {
  const found = heads.filter((head) => head !== null);
  if (found.length === 0) return false;
  const filled = lines.filter((line) => line.trim() !== "").length;
  if (found.length >= filled * USUAL_SHARE) return true;
  const alone = found.filter((head) => head.speaker !== null || isAnchor(head));
  const times = alone.map(({ from }) => reader.read(from) ?? -1);
  const goForward = times.every((ms, n) => ms >= 0 && ms >= (times[n - 1] ?? 0));
  return goForward && (times.length > 1 || times[0] === 0);
}

type Text = { lines: readonly string[]; heads: readonly (Head | null)[]; people: string };

/**
 * A time alone or after a name is a heading: the next lines are its text; a line of its own beside it may name the
 * speaker. Where turns with names follow one time, each is a cue, and those after the first have no time of their own.
 */
function parseTimed({ lines, heads, people }: Text, reader: TimeReader): Parsed {
  const parsed: Parsed = { cues: [], faults: [], leftOut: [] };
  const spoken = lines.map((line, n) => heads[n]?.rest ?? line);
  const readName = prefixReader(spoken, people);
  const names = knownNames(spoken);
  const above = namesAbove(lines, heads);
  let open: Cue | null = null;
  let isOver = false;
  lines.forEach((content, n) => {
    if (content.trim() === "" || above.has(n)) return;
    const line = n + 1;
    const head = heads[n];
    isOver ||= isEnding(content);
    if (isOver || isNotice(content)) {
      parsed.leftOut?.push({ at: { line }, text: content });
    } else if (head) {
      const { from, to, rest } = head;
      const times = rangeOf({ from, to, line, text: content }, reader.read, parsed.faults);
      const speaker = head.speaker ?? nameAbove(lines, above, n);
      open = { speaker, ...times, text: rest, line };
      parsed.cues.push(open);
    } else if (!open && !names.has(readName(content)?.name ?? "")) {
      parsed.leftOut?.push({ at: { line }, text: content });
    } else if (open && (open.speaker !== null || open.text === "" || readName(content) === null)) {
      open.text += open.text === "" ? content : `\n${content}`;
    } else {
      open = { speaker: null, startMs: null, endMs: null, text: content, line };
      parsed.cues.push(open);
    }
  });
  return { ...parsed, cues: withNameLines(parsed.cues) };
}

/** The name on the last line above, where such lines are names. */
function nameAbove(lines: readonly string[], above: ReadonlySet<number>, n: number): string | null {
  for (let at = n - 1; at >= 0; at -= 1) {
    if (above.has(at)) return (lines[at] ?? "").trim();
    if ((lines[at] ?? "").trim() !== "") return null;
  }
  return null;
}

/** `Name: text` paragraphs, or plain paragraphs of no one person. */
function parseUntimed(lines: readonly string[], people: string): Parsed {
  const readName = prefixReader(lines, people);
  const parsed: Parsed = { cues: [], faults: [], leftOut: [] };
  let open: Cue | null = null;
  let isOver = false;
  lines.forEach((content, n) => {
    isOver ||= isEnding(content);
    if (content.trim() === "") open = null;
    else if (isOver || isNotice(content))
      parsed.leftOut?.push({ at: { line: n + 1 }, text: content });
    else if (open && readName(content) === null) open.text += `\n${content}`;
    else {
      open = { speaker: null, startMs: null, endMs: null, text: content, line: n + 1 };
      parsed.cues.push(open);
    }
  });
  return parsed;
}

/** Above the words of a file of ours are at most its title, its time and its people. */
const MOST_HEADER_LINES = 3;
const DAY_LINE = /^(\d{4}-\d{2}-\d{2}) \((\d{2}:\d{2}) UTC\)$/;
const MOST_PEOPLE_CHARS = 20_000;

type Header = Pick<Parsed, "title" | "startedAt"> & { lines: string[]; people: string };

/** Whether a text is one of ours: its header, then lines with times. */
export function isOwnText(text: string): boolean {
  const lines = text.split("\n", MOST_HEADER_LINES + 2);
  const end = lines.indexOf(HEADER_END);
  return end >= 1 && /^\[\d{2,}:\d{2}:\d{2}\] /.test(lines[end + 1] ?? "");
}

/** The same lines, those of the header empty, so that each keeps its number; and what the header says. */
function withoutHeader(lines: readonly string[]): Header {
  const end = lines.indexOf(HEADER_END);
  if (end < 1 || end > MOST_HEADER_LINES) return { lines: [...lines], people: "" };
  const header = lines.slice(0, end);
  const day = header.findIndex((line) => DAY_LINE.test(line));
  const [, date = "", time = ""] = DAY_LINE.exec(header[day] ?? "") ?? [];
  const [title] = header.slice(0, day < 0 ? Math.max(0, end - 1) : day);
  return {
    lines: lines.map((line, n) => (n <= end ? "" : line)),
    // A colon ends the name in `Name: text`.
    people: (header.at(-1) ?? "")
      .slice(0, MOST_PEOPLE_CHARS)
      .replace(/[:：]/g, " ")
      .replace(/\s+/g, " "),
    ...(title !== undefined && { title }),
    ...(day >= 0 && { startedAt: `${date}T${time}:00.000Z` }),
  };
}

/** Text with speakers, with times (start only, or ranges) or without any. @param zone of days in it, IANA */
export function parsePlainText(text: string, reader: TimeReader, zone: string): Parsed {
  const { lines: given, people, ...said } = withoutHeader(text.split("\n"));
  const lines = shownLines(given);
  const heads = headsOf(lines);
  const parsed = areTimes(lines, heads, reader)
    ? parseTimed({ lines, heads, people }, reader)
    : parseUntimed(lines, people);
  const startedAt = parsed.leftOut
    ?.filter(({ at }) => "line" in at && at.line < (parsed.cues[0]?.line ?? 0))
    .map(({ text: line }) => startIn(line, zone))
    .find((found) => found !== null);
  return { ...parsed, people, ...(startedAt != null && { startedAt }), ...said };
}
