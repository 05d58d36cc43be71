import { describe, expect, test } from "vitest";
import type { Metric } from "./metric-views.ts";
import type { Side } from "../views.ts";
import type { MetricsInput } from "./input.ts";
import { computeMetrics } from "./metrics.ts";
import { spokenWords } from "../words/spoken.ts";
import { STRIP_CELLS, stripOf } from "./strip.ts";
import { callOf, say } from "./test-calls.ts";
import { DIALOGUE, segmentsOf } from "./test-dialogue.ts";

const DIALOGUE_CALL = callOf(spokenWords(segmentsOf(DIALOGUE)), 300_000);
const view = (input: MetricsInput, key: string, side: Side | null = null): Metric => {
  const found = computeMetrics(input).metrics.find((m) => m.key === key && m.side === side);
  if (!found) throw new Error(`no ${key}`);
  return found;
};
const reasons = (input: MetricsInput) =>
  Object.fromEntries(computeMetrics(input).metrics.map(({ key, reason }) => [key, reason]));

describe("what cannot be measured is null with its reason", () => {
  const TURN_TIMES = [
    "patience",
    "cut_in",
    "customer_latency",
    "overlap_ratio",
    "overlaps",
    "interruptions",
  ];

  test("class C", () => {
    const result = reasons({ ...DIALOGUE_CALL, quality: "C" });
    for (const key of [...TURN_TIMES, "pitch_variation"]) expect(result[key], key).toBe("class_c");
    expect(result["talk_ratio"]).toBeNull();
  });

  test("turns without times of their own: what is counted is given, what is measured in time is not", () => {
    const result = computeMetrics({ ...DIALOGUE_CALL, areTimesMadeUp: true });
    const given = result.metrics.filter(({ value }) => value !== null).map(({ key }) => key);
    expect([...new Set(given)].sort()).toEqual(
      ["answered_questions", "open_questions", "questions"].filter((key) => given.includes(key)),
    );
    expect(given).toContain("questions");
    expect(reasons({ ...DIALOGUE_CALL, areTimesMadeUp: true })["talk_ratio"]).toBe(
      "times_estimated",
    );
    expect(result.rows.every(({ talkRatio }) => talkRatio === null)).toBe(true);
  });

  test("several people on one lane", () => {
    const groups = [
      ...new Set(
        DIALOGUE_CALL.words.filter(({ side }) => side === "C").map(({ speakerId }) => speakerId),
      ),
    ];
    const call = { ...DIALOGUE_CALL, groups };
    const { metrics, rows } = computeMetrics(call);
    const shares = metrics.filter(({ key }) => key === "participation");
    for (const { participantId, value, reason } of shares)
      if (groups.includes(participantId ?? ""))
        expect([value, reason]).toEqual([null, "several_people"]);
      else expect(value).not.toBeNull();
    expect(reasons(call)["speaking_stakeholders"]).toBe("several_people");
    expect(rows.some(({ participantId }) => groups.includes(participantId ?? ""))).toBe(false);
    expect(reasons(call)["talk_ratio"]).toBeNull();
  });

  test("unknown sides", () => {
    const unknown = { ...DIALOGUE_CALL, quality: "C" as const, sidesKnown: false };
    const result = reasons(unknown);
    for (const key of [
      "talk_ratio",
      "longest_monologue",
      "questions",
      "speed",
      "fillers",
      "switches_per_min",
    ])
      expect(result[key], key).toBe("sides_unknown");
    expect(result["silences"]).toBeNull();
    const { rows, strip, overlaps, metrics } = computeMetrics(unknown);
    expect([rows, strip, overlaps]).toEqual([[], null, []]);
    expect(metrics.filter((m) => m.reason === "sides_unknown").every((m) => m.value === null)).toBe(
      true,
    );
  });

  test("over 5 % of the words with spread times", () => {
    const at = (spreadShare: number) => reasons({ ...DIALOGUE_CALL, spreadShare });
    for (const key of TURN_TIMES) expect(at(0.06)[key], key).toBe("times_estimated");
    expect(at(0.05)["patience"]).toBeNull();
    expect(at(0.06)["talk_ratio"]).toBeNull();
  });

  test("fillers of an engine that drops them, or of a language without a list, are not 0", () => {
    const dropped = { ...DIALOGUE_CALL, fillersSupported: false };
    expect(view(dropped, "fillers", "R")).toMatchObject({ value: null, reason: "not_supported" });
    expect(computeMetrics(dropped).rows.every(({ fillersPm }) => fillersPm === null)).toBe(true);
    expect(view({ ...DIALOGUE_CALL, language: "de" }, "fillers", "C").reason).toBe("not_supported");
  });

  test("no tracker, no pitch frames", () => {
    expect(view(DIALOGUE_CALL, "objection_pause", "R").reason).toBe("no_tracker");
    expect(view(DIALOGUE_CALL, "pitch_variation").reason).toBe("not_supported");
  });

  test("nobody spoke", () => {
    const { metrics, rows, strip } = computeMetrics(callOf([], 60_000));
    expect(rows).toEqual([]);
    expect(
      metrics.every(({ value, reason }) => reason !== null && (value === null || value === 0)),
    ).toBe(true);
    expect(strip?.every((cell) => cell === 0)).toBe(true);
  });
});

