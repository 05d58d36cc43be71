import { decodeIndex, decodePage, wordText } from "../transcript/wire-decode.ts";
import { UNSPACED } from "../words/fold.ts";
import type { CutWords } from "./cut.ts";
import { MASKED } from "./masks.ts";

/** Words that stand in the picture together, on the clock of the cut. */
export type CutCue = { t0Ms: number; t1Ms: number; lines: string[] };

/** Of a line, in widths of a Latin letter; a Japanese one has two. */
const WIDTH = 52;
const LINES = 2;
/** A line stays a moment, however short its word. */
const LEAST_MS = 600;

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (/[\u1100-\uffef]/u.test(letter) ? 2 : 1), 0);

/** Breaks a text into lines of the picture: between words, or anywhere where words have no spaces. */
export function linesOf(text: string, most = LINES): string[] {
  const pieces = UNSPACED.test(text)
    ? [...new Intl.Segmenter("ja", { granularity: "word" }).segment(text)].map(
        ({ segment }) => segment,
      )
    : text.split(/(?<=\s)/u);
  const lines = [""];
  for (const piece of pieces.flatMap(broken)) {
    const last = lines.at(-1) ?? "";
    const isOver = last !== "" && widthOf((last + piece).trimEnd()) > WIDTH;
    if (isOver && lines.length < most) lines.push(piece.trimStart());
    else lines[lines.length - 1] = last + piece;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** One word longer than a line. */
function broken(piece: string): string[] {
  if (widthOf(piece) <= WIDTH) return [piece];
  const letters = Array.from(piece);
  const size = Math.max(1, Math.floor((letters.length * WIDTH) / widthOf(piece)));
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, n) =>
    letters.slice(n * size, (n + 1) * size).join(""),
  );
}

type Said = { text: string; t0Ms: number; t1Ms: number };

/**
 * The words of a cut as lines for its picture: each group begins with its first word, and is no longer than two lines.
 * What lies under a tone is `[bleep]`.
 */
export function cuesOf(words: CutWords): CutCue[] {
  const table = decodeIndex(words.index);
  const cues = words.pages.flatMap((wire, number) => {
    const page = decodePage(table, number, wire);
    return page.text.flatMap((text, at) => {
      const segment = page.first + at;
      const name = words.index.lanes[table.lane[segment] ?? -1]?.name ?? "";
      const said: Said[] = [];
      for (let word = page.wordStart[at] ?? 0; word < (page.wordStart[at + 1] ?? 0); word += 1) {
        const own = wordText(page, segment, word);
        const isSpaced = text.charAt((page.charStart[word] ?? 0) - 1) === " ";
        said.push({
          text: `${isSpaced ? " " : ""}${own === MASKED ? "[bleep]" : own}`,
          t0Ms: page.startMs[word] ?? 0,
          t1Ms: page.endMs[word] ?? 0,
        });
      }
      return grouped(said, name);
    });
  });
  return cues.toSorted((a, b) => a.t0Ms - b.t0Ms);
}

/** As many words together as two lines hold; who speaks stands before the first. */
function grouped(said: readonly Said[], name: string): CutCue[] {
  const groups: Said[][] = [];
  let room = 0;
  for (const word of said) {
    const last = groups.at(-1);
    const width = widthOf(word.text);
    if (last && width <= room) {
      if (word.text.trim() !== "[bleep]" || last.at(-1)?.text.trim() !== "[bleep]") {
        last.push(word);
        room -= width;
      } else last.push({ ...word, text: "" });
      continue;
    }
    const isFirst = groups.length === 0 && name !== "";
    const text = isFirst ? `${name}: ${word.text.trim()}` : word.text.trim();
    groups.push([{ ...word, text }]);
    // Lines are broken between words, so that two never hold twice as much as one.
    room = WIDTH * 2 - 12 - widthOf(text);
  }
  return groups.map((group, n) => {
    const t0Ms = group[0]?.t0Ms ?? 0;
    const next = groups[n + 1]?.[0]?.t0Ms ?? Infinity;
    const end = group.at(-1)?.t1Ms ?? t0Ms;
    return {
      t0Ms,
      t1Ms: Math.min(next, Math.max(end, t0Ms + LEAST_MS)),
      lines: linesOf(group.map(({ text }) => text).join("")),
    };
  });
}
