import { expect, test } from "vitest";
import { segmentsOf, DIALOGUE } from "../metrics/test-dialogue.ts";
import { cutWords } from "../words/words.ts";
import { extractFields, type FieldDef } from "./extract.ts";
import { EN_FIELDS } from "./sections-en.ts";
import { JA_FIELDS } from "./sections-ja.ts";
import { segmentsOfLines } from "../hits/test-calls.ts";
import { nextStepsOf } from "./next-steps.ts";
import { summarySentences } from "./sentences.ts";

const CLOCK = { startedAt: "2026-06-10T15:00:00Z", timeZone: "UTC" };
const SENTENCES = summarySentences(segmentsOf(DIALOGUE), "en");
const COMPETITOR: FieldDef = {
  key: "competitor",
  type: "enum",
  side: "C",
  cues: /$^/,
  options: ["Gong", "Chorus", "Clari"].map((value) => ({ value, words: [value] })),
};

test("seven fields of the dialogue", () => {
  const fields = extractFields([...Object.values(EN_FIELDS), COMPETITOR], SENTENCES, "en", CLOCK);
  const values = Object.fromEntries(fields.map(({ key, best }) => [key, best.value]));
  expect(values).toMatchObject({
    budget_amount: { amount: 60_000, currency: "USD" },
    price: { amount: 79, currency: "USD" },
    go_live: { date: "2026-09-01", isExact: true },
    discount: { percent: 15 },
    quantity: { number: 65 },
    competitor: { option: "Gong" },
    system: { option: "Salesforce" },
  });
});

test("five turns of the dialogue hold next steps, with owner and due date", () => {
  const steps = nextStepsOf(SENTENCES, "en", CLOCK);
  expect([...new Set(steps.map(({ sentence }) => sentence.segment))]).toEqual([32, 33, 40, 41, 42]);
  expect(
    steps.map(({ sentence, owner, due }) => [sentence.segment, owner, due?.date ?? null]),
  ).toEqual([
    [32, "speaker", "2026-06-11"],
    [33, "other", null],
    [40, "both", "2026-06-16"],
    [41, "speaker", null],
    [41, "speaker", null],
    [42, "speaker", "2026-06-11"],
    [42, "other", "2026-06-16"],
  ]);
  expect(steps[5]?.quote).toBe("i will send the security documents and the proposal by thursday");
  expect(steps[5]?.due?.phrase).toBe("by thursday".slice(3));
});

const steps = (text: string, language = "en") => {
  const words = cutWords(text).map((piece, n) => ({
    text: piece.text,
    isSpaced: piece.isSpaced,
    t0Ms: n * 300,
    t1Ms: n * 300 + 280,
  }));
  const segment = { no: 0, participantId: "p", side: "R" as const, t0Ms: 0, t1Ms: 9000, words };
  return nextStepsOf(summarySentences([segment], language), language, CLOCK).map(
    ({ rule, quote, due }) => [rule, quote, due?.date ?? null],
  );
};

test.each([
  "our product updates the fields and you can choose which ones",
  "i will not send it before legal agrees",
  "it can send reports automatically so we can review less",
  "i think we sent that last week",
  "they will follow up with you at some point",
  "what would you include in it",
  "i call them every day",
  "we'll see how the market goes",
  "i'll be honest it is a lot",
  "we'll use it in the new office",
  "i'll have a coffee please",
  "we'll go through three slides",
  "i'll tell you why that matters",
  "he'll call you back",
])("no next step: %s", (text) => {
  expect(steps(text)).toEqual([]);
});

