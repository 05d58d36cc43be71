import { rangeOf } from "./cue-times.ts";
import type { Cue, Parsed } from "./import-result.ts";
import { unrolled } from "./roll-up.ts";
import type { TimeReader } from "./time-text.ts";

/** Nothing but times around the arrow, readable or not, and where the words are to be shown. */
const TIMING =
  /^\s*(\d[\w.,;]*:[\w:.,;]+(?:\s?[AaPp][Mm])?)\s*-{1,2}>\s*([\w:.,;]+(?:\s?[AaPp][Mm])?)(?:\s+\w+:\S+)*\s*$/;
const FORMAT_TAGS = /<\/?(?:[ibus]|font|c)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

type Open = { cue: Cue | null; lines: string[]; from: number };

/** A number above times is the cue's, where it follows the one before or a blank line is above it; else it was said. */
function isCounter(lines: readonly string[], before: number): boolean {
  const last = lines.at(-1) ?? "";
  if (!/^\s*\d{1,9}\s*$/.test(last)) return false;
  return Number(last) === before + 1 || (lines.at(-2) ?? "").trim() === "";
}

/** SubRip: a timing line begins a cue, whatever blank lines are missing; the counter above it is dropped. */
export function parseSrt(text: string, { read }: TimeReader): Parsed {
  const parsed: Parsed = { cues: [], faults: [], leftOut: [] };
  let open: Open = { cue: null, lines: [], from: 1 };
  let counter = 0;
  const close = () => {
    if (open.cue) open.cue.text = open.lines.join("\n").replace(FORMAT_TAGS, "");
    else
      open.lines.forEach((line, n) => {
        if (line.trim() !== "") parsed.leftOut?.push({ at: { line: open.from + n }, text: line });
      });
  };
  text.split("\n").forEach((content, n) => {
    const [, from, to] = TIMING.exec(content) ?? [];
    if (from === undefined) {
      open.lines.push(content);
      return;
    }
    if (isCounter(open.lines, counter)) counter = Number(open.lines.pop());
    close();
    const times = rangeOf({ from, to, line: n + 1, text: content }, read, parsed.faults);
    const cue: Cue = { speaker: null, ...times, text: "", line: n + 1 };
    open = { cue, lines: [], from: n + 2 };
    parsed.cues.push(cue);
  });
  close();
  return { ...parsed, cues: unrolled(parsed.cues) };
}
