import { HEADER_END } from "../export/captions.ts";
import { CLOCK, parseClock } from "../clock-text.ts";
import type { Cue, Parsed } from "./import-result.ts";
import { prefixReader } from "./speaker-prefix.ts";

const RANGE = String.raw`(${CLOCK})(?:\s*(?:-->|[-–—~〜])\s*(${CLOCK}))?`;
const MARK = String.raw`(?:\[${RANGE}\]|\(${RANGE}\)|${RANGE}(?=[\s:：-]|$))`;
/** `[00:12] Aki: text`, `00:12 Aki: text` and the same without a name. */
const LEADING = new RegExp(String.raw`^\s*${MARK}\s*[-–]?\s*(.*)$`, "u");
/** `Aki Tanaka (00:12): text`, or with nothing after it, a heading over the lines that follow: `[Aki] 00:12`. */
const NAMED = new RegExp(
  String.raw`^\s*\[?([^\s:：\[\(][^:：\[\(\]]{0,59}?)\]?\s*(?:\[${RANGE}\]|\(${RANGE}\)|\s${RANGE})\s*[:：]?\s*(.*)$`,
  "u",
);

/** Beside a time a name may be long: "Mari Kato | Parley, on behalf of Kestrel Freight". */
const MOST_NAME_WORDS = 12;

type Head = {
  speaker: string | null;
  from: string | undefined;
  to: string | undefined;
  rest: string;
};

function readHead(line: string): Head | null {
  const leading = LEADING.exec(line);
  if (leading) {
    const [, a, b, c, d, e, f, rest = ""] = leading;
    return { speaker: null, from: a ?? c ?? e, to: b ?? d ?? f, rest };
  }
  const named = NAMED.exec(line);
  if (!named) return null;
  const [, name = "", a, b, c, d, e, f, rest = ""] = named;
  const isHeading = rest.trim() === "" || /[\])]\s*[:：]/u.test(line.slice(name.length));
  if (!isHeading || name.split(/\s+/).length > MOST_NAME_WORDS || !/\p{L}/u.test(name)) return null;
  return { speaker: name.trim(), from: a ?? c ?? e, to: b ?? d ?? f, rest };
}

/** A time alone or after a name is a heading: the next lines are its text; it may name the speaker on a line of its own. */
function parseTimed(lines: readonly string[]): Parsed {
  const parsed: Parsed = { cues: [], faults: [] };
  let open: Cue | null = null;
  lines.forEach((content, n) => {
    const head = readHead(content);
    if (!head) {
      if (open && content.trim() !== "") open.text += `\n${content}`;
      return;
    }
    const startMs = parseClock(head.from ?? "");
    const endMs = head.to === undefined ? null : parseClock(head.to);
    if (startMs === null || (head.to !== undefined && endMs === null)) {
      parsed.faults.push({ code: "transcript_time", line: n + 1 });
      open = null;
    } else if (endMs !== null && endMs < startMs) {
      parsed.faults.push({ code: "transcript_reversed", line: n + 1 });
      open = null;
    } else {
      open = { speaker: head.speaker, startMs, endMs, text: head.rest, line: n + 1 };
      parsed.cues.push(open);
    }
  });
  return parsed;
}

/** `Name: text` paragraphs, or plain paragraphs of nobody in particular. */
function parseUntimed(lines: readonly string[], people: string): Parsed {
  const readName = prefixReader(lines, people);
  const cues: Cue[] = [];
  let open: Cue | null = null;
  lines.forEach((content, n) => {
    if (content.trim() === "") {
      open = null;
      return;
    }
    if (open && readName(content) === null) {
      open.text += `\n${content}`;
      return;
    }
    open = { speaker: null, startMs: null, endMs: null, text: content, line: n + 1 };
    cues.push(open);
  });
  return { cues, faults: [] };
}

const USUAL_SHARE = 0.2;

/** Above the words of a file of ours stand at most its title, its time and its people. */
const MOST_HEADER_LINES = 3;

/** The same lines, those of the header empty, so that each keeps its number; and its last one, which names the people. */
function withoutHeader(lines: readonly string[]): { lines: string[]; people: string } {
  const end = lines.indexOf(HEADER_END);
  if (end < 1 || end > MOST_HEADER_LINES) return { lines: [...lines], people: "" };
  return {
    lines: lines.map((line, n) => (n <= end ? "" : line)),
    // A colon ends the name in `Name: text`.
    people: (lines[end - 1] ?? "").replace(/[:：]/g, " ").replace(/\s+/g, " "),
  };
}

/** Text with speakers, with times (start only, or ranges) or without any. */
export function parsePlainText(text: string): Parsed {
  const { lines, people } = withoutHeader(text.split("\n"));
  const filled = lines.filter((line) => line.trim() !== "");
  const headed = filled.filter((line) => readHead(line) !== null).length;
  const isTimed = headed >= 1 && headed >= filled.length * USUAL_SHARE;
  return { ...(isTimed ? parseTimed(lines) : parseUntimed(lines, people)), people };
}
