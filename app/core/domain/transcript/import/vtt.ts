import * as z from "zod";
import { rangeOf } from "./cue-times.ts";
import type { Cue, Parsed, TimedText } from "./import-result.ts";
import { unrolled } from "./roll-up.ts";
import type { TimeReader } from "./time-text.ts";

type Read = TimeReader["read"];

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

/** Resolves the character references of WebVTT; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : null;
    if (code === null) return ENTITIES[String(name).toLowerCase()] ?? all;
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : all;
  });
}

type Block = { lines: string[]; line: number };

/**
 * Runs of lines between blank lines; `line` is the 1-based number of the first. A line of spaces below a cue's times is
 * its first one, where captions roll up.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  text.split("\n").forEach((content, n) => {
    const isFirst = content !== "" && open?.lines.at(-1)?.includes("-->") === true;
    if (content.trim() === "" && !isFirst) open = null;
    else if (open) open.lines.push(content);
    else {
      open = { lines: [content], line: n + 1 };
      blocks.push(open);
    }
  });
  return blocks;
}

type Voice = { speaker: string | null; text: string; stamps: { at: number; ms: number }[] };

/** Reads the payload's tags: voices part it, inner times stamp it, the rest is formatting. */
function voicesOf(payload: string, read: Read): Voice[] {
  const voices: Voice[] = [{ speaker: null, text: "", stamps: [] }];
  for (const [all, tag] of payload.matchAll(/<([^<>]*)>|[^<]+|</g)) {
    const voice = voices.at(-1);
    if (!voice) break;
    if (tag === undefined) {
      voice.text += decodeEntities(all);
      continue;
    }
    const name = /^v(?:\.[^\s]*)?\s+(.+)$/s.exec(tag)?.[1];
    const ms = /^\s*\d/.test(tag) ? read(tag) : null;
    if (name !== undefined) {
      voices.push({
        speaker: decodeEntities(name).replace(/\s+/g, " ").trim(),
        text: "",
        stamps: [],
      });
    } else if (tag.trim() === "/v") voices.push({ speaker: null, text: "", stamps: [] });
    else if (ms !== null) voice.stamps.push({ at: voice.text.length, ms });
  }
  return voices.filter(({ text }) => text.trim() !== "");
}

/** Inner times (`<00:00:01.200>`) begin each word where every word has one. */
function stampedWords({ text, stamps }: Voice, startMs: number, endMs: number): TimedText[] | null {
  if (stamps.length === 0) return null;
  const cuts = [{ at: 0, ms: startMs }, ...stamps];
  const words = cuts.map(({ at, ms }, n) => ({
    text: text.slice(at, cuts[n + 1]?.at ?? text.length).trim(),
    startMs: ms,
    endMs: cuts[n + 1]?.ms ?? endMs,
    confidence: null,
  }));
  const kept = words.filter((word) => word.text !== "");
  const isSound = kept.every(
    (word, n) =>
      !/\s/.test(word.text) &&
      word.startMs >= (kept[n - 1]?.startMs ?? startMs) &&
      word.endMs >= word.startMs &&
      word.endMs <= endMs,
  );
  return isSound ? kept : null;
}

const TIMING = /^\s*(\S+)\s+-->\s+(\S+)(?:\s+.*)?$/;
const isTiming = (line: string): boolean => line.includes("-->") && /\d:[\w.,]+\s*-->/.test(line);
/** Webex names who speaks above the times: `1 "Mari Kato" (1234567)`. */
const NAMED_ID = /^\s*\d+\s+"([^"]{1,200})"\s+\(/;

type Part = { head: string | null; above: string | null; lines: string[]; line: number };

/** A block's parts: each line of times begins a cue, also where blank lines are missing; what is above the first is its own. */
function partsOf({ lines, line }: Block): Part[] {
  const parts: Part[] = [{ head: null, above: null, lines: [], line }];
  lines.forEach((content, n) => {
    const open = parts.at(-1);
    if (!open) return;
    if (!isTiming(content)) {
      open.lines.push(content);
      return;
    }
    const last = open.lines.at(-1) ?? "";
    const isId =
      open.head === null ? open.lines.length > 0 && isIdOf(last) : /^\s*\d+\s*$/.test(last);
    const above = isId ? (open.lines.pop() ?? null) : null;
    parts.push({ head: content, above, lines: [], line: line + n });
  });
  return parts;
}

/** Names of cues are numbers and codes: one of several words was said, and a blank line cut it off. */
const isIdOf = (line: string): boolean => NAMED_ID.test(line) || !/\S\s+\S/.test(line.trim());

