import { expect, test } from "vitest";
import { computeMetrics } from "./metrics.ts";
import { englishQuestion } from "../words/question-rules-en.ts";
import { japaneseQuestion } from "../words/question-rules-ja.ts";
import { spokenWords } from "../words/spoken.ts";
import { cutWords } from "../words/words.ts";
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
  "what did the auditors say about it",
  "how soon would the team be able to start",
  "what if the contract runs out in march",
  "is the training part of the price",
  "would your colleagues use the app",
  "okay that makes sense and how often do the drivers report in",
  "the invoice goes to whom",
  "so you ship from where",
  "so how many people look after it",
  "how many um how many of them are part time",
  "anything else we should bring along",
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
  "what matters most is the price",
  "what's important is the data",
  "i asked him how many seats they need",
  "how long it takes is what everyone asks",
  "a spreadsheet which is the reason we called",
  "would be great to have it by then",
  "she does the books and he signs",
  "the problem is we do not know where it goes",
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
  ["値上げはいつからになるの", "wh"],
  ["担当の方はどなたでしょう", "wh"],
  ["前の担当の方はどなたでしたっけ", "wh"],
  ["昨日の会議はどうでした", "wh"],
  ["いつなんでしょう。", "wh"],
  ["どこなんでしょう。", "wh"],
  ["いくらなんでしょう。", "wh"],
  ["どの部署が使うんでしょう。", "wh"],
  ["二十七日はいかがでしょう。", "wh"],
  ["それはなんでしょう。", "wh"],
  ["高いでしょう。", null],
  ["来週には来るでしょう。", null],
  ["まだ学生なんでしょう。", null],
  ["まだ学生なんでしょう", null],
  ["いつも混んでいるでしょう。", null],
  ["どこへ行っても同じでしょう。", null],
  ["そうですか", null],
  ["そうでしたか。", null],
  ["何かあればご連絡ください", null],
  ["誰が担当か確認します", null],
  ["何でも聞いてください", null],
  ["いいじゃないですか", null],
  ["承知しました", null],
  ["これは御社のものです", null],
])("ja: %s → %s", (text, rule) => {
  expect(japaneseQuestion(text)).toBe(rule);
});

test.each([
  [
    "en",
    "that is a lot for one inbox how many people do you have and who decides about a new system",
    ["how many people do you have and", "who decides about a new system"],
  ],
  ["en", "sounds good can we start in june", ["can we start in june"]],
  ["ja", "はい大丈夫ですご予算はどのくらいですか", ["ご予算はどのくらいですか"]],
])("%s: questions inside a unit without marks: %s", (language, text, asked) => {
  const words = cutWords(text).map((word, n) => ({
    ...{ speakerId: "R", side: "R" as const, text: word.text, confidence: 90 },
    ...{ t0Ms: n * 300, t1Ms: n * 300 + 300 },
  }));
  const { questions } = computeMetrics(callOf(words, 60_000, { language }));
  const space = language === "ja" ? "" : " ";
  const said = questions.map(({ t0Ms, t1Ms }) =>
    words.filter((word) => word.t0Ms >= t0Ms && word.t1Ms <= t1Ms).map((word) => word.text),
  );
  expect(said.map((found) => found.join(space))).toEqual(asked);
});

test.each([
  ["we can do both you would have won plan b as well", []],
  ["we do as much as we can you would be surprised", []],
  ["we have the numbers | do you want them today", ["do you want them today"]],
  ["if we sign by friday do you still start in june", ["do you still start in june"]],
  ["the landlord is he easy to get hold of", ["is he easy to get hold of"]],
  ["hi dana good morning can you see my screen", ["can you see my screen"]],
])("verb first asks where a thought begins: %s", (text, asked) => {
  let at = 0;
  const words = text.split(" ").flatMap((word) => {
    if (word === "|") at += 300;
    if (word === "|") return [];
    at += 300;
    const time = { t0Ms: at - 300, t1Ms: at };
    return [{ speakerId: "R", side: "R" as const, text: word, confidence: 90, ...time }];
  });
  const { questions } = computeMetrics(callOf(words, 60_000));
  const said = questions.map(({ t0Ms, t1Ms }) =>
    words.filter((word) => word.t0Ms >= t0Ms && word.t1Ms <= t1Ms).map((word) => word.text),
  );
  expect(said.map((found) => found.join(" "))).toEqual(asked);
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
