import type { Side } from "../views.ts";
import { UNSPACED } from "./fold.ts";

/**
 * One word as metrics and hits read it: integer ms on the call clock, confidence 0–100.
 * `speakerId` is the participant, empty where nobody knows (class C); `segment` is the number of
 * the transcript segment it stands in, where there is one.
 */
export type SpokenWord = {
  speakerId: string;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  text: string;
  confidence: number | null;
  segment?: number;
};

/** One word inside a segment; `isSpaced` (a space stands before it) defaults to what its script does. */
export type SegmentWord = {
  text: string;
  t0Ms: number;
  t1Ms: number;
  confidence?: number | null;
  isSpaced?: boolean;
};
/** One segment of a transcript; `text` is what people read, joined from the words if left out. */
export type SpokenSegment = {
  no: number;
  participantId: string | null;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  text?: string;
  words: readonly SegmentWord[];
};

/** Where each word stands in the text of its segment, [from, to) in UTF-16 units. */
export type PlacedText = { text: string; places: { from: number; to: number }[] };

const hasSpaceBefore = (word: SegmentWord, before: SegmentWord): boolean =>
  word.isSpaced ?? !(UNSPACED.test(word.text.charAt(0)) || UNSPACED.test(before.text.slice(-1)));

function joined(words: readonly SegmentWord[]): PlacedText {
  let text = "";
  const places = words.map((word, n) => {
    const before = words[n - 1];
    if (before && hasSpaceBefore(word, before)) text += " ";
    const from = text.length;
    text += word.text;
    return { from, to: text.length };
  });
  return { text, places };
}

/**
 * The text of a segment with the place of every word in it. A stored text in which the words do not
 * follow one another is not used: what is quoted must be where the words are.
 */
export function placeWords({ text, words }: Pick<SpokenSegment, "text" | "words">): PlacedText {
  if (text === undefined) return joined(words);
  const places: PlacedText["places"] = [];
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word.text, from);
    if (at < 0) return joined(words);
    from = at + word.text.length;
    places.push({ from: at, to: from });
  }
  return { text, places };
}

/** All words of a transcript as metrics read them, in the order of the segments. */
export function spokenWords(segments: readonly SpokenSegment[]): SpokenWord[] {
  return segments.flatMap((segment) =>
    segment.words.map((word) => ({
      speakerId: segment.participantId ?? "",
      side: segment.side,
      t0Ms: word.t0Ms,
      t1Ms: word.t1Ms,
      text: word.text,
      confidence: word.confidence ?? null,
      segment: segment.no,
    })),
  );
}