/** One block's cues; a faulty timing line is reported with its number. */
function cuesOf(block: Block, into: Parsed, read: Read) {
  const [above, ...parts] = partsOf(block);
  if (above && above.lines.length > 0)
    carryOn({ lines: above.lines, line: above.line }, into, read);
  for (const { head, above: id, lines, line } of parts) {
    const [, from = "", to] = TIMING.exec(head ?? "") ?? [];
    const times = rangeOf({ from, to, line, text: head ?? "" }, read, into.faults);
    const named = NAMED_ID.exec(id ?? "")?.[1] ?? null;
    pushCues(voicesIn(lines.join("\n"), read, named), { times, line }, into);
  }
}

/** The voices of a payload; of Teams' metadata, who says what in it. */
function voicesIn(payload: string, read: Read, named: string | null): Voice[] {
  const said = payload.trimStart().startsWith("{") ? metadataOf(payload) : null;
  if (said) return [said];
  return voicesOf(payload, read).map((voice) => ({ ...voice, speaker: voice.speaker ?? named }));
}

const metadata = z.object({ speakerName: z.string().optional(), spokenText: z.string() });

function metadataOf(payload: string): Voice | null {
  try {
    const { data } = metadata.safeParse(JSON.parse(payload));
    const name = data?.speakerName?.trim() ?? "";
    return data ? { speaker: name === "" ? null : name, text: data.spokenText, stamps: [] } : null;
  } catch {
    return null; // Words in braces.
  }
}

type Where = { times: Pick<Cue, "startMs" | "endMs">; line: number };

/** Several voices in one cue share its time, each as it has letters. */
function pushCues(voices: readonly Voice[], { times, line }: Where, into: Parsed) {
  const total = voices.reduce((sum, voice) => sum + voice.text.length, 0);
  const { startMs, endMs } = times;
  let passed = 0;
  for (const voice of voices) {
    if (startMs === null || endMs === null) {
      into.cues.push(cueOf(voice, times, line, null));
      continue;
    }
    const at = () => startMs + Math.round(((endMs - startMs) * passed) / total);
    const from = at();
    passed += voice.text.length;
    const words = voices.length === 1 ? stampedWords(voice, startMs, endMs) : null;
    into.cues.push(cueOf(voice, { startMs: from, endMs: at() }, line, words));
  }
  // A cue of nothing takes in what a blank line cut off from it.
  if (voices.length === 0) into.cues.push({ speaker: null, startMs, endMs, text: "", line });
}

function cueOf(
  { speaker, text }: Voice,
  times: Pick<Cue, "startMs" | "endMs">,
  line: number,
  words: TimedText[] | null,
): Cue {
  const cue: Cue = { speaker, ...times, text, line };
  return words ? { ...cue, words } : cue;
}

/** What a block without times is: more of the words before it, which a blank line parted; a lone number may be an id. */
function carryOn({ lines, line }: Block, into: Parsed, read: Read) {
  if (lines.length === 1 && /^\s*\d+\s*$/.test(lines[0] ?? "")) {
    into.leftOut?.push({ at: { line }, text: lines[0] ?? "" });
    return;
  }
  for (const { speaker, text } of voicesOf(lines.join("\n"), read)) {
    const last = into.cues.at(-1);
    if (speaker !== null) into.cues.push({ speaker, startMs: null, endMs: null, text, line });
    else if (last) {
      last.text += `\n${text}`;
      delete last.words;
    } else into.leftOut?.push({ at: { line }, text: text.trim() });
  }
}

/** A first block whose blank line is missing: its head is `WEBVTT` and what is said of the file. */
function withoutHead({ lines, line }: Block): Block {
  const head = lines.findIndex((content, n) => n > 0 && !/^[A-Za-z-]+\s?[:=]/.test(content));
  return { lines: lines.slice(head), line: line + head };
}

/** WebVTT: voice tags, inner times, notes and styles left out. `Name:` prefixes are settled for all formats later. */
export function parseVtt(text: string, { read }: TimeReader): Parsed {
  const parsed: Parsed = { cues: [], faults: [], leftOut: [] };
  blocksOf(text).forEach((block, n) => {
    const first = block.lines[0] ?? "";
    const isHeader = n === 0 && first.startsWith("WEBVTT");
    const isTimed = block.lines.some(isTiming);
    if (
      !isHeader &&
      /^(NOTE|STYLE|REGION)(\s|$)/.test(first) &&
      !(block.lines[1] ?? "").includes("-->")
    )
      return;
    if (isHeader) {
      const language = /^Language:\s*([\w-]+)/im.exec(block.lines.join("\n"))?.[1];
      if (language !== undefined) parsed.language = language;
      if (isTimed) cuesOf(withoutHead(block), parsed, read);
      return;
    }
    if (isTimed) cuesOf(block, parsed, read);
    else carryOn(block, parsed, read);
  });
  return { ...parsed, cues: unrolled(parsed.cues) };
}
