import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { Audience } from "./audience.ts";

/** A clip as it is being changed, until it is saved. */
export type Draft = {
  title: string;
  /** Null: no title card. */
  card: string | null;
  hasCaptions: boolean;
  visibility: Audience;
  labelIds: readonly string[];
  pieces: readonly RangeMs[];
  masks: readonly CutMask[];
};
export type Changed = keyof Draft;

/** The clip as it is kept; an audience that was asked for stays asked for. */
export const draftOf = (clip: ClipView): Draft => ({
  title: clip.title,
  card: clip.card,
  hasCaptions: clip.hasCaptions,
  visibility: clip.wanted?.visibility ?? clip.visibility,
  labelIds: clip.labels.map(({ id }) => id),
  pieces: clip.source?.pieces ?? [],
  masks: clip.source?.masks ?? [],
});

const ORDER: readonly Changed[] = [
  "pieces",
  "masks",
  "title",
  "card",
  "hasCaptions",
  "visibility",
  "labelIds",
];

/** What saving would change, in the order of the screen. */
export const changesOf = (draft: Draft, kept: Draft): Changed[] =>
  ORDER.filter((part) => JSON.stringify(plain(draft, part)) !== JSON.stringify(plain(kept, part)));

function plain(draft: Draft, part: Changed): unknown {
  if (part === "labelIds") return draft.labelIds.toSorted();
  if (part === "pieces") return draft.pieces.map(({ t0Ms, t1Ms }) => [t0Ms, t1Ms]);
  if (part === "masks")
    return heardMasks(draft.masks, draft.pieces)
      .map(({ participantId, t0Ms, t1Ms }) => [t0Ms, t1Ms, participantId ?? ""])
      .toSorted();
  const value = draft[part];
  return typeof value === "string" ? value.trim() : value;
}

/** A list with one entry taken to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = [...list];
  const [entry] = rest.splice(from, 1);
  return entry === undefined ? [...list] : rest.toSpliced(to, 0, entry);
}

export const wholeMs = (pieces: readonly RangeMs[]): number =>
  pieces.reduce((sum, { t0Ms, t1Ms }) => sum + Math.max(0, t1Ms - t0Ms), 0);

/**
 * The masks that are saved: those that lie in a piece. While a clip is changed the others stay: a piece that is shortened
 * and lengthened again has its bleeps still.
 */
export const heardMasks = (
  masks: readonly CutMask[],
  pieces: readonly RangeMs[],
): readonly CutMask[] =>
  masks.filter((mask) => pieces.some(({ t0Ms, t1Ms }) => mask.t0Ms < t1Ms && mask.t1Ms > t0Ms));

/** Words that separate text: letters and digits, in any script. */
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Stands for words that are bleeped, as in captions. */
const MASKED = "■";

/**
 * A text without words that are bleeped: where they appear in a row, one sign stands for each.
 * @param said the bleeped words as they are read
 */
export function withoutWords(text: string, said: string): string {
  // A single sign of these is in too many words.
  if (UNSPACED.test(said))
    return said.trim().length < 2 ? text : text.replaceAll(said.trim(), MASKED);
  const wanted = [...said.matchAll(WORD)].map(([word]) => word.toLowerCase());
  if (wanted.length === 0) return text;
  const words = [...text.matchAll(WORD)];
  let shown = "";
  let from = 0;
  for (let at = 0; at + wanted.length <= words.length; ) {
    const run = words.slice(at, at + wanted.length);
    if (run.some(([word], n) => word.toLowerCase() !== wanted[n])) {
      at += 1;
      continue;
    }
    for (const { index, 0: word } of run) {
      shown += text.slice(from, index) + MASKED;
      from = index + word.length;
    }
    at += wanted.length;
  }
  return shown + text.slice(from);
}
