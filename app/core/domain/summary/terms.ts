import { baseLanguage } from "../words/lexicon.ts";
import { fold } from "../words/fold.ts";
import { segmentWords } from "../words/words.ts";
import { porterStem } from "./stemmer.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that say nothing about what a sentence is about, spoken fillers among them. */
const STOP_EN = list(
  `a about above after again against all also am an and any anything are aren't as at be because been before being
  below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each
  else even ever every everything few for from further get gets getting go goes going gonna got had hadn't has hasn't
  have haven't having he he'd he'll he's her here here's hers herself him himself his how i i'd i'll i'm i've if in
  into is isn't it it's its itself just kind know let let's like lot made make many may maybe me mean more most much
  must my myself no nor not now of off okay ok on once one only or other ought our ours out over own perfect please
  quite really right said same say see she she's should shouldn't so some someone something sort still such sure take
  than thank thanks that that's the their theirs them themselves then there there's these they they'd they'll they're
  they've thing things think this those though through to too um uh under until up us very want was wasn't way we we'd
  we'll we're we've well were weren't what what's when where where's which while who who's whom why will with won't
  would wouldn't yeah yes yet you you'd you'll you're you've your yours yourself great good nice actually basically
  bit back er hmm oh ah alright hi hello bye exactly absolutely honestly`,
);
const STOP_JA = list(
  `です ます ました でし まし する した して い いる いた ある あり あっ あの その この こと もの ため よう そう これ それ
  ここ そこ どこ は が を に で と も の へ や か な ね よ から まで より ので けど けれど たい れる られ せる ない なかっ
  はい ええ うん なるほど ありがとう ござい ござ お ご さん 方 思い 思う という といった なっ なる なり 的 せ さ し
  ください いただき いただけ まあ なんか えーと えっと ちょっと`,
);
const HIRAGANA_ONLY = /^[\p{Script=Hiragana}ー]+$/u;

function englishTerms(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}']+/u)
    .map((word) => word.replace(/^'+|'+$/g, ""))
    .filter((word) => word !== "" && !STOP_EN.has(word))
    .map((word) => porterStem(word.replace(/'(?:s|re|ve|ll|d)$/, "").replace(/'/g, "")))
    .filter((term) => term.length > 1 || /\d/.test(term));
}

/** Words of Intl.Segmenter and bigrams of the letters of longer ones; particles and endings are out. */
function japaneseTerms(text: string): string[] {
  const terms: string[] = [];
  for (const { segment, isWordLike } of segmentWords(text.normalize("NFKC"))) {
    const word = fold(segment);
    if (isWordLike !== true || STOP_JA.has(segment) || STOP_JA.has(word)) continue;
    const letters = Array.from(word);
    if (letters.length === 1 && HIRAGANA_ONLY.test(word)) continue;
    terms.push(word);
    if (/[a-z0-9]/.test(word)) continue;
    for (let n = 0; n + 2 < letters.length + 1 && letters.length > 2; n += 1)
      terms.push(`${letters[n] ?? ""}${letters[n + 1] ?? ""}`);
  }
  return terms;
}

/** Terms for comparing and ranking: English stemmed without stop words, Japanese words and bigrams. */
export const termsOf = (text: string, language: string): string[] =>
  baseLanguage(language) === "ja" ? japaneseTerms(text) : englishTerms(text);

/** How much a sentence says: its words, for Japanese half its letters. */
export const wordsIn = (text: string, language: string): number =>
  baseLanguage(language) === "ja"
    ? Math.ceil(Array.from(text.replace(/[\s\p{P}]/gu, "")).length / 2)
    : text.split(/\s+/).filter((word) => word !== "").length;
