import { halfWidth } from "./numbers-ja.ts";

// What an amount is paid for, in the words that were said: "$79 per user per month" → ["user", "month"].

const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[^\p{L}\p{N}'-]/gu, "");

const TIME = "second|minute|hour|day|night|week|month|quarter|year";
const TIMES = new RegExp(`^(?:${TIME})$`);
/** "A" counts only before these: "five dollars a head", but "ten dollars a new plan needs". */
const AFTER_A = new RegExp(
  `^(?:${TIME}|head|person|user|seat|agent|employee|unit|piece|item|box|pallet|container|room|guest|student|licen[cs]e|call|ticket|site|store|vehicle|car|truck|pop|go|time|share|page|copy|metre|meter|mile|kilo|kilometre|kilometer|tonne|ton|litre|liter|gallon|pound)$`,
);
const QUALIFIER =
  /^(?:extra|additional|single|new|active|full|individual|paid|named|working|calendar)$/;
const NO_UNIT =
  /^(?:the|a|an|and|or|but|for|with|on|in|if|so|that|is|are|it|we|you|they|i|at|to|of|from|up|plus|all|about)$/;
const ADVERBS: ReadonlyMap<string, string> = new Map([
  ["hourly", "hour"],
  ["daily", "day"],
  ["nightly", "night"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["quarterly", "quarter"],
  ["yearly", "year"],
  ["annually", "year"],
  ["annum", "year"],
]);
const MOST = 2;

/** English words behind an amount, punctuation still on them. */
export function englishUnits(words: readonly string[]): string[] {
  const units: string[] = [];
  const texts = words.slice(0, 10).map(foldWord);
  const isClosed = (n: number) => /[.,;:!?]["'”’)]*$/u.test(words[n] ?? "");
  let at = 0;
  while (units.length < MOST) {
    const [lead = "", first = ""] = [texts[at], texts[at + 1]];
    const adverb = ADVERBS.get(lead);
    if (adverb !== undefined) return [...units, adverb];
    const isPer = /^(?:per|each|every)$/.test(lead);
    if (isClosed(at) || !(isPer || (/^an?$/.test(lead) && AFTER_A.test(first)))) break;
    const name = QUALIFIER.test(first) ? at + 2 : at + 1;
    const [unit = "", next = ""] = [texts[name], texts[name + 1]];
    if (unit === "" || NO_UNIT.test(unit)) break;
    // "Per kilowatt hour" is one unit, "per user month" too.
    const isPair = !isClosed(name) && !TIMES.test(unit) && TIMES.test(next);
    units.push(ADVERBS.get(unit) ?? (isPair ? `${unit} ${next}` : unit));
    at = name + (isPair ? 2 : 1);
    if (isClosed(at - 1)) break;
  }
  return units;
}

const EACH = "(?:あたり|当たり|当り|につき|ごとに|ごと|毎に|に)?";
const ONE = "(?:1|１|一)";
const COUNTED =
  "名|人|台|キロ|kg|グラム|g|箱|枚|本|個|件|回|席|社|店舗|店|部屋|室|泊|晩|パック|杯|基|クラス|コマ|坪|平米|冊|セット|拠点|ユーザー|ライセンス|アカウント|ID|リットル|トン|束|袋|匹|玉|ページ|通|便|往復|区画|契約|端末|時間|分|日|週間|週|か月|ヶ月|カ月|月|年";
const BY_COUNT = new RegExp(
  `(?:${ONE}|\\d+|[二三四五六七八九十百千]+)(${COUNTED})(?:間)?${EACH}`,
  "gu",
);
const PERIODS: readonly (readonly [RegExp, string])[] = [
  [/月額|毎月|月々|月に|(?<![\d一二三四五六七八九十か今来先])月(?=約?$|約?\d)/u, "月"],
  [/年額|年間|毎年|年に|(?<![\d一二三四五六七八九十今来去])年(?=約?$)/u, "年"],
  [/日額|毎日|日当/u, "日"],
  [/時給|毎時/u, "時間"],
  [/毎週|週に/u, "週"],
  [/坪単価/u, "坪"],
];
const REACH = 16;

/** Japanese text before and behind an amount: 一人あたり月額300円, 一台4万円, 5,000円/月. */
export function japaneseUnits(before: string, after: string): string[] {
  // A clause border ends what belongs to the amount.
  const lead =
    halfWidth(before.slice(-REACH))
      .split(/[、。,]|円(?!単価)|ので|ますが|ですが/u)
      .at(-1) ?? "";
  const units: string[] = [];
  for (const match of lead.matchAll(BY_COUNT)) {
    const isPer = /(?:あたり|当たり|当り|につき|ごと|毎)/u.test(match[0]);
    const isOne = /^(?:1|一)/u.test(match[0]);
    // 三台で40万円 is a sum; 100グラム350円 and 一枚9円 are not.
    const rest = lead.slice(match.index + match[0].length);
    const isBeside = /^(?:約|半日で|税込|税抜|月|年|[月年]額|[月年]間|[月年]に|$)/u.test(rest);
    const isMeasure = /グラム|g|キロ|kg/u.test(match[1] ?? "");
    if (isPer || (isBeside && (isOne || isMeasure))) units.push(match[1] ?? "");
  }
  for (const [pattern, unit] of PERIODS) {
    if (pattern.test(lead) && !units.includes(unit)) units.push(unit);
  }
  const behind = /^\s*(?:\([^)]*\))?\s*[\/／]\s*(月|年|日|人|名|台|回|件|時間|ユーザー|席)/u.exec(
    after,
  )?.[1];
  if (behind !== undefined && !units.includes(behind)) units.push(behind);
  return units.slice(0, MOST);
}
