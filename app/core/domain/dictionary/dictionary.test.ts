import { expect, test } from "vitest";
import { cutWords, joinWords, type Word } from "../words/words.ts";
import { applyDictionary, buildAliasTrie, type DictionaryTerm } from "./alias.ts";
import { biasFor } from "./bias.ts";

const term = (text: string, variants: string[] = [], isCaseSensitive = false): DictionaryTerm => ({
  term: text,
  variants,
  isCaseSensitive,
});
const said = (text: string): Word[] =>
  cutWords(text).map((piece, n) => ({
    ...piece,
    startMs: n * 500,
    endMs: n * 500 + 400,
    confidence: 90 - n,
  }));
const fixed = (text: string, ...terms: DictionaryTerm[]) =>
  joinWords(applyDictionary(said(text), buildAliasTrie(terms)).words);

test("variants become the term, case and punctuation around them aside", () => {
  const hubspot = term("HubSpot", ["hub spot", "hop spot", "hubs pot"]);
  expect(fixed("we moved from Hub spot, to hop-spot. Hubspot's fine", hubspot)).toBe(
    "we moved from HubSpot, to HubSpot. HubSpot's fine",
  );
  expect(fixed("our (c r m) data", term("CRM", ["c r m"]))).toBe("our (CRM) data");
  expect(fixed("the spot. Hub spotless", hubspot)).toBe("the spot. Hub spotless");
});

test("the longest match wins, and a sentence's end is no place to match across", () => {
  const terms = [
    term("Salesforce", ["sales force"]),
    term("Salesforce Service Cloud", ["sales force service cloud"]),
  ];
  expect(fixed("sales force service cloud and sales force service", ...terms)).toBe(
    "Salesforce Service Cloud and Salesforce service",
  );
  expect(fixed("we closed sales. Force him", ...terms)).toBe("we closed sales. Force him");
});

test("the term has the first start, the last end and the lowest confidence, and the raw words are kept", () => {
  const words = said("use hub spot now");
  const {
    words: result,
    raw,
    replaced,
  } = applyDictionary(words, buildAliasTrie([term("HubSpot", ["hub spot"])]));
  expect(result[1]).toEqual({
    text: "HubSpot",
    startMs: 500,
    endMs: 1_400,
    confidence: 88,
    isSpaced: true,
  });
  expect(raw).toEqual(words);
  expect(replaced).toBe(1);
  const names = applyDictionary(
    said("maria lopes spoke"),
    buildAliasTrie([term("María López", ["maria lopes"])]),
  ).words;
  expect(names.map(({ text }) => text)).toEqual(["María", "López", "spoke"]);
  expect([names[0]?.startMs, names[1]?.endMs]).toEqual([0, 900]);
});

test("a case-sensitive term only matches what is written as it is", () => {
  const terms = [term("IT", ["I T"], true), term("Slack", ["slack"], true)];
  expect(fixed("it was IT and I T, not i t", ...terms)).toBe("it was IT and IT, not i t");
  expect(fixed("cut some slack", ...terms)).toBe("cut some Slack");
});

test("Japanese terms match across the words they were cut into, in either kana and width", () => {
  const terms = [term("ハブスポット", ["はぶ すぽっと", "ﾊﾌﾞｽﾎﾟｯﾄ"]), term("HubSpot", ["ハブスポ"])];
  expect(fixed("来月はぶすぽっとを使います。", ...terms)).toBe("来月ハブスポットを使います。");
});

test("words already right are left alone, and nothing is raw", () => {
  const words = said("HubSpot, now");
  expect(applyDictionary(words, buildAliasTrie([term("HubSpot")]))).toEqual({
    words,
    raw: null,
    replaced: 0,
  });
  expect(applyDictionary(words, buildAliasTrie([])).words).toEqual(words);
});

test("bias goes by importance: people, company, competitors, then boost, each once", () => {
  const entry = (
    text: string,
    category: string,
    boost: number,
    variants: string[] = [],
    phones: string | null = null,
  ) => ({ term: text, category, boost, variants, phones });
  const list = biasFor({
    participants: ["Aki Tanaka", "Maria Lopez", ""],
    company: "Acme",
    terms: [
      entry("Parley", "product", 3),
      entry("Rival", "competitor", 1),
      entry("HubSpot", "product", 9, ["hub spot"], "HH AH B"),
      entry("acme", "product", 2, ["ack me"]),
    ],
  });
  expect(list.map(({ text }) => text)).toEqual([
    "Aki Tanaka",
    "Maria Lopez",
    "Acme",
    "Rival",
    "HubSpot",
    "Parley",
  ]);
  expect(list[2]).toEqual({ text: "Acme", boost: 10, soundsLike: ["ack me"] });
  expect(list[4]).toEqual({
    text: "HubSpot",
    boost: 9,
    soundsLike: ["hub spot"],
    phones: "HH AH B",
  });
});
