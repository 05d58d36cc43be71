import type { Cue } from "./import-result.ts";
import { hasMarks, readMarked } from "./speaker-marks.ts";

/** What stands before the first colon of a line, as long as names may be, whatever signs they hold. */
const PREFIX = /^\s*([^\s:：][^:：\n]{0,99}?)\s*(?::(?=\s|[^\p{ASCII}])|：)\s*(?=\S)/u;
const NO_NAME = /^[\d\s.]+$/u;
/** Signs of sentences and markup, which few names hold. */
const ODD = /[!?;{}|=…。！？]|--/u;
const MOST_LETTERS = 60;
const MOST_LOOKED_AT = 200;
const MOST_WORDS = 6;
const USUAL_SHARE = 0.3;

/** Captions mark so that another person speaks. */
const CHANGE = /^\s*>>\s*/;
/** whisper.cpp and others: `(speaker 0) text`. */
const NUMBERED = /^\s*[([]((?:speaker|spk|話者)[ _]?\d+)[)\]]:?\s*/i;

type Split = {
  name: string;
  rest: string;
  /** As names usually are: short, without signs of a sentence. */
  isPlain: boolean;
  /** Written like a name: most of its words begin with no small letter. */
  isTitled: boolean;
};

/** `Name: text` split, whatever stands before the colon. */
function split(text: string): Split | null {
  // A name is near the beginning; the rest of a long line is not looked at.
  const found = PREFIX.exec(text.slice(0, MOST_LOOKED_AT));
  const name =
    found?.[1]
      ?.replace(/^[-–>*\s]+|[*\s]+$/g, "")
      .replace(/^\[(.*)\]$/, "$1")
      .trim() ?? "";
  if (!found || name === "" || NO_NAME.test(name) || !/\p{L}|\d/u.test(name)) return null;
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const small = words.filter((word) => /^\P{L}*\p{Ll}/u.test(word)).length;
  return {
    name,
    rest: text.slice(found[0].length),
    isPlain: !ODD.test(name) && words.length <= MOST_WORDS && name.length <= MOST_LETTERS,
    isTitled: small * 2 <= words.length,
  };
}

/** How often each prefix begins a line. A name returns; a sentence with a colon in it rarely does. */
function countPrefixes(lines: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of lines) {
    const name = split(line)?.name;
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return times;
}

/** Prefixes that begin more than one of the lines. */
export function knownNames(lines: readonly string[]): ReadonlySet<string> {
  const times = [...countPrefixes(lines)].filter(([, count]) => count > 1);
  return new Set(times.map(([name]) => name));
}

/**
 * Tells lines that begin with a name.
 * @param people what a header of the file says of who speaks
 */
export function prefixReader(
  lines: readonly string[],
  people = "",
): (line: string) => Split | null {
  const times = countPrefixes(lines);
  return (line) => {
    const found = split(line);
    if (!found) return null;
    const isKnown = (times.get(found.name) ?? 0) > 1;
    return found.isPlain || isKnown || people.includes(found.name) ? found : null;
  };
}

/** Several `Name:` lines in one cue are as many cues, each as long as its share of the letters. */
function splitLines(cue: Cue, isTurn: (line: string) => boolean): Cue[] {
  const turns: string[] = [];
  for (const line of cue.text.split("\n")) {
    const last = turns.length - 1;
    if (last < 0 || isTurn(line)) turns.push(line);
    else turns[last] = `${turns[last] ?? ""}\n${line}`;
  }
  const { startMs, endMs } = cue;
  if (turns.length < 2 || startMs === null || endMs === null) return [cue];
  let passed = 0;
  const at = () => startMs + Math.round(((endMs - startMs) * passed) / cue.text.length);
  return turns.map((text, n) => {
    const from = at();
    passed += text.length + (n < turns.length - 1 ? 1 : 0);
    return { speaker: cue.speaker, startMs: from, endMs: at(), text, line: cue.line };
  });
}

