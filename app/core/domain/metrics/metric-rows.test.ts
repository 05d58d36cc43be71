import { expect, test } from "vitest";
import type { Side } from "../views.ts";
import { spokenWords } from "../words/spoken.ts";
import type { MetricsInput } from "./input.ts";
import type { MetricRow } from "./metric-rows.ts";
import type { Metric } from "./metric-views.ts";
import { computeMetrics } from "./metrics.ts";
import { callOf, say } from "./test-calls.ts";
import { DIALOGUE, segmentsOf } from "./test-dialogue.ts";

/** Two of ours and one customer take turns; the questions are all of the first. */
const TURNS = Array.from({ length: 24 }, (_, n) => {
  const at = n * 20;
  const ours = n % 3 === 2 ? "theo" : "mari";
  return [
    ...say("R", at, at + 8, n % 6 === 0 ? "so how do you do this today?" : undefined, ours),
    ...say("C", at + 9, at + 19, undefined, "elena"),
  ];
}).flat();
const TALK = callOf(TURNS, 490_000);
const JAPANESE = callOf(
  TURNS.map((word) => ({ ...word, text: "かんたん" })),
  490_000,
  { language: "ja" },
);
const CALLS: Record<string, MetricsInput> = {
  talk: TALK,
  japanese: JAPANESE,
  "class C": { ...TALK, quality: "C" },
  "spread times": { ...TALK, spreadShare: 0.5 },
  "fillers dropped": { ...TALK, fillersSupported: false },
  "without a filler list": { ...TALK, language: "de" },
  "several people on a lane": { ...TALK, groups: ["elena"] },
  dialogue: callOf(spokenWords(segmentsOf(DIALOGUE)), 300_000),
  "too short": callOf(say("R", 0, 20), 60_000),
  "one side alone": callOf(
    TURNS.filter(({ side }) => side === "R"),
    490_000,
  ),
  "few turns": callOf([...say("R", 0, 70), ...say("C", 71, 140)], 150_000),
};

const COLUMNS: Record<string, keyof MetricRow> = {
  talk_ratio: "talkRatio",
  longest_monologue: "longestMs",
  longest_customer_story: "longestMs",
  switches_per_min: "switchesPm",
  interactivity: "interactivity",
  patience: "patienceMs",
  customer_latency: "patienceMs",
  cut_in: "cutIn",
  questions_per_hour: "questionsPh",
  open_questions: "openShare",
  answered_questions: "answered",
  speed: "speed",
  speed_morae: "speed",
  speed_gap: "speedGap",
  silences: "silencePm",
  overlap_ratio: "overlap",
  interruptions: "interruptsPm",
  fillers: "fillersPm",
  pitch_variation: "pitchSd",
};
const COUNTS: Record<string, "waits" | "cutInOf"> = {
  ...{ patience: "waits", customer_latency: "waits", cut_in: "cutInOf" },
};

const rowOf = (input: MetricsInput, side: Side, participantId: string | null = null) => {
  const { rows } = computeMetrics(input);
  const row = rows.find((one) => one.side === side && one.participantId === participantId);
  if (!row) throw new Error(`no row of ${participantId ?? side}`);
  return row;
};
const saidOf = ({ key, value, parts, reason }: Metric) =>
  reason !== null ? null : key === "speed_morae" ? (parts["perSecond"] ?? null) : value;

test.each(Object.entries(CALLS))("a side's row says what the call says: %s", (_, input) => {
  for (const side of ["R", "C"] as const) {
    const row = rowOf(input, side);
    const said = computeMetrics(input).metrics.filter(
      (one) =>
        one.key in COLUMNS &&
        one.participantId === null &&
        (one.side === null || one.side === side),
    );
    for (const one of said) {
      const { key, n, reason } = one;
      const column = COLUMNS[key];
      const count = COUNTS[key];
      expect([key, column && row[column]]).toEqual([key, saidOf(one)]);
      expect([key, row.reasons[key] ?? null]).toEqual([key, reason]);
      if (count) expect([key, row[count]]).toEqual([key, n]);
    }
    // The call's list has no cut-ins of the customer's, their row has.
    const keys = new Set([...said.map(({ key }) => key), "cut_in"]);
    expect(Object.keys(row.reasons).filter((key) => !keys.has(key))).toEqual([]);
    expect(row.isMorae).toBe(input.language === "ja");
  }
});

test.each(Object.entries(CALLS))("whatever a row lacks has its reason there: %s", (_, input) => {
  for (const row of computeMetrics(input).rows) {
    const isOurs = row.side === "R";
    for (const [key, column] of Object.entries(COLUMNS)) {
      const others = isOurs
        ? ["customer_latency", "longest_customer_story"]
        : ["patience", "longest_monologue", "speed_gap"];
      const isHeld = !others.includes(key) && key !== (row.isMorae ? "speed" : "speed_morae");
      expect([key, key in row.reasons]).toEqual([key, isHeld && row[column] === null]);
    }
  }
});

test("a person's row counts the person against the other side", () => {
  const [mari, theo] = [rowOf(TALK, "R", "mari"), rowOf(TALK, "R", "theo")];
  const [us, elena] = [rowOf(TALK, "R"), rowOf(TALK, "C", "elena")];
  // 8 changes to Theo and 8 from him, of 47; in 490 s.
  expect(theo.switchesPm).toBe(1.9592);
  expect(theo.interactivity).toBe(4.898);
  expect((mari.switchesPm ?? 0) + (theo.switchesPm ?? 0)).toBeCloseTo(us.switchesPm ?? 0, 3);
  expect([mari.waits, theo.waits, us.waits]).toEqual([15, 8, 23]);
  expect([mari.cutInOf, theo.cutInOf, us.cutInOf]).toEqual([15, 8, 23]);
  expect([mari.openShare, mari.reasons["open_questions"]]).toEqual([1, undefined]);
  expect([theo.openShare, theo.answered, theo.reasons["open_questions"]]).toEqual([
    ...[null, null, "no_questions"],
  ]);
  // Her questions are said in fewer words than his turns.
  expect([mari.speedGap, theo.speedGap]).toEqual([0.1625, 0]);
  expect([elena.speedGap, elena.reasons["speed_gap"]]).toEqual([null, undefined]);
  expect(elena.patienceMs).toBe(1000);
});

test("a person's waits are gated by the person's own number, the rest by the sides", () => {
  const few = TURNS.map((word) =>
    word.speakerId === "theo" && word.t0Ms > 200_000 ? { ...word, speakerId: "mari" } : word,
  );
  const theo = rowOf(callOf(few, 490_000), "R", "theo");
  expect(theo.speechMs).toBeLessThan(60_000);
  expect([theo.waits, theo.patienceMs, theo.reasons["patience"]]).toEqual([3, null, "few_waits"]);
  expect([theo.cutInOf, theo.cutIn, theo.reasons["cut_in"]]).toEqual([3, null, "few_waits"]);
  expect(theo.talkRatio).not.toBeNull();
  expect(theo.reasons).not.toHaveProperty("talk_ratio");
});

test("morae are said of people as well", () => {
  const mari = rowOf(JAPANESE, "R", "mari");
  expect(mari.isMorae).toBe(true);
  expect(mari.speed).toBeGreaterThan(1);
  expect(mari.reasons).not.toHaveProperty("speed_morae");
});