test.each([
  [
    "I'll send you the contract tomorrow.",
    [["will", "I'll send you the contract tomorrow.", "2026-06-11"]],
  ],
  [
    "Could you please loop your CFO in by end of next week?",
    [["ask", "Could you please loop your CFO in by end of next week?", "2026-06-19"]],
  ],
  [
    "Great, let's schedule a demo for June 30.",
    [["we", "let's schedule a demo for June 30.", "2026-06-30"]],
  ],
  [
    "I will draft the order form and you'll review it on Friday",
    [
      ["will", "I will draft the order form", null],
      ["ask", "you'll review it on Friday", "2026-06-12"],
    ],
  ],
  [
    "i'll ask our lawyers about that tomorrow what do you think",
    [["will", "i'll ask our lawyers about that tomorrow", "2026-06-11"]],
  ],
  ["we'll put that in writing", [["we", "we'll put that in writing", null]]],
  [
    "i'll um i'll drop by on thursday with the keys it's easier that way",
    [["will", "i'll um i'll drop by on thursday with the keys", "2026-06-11"]],
  ],
  ["by friday i'll mail you the list", [["will", "i'll mail you the list", "2026-06-12"]]],
  ["i'll see if we can lower it", [["will", "i'll see if we can lower it", null]]],
])("%s", (text, expected) => {
  expect(steps(text)).toEqual(expected);
});

test.each([
  ["I'll send the minutes by Friday.", "2026-06-12"],
  ["I'll send the minutes.", null],
  ["I'll send you the money.", null],
  ["I'll check the hours with our team.", null],
  ["We'll send our minutes and the money on Monday.", "2026-06-15"],
  ["I'll email you the meeting minutes tomorrow.", "2026-06-11"],
  ["I'll confirm these hours with the second team by Thursday.", "2026-06-11"],
  ["I'll send you the money for the seconds next Tuesday.", "2026-06-16"],
  ["I'll call you in two hours.", "2026-06-10"],
  ["I'll send it within ten days.", "2026-06-20"],
  ["I'll call you the day after tomorrow.", "2026-06-12"],
  // The date nearest the act, or the one that says until when.
  ["I'll send the figures of March on Friday.", "2026-06-12"],
  ["I'll send you the notes we took on Monday by Friday.", "2026-06-12"],
  ["I'll send the plan for July by Friday.", "2026-06-12"],
  ["I'll call you on Thursday about the launch on June 30.", "2026-06-11"],
  ["I'll send the offer by Friday for the meeting on Tuesday.", "2026-06-12"],
])("due: %s", (text, due) => {
  expect(steps(text).map(([, , date]) => date)).toEqual([due]);
});

test.each([
  ["6月30日の資料を金曜日までにお送りします。", "2026-06-12"],
  ["金曜日までに6月30日の資料をお送りします。", "2026-06-12"],
  ["来週の打ち合わせの議事録を明日お送りします。", "2026-06-11"],
])("due, ja: %s", (text, due) => {
  expect(steps(text, "ja").map(([, , date]) => date)).toEqual([due]);
});

test.each([
  ["見積もりを来週の火曜日までにお送りします。", "will", "2026-06-16"],
  ["資料を共有させていただきます。", "will", null],
  ["金曜日までにご確認いただけますか。", "ask", "2026-06-12"],
  ["日程の調整をお願いいたします。", "ask", null],
  ["次回の打ち合わせを設定しましょう。", "we", null],
  ["社内で部長に聞いてみます。", "will", null],
  ["設定案を明日までに作っておきます。", "will", "2026-06-11"],
  ["もう少し安くします。", "will", null],
])("ja: %s", (text, rule, due) => {
  expect(steps(text, "ja").map(([found, , date]) => [found, date])).toEqual([[rule, due]]);
});

const PRICED: FieldDef = { key: "price", type: "money", side: null, cues: /(?:)/ };
const prices = (text: string, language: string) => {
  const words = cutWords(text).map(({ text, isSpaced }, n) => ({
    ...{ text, isSpaced },
    ...{ t0Ms: n * 300, t1Ms: n * 300 + 280 },
  }));
  const segment = { no: 0, participantId: "p", side: null, t0Ms: 0, t1Ms: 9000, words };
  const [found] = extractFields([PRICED], summarySentences([segment], language), language, CLOCK);
  return found ? [found.best, ...found.others].map(({ value }) => value) : [];
};

