import { UNSPACED } from "../words/fold.ts";
import type { SpokenWord } from "../words/spoken.ts";
import type { Unit } from "./units.ts";

/** A sentence of one speaker: the engine's where it writes stops, else a whole unit (speech §13). */
export type Sentence = {
  speakerId: string;
  side: Unit["side"];
  t0Ms: number;
  t1Ms: number;
  words: readonly SpokenWord[];
  isBackchannel: boolean;
};

const STOP = /[.?!。？！…]["'”’)）」』]*$/u;
const ABBREVIATED = /^(?:mr|mrs|ms|dr|st|vs|etc|e\.g|i\.e|no|\p{L})\.$/iu;

/** Does the word end a sentence? "Dr." and "J." do not, and neither does "3.5". */
export const endsSentence = (word: string): boolean => STOP.test(word) && !ABBREVIATED.test(word);

/** Cuts a row of words after every word that ends a sentence. */
export function cutAtStops<W extends { text: string }>(words: readonly W[]): W[][] {
  const rows: W[][] = [];
  let row: W[] = [];
  for (const word of words) {
    row.push(word);
    if (!endsSentence(word.text)) continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

export function sentencesOf(units: readonly Unit[]): Sentence[] {
  return units.flatMap((unit) =>
    cutAtStops(unit.words).map((words) => ({
      speakerId: unit.speakerId,
      side: unit.side,
      t0Ms: Math.min(...words.map(({ t0Ms }) => t0Ms)),
      t1Ms: Math.max(...words.map(({ t1Ms }) => t1Ms)),
      words,
      isBackchannel: unit.isBackchannel,
    })),
  );
}

/** Words joined as their script joins them. */
export function plainText(words: readonly { text: string }[]): string {
  return words.reduce((text, word) => {
    if (text === "") return word.text;
    const tight = UNSPACED.test(word.text.charAt(0)) || UNSPACED.test(text.slice(-1));
    const afterJapaneseStop = /[、。？！]$/u.test(text);
    return text + (tight || afterJapaneseStop ? "" : " ") + word.text;
  }, "");
}
