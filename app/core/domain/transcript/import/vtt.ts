import { parseClock } from "../clock-text.ts";
import type { Cue, Parsed, TimedText } from "./import-result.ts";

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

/** Runs of lines between blank lines; `line` is the 1-based number of the first. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  text.split("\n").forEach((content, n) => {
    if (content.trim() === "") open = null;
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
function voicesOf(payload: string): Voice[] {
  const voices: Voice[] = [{ speaker: null, text: "", stamps: [] }];
  for (const [all, tag] of payload.matchAll(/<([^<>]*)>|[^<]+|</g)) {
    const voice = voices.at(-1);
    if (!voice) break;
    if (tag === undefined) {
      voice.text += decodeEntities(all);
      continue;
    }
    const name = /^v(?:\.[^\s]*)?\s+(.+)$/s.exec(tag)?.[1];
    const ms = parseClock(tag);
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

/** One block's cues; a faulty timing line is reported with its number. */
function cuesOf({ lines, line }: Block, into: Parsed) {
  const at = lines.findIndex((content) => content.includes("-->"));
  if (at < 0) return;
  const [, from, to] = TIMING.exec(lines[at] ?? "") ?? [];
  const [startMs, endMs] = [parseClock(from ?? ""), parseClock(to ?? "")];
  if (startMs === null || endMs === null) {
    into.faults.push({ code: "transcript_time", line: line + at });
    return;
  }
  if (endMs < startMs) {
    into.faults.push({ code: "transcript_reversed", line: line + at });
    return;
  }
  const voices = voicesOf(lines.slice(at + 1).join("\n"));
  const total = voices.reduce((sum, { text }) => sum + text.length, 0);
  let passed = 0;
  for (const voice of voices) {
    const cueStart = startMs + Math.round(((endMs - startMs) * passed) / total);
    passed += voice.text.length;
    const cueEnd = startMs + Math.round(((endMs - startMs) * passed) / total);
    const words = voices.length === 1 ? stampedWords(voice, startMs, endMs) : null;
    const cue: Cue = {
      speaker: voice.speaker,
      startMs: cueStart,
      endMs: cueEnd,
      text: voice.text,
      line: line + at,
    };
    into.cues.push(words ? { ...cue, words } : cue);
  }
}

/** WebVTT: voice tags, inner times, notes and styles left out. `Name:` prefixes are settled for all formats later. */
export function parseVtt(text: string): Parsed {
  const parsed: Parsed = { cues: [], faults: [] };
  blocksOf(text).forEach((block, n) => {
    const first = block.lines[0] ?? "";
    const isHeader = n === 0 && first.startsWith("WEBVTT");
    if (
      !isHeader &&
      /^(NOTE|STYLE|REGION)(\s|$)/.test(first) &&
      !(block.lines[1] ?? "").includes("-->")
    )
      return;
    if (isHeader) {
      const language = /^Language:\s*([\w-]+)/im.exec(block.lines.join("\n"))?.[1];
      if (language !== undefined) parsed.language = language;
      if (!block.lines.some((line) => line.includes("-->"))) return;
    }
    cuesOf(block, parsed);
  });
  return parsed;
}
