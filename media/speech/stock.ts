/** What Whisper-class models say where nothing is said (speech.md §5). Pure. */
import type { SegmentOut } from "./engine.ts";
import type { Range } from "./vad.ts";

/** Of silence: the whole text must be one of these. In a call they are not said. */
const STOCK: Readonly<Record<string, readonly string[]>> = {
  en: [
    "thanks for watching",
    "thank you for watching",
    "thank you so much for watching",
    "thank you for watching and see you next time",
    "thanks for watching and see you next time",
    "please subscribe",
    "please like and subscribe",
    "like and subscribe",
    "please subscribe to my channel",
    "subtitles by the amara org community",
    "transcribed by otter ai",
  ],
  ja: [
    "ご視聴ありがとうございました",
    "ご視聴ありがとうございます",
    "チャンネル登録お願いします",
    "チャンネル登録よろしくお願いします",
    "チャンネル登録をお願いいたします",
    "最後までご視聴いただきありがとうございました",
    "最後までご視聴いただきありがとうございます",
    "次の動画でお会いしましょう",
  ],
};

/** Of noise and music. In a call they are said as well: these count as made up only where no voice is. */
const SAID_OF_NOISE: Readonly<Record<string, readonly string[]>> = {
  en: [
    "you",
    "thank you",
    "thank you very much",
    "thank you so much",
    "thanks",
    "bye",
    "bye bye",
    "the end",
    "music",
    "music playing",
    "applause",
    "silence",
    "blank audio",
    "beep",
  ],
  ja: [
    "ありがとうございました",
    "ありがとうございます",
    "ご清聴ありがとうございました",
    "ご覧いただきありがとうございました",
    "ご覧いただきありがとうございます",
    "おやすみなさい",
    "音楽",
    "拍手",
    "終わり",
    "おわり",
  ],
};

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A model that makes something up does so in whatever language it likes. */
const isOneOf = (lists: Readonly<Record<string, readonly string[]>>, text: string): boolean => {
  const folded = fold(text);
  const all = Object.values(lists).flat();
  return all.includes(folded) || all.includes(folded.replaceAll(" ", ""));
};

/** Whether a whole text is what a model says of silence. */
export const isStock = (text: string): boolean => isOneOf(STOCK, text);

/** So often the same polite phrase where no voice was found is the model's. Once or twice, a short one was overlooked. */
const INVENTED_TIMES = 3;

/**
 * Takes out of a track what an engine made up where no voice is.
 * @param voice the stretches in which people talk
 * @returns the same segments, those without their words
 */
export function withoutInventions(
  segments: readonly SegmentOut[],
  voice: readonly Range[],
): SegmentOut[] {
  const isOutside = ({ startMs, endMs }: SegmentOut): boolean =>
    !voice.some((range) => range.startMs < endMs && range.endMs > startMs);
  const times = new Map<string, number>();
  for (const segment of segments)
    if (isOutside(segment)) {
      const text = fold(segment.text);
      times.set(text, (times.get(text) ?? 0) + 1);
    }
  const isInvented = (segment: SegmentOut): boolean =>
    isOutside(segment) &&
    (isStock(segment.text) ||
      ((times.get(fold(segment.text)) ?? 0) >= INVENTED_TIMES &&
        isOneOf(SAID_OF_NOISE, segment.text)));
  return segments.map((segment) =>
    isInvented(segment) ? { ...segment, text: "", words: [] } : segment,
  );
}