/** `text` without its prefix; the file's own words lose theirs too. */
function takePrefix(cue: Cue, { name, rest }: Split): Cue {
  const { words, ...others } = cue;
  const prefix = cue.text.slice(0, cue.text.length - rest.length).trim();
  const spoken = { ...others, speaker: name, text: rest };
  return words ? { ...spoken, words: words.slice(prefix.split(/\s+/).length) } : spoken;
}

/**
 * Takes `Name:` off the cues of files that name speakers so. "The thing is: we wait" in a file without speakers is no
 * name: a prefix counts when it returns, or, where it is written like a name, when many cues have one. A cue whose prefix
 * looks like a name and is none that the file uses is nobody's. One without a prefix goes on with the speaker before it
 * where the file names speakers as they change, and is nobody's where it names every cue.
 * @param people what a header of the file says of who speaks
 */
export function namePrefixes(given: readonly Cue[], people = ""): Cue[] {
  const texts = given.map(({ text }) => text);
  if (hasMarks(texts)) return given.map(byMark);
  if (given.some(({ speaker, text }) => speaker !== null && text.trim() !== "")) return [...given];
  if (texts.some((text) => NUMBERED.test(text))) return given.map(byNumber);
  const lines = given.flatMap(({ text }) => text.split("\n"));
  const times = countPrefixes(lines);
  const read = prefixReader(lines, people);
  const cues = given.flatMap((cue) => splitLines(cue, (line) => read(line) !== null));
  const splits = cues.map(({ text }) => split(text));
  const named = splits.filter((found) => found && (found.isPlain || found.isTitled)).length;
  const isUsual = named >= cues.length * USUAL_SHARE && (named > 1 || named === cues.length);
  const inHeader = new Map<string, boolean>();
  const isInHeader = (name: string): boolean => {
    const known = inHeader.get(name) ?? (people !== "" && people.includes(name));
    inHeader.set(name, known);
    return known;
  };
  const counts = ({ name, isPlain, isTitled }: Split): boolean => {
    if (isInHeader(name)) return true;
    const returns = (times.get(name) ?? 0) > 1;
    if (!isUsual) return isPlain && returns;
    return returns || (isPlain && (isTitled || name.split(/\s+/).length <= 2));
  };
  const names = splits.map((found) => (found && counts(found) ? found.name : null));
  if (names.every((name) => name === null)) return [...given];
  const namesEvery = doesNameEvery(splits, names);
  let current: string | null = null;
  return cues.map((cue, n) => {
    const found = splits[n];
    if (found && counts(found)) {
      current = found.name;
      return takePrefix(cue, found);
    }
    // `>>` says that another speaks, and not who.
    if (CHANGE.test(cue.text)) {
      current = null;
      return { ...cue, speaker: null, text: cue.text.replace(CHANGE, "") };
    }
    // Like a name, and not one that is known: not the one before, whatever the name is.
    if (found && !found.isPlain && (found.isTitled || ODD.test(found.name))) current = null;
    return { ...cue, speaker: namesEvery ? null : current };
  });
}

function byNumber(cue: Cue): Cue {
  const [all = "", name = null] = NUMBERED.exec(cue.text) ?? [];
  return { ...cue, speaker: name, text: cue.text.slice(all.length) };
}

function byMark(cue: Cue): Cue {
  const { name, rest } = readMarked(cue.text);
  return { ...cue, text: rest, speaker: name ?? cue.speaker };
}

/** Whether somebody who goes on is named again in each cue, rather than being left unnamed. */
function doesNameEvery(
  splits: readonly (Split | null)[],
  names: readonly (string | null)[],
): boolean {
  let [again, silent] = [0, 0];
  for (let n = 1; n < names.length; n += 1) {
    if (names[n - 1] === null) continue;
    if (names[n] === names[n - 1]) again += 1;
    else if (splits[n] === null) silent += 1;
  }
  return again > 0 && again >= silent;
}