test("one word is a call of one unit", () => {
  const { metrics } = computeMetrics(callOf(say("C", 1, 1.4, "hello"), 5000));
  const value = (key: string, side: Side | null) =>
    metrics.find((m) => m.key === key && m.side === side)?.value;
  expect(value("talk_ratio", "C")).toBe(1);
  expect(value("talk_ratio", "R")).toBe(0);
  expect(value("silence_ratio", null)).toBe(0);
});

test("the display gate needs 60 s and 10 turns of each side, and 5 waits for patience", () => {
  const turns = (n: number, length: number) =>
    Array.from({ length: n }, (_, i) => [
      ...say("R", i * 2 * length, i * 2 * length + length - 0.7),
      ...say("C", (i * 2 + 1) * length, (i * 2 + 1) * length + length - 0.7),
    ]).flat();
  const reason = (n: number, length: number, key: string, side: Side | null = "R") =>
    view(callOf(turns(n, length), 900_000), key, side).reason;
  expect(reason(12, 5, "talk_ratio")).toBe("too_short");
  expect(reason(9, 10, "talk_ratio")).toBe("few_turns");
  expect(reason(12, 10, "talk_ratio")).toBeNull();
  expect(reason(12, 10, "patience")).toBeNull();
});

describe("hold and pause", () => {
  const words = [...say("R", 0, 4), ...say("C", 5, 9), ...say("R", 30, 34), ...say("C", 35, 39)];
  const held = callOf(words, 60_000, { excluded: [{ t0Ms: 10_000, t1Ms: 29_000 }] });

  test("are taken out of the call, of silences and of waits, and stated", () => {
    const { durationMs, excludedMs, silences, metrics } = computeMetrics(held);
    expect([durationMs, excludedMs]).toEqual([41_000, 19_000]);
    expect(silences).toEqual([]);
    expect(metrics.find(({ key }) => key === "patience")).toMatchObject({ n: 0, value: null });
  });

  test("hide what was said during them, and later times stay on the call clock", () => {
    const { metrics, rows } = computeMetrics({
      ...held,
      words: [...words, ...say("R", 12, 28)],
    });
    expect(metrics.find(({ key }) => key === "longest_monologue")?.value).toBe(4000);
    expect(rows[0]?.speechMs).toBe(8000);
    const story = computeMetrics({ ...held, words: [...say("R", 0, 4), ...say("C", 30, 39)] });
    expect(story.metrics.find(({ key }) => key === "longest_customer_story")?.at).toEqual({
      t0Ms: 30_000,
      t1Ms: 39_000,
    });
  });
});

