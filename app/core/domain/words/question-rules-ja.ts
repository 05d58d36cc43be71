import { segmentWords } from "./words.ts";
import type { QuestionRule } from "./question-rules-en.ts";

const ASKING =
  /何|なに|なん|なぜ|どう|どこ|どの|どれ|どちら|どんな|どのよう|どない|いつ|いくら|いくつ|誰|だれ|どなた|いかが/u;
/** Words of asking that ask nothing: 何か, いつも, 誰でも, どうぞ. */
const NOT_ASKING =
  /(?:何|なに|なん|どう|どこ|どれ|どちら|いつ|いくら|いくつ|誰|だれ|どなた)(?:人|回|件|度|名|台|つ|とな)?(?:か(?!ら|$)|も(?!$)|でも|とか|にも)|何と言|なんか|なんて|なんと|どうぞ|どうせ|どうしても|どうも|何から何まで|いつの間|どうやら|どれだけ.*ても/gu;
/** A question that is only told of: 誰が来るかわからない, いつかと聞かれました. */
const TOLD =
  /か(?:どうか)?(?:は|が|も|を|と|に|、)?(?:わか|分か|知|決め|決ま|確認|聞|検討|心配|不安|次第|いう|言|というと|、?という)/u;
/** Listening, agreeing and thanking end in か and ask nothing. */
const NOT_ASKED =
  /^(?:あ|ああ|はい|ええ|へえ|うん|まあ|いや|なるほど)*、?(?:そう(?:なん|だったん)?(?:です|でした)(?:か|ね|よね)|そうか|なるほど.*|(?:本当|ほんと|マジ)(?:です)?か|ですか|ですよね|いいですか)$/u;
const TAG =
  /(?:じゃない|ではない|じゃありません|ではありません)(?:です)?か$|(?:です|ます|ました|でした|ません)よね$|でしょう$/u;
/** "いつなんでしょう" asks and "高いでしょう" supposes: what is in front of the ending says which. */
const SUPPOSING = /(?:なん|なの|ん|の)?でしょう$/u;
/** The なん of the ending is 何 only behind what it asks about: それはなんでしょう. */
const ASKING_WHAT = /(?:は|って)なんでしょう$/u;
/** Whatever is done, the same is supposed: どこへ行っても, 何をしたところで, どう見ても. */
const WHATEVER = /(?:て|で|た)(?:も|ところで)/u;
const FINAL =
  /(?:でしょうか|ませんか|ますか|ましたか|ですか|でしたか|ましょうか|のか|るか|たか|いか|っけ)ね?$/u;
const FINAL_NO = /(?:[るたいなん])の$/u;
const REQUEST =
  /(?:教えて|聞かせて|お聞かせ|ご説明|説明して)(?:いただけ|もらえ|ください|頂け|くださ)/u;
/** A word of asking with nothing but a few letters behind it: 値上げはいつから, 何があるん. */
const LATE_ASKING =
  /(?:何|なに|なん|なぜ|どう|どこ|どの|どれ|どちら|どんな|どない|いつ|いくら|いくつ|誰|だれ|どなた|いかが)[^か。、]{0,10}$/u;
const STATED =
  /(?:ください|下さい|ません|ました|です(?:ね|よ|が)?|ます(?:ね|よ|が)?|ましょう|けど|ので|から(?=.)|て|で|し|な|わ|よ|ね|や)$/u;

const trim = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s。！!、,「」『』]+$/gu, "")
    .replace(/\s+/gu, "");

const wordCount = (text: string): number =>
  [...segmentWords(text)].filter(({ isWordLike }) => isWordLike === true).length;

/** @param meant a sentence with the ending `SUPPOSING`, without what `NOT_ASKING` names */
const asksBySupposing = (meant: string): boolean => {
  const before = meant.replace(SUPPOSING, "");
  return ASKING_WHAT.test(meant) || (ASKING.test(before) && !WHATEVER.test(before));
};

/** The rule that makes a Japanese sentence a question, or null. */
export function japaneseQuestion(text: string): QuestionRule | null {
  const trimmed = trim(text);
  const isMarked = trimmed.endsWith("?");
  const isStopped = /[。．]\s*$/u.test(text);
  const body = trimmed.replace(/\?+$/u, "");
  const meant = body.replace(NOT_ASKING, "＊");
  const isAsking = ASKING.test(meant);
  if (NOT_ASKED.test(body)) return null;
  const isTag = TAG.test(body) && !(isAsking && /でしょう$/u.test(body));
  if (isTag || wordCount(body) < 3) return null;
  if (isMarked) return isAsking ? "wh" : "mark";
  if (FINAL.test(body)) return isAsking ? "wh" : "final";
  if (FINAL_NO.test(body) && isAsking) return "wh";
  if (REQUEST.test(body) && isAsking) return "request";
  if (TOLD.test(body)) return null;
  if (SUPPOSING.test(meant)) return asksBySupposing(meant) ? "wh" : null;
  if (isStopped) return null;
  const isLate = LATE_ASKING.test(meant) && !STATED.test(meant);
  return isLate || /(?:どう|いかが|何|いつ|どこ|いくら)(?:でした|です)$/u.test(meant) ? "wh" : null;
}

/** Where a sentence of polite speech ends that no stop shows, and what goes on instead. */
const END =
  /(?:です|ます|ました|ません(?:でした)?|でした|ましょう|でしょう|ください(?:ませ|(?!ま))|下さい(?!ま))(?:っけ|か(?!どう|なり))?(?:よね|ね|よ)?(?!が|けど|けれど|から|ので|のに|のは|のか|のが|し(?!かし)|って|と|か|ね|よ|ら|もの|もん|は(?!い)|を|に|ん|な(?!る)|、|。|？|\?|っ)/gu;

/** Cuts Japanese without stops where polite forms end a sentence: offsets [from, to). */
export function japaneseSentences(text: string): { from: number; to: number }[] {
  const cuts = [...text.matchAll(END)].map((match) => match.index + match[0].length);
  const ends = [...cuts.filter((cut) => cut < text.length), text.length];
  return ends.map((to, n) => ({ from: ends[n - 1] ?? 0, to }));
}

export const isOpenJapanese = (text: string, rule: QuestionRule): boolean =>
  rule === "wh" || rule === "request" || ASKING.test(text.replace(NOT_ASKING, "＊"));
