import { expect, test } from "vitest";
import type { Metric } from "./metric-views.ts";
import type { Side } from "../views.ts";
import { figuresOf } from "./figures.ts";
import { computeMetrics } from "./metrics.ts";
import { talkContext } from "./talk-context.ts";
import { callOf, say } from "./test-calls.ts";

/** Product §14.4, as words: the computation is read below the display gate. */
const GOLDEN = callOf(
  [
    ...say("R", 0, 8),
    ...say("C", 8.8, 20),
    ...say("R", 14, 14.4, "yeah"),
    ...say("R", 20.9, 24),
    ...say("C", 23, 30),
    ...say("R", 34, 50),
    ...say("C", 41, 42.2),
    ...say("C", 50.5, 58),
  ],
  60_000,
  { presets: ["rally"] },
);
const result = computeMetrics(GOLDEN);
const context = talkContext(GOLDEN);

const metric = (key: string, side: Side | null = null): Metric => {
  const found = result.metrics.find((view) => view.key === key && view.side === side);
  if (!found) throw new Error(`no ${key}`);
  return found;
};

test("speech of both sides and their union", () => {
  expect(figuresOf(context, "R", null).speechMs).toBe(27_500);
  expect(figuresOf(context, "C", null).speechMs).toBe(26_900);
  expect(metric("talk_ratio", "R").parts["allMs"]).toBe(51_800);
});

test("talk ratio with all three denominators", () => {
  const { value, parts } = metric("talk_ratio", "R");
  expect([value, parts["ofAll"], parts["ofCall"]]).toEqual([0.5055, 0.5309, 0.4583]);
  expect(parts["bothSidesMs"]).toBe(54_400);
});

test("turns, and the unit that is contained", () => {
  const seconds = (item: { t0Ms: number; t1Ms: number }) => [item.t0Ms / 1000, item.t1Ms / 1000];
  expect(context.bySide.turns.map((turn) => [turn.holder, ...seconds(turn)])).toEqual([
    ["R", 0, 8],
    ["C", 8.8, 20],
    ["R", 20.9, 24],
    ["C", 23, 30],
    ["R", 34, 50],
    ["C", 50.5, 58],
  ]);
  expect(context.bySide.contained.map(seconds)).toEqual([[41, 42.2]]);
  expect(context.units.filter(({ isBackchannel }) => isBackchannel).map(seconds)).toEqual([
    [14, 14.4],
  ]);
});

test("longest monologue and customer story, with where they are", () => {
  expect(metric("longest_monologue", "R")).toMatchObject({
    value: 8000,
    at: { t0Ms: 0, t1Ms: 8000 },
  });
  expect(metric("longest_customer_story", "C")).toMatchObject({
    value: 11_200,
    at: { t0Ms: 8800, t1Ms: 20_000 },
  });
});

test("switches and the capped index", () => {
  expect(metric("switches_per_min")).toMatchObject({ value: 5, parts: { switches: 5 } });
  expect(metric("interactivity").value).toBe(10);
});

test("patience, cut-in and latency", () => {
  const offsets = (side: Side) =>
    figuresOf(context, side, null).taken.map(({ offsetMs }) => offsetMs);
  expect(offsets("R")).toEqual([900, 4000]);
  expect(offsets("C")).toEqual([800, -1000, 500]);
  expect(metric("patience", "R")).toMatchObject({ value: 2450, n: 2, parts: { meanMs: 2450 } });
  expect(metric("cut_in", "R")).toMatchObject({ value: 0, parts: { count: 0, of: 2 } });
  expect(metric("customer_latency", "C")).toMatchObject({ value: 500, n: 3 });
});

test("silence", () => {
  expect(metric("silences")).toMatchObject({ value: 1, n: 1, at: { t0Ms: 30_000, t1Ms: 34_000 } });
  expect(metric("silence_ratio")).toMatchObject({
    value: 0.1069,
    parts: { silentMs: 6200, spanMs: 58_000 },
  });
  expect(result.silences).toEqual([{ t0Ms: 30_000, t1Ms: 34_000 }]);
});

test("overlap", () => {
  expect(metric("overlaps").value).toBe(2);
  expect(metric("overlap_ratio")).toMatchObject({ value: 0.0367, parts: { overlapMs: 2200 } });
  expect(result.overlaps).toEqual([
    { t0Ms: 23_000, t1Ms: 24_000 },
    { t0Ms: 41_000, t1Ms: 42_200 },
  ]);
});

test("interruptions: one took the floor, one was an attempt, none by us", () => {
  const { interruptions } = figuresOf(context, "C", null);
  expect(interruptions.map(({ unit, isTaken }) => [unit.t0Ms, isTaken])).toEqual([
    [23_000, true],
    [41_000, false],
  ]);
  expect(metric("interruptions", "C").parts).toMatchObject({ count: 2, taken: 1, attempts: 1 });
  expect(metric("interruptions", "R").value).toBe(0);
});

test("rally score", () => {
  expect(metric("rally_score").value).toBe(3.445);
});

test("the short call is greyed, computed and enters no average", () => {
  expect(metric("talk_ratio", "R")).toMatchObject({ reason: "too_short", value: 0.5055 });
  expect(
    result.rows.map(({ side, participantId, speechMs, talkRatio }) => [
      side,
      participantId,
      speechMs,
      talkRatio,
    ]),
  ).toEqual([
    ["R", null, 27_500, null],
    ["C", null, 26_900, null],
    ["R", "R", 27_500, null],
    ["C", "C", 26_900, null],
  ]);
});
