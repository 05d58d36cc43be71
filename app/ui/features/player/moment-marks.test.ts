import { describe, expect, test } from "vitest";
import { kindsOf, type MomentMark, stepFrom } from "./moment-marks.ts";

const MARKS: MomentMark[] = [
  { kind: "topic", t0Ms: 0 },
  { kind: "question", t0Ms: 10_000 },
  { kind: "promise", t0Ms: 10_000 },
  { kind: "question", t0Ms: 20_000 },
  { kind: "topic", t0Ms: 30_000 },
];

describe("stepping through the moments of a call", () => {
  test("goes to the next mark of the chosen kind and says which it is", () => {
    expect(stepFrom(MARKS, "question", 0, 1)).toEqual({ t0Ms: 10_000, at: 1, total: 2 });
    expect(stepFrom(MARKS, "question", 10_000, 1)).toEqual({ t0Ms: 20_000, at: 2, total: 2 });
    expect(stepFrom(MARKS, "topic", 0, 1)).toEqual({ t0Ms: 30_000, at: 2, total: 2 });
  });

  test("a position that the sound rounds down does not stay at the same mark", () => {
    expect(stepFrom(MARKS, "question", 9_999.6, 1)?.t0Ms).toBe(20_000);
  });

  test("previous leaves the mark that has just begun to play", () => {
    expect(stepFrom(MARKS, "question", 21_000, -1)?.t0Ms).toBe(10_000);
    expect(stepFrom(MARKS, "question", 25_000, -1)?.t0Ms).toBe(20_000);
  });

  test("marks at one time are one place", () => {
    expect(stepFrom(MARKS, "any", 5_000, 1)).toEqual({ t0Ms: 10_000, at: 2, total: 4 });
    expect(stepFrom(MARKS, "any", 10_000, 1)?.t0Ms).toBe(20_000);
  });

  test("answers null beyond the ends and for a kind that the call has not", () => {
    expect(stepFrom(MARKS, "question", 20_000, 1)).toBeNull();
    expect(stepFrom(MARKS, "promise", 0, -1)).toBeNull();
    expect(stepFrom([], "any", 0, 1)).toBeNull();
  });

  test("offers the kinds that are there", () => {
    expect(kindsOf(MARKS)).toEqual(["question", "topic", "promise", "any"]);
    expect(kindsOf(MARKS.filter(({ kind }) => kind === "topic"))).toEqual(["topic"]);
    expect(kindsOf([])).toEqual([]);
  });
});
