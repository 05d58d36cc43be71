import { sentencesOf } from "./json-cut.ts";
import { list, type Row, textOf } from "./json-rows.ts";
import { joinTexts, speakerOfWord, wordText } from "./json-words.ts";

type Result = { words: Row[]; text: string; row: Row };

function resultOf(result: Row): Result[] {
  const [best] = list(result["alternatives"]);
  const transcript = textOf(best?.["transcript"]);
  const words = list(best?.["words"]);
  if (!best || (transcript === null && words.length === 0)) return [];
  const text =
    transcript === null || transcript.trim() === "" ? joinTexts(words.map(wordText)) : transcript;
  const row: Row = {
    ...{ text, speaker: result["channelTag"] },
    start: words[0]?.["startTime"] ?? words[0]?.["startOffset"],
    end: words.at(-1)?.["endTime"] ?? words.at(-1)?.["endOffset"] ?? result["resultEndTime"],
    ...(words.length > 0 && { words }),
  };
  return [{ words, text, row }];
}

const charsOf = (texts: readonly string[]): string =>
  texts
    .join("")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Google says everything once more, with who said each word, in a last result where it tells people apart. */
function isAgain(last: Result, before: readonly Result[]): boolean {
  if (before.length === 0 || last.words.length === 0) return false;
  if (last.words.some((word) => speakerOfWord(word) === null)) return false;
  if (before.some(({ words }) => words.some((word) => speakerOfWord(word) !== null))) return false;
  return charsOf(last.words.map(wordText)) === charsOf(before.map(({ text }) => text));
}

/** Google's results: the first alternative of each. */
export function google({ results }: Row): Row[] | null {
  const found = list(results).flatMap(resultOf);
  const last = found.at(-1);
  if (!last) return null;
  if (isAgain(last, found.slice(0, -1))) return sentencesOf(last.row);
  return found.map(({ row }) => row);
}
