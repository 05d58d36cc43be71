import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

export type Side = "R" | "C";
/** One turn: an aside is spoken into the other's turn and moves nothing. `gapS` counts from the end of what came before. */
export type Turn = { side: Side; gapS: number; isAside: boolean; text: string };
export type Script = {
  slug: string;
  title: string;
  company: string;
  language: "en" | "ja";
  owner: string;
  daysAgo: number;
  names: Record<Side, string>;
  turns: Turn[];
};
/** A turn on the call's clock, in seconds. */
export type Placed = { side: Side; text: string; startS: number; endS: number };

const headSchema = z.object({
  slug: z.string().min(1),
  title: z.string().min(1),
  company: z.string().min(1),
  language: z.enum(["en", "ja"]),
  owner: z.email(),
  "days-ago": z.coerce.number().int().min(0),
  R: z.string().min(1),
  C: z.string().min(1),
});
const LINE = /^([RC])(?: (@)?([+-]?\d+(?:\.\d+)?))?: (.+)$/;

/**
 * Reads a script: facts (`name: value`), an empty line, then one turn a line. `R: …` follows after a short pause,
 * `C +1.5: …` after 1.5 s, `C -0.6: …` falls into the end of the turn before, `R @-8: …` is an aside in the middle of it.
 * @throws Error naming the line
 */
export function parseScript(source: string): Script {
  const [head = "", ...rest] = source.trim().split(/\n\s*\n/);
  const facts = Object.fromEntries(head.split("\n").map((line) => splitOnce(line)));
  const { R, C, "days-ago": daysAgo, ...known } = headSchema.parse(facts);
  const turns = rest.flatMap((block) => block.split("\n")).map((line, at) => parseTurn(line, at));
  if (turns.length === 0) throw new Error(`The script ${known.slug} has no turns.`);
  return { ...known, daysAgo, names: { R, C }, turns };
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(": ");
  if (at < 0) throw new Error(`"${line}" is no fact of a script.`);
  return [line.slice(0, at), line.slice(at + 2).trim()];
}

function parseTurn(line: string, at: number): Turn {
  const [, side, aside, gap, text] = LINE.exec(line) ?? [];
  if ((side !== "R" && side !== "C") || text === undefined)
    throw new Error(`Turn ${at + 1} is no turn: "${line}"`);
  return {
    side,
    isAside: aside !== undefined,
    gapS: gap === undefined ? usualGapS(at) : Number(gap),
    text,
  };
}

/** People answer after 0.2–0.6 s; the same script always has the same pauses. */
const usualGapS = (at: number): number => (at === 0 ? 0.5 : 0.2 + ((at * 7) % 5) / 10);

/** Puts turns on the clock. @param lengthsS how long each takes to say */
export function placeTurns(turns: Turn[], lengthsS: number[]): Placed[] {
  let cursor = 0;
  return turns.map(({ side, gapS, isAside, text }, at) => {
    const startS = Math.max(0, cursor + gapS);
    const endS = startS + (lengthsS[at] ?? 0);
    if (!isAside) cursor = Math.max(cursor, endS);
    return { side, text, startS, endS };
  });
}

/** How long it would take to say, where there is no voice: 2.7 words, or 7 Japanese letters, a second. */
export const guessLengthS = ({ text }: Turn, language: Script["language"]): number =>
  language === "ja" ? text.length / 7 : text.split(/\s+/).length / 2.7;

/** The call as captions with names, for the import door. */
export function toVtt(placed: Placed[], names: Record<Side, string>): string {
  const cues = placed.map(
    ({ side, text, startS, endS }) =>
      `${clock(startS)} --> ${clock(endS)}\n<v ${names[side]}>${text}`,
  );
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, length: number): string => String(value).padStart(length, "0");
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/** All scripts, the shortest first: it is what a newcomer waits for. Those without a voice come last. */
export function readScripts(): Script[] {
  const folder = join(import.meta.dirname, "calls");
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => parseScript(readFileSync(join(folder, name), "utf8")));
  const letters = (script: Script): number =>
    script.turns.reduce((sum, turn) => sum + turn.text.length, 0);
  return scripts.sort(
    (a, b) => Number(a.language === "ja") - Number(b.language === "ja") || letters(a) - letters(b),
  );
}

/** The call that comes in as words alone: it is finished while the others are still spoken and heard. */
export const readImportedScript = (): Script =>
  parseScript(readFileSync(join(import.meta.dirname, "imported-call.txt"), "utf8"));

/** What the demo's live call says. */
export const readLiveScript = (): Script =>
  parseScript(readFileSync(join(import.meta.dirname, "live-call.txt"), "utf8"));
