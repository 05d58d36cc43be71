import { pausesOf } from "../words/pauses.ts";
import { englishQuestions } from "../words/question-rules-en.ts";
import { japaneseQuestion } from "../words/question-rules-ja.ts";
import { baseLanguage } from "../words/lexicon.ts";
import { fold } from "../words/fold.ts";
import { findDates } from "./dates.ts";
import { itn } from "./itn.ts";
import { nextStepsOf } from "./next-steps.ts";
import { halfWidth, japaneseNumbers } from "./numbers-ja.ts";
import type { SectionDef } from "./section.ts";
import type { SummarySentence } from "./sentences.ts";
import type { CallClock } from "./spoken-date.ts";

/** What a section asks of a sentence besides its words. */
export type Facts = {
  folded: string;
  isQuestion: boolean;
  /** Greets, thanks, agrees or listens. */
  isSmallTalk: boolean;
  /** Something somebody is to do: it stands under the next steps. */
  isStep: boolean;
  hasMoney: boolean;
  hasDate: boolean;
};

/** Under this a word of a recogniser is more likely another one (0–100): it makes no sentence fit. */
const MISHEARD = 50;
/** A sentence fits with a cue, or with two hints. */
export const FITS = 2;

const SMALL_TALK_EN =
  /^(?:(?:oh|so|well|yes|yeah|okay|ok|and|great|perfect|lovely|good|hi|hello|hey|right)[ ,.!]*)*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|nice to (?:meet|see|hear|finally)|thanks?(?: you)?(?: so much| very much| a lot)? for|thank you|how (?:are|was|is|have) (?:you|your|things|the (?:trip|weather|weekend))|(?:have a|enjoy the|enjoy your) |bye|goodbye|talk (?:to you )?soon|see you|my name is|this is \w+ from|it's \w+ from|the weather|my pleasure|you too|sorry i'm late|no worries|i hope (?:so|you))/;
const SMALL_TALK_JA =
  /お世話になって|よろしくお願い(?:し|いた)|ありがとうござ|失礼(?:し|いた)|お疲れ(?:様|さま)|はじめまして|初めまして|ご無沙汰|おはようござ|こんにちは|こんばんは|聞こえて|お待たせ|お忙しいところ|寒く|暑く|暑い|天気|と申します|おおきに|どうぞお元気|カメラ/u;

/** Text without the words that were probably another one. */
function heard({ text, words }: SummarySentence): string {
  const unsure = words.filter(({ confidence }) => confidence != null && confidence < MISHEARD);
  return unsure.reduceRight(
    (rest, { from, to }) => rest.slice(0, from) + " _ " + rest.slice(to),
    text,
  );
}

function isQuestion(sentence: SummarySentence, language: string): boolean {
  if (/[?？]["'”’)」]*$/u.test(sentence.text)) return true;
  if (language === "ja") return japaneseQuestion(sentence.text) !== null;
  if (language !== "en" || /[.!]["'”’)]*$/u.test(sentence.text)) return false;
  const texts = sentence.words.map(({ text }) => text);
  const asked = englishQuestions(texts, pausesOf(sentence.words));
  // In a longer run without stops the answer may stand before or behind.
  return asked.some(({ from }) => from <= Math.max(3, sentence.words.length / 3));
}

const hasMoney = (sentence: SummarySentence, folded: string, language: string): boolean => {
  if (language === "ja") {
    const text = halfWidth(sentence.text);
    return japaneseNumbers(text).some(({ to }) => /^\s*(?:円|ドル|ユーロ)/u.test(text.slice(to)));
  }
  if (!/[$€£¥]|dollar|euro|pound|buck|cent|pence|quid|yen|grand|\d/.test(folded)) return false;
  return itn(sentence.words.map(({ text }) => text)).some(({ kind }) => kind === "money");
};

const hasDate = (sentence: SummarySentence, language: string, clock: CallClock): boolean =>
  findDates(
    sentence.words.map(({ text }) => text),
    language,
    clock,
  ).some(({ date, isExact }) => isExact && date >= clock.startedAt.slice(0, 10));

/** What is dear to find out is found out when a section first asks: an hour has a thousand sentences. */
export function factsOf(sentence: SummarySentence, language: string, clock: CallClock): Facts {
  const base = baseLanguage(language);
  const folded = fold(heard(sentence));
  const isStep = once(() => nextStepsOf([sentence], base, clock).length > 0);
  const money = once(() => hasMoney(sentence, folded, base));
  const date = once(() => hasDate(sentence, base, clock));
  return {
    folded,
    isQuestion: isQuestion(sentence, base),
    isSmallTalk: SMALL_TALK_EN.test(folded) || SMALL_TALK_JA.test(sentence.text),
    get isStep() {
      return isStep();
    },
    get hasMoney() {
      return money();
    },
    get hasDate() {
      return date();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const countOf = (pattern: RegExp, text: string): number =>
  new Set([...text.matchAll(pattern)].map(([found]) => found)).size;

/** How well a sentence fits a section; from `FITS` on it does. */
export function fitOf(section: SectionDef, sentence: SummarySentence, facts: Facts): number {
  const { folded } = facts;
  if (section.side !== null && sentence.side !== null && sentence.side !== section.side) return 0;
  if (facts.isSmallTalk || section.unless?.test(folded) === true) return 0;
  if (facts.isQuestion && section.allows !== "questions") return 0;
  if (facts.isStep && section.allows !== "steps") return 0;
  const cued = section.cues.test(folded) ? FITS : 0;
  const hints = section.hints ? countOf(section.hints, folded) : 0;
  const isGiven =
    (section.with === "money" && facts.hasMoney) || (section.with === "date" && facts.hasDate);
  const points = cued + Math.min(FITS, hints) + (isGiven ? 1 : 0);
  return points;
}
