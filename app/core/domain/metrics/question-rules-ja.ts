import { segmentWords } from "../words/words.ts";
import type { QuestionRule } from "./question-rules-en.ts";

const ASKING =
  /何|なに|なん|なぜ|どう|どこ|どの|どれ|どちら|どんな|どのよう|いつ|いくら|いくつ|誰|だれ|いかが/u;
/** Listening, agreeing and thanking end in か and ask nothing. */
const NOT_ASKED =
  /^(?:あ|ああ|はい|ええ|へえ|うん|まあ)?、?(?:そう(?:なん|だったん)?です(?:か|ね)|そうか|なるほど.*|本当ですか|ですか|ですよね|いいですか)$/u;
const TAG =
  /(?:じゃない|ではない|じゃありません|ではありません)(?:です)?か$|(?:です|ます)よね$|でしょう$/u;
const FINAL =
  /(?:でしょうか|ませんか|ますか|ましたか|ですか|でしたか|ましょうか|のか|るか|たか|いか)ね?$/u;
const FINAL_NO = /(?:[るたいなん])の$/u;
const REQUEST =
  /(?:教えて|聞かせて|お聞かせ|ご説明|説明して)(?:いただけ|もらえ|ください|頂け|くださ)/u;

const trim = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s。！!、,「」『』]+$/gu, "")
    .replace(/\s+/gu, "");

const wordCount = (text: string): number =>
  [...segmentWords(text)].filter(({ isWordLike }) => isWordLike === true).length;

/** The rule that makes a Japanese sentence a question, or null. */
export function japaneseQuestion(text: string): QuestionRule | null {
  const trimmed = trim(text);
  const isMarked = trimmed.endsWith("?");
  const body = trimmed.replace(/\?+$/u, "");
  if (wordCount(body) < 3 || NOT_ASKED.test(body) || TAG.test(body)) return null;
  if (isMarked) return ASKING.test(body) ? "wh" : "mark";
  if (FINAL.test(body)) return ASKING.test(body) ? "wh" : "final";
  if (FINAL_NO.test(body) && ASKING.test(body)) return "wh";
  return REQUEST.test(body) && ASKING.test(body) ? "request" : null;
}

export const isOpenJapanese = (text: string, rule: QuestionRule): boolean =>
  rule === "wh" || rule === "request" || ASKING.test(text);
