import type { Cue } from "./import-result.ts";

const PREFIX = /^\s*([^\s:：][^:：\n]{0,59}?)\s*(?::(?=\s|[^\p{ASCII}])|：)\s*(?=\S)/u;
const NOT_A_NAME = /[!?;{}|=…。！？]|--|^[\d\s.]+$/u;
const MAX_NAME_WORDS = 6;
const USUAL_SHARE = 0.3;

/** `Name: text` split, when what stands before the colon could be a name. */
export function splitPrefix(text: string): { name: string; rest: string } | null {
  const found = PREFIX.exec(text);
  const name = found?.[1]?.replace(/^[-–>\s]+/, "").trim() ?? "";
  if (!found || name === "" || NOT_A_NAME.test(name)) return null;
  if (name.split(/\s+/).length > MAX_NAME_WORDS || !/\p{L}|\d/u.test(name)) return null;
  return { name, rest: text.slice(found[0].length) };
}

/** Several `Name:` lines in one cue are as many cues, each as long as its share of the letters. */
function splitLines(cue: Cue): Cue[] {
  const turns: string[] = [];
  for (const line of cue.text.split("\n")) {
    const last = turns.length - 1;
    if (last < 0 || splitPrefix(line)) turns.push(line);
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
function takePrefix(cue: Cue, { name, rest }: { name: string; rest: string }): Cue {
  const { words, ...others } = cue;
  const prefix = cue.text.slice(0, cue.text.length - rest.length).trim();
  const spoken = { ...others, speaker: name, text: rest };
  return words ? { ...spoken, words: words.slice(prefix.split(/\s+/).length) } : spoken;
}

/**
 * Takes `Name:` off the cues of files that name speakers so. "The thing is: we wait" in a file
 * without speakers is no name: a prefix counts when it returns, or when many cues have one. A cue
 * without a prefix goes on with the speaker before it.
 */
export function namePrefixes(given: readonly Cue[]): Cue[] {
  if (given.some(({ speaker }) => speaker !== null)) return [...given];
  const times = new Map<string, number>();
  const isName = ({ text }: Cue) => {
    const name = splitPrefix(text)?.name;
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
    return name !== undefined;
  };
  const cues = given.flatMap(splitLines);
  const named = cues.filter(isName).length;
  const isUsual = named >= cues.length * USUAL_SHARE && (named > 1 || named === cues.length);
  const counts = (name: string) => isUsual || (times.get(name) ?? 0) > 1;
  if (named === 0 || ![...times.keys()].some(counts)) return [...given];
  let current: string | null = null;
  return cues.map((cue) => {
    const split = splitPrefix(cue.text);
    if (!split || !counts(split.name)) return { ...cue, speaker: current };
    current = split.name;
    return takePrefix(cue, split);
  });
}
