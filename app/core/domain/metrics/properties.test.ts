import { expect, test } from "vitest";
import type { MetricsInput } from "./input.ts";
import { computeMetrics } from "./metrics.ts";
import { cutOut, intersectionOf, totalOf, unionOf } from "./ranges.ts";
import type { SpokenWord } from "../words/spoken.ts";
import { talkContext } from "./talk-context.ts";
import { callOf, seeded } from "./test-calls.ts";

const TEXTS = [
  "yeah",
  "okay",
  "what does your team need",
  "well",
  "um",
  "the price is high",
  "so",
  "right",
];
const SPEAKERS = [
  { speakerId: "mari", side: "R" as const },
  { speakerId: "theo", side: "R" as const },
  { speakerId: "elena", side: "C" as const },
];

/** A random call of 1–60 utterances with overlaps, pauses and silences. */
function randomCall(seed: number): MetricsInput {
  const random = seeded(seed);
  const words: SpokenWord[] = [];
  let at = Math.round(random() * 3000);
  const count = 1 + Math.floor(random() * 60);
  for (let n = 0; n < count; n += 1) {
    const speaker = SPEAKERS[Math.floor(random() * SPEAKERS.length)] ?? SPEAKERS[0];
    const texts = (TEXTS[Math.floor(random() * TEXTS.length)] ?? "").split(" ");
    let t0Ms = Math.max(0, at + Math.round(random() * 2500 - 1000));
    for (const text of texts) {
      const t1Ms = t0Ms + 80 + Math.round(random() * 900);
      if (speaker) words.push({ ...speaker, t0Ms, t1Ms, text, confidence: null });
      t0Ms = t1Ms + (random() < 0.1 ? 600 : 0);
    }
    at = t0Ms + (random() < 0.05 ? 12_000 : 0);
  }
  return callOf(words, at + 20_000, { presets: ["rally"] });
}
const CALLS = Array.from({ length: 60 }, (_, seed) => randomCall(seed + 1));

test("speech of a side is a union: at most the sum of its units, at most the call", () => {
  for (const call of CALLS) {
    const { units, speech, durationMs } = talkContext(call);
    const sum = units.reduce((total, { t0Ms, t1Ms }) => total + t1Ms - t0Ms, 0);
    expect(totalOf(speech)).toBeLessThanOrEqual(sum);
    expect(totalOf(speech)).toBeLessThanOrEqual(durationMs);
  }
});

test("every ratio but the speed gap lies in [0, 1], both talk ratios sum to one", () => {
  for (const call of CALLS) {
    const { metrics } = computeMetrics(call);
    for (const { key, unit, value } of metrics) {
      if (unit !== "ratio" || value === null || key === "speed_gap") continue;
      expect(value, key).toBeGreaterThanOrEqual(0);
      expect(value, key).toBeLessThanOrEqual(1);
    }
    const talk = metrics.filter(({ key, value }) => key === "talk_ratio" && value !== null);
    if (talk.length === 2)
      expect(talk.reduce((s, { value }) => s + (value ?? 0), 0)).toBeCloseTo(1, 3);
  }
});

test("the order of the words does not matter", () => {
  for (const [n, call] of CALLS.entries()) {
    const random = seeded(n + 99);
    const shuffled = call.words.toSorted(() => random() - 0.5);
    expect(computeMetrics({ ...call, words: shuffled })).toEqual(computeMetrics(call));
  }
});

test("a later start moves the places and changes no value that is not per call", () => {
  const shift = 7000;
  for (const call of CALLS) {
    const moved = computeMetrics({
      ...call,
      durationMs: call.durationMs + shift,
      excluded: [{ t0Ms: 0, t1Ms: shift }],
      words: call.words.map((w) => ({ ...w, t0Ms: w.t0Ms + shift, t1Ms: w.t1Ms + shift })),
    });
    const still = computeMetrics(call);
    const values = (result: typeof still) =>
      result.metrics.map(({ key, value, parts }) => [key, value, parts]);
    expect(values(moved)).toEqual(values(still));
    expect(moved.rows).toEqual(still.rows);
    expect(moved.silences.map(({ t0Ms }) => t0Ms - shift)).toEqual(
      still.silences.map(({ t0Ms }) => t0Ms),
    );
  }
});

test("cutting a word in two that touch changes no talk time, turn or silence", () => {
  const KEYS = new Set([
    "talk_ratio",
    "longest_monologue",
    "silence_ratio",
    "patience",
    "participation",
  ]);
  for (const call of CALLS) {
    const plain = { ...call, language: "de" };
    const cut = {
      ...plain,
      words: plain.words.flatMap((w) => {
        const middle = Math.round((w.t0Ms + w.t1Ms) / 2);
        return [
          { ...w, t1Ms: middle },
          { ...w, t0Ms: middle },
        ];
      }),
    };
    const pick = (input: MetricsInput) =>
      computeMetrics(input).metrics.filter(({ key }) => KEYS.has(key));
    expect(pick(cut)).toEqual(pick(plain));
  }
});

test("silence and speech make up the span from first to last speech", () => {
  for (const call of CALLS) {
    const { speech } = talkContext(call);
    const ratio = computeMetrics(call).metrics.find(({ key }) => key === "silence_ratio");
    expect((ratio?.parts["silentMs"] ?? 0) + totalOf(speech)).toBe(ratio?.parts["spanMs"]);
  }
});

test("a second run gives the same bytes", () => {
  for (const call of CALLS.slice(0, 20))
    expect(JSON.stringify(computeMetrics(structuredClone(call)))).toBe(
      JSON.stringify(computeMetrics(call)),
    );
});

test("every place lies inside the call, every turn holds its units", () => {
  for (const call of CALLS) {
    const result = computeMetrics(call);
    const places = [
      ...result.silences,
      ...result.overlaps,
      ...result.questions,
      ...result.metrics.flatMap(({ at }) => at ?? []),
    ];
    for (const { t0Ms, t1Ms } of places) {
      expect(t0Ms).toBeGreaterThanOrEqual(0);
      expect(t1Ms).toBeGreaterThanOrEqual(t0Ms);
      expect(t1Ms).toBeLessThanOrEqual(call.durationMs);
    }
    const { bySide } = talkContext(call);
    for (const turn of bySide.turns)
      for (const unit of turn.units)
        expect(unit.t0Ms >= turn.t0Ms && unit.t1Ms <= turn.t1Ms).toBe(true);
  }
});

test("ranges: what is cut out and what is left never meet and make up the whole", () => {
  const random = seeded(5);
  const ranges = () =>
    unionOf(
      Array.from({ length: 12 }, () => {
        const t0Ms = Math.round(random() * 900);
        return { t0Ms, t1Ms: t0Ms + Math.round(random() * 80) };
      }),
    );
  for (let n = 0; n < 200; n += 1) {
    const [a, b] = [ranges(), ranges()];
    const left = a.flatMap((range) => cutOut(range, b));
    expect(totalOf(left) + totalOf(intersectionOf(a, b))).toBe(totalOf(a));
    expect(intersectionOf(left, b)).toEqual([]);
  }
});
