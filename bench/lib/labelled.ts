import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { SpokenSegment } from "#app/core/domain/words/spoken.ts";
import { cutWords } from "#app/core/domain/words/words.ts";
import { ROOT } from "#scripts/folders.ts";

// Labelled conversations of bench/rules (see the README there), as segments that the rules read.

const head = z.strictObject({
  id: z.string(),
  half: z.enum(["seen", "unseen"]),
  language: z.enum(["en", "ja"]),
  on: z.iso.date(),
  about: z.string(),
  names: z.array(z.string()),
});
const sentence = z.strictObject({
  text: z.string(),
  heard: z.string().optional(),
  question: z.literal(true).optional(),
  promise: z.literal(true).optional(),
  dates: z.array(z.strictObject({ phrase: z.string(), date: z.iso.date() })).default([]),
  prices: z
    .array(
      z.strictObject({
        phrase: z.string(),
        amount: z.number(),
        currency: z.string(),
        per: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  open: z.array(z.string()).default([]),
  fits: z.array(z.string()).default([]),
});
const unit = z.strictObject({ side: z.enum(["us", "customer"]), says: z.array(sentence) });

export type Labels = z.output<typeof sentence>;
/** `marks`: as people write it · `bare`: lower case, numbers in words, no punctuation. */
export type Writing = "marks" | "bare";
export const WRITINGS: readonly Writing[] = ["marks", "bare"];
/** A labelled sentence and when it is said. */
export type Labelled = Labels & { t0Ms: number; t1Ms: number; written: string };
export type Conversation = z.output<typeof head> & {
  /** Its units as one segment each, and its sentences in the same order. */
  written: (writing: Writing) => { segments: SpokenSegment[]; sentences: Labelled[] };
};

const WORD_MS = 300;
/** Inside a unit, where the rules hear no pause; between units they do. */
const BREATH_MS = 350;
const PAUSE_MS = 900;

/** What an engine without punctuation makes of a sentence. */
export function bare(text: string, language: "en" | "ja"): string {
  if (language === "ja") return text.replace(/[。、？?！!「」]/gu, "");
  return text
    .toLowerCase()
    .replaceAll("-", " ")
    .replace(/[?!;:"]|,(?!\d)|\.(?!\d)/g, "")
    .replace(/ +/g, " ")
    .trim();
}

function spoken(
  units: readonly z.output<typeof unit>[],
  language: "en" | "ja",
  writing: Writing,
): { segments: SpokenSegment[]; sentences: Labelled[] } {
  const sentences: Labelled[] = [];
  let at = 1000;
  const segments = units.map(({ side, says }, no): SpokenSegment => {
    const words = says.flatMap((labels, n) => {
      const written =
        writing === "marks" ? labels.text : (labels.heard ?? bare(labels.text, language));
      const from = at;
      const made = cutWords(written).map((piece, m) => {
        const word = {
          text: piece.text,
          t0Ms: at,
          t1Ms: at + WORD_MS,
          isSpaced: n + m > 0 && language === "en",
        };
        at = word.t1Ms;
        return word;
      });
      sentences.push({ ...labels, written, t0Ms: from, t1Ms: at });
      at += BREATH_MS;
      return made;
    });
    const t1Ms = at - BREATH_MS;
    at = t1Ms + PAUSE_MS;
    return {
      no,
      participantId: side,
      side: side === "us" ? "R" : "C",
      t0Ms: words[0]?.t0Ms ?? t1Ms,
      t1Ms,
      words,
    };
  });
  return { segments, sentences };
}

/** All conversations by name. */
export function readConversations(): Conversation[] {
  const folder = join(ROOT, "bench/rules");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => {
      const [first = "", ...rest] = readFileSync(join(folder, name), "utf8").trim().split("\n");
      const about = head.parse(JSON.parse(first));
      const units = rest.map((line) => unit.parse(JSON.parse(line)));
      return { ...about, written: (writing) => spoken(units, about.language, writing) };
    });
}
