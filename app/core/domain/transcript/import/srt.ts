import { parseClock } from "../clock-text.ts";
import type { Cue, Parsed } from "./import-result.ts";

const TIMING = /^\s*(\S+)\s*-->\s*(\S+)/;
const FORMAT_TAGS = /<\/?(?:[ibus]|font|c)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

type Open = { cue: Cue | null; lines: string[] };

function close({ cue, lines }: Open) {
  if (cue) cue.text = lines.join("\n").replace(FORMAT_TAGS, "");
}

/** SubRip: a timing line begins a cue, whatever blank lines are missing; the counter above it is dropped. */
export function parseSrt(text: string): Parsed {
  const parsed: Parsed = { cues: [], faults: [] };
  let open: Open = { cue: null, lines: [] };
  text.split("\n").forEach((content, n) => {
    if (!/^\s*\S+\s*-->/.test(content)) {
      open.lines.push(content);
      return;
    }
    if (/^\s*\d+\s*$/.test(open.lines.at(-1) ?? "")) open.lines.pop();
    close(open);
    open = { cue: null, lines: [] };
    const [, from, to] = TIMING.exec(content) ?? [];
    const [startMs, endMs] = [parseClock(from ?? ""), parseClock(to ?? "")];
    if (startMs === null || endMs === null) {
      parsed.faults.push({ code: "transcript_time", line: n + 1 });
    } else if (endMs < startMs) parsed.faults.push({ code: "transcript_reversed", line: n + 1 });
    else {
      open.cue = { speaker: null, startMs, endMs, text: "", line: n + 1 };
      parsed.cues.push(open.cue);
    }
  });
  close(open);
  return parsed;
}