test.each([
  ["en", "it is seventy nine dollars per user per month", 79, "USD", ["user", "month"]],
  ["en", "Dinner is £45 a head with wine.", 45, "GBP", ["head"]],
  ["en", "Support costs 3,200 euros a month.", 3200, "EUR", ["month"]],
  ["en", "they pay twelve pence per kilowatt hour", 0.12, "GBP", ["kilowatt hour"]],
  ["en", "€12 per extra line above five", 12, "EUR", ["line"]],
  ["en", "it is $300 annually", 300, "USD", ["year"]],
  ["en", "setup costs $1,500 and that is it", 1500, "USD", undefined],
  ["en", "for ten dollars a new plan begins", 10, "USD", undefined],
  ["ja", "一人あたり月額300円です。", 300, "JPY", ["人", "月"]],
  ["ja", "カラーは一枚9円です。", 9, "JPY", ["枚"]],
  ["ja", "保守は年間12万円です。", 120_000, "JPY", ["年"]],
  ["ja", "利用料は5,000円/月です。", 5000, "JPY", ["月"]],
  ["ja", "三台で40万円です。", 400_000, "JPY", undefined],
])("%s: a price with its unit: %s", (language, text, amount, currency, per) => {
  expect(prices(text, language)).toEqual([{ amount, currency, ...(per ? { per } : {}) }]);
});

test("a price stands beside prices of its own side only", () => {
  const lines = [
    "R our standard price is $79 per user per month",
    "R the plus plan is $99 per user per month",
    "R last year they made $900,000 with it",
    "C another vendor has a price of $50 a user",
  ];
  const price = { ...PRICED, side: "R" as const, cues: /\bprice\b/ };
  const sentences = summarySentences(segmentsOfLines(lines), "en");
  const [found] = extractFields([price], sentences, "en", CLOCK);
  expect(found?.best.value).toMatchObject({ amount: 79 });
  expect(found?.others.map(({ value }) => value)).toEqual([
    { amount: 99, currency: "USD", per: ["user", "month"] },
  ]);
});

test.each([
  "資料をお送りしました。",
  "確認しますか。",
  "ありがとうございます。",
  "よろしくお願いいたします。",
  "それでは画面を共有します。",
  "最後は部長が確認します。",
  "いつも総務が作成します。",
])("ja, no next step: %s", (text) => {
  expect(steps(text, "ja")).toEqual([]);
});

test("Japanese fields", () => {
  const turns = [
    "今年の予算はどのくらいでしょうか。",
    "今年は六百万円を確保しています。",
    "料金は一人あたり月額8千円で、年払いなら1割引きです。",
    "まず65名で始めて、9月1日までに稼働させたいです。",
  ];
  const segments = turns.map((text, no) => ({
    no,
    participantId: no % 2 ? "customer" : "rep",
    side: no % 2 ? ("C" as const) : ("R" as const),
    t0Ms: no * 9000,
    t1Ms: no * 9000 + 8000,
    text,
    words: cutWords(text).map((piece, n) => ({
      text: piece.text,
      t0Ms: no * 9000 + n * 200,
      t1Ms: no * 9000 + n * 200 + 190,
    })),
  }));
  const fields = extractFields(
    Object.values(JA_FIELDS),
    summarySentences(segments, "ja"),
    "ja",
    CLOCK,
  );
  expect(Object.fromEntries(fields.map(({ key, best }) => [key, best.value]))).toMatchObject({
    budget_amount: { amount: 6_000_000, currency: "JPY" },
    price: { amount: 8000, currency: "JPY" },
    discount: { percent: 10 },
    quantity: { number: 65, unit: "名" },
    go_live: { date: "2026-09-01" },
  });
});
