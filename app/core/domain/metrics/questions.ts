import { pausesOf } from "../words/pauses.ts";
import type { RangeMs, Side } from "../views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import {
  englishQuestion,
  englishQuestions,
  isOpenEnglish,
  type QuestionRule,
} from "../words/question-rules-en.ts";
import { isOpenJapanese, japaneseQuestion, japaneseSentences } from "../words/question-rules-ja.ts";
import { plainText, sentencesOf, type Sentence } from "./sentences.ts";
import type { Unit } from "./units.ts";

/** A question on the talk clock. `isAnswered` is null where sides are unknown. */
export type Question = RangeMs & {
  speakerId: string;
  side: Side | null;
  segment: number | null;
  rule: QuestionRule;
  isOpen: boolean;
  isAnswered: boolean | null;
};

const RHETORICAL = { goesOnMs: 300, silentMs: 3000 };
const ANSWER = { withinMs: 5000, speechMs: 2000, gapMs: 3000 };

function ruleOf(text: string, language: string, isStopped: boolean): QuestionRule | null {
  if (language === "ja") return japaneseQuestion(text);
  if (language === "en") return englishQuestion(text, isStopped);
  return /[?？;؟]["'”’)]*$/u.test(text) && text.trim().split(/\s+/).length >= 3 ? "mark" : null;
}

const isOpen = (text: string, language: string, rule: QuestionRule): boolean =>
  language === "ja"
    ? isOpenJapanese(text, rule)
    : language === "en"
      ? isOpenEnglish(text, rule)
      : false;

/** A question over words [from, to) of a sentence. */
type Asked = { from: number; to: number; rule: QuestionRule };

/** Japanese words without stops, cut where polite speech ends a sentence. */
function askedJapanese(texts: readonly string[]): Asked[] {
  const ends: number[] = [];
  texts.reduce((length, text) => {
    ends.push(length + text.length);
    return length + text.length;
  }, 0);
  const text = texts.join("");
  return japaneseSentences(text).flatMap(({ from, to }): Asked[] => {
    const rule = japaneseQuestion(text.slice(from, to));
    if (!rule) return [];
    const first = ends.findIndex((end) => end > from);
    return [{ from: first, to: ends.findIndex((end) => end >= to) + 1, rule }];
  });
}

/** Questions of a sentence: one where the engine writes marks, as many as are asked where it does not. */
function askedIn(sentence: Sentence, language: string, isPunctuated: boolean): Asked[] {
  const texts = sentence.words.map(({ text }) => text);
  const isEnded = /[.!?。！？]["'”’)）」』]*$/u.test(texts.at(-1) ?? "");
  if (!isEnded && language === "en") {
    const starts = englishQuestions(texts, pausesOf(sentence.words));
    return starts.map(({ from, rule }, n) => ({
      from,
      to: starts[n + 1]?.from ?? texts.length,
      rule,
    }));
  }
  if (!isEnded && language === "ja") return askedJapanese(texts);
  const text = plainText(sentence.words);
  const rule = ruleOf(text, language, isPunctuated && /[.!]["'”’)]*$/u.test(text));
  return rule ? [{ from: 0, to: texts.length, rule }] : [];
}

/** The asker goes on at once and the other side stays silent. */
function isRhetorical(
  sentence: Sentence,
  sentences: readonly Sentence[],
  units: readonly Unit[],
): boolean {
  if (sentence.side === null) return false;
  const end = sentence.t1Ms;
  const goesOn = sentences.some(
    (next) =>
      next !== sentence &&
      next.speakerId === sentence.speakerId &&
      next.t0Ms >= end &&
      next.t0Ms - end < RHETORICAL.goesOnMs,
  );
  const heardOther = units.some(
    (unit) =>
      unit.side !== null &&
      unit.side !== sentence.side &&
      unit.t1Ms > end &&
      unit.t0Ms < end + RHETORICAL.silentMs,
  );
  return goesOn && !heardOther;
}

/** The other side begins within 5 s and speaks for at least 2 s (pauses up to 3 s allowed). */
function isAnswered(sentence: Sentence, units: readonly Unit[]): boolean {
  const answers = units.filter(
    (unit) =>
      !unit.isBackchannel &&
      unit.side !== null &&
      unit.side !== sentence.side &&
      unit.t0Ms > sentence.t0Ms &&
      unit.t1Ms > sentence.t1Ms,
  );
  const first = answers[0];
  if (!first || first.t0Ms > sentence.t1Ms + ANSWER.withinMs) return false;
  let spoken = 0;
  let end = first.t0Ms;
  for (const unit of answers) {
    if (unit.t0Ms - end > ANSWER.gapMs) break;
    spoken += Math.max(0, unit.t1Ms - Math.max(unit.t0Ms, end));
    end = Math.max(end, unit.t1Ms);
    if (spoken >= ANSWER.speechMs) return true;
  }
  return false;
}

/** Questions of everybody in order (product §14.3 rows 10 and 11, speech §10). */
export function questionsOf(units: readonly Unit[], language: string): Question[] {
  const base = baseLanguage(language);
  const sentences = sentencesOf(units);
  const isPunctuated = sentences.some(({ words }) =>
    /[.?]["'”’)]*$/u.test(words.at(-1)?.text ?? ""),
  );
  return sentences.flatMap((sentence) => {
    if (sentence.isBackchannel) return [];
    const asked = askedIn(sentence, base, isPunctuated);
    if (asked.length === 0 || isRhetorical(sentence, sentences, units)) return [];
    const isDone = sentence.side === null ? null : isAnswered(sentence, units);
    return asked.map(({ from, to, rule }): Question => {
      const words = sentence.words.slice(from, to);
      return {
        speakerId: sentence.speakerId,
        side: sentence.side,
        segment: words[0]?.segment ?? null,
        t0Ms: Math.min(...words.map(({ t0Ms }) => t0Ms)),
        t1Ms: Math.max(...words.map(({ t1Ms }) => t1Ms)),
        rule,
        isOpen: isOpen(plainText(words), base, rule),
        isAnswered: isDone,
      };
    });
  });
}
