import { expect, test } from "vitest";
import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";
import { doubtsOf, placeOf, sharesOf, statGroups } from "./stat-groups.ts";

const metric = (key: string, more: Partial<MetricView> = {}): MetricView => ({
  key,
  side: null,
  participantId: null,
  value: 1,
  unit: "count",
  parts: {},
  n: null,
  reason: null,
  at: null,
  band: null,
  range: null,
  ...more,
});
const sentence = (_: MetricView, reason: string) => reason;

test("both sides' number is one row, persons' shares are none, and what nobody knows is kept", () => {
  const metrics = [
    metric("talk_ratio", { side: "R" }),
    metric("talk_ratio", { side: "C" }),
    metric("participation", { participantId: "a" }),
    metric("from_the_future"),
    metric("questions", { side: "R", value: 9 }),
    metric("questions", { side: "C", value: 4 }),
    metric("patience", { side: "R" }),
    metric("speed", { side: "R" }),
  ];
  const groups = statGroups(metrics);
  expect(groups.map(({ key, rows }) => [key, rows.map((row) => row.metric.key)])).toEqual([
    ["talk", ["talk_ratio", "from_the_future"]],
    ["questions", ["questions"]],
    ["pauses", ["patience"]],
    ["pace", ["speed"]],
  ]);
  expect(groups[0]?.rows[0]?.customers).toBeNull();
  expect(groups[1]?.rows[0]?.customers?.value).toBe(4);
  expect(sharesOf(metrics)).toHaveLength(1);
});

test("a number has a place to play, unless it is unknown or says that there is none of a thing", () => {
  const at = { t0Ms: 1_000, t1Ms: 2_000 };
  const of = (value: number | null, unit: MetricView["unit"]) =>
    placeOf(metric("questions", { value, unit, at }));
  expect([of(3, "count"), of(0.4, "per_min")]).toEqual([at, at]);
  expect([of(0, "count"), of(0, "per_min"), of(null, "count")]).toEqual([null, null, null]);
  // No pause at all is a length like another.
  expect(of(0, "ms")).toEqual(at);
  expect(placeOf(metric("questions", { value: 3 }))).toBeNull();
});

test("a reason is said once, and names its numbers only where they are few", () => {
  const short = { reason: "too_short" };
  const groups = statGroups([
    metric("talk_ratio", { side: "R", ...short }),
    metric("questions", { side: "R", ...short }),
    metric("speed", { side: "R", ...short }),
    metric("objection_pause", { side: "R", value: null, reason: "no_tracker" }),
  ]);
  const doubts = doubtsOf(groups, sentence);
  expect(doubts.map(({ reason, metrics }) => [reason, metrics.map(({ key }) => key)])).toEqual([
    ["too_short", []],
    ["no_tracker", ["objection_pause"]],
  ]);
});

test("nothing is grey in a call that is long enough", () => {
  expect(doubtsOf(statGroups([metric("speed", { side: "R" })]), sentence)).toEqual([]);
});
