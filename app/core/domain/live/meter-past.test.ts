import { expect, test } from "vitest";
import type { MeterEvent } from "./live-views.ts";
import { asMeter, type MeterPast, withMeter } from "./meter-past.ts";

const meter = (nowMs: number, levels: Record<string, number[]>): MeterEvent => ({
  nowMs,
  behindMs: 0,
  people: Object.entries(levels).map(([participantId, fresh]) => ({
    ...{ participantId, share5: null, share: null, monologueMs: 0, speed: null },
    levels: fresh,
  })),
});
const past = (...meters: MeterEvent[]): MeterEvent => {
  const kept = meters.reduce<MeterPast | undefined>(withMeter, undefined);
  if (kept === undefined) throw new Error("no meter");
  return asMeter(kept);
};
const levelsOf = (event: MeterEvent, id: string) =>
  event.people.find(({ participantId }) => participantId === id)?.levels;

test("levels lie where they were heard, and silence between them", () => {
  const event = past(meter(500, { ann: [1, 2, 3, 4, 5] }), meter(1_000, { ann: [6, 7], bob: [9] }));
  expect(event.nowMs).toBe(1_000);
  expect(levelsOf(event, "ann")).toEqual([1, 2, 3, 4, 5, 0, 0, 0, 6, 7]);
  expect(levelsOf(event, "bob")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 9]);
});

test("five minutes are kept, and the newest numbers", () => {
  const event = past(meter(1_000, { ann: [15] }), meter(400_000, { ann: [3] }));
  expect(levelsOf(event, "ann")).toHaveLength(3_000);
  expect(levelsOf(event, "ann")?.at(-1)).toBe(3);
  expect(levelsOf(event, "ann")).not.toContain(15);
});

test("a clock that was set back keeps nothing of before", () => {
  const event = past(meter(5_000, { ann: [15, 15] }), meter(1_000, { ann: [3] }));
  expect(levelsOf(event, "ann")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
});
