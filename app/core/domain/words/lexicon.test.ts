import { expect, test } from "vitest";
import { lexicalTokens, lexiconHash, lexiconOf } from "./lexicon.ts";
import { matcherOf } from "./lexicon-match.ts";

const lexicon = (language: string) => {
  const found = lexiconOf(language);
  if (!found) throw new Error(`no lexicon for ${language}`);
  return found;
};
const en = matcherOf(lexicon("en-US"));
const ja = matcherOf(lexicon("ja"));
const found = (matcher: typeof en, words: string[]) =>
  matcher.find(words).map(({ entry, from, to }) => [entry.text, entry.kind, from, to]);

test("words are folded as data §8 says", () => {
  expect(lexicalTokens("Mm-hmm,")).toEqual(["mm", "hmm"]);
  expect(lexicalTokens("ｅｒ…")).toEqual(["er"]);
  expect(lexicalTokens("I’m")).toEqual(["im"]);
  expect(lexicalTokens("エ〜〜ト")).toEqual(["えーと"]);
  expect(lexicalTokens("—")).toEqual([]);
});

test("the longest entry wins and a filler inside a backchannel is not one", () => {
  expect(found(en, "uh-huh you know the um Kind of thing".split(" "))).toEqual([
    ["uh-huh", "backchannel", 0, 1],
    ["you know", "filler", 1, 3],
    ["um", "filler", 4, 5],
    ["kind of", "filler", 5, 7],
  ]);
});

test("an entry never begins or ends inside a word", () => {
  expect(found(en, ["umbrella", "likely", "uh-oh"])).toEqual([]);
  expect(found(ja, ["なんかい", "来", "ました"])).toEqual([]);
});

test.each([
  [["yeah"], 1],
  [["Yeah,", "okay."], 2],
  [["Mm-hmm."], 1],
  [["makes", "sense", "got", "it"], 2],
  [["yeah", "but"], null],
  [["umm"], null],
  [[], null],
])("en %j is covered by %j backchannels", (words, count) => {
  expect(en.cover(words)).toBe(count);
});

test.each([
  [["はい", "はい"], 2],
  [["そうですね"], 1],
  [["そう", "です", "ね", "、", "なるほど"], 2],
  [["ハイ。"], 1],
  [["うーん"], null],
  [["はい", "検討", "します"], null],
])("ja %j is covered by %j backchannels, spaces or not", (words, count) => {
  expect(ja.cover(words)).toBe(count);
});

test("a drawn-out うーん stays a filler and うん a backchannel", () => {
  expect(found(ja, ["うーーん", "うん", "ええと"])).toEqual([
    ["うーん", "filler", 0, 1],
    ["うん", "backchannel", 1, 2],
    ["ええと", "filler", 2, 3],
  ]);
});

test("a workspace adds and removes words, and the hash names the union", () => {
  const changed = lexiconOf("en", [
    { kind: "filler", text: "literally", isRemoved: false },
    { kind: "filler", text: "So", isRemoved: true },
  ]);
  const texts = changed?.entries.filter(({ kind }) => kind === "filler").map(({ text }) => text);
  expect(texts).toContain("literally");
  expect(texts).not.toContain("so");
  expect(lexiconHash(changed)).not.toBe(lexiconHash(lexiconOf("en")));
  const back = lexiconOf("en", [
    { kind: "filler", text: "um", isRemoved: true },
    { kind: "filler", text: "um", isRemoved: false },
  ]);
  expect(lexiconHash(back)).toBe(lexiconHash(lexiconOf("en-GB")));
  expect(lexiconHash(back)).toMatch(/^[0-9a-f]{16}$/);
});

test("a language without lists has none until the workspace adds words", () => {
  expect(lexiconOf("de")).toBeNull();
  expect(
    lexiconOf("de", [{ kind: "filler", text: "ähm", isRemoved: false }])?.entries,
  ).toHaveLength(1);
});
