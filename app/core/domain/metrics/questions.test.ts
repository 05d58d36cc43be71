import { expect, test } from "vitest";
import { computeMetrics } from "./metrics.ts";
import { englishQuestion } from "./question-rules-en.ts";
import { japaneseQuestion } from "./question-rules-ja.ts";
import { spokenWords } from "../words/spoken.ts";
import { callOf, say } from "./test-calls.ts";
import { DIALOGUE, segmentsOf } from "./test-dialogue.ts";

const ASKED = [0, 1, 4, 6, 8, 10, 14, 17, 19, 22, 24, 26, 28, 30, 33, 35, 38, 40, 44];

test("questions without marks: every one found is one, and nearly all are found", () => {
  const words = spokenWords(segmentsOf(DIALOGUE));
  const { questions } = computeMetrics(callOf(words, 300_000));
  const found = questions.map(({ segment }) => segment);
  expect(found.filter((no) => no === null || !ASKED.includes(no))).toEqual([]);
  expect(found.length / ASKED.length).toBeGreaterThanOrEqual(0.89);
});

test.each([
  "what does your team use today",
  "so who signs the contract on your side",
  "how many seats would you need for the pilot",
  "is there a budget for this",
  "okay and how about the second depot",
  "can you walk me through the process",
  "could you share the numbers with us",
  "yeah do you know when they decide",
])("unmarked question: %s", (text) => {
  expect(englishQuestion(text, false)).not.toBeNull();
});

test.each([
  "the problem is that our data is old",
  "we can do it next week",
  "that is how we work",
  "i know what the price is",
  "you can choose which fields are updated",
  "it is great to have you here today",
  "people who are in the field use it",
  "let me know if you have time",
  "when we launched it was fine",
  "as you can see it is simple",
  "i will send it if you want",
  "what we do is simple",
])("no question: %s", (text) => {
  expect(englishQuestion(text, false)).toBeNull();
});

test.each([
  ["You use Gong, right?", null],
  ["It works, doesn't it?", null],
  ["Really now?", null],
  ["Does it integrate, yes or no?", "inverted"],
  ["The budget is fixed?", "mark"],
  ["What does it cost?", "wh"],
])("marked: %s → %s", (text, rule) => {
  expect(englishQuestion(text, true)).toBe(rule);
});

test("an engine that writes full stops has heard a statement", () => {
  expect(englishQuestion("What is the plan for us.", true)).toBeNull();
});

test.each([
  ["ご予算はどのくらいでしょうか", "wh"],
  ["来週お時間いただけますか。", "final"],
  ["今は何を使っているの？", "wh"],
  ["導入の時期は決まっていますか", "final"],
  ["現在の課題を教えていただけますか", "final"],
  ["そうですか", null],
  ["いいじゃないですか", null],
  ["承知しました", null],
  ["これは御社のものです", null],
])("ja: %s → %s", (text, rule) => {
  expect(japaneseQuestion(text)).toBe(rule);
});

test("a question the asker answers himself is rhetorical, one left open to the other is not", () => {
  const ask = (restAt: number) =>
    computeMetrics(
      callOf(
        [
          ...say("R", 0, 3, "So what does that mean for you?"),
          ...say("R", restAt, restAt + 4, "It means that you save time."),
          ...say("C", 20, 24),
        ],
        30_000,
      ),
    ).questions.length;
  expect(ask(3.1)).toBe(0);
  expect(ask(4.2)).toBe(1);
});

test("answered: the other side starts within 5 s and speaks for 2 s", () => {
  const answered = (from: number, to: number, more: [number, number] = [100, 101]) =>
    computeMetrics(
      callOf(
        [
          ...say("R", 0, 3, "what does your team need"),
          ...say("C", from, to),
          ...say("C", ...more),
        ],
        120_000,
      ),
    ).questions[0]?.isAnswered;
  expect(answered(4, 6.5)).toBe(true);
  expect(answered(8.1, 12)).toBe(false);
  expect(answered(4, 5)).toBe(false);
  expect(answered(4, 5, [6.5, 8])).toBe(true);
});

test("open questions are counted beside all", () => {
  const { metrics } = computeMetrics(callOf(spokenWords(segmentsOf(DIALOGUE)), 300_000));
  const open = metrics.find(({ key, side }) => key === "open_questions" && side === "R");
  expect(open?.parts["count"]).toBeGreaterThan(8);
  expect(open?.value).toBeGreaterThan(0.5);
  expect(open?.value).toBeLessThan(1);
});