test("participation sums to one and speaking stakeholders need 30 s", () => {
  const { metrics, rows } = computeMetrics(
    callOf(
      [
        ...say("R", 0, 40, undefined, "mari"),
        ...say("R", 41, 50, undefined, "theo"),
        ...say("C", 51, 90, undefined, "elena"),
        ...say("C", 91, 100, undefined, "sam"),
      ],
      120_000,
    ),
  );
  const shares = metrics.filter(({ key }) => key === "participation");
  expect(shares.map(({ participantId }) => participantId)).toEqual([
    "elena",
    "mari",
    "sam",
    "theo",
  ]);
  expect(shares.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeCloseTo(1, 3);
  expect(metrics.find(({ key }) => key === "speaking_stakeholders")?.value).toBe(1);
  expect(rows.map(({ side, participantId }) => [side, participantId])).toEqual([
    ["R", null],
    ["C", null],
    ["R", "theo"],
    ["R", "mari"],
    ["C", "sam"],
    ["C", "elena"],
  ]);
});

test("a speaker's longest stretch ends where a colleague talks", () => {
  const { rows } = computeMetrics(
    callOf(
      [
        ...say("R", 0, 100, undefined, "mari"),
        ...say("R", 40, 45, undefined, "theo"),
        ...say("C", 101, 200),
      ],
      240_000,
    ),
  );
  expect(rows.find(({ participantId }) => participantId === "mari")?.speechMs).toBe(100_000);
  expect(rows.find(({ participantId }) => participantId === null)?.longestMs).toBeNull();
});

test("speed: words per minute, and morae with their estimated part", () => {
  expect(
    view(callOf(say("R", 0, 60, Array(150).fill("word").join(" ")), 60_000), "speed", "R").value,
  ).toBe(150);
  const ja = callOf(say("R", 0, 2, "よろしくおねがいします きょうは"), 60_000, { language: "ja" });
  expect(view(ja, "speed_morae", "R").parts).toMatchObject({
    amount: 14,
    perSecond: 7,
    estimatedShare: 0,
  });
  const kanji = callOf(say("R", 0, 2, "資料を 送ります"), 60_000, { language: "ja" });
  expect(view(kanji, "speed_morae", "R").parts["estimatedShare"]).toBe(0.6);
});

test("what is made of a rate is made of it as it is, not as it is printed", () => {
  const morae = (n: number) => Array<string>(n).fill("か").join(" ");
  const call = callOf(
    [...say("R", 0, 7, morae(10)), ...say("C", 8, 17, morae(10)), ...say("R", 18, 27, morae(49))],
    70_000,
    { language: "ja", objections: [{ t0Ms: 9000, t1Ms: 10_000 }] },
  );
  expect(view(call, "switches_per_min").value).toBe(1.7143); // 2 / 70 s; 2.5 times that would be 4.2858
  expect(view(call, "interactivity").value).toBe(4.2857);
  expect(view(call, "speed_gap", "R")).toMatchObject({
    value: 2.3187, // 59 morae in 16 s and 10 in 9 s; as printed they would give 2.3188
    parts: { own: 3.6875, other: 1.1111 },
  });
  expect(view(call, "objection_pause", "R").parts["speedChange"]).toBe(0.4765); // 5.4444 / 3.6875 - 1 = 0.4764
});

test("fillers: sure and unsure ones, never the verb like", () => {
  const texts = "um we like it you know it was like really slow and it looks like rain uh";
  const { fillers } = computeMetrics(callOf(say("R", 0, 6, texts), 60_000));
  expect(fillers.map(({ text, isUnsure }) => [text, isUnsure])).toEqual([
    ["um", false],
    ["you know", false],
    ["like", true],
    ["uh", false],
  ]);
});

test("Japanese fillers count unless a content word follows", () => {
  const { fillers } = computeMetrics(
    callOf(say("R", 0, 6, "えーと その 件 です が あの です ね うーん"), 60_000, {
      language: "ja",
    }),
  );
  expect(fillers.map(({ text }) => text)).toEqual(["えーと", "あの", "うーん"]);
});

test("objection pause and the change of speed after an objection", () => {
  const words = Array.from({ length: 8 }, (_, i) => [
    ...say("C", i * 20, i * 20 + 8),
    ...say("R", i * 20 + 9 + (i === 3 ? 1 : 0), i * 20 + 18),
  ]).flat();
  const input = callOf(words, 200_000, { objections: [{ t0Ms: 62_000, t1Ms: 63_000 }] });
  expect(view(input, "objection_pause", "R")).toMatchObject({
    value: 2000,
    n: 1,
    reason: "few_turns",
    parts: { usualMs: 1000 },
  });
});

test("pitch variation in semitones around the median", () => {
  const frames = Array.from({ length: 400 }, (_, n) => ({
    hz: n % 2 ? 100 : 200,
    confidence: 0.9,
  }));
  const found = view(
    callOf(say("R", 0, 60), 60_000, { pitch: { R: frames } }),
    "pitch_variation",
    "R",
  );
  expect(found.value).toBeCloseTo(6, 1);
  expect(found.parts["medianHz"]).toBe(150);
});

describe("strip", () => {
  test("each cell holds both sides' shares", () => {
    const strip = stripOf(
      [
        { side: "R", t0Ms: 0, t1Ms: 1000 },
        { side: "C", t0Ms: 500, t1Ms: 2000 },
        { side: "C", t0Ms: 149_990, t1Ms: 150_000 },
      ],
      150_000,
    );
    expect(strip).toHaveLength(STRIP_CELLS);
    expect([...(strip ?? [])].slice(0, 3)).toEqual([16 * 15 + 8, 15, 0]);
    expect(strip?.at(-1)).toBe(1);
  });
  test("no call, no strip", () => expect(stripOf([], 0)).toBeNull());
});
