import { describe, expect, it } from "vitest";
import { skipPlan } from "#app/core/domain/call/quiet.ts";
import { savedMs, skipTarget } from "./skip.ts";

describe("skipping", () => {
  const quiet = [
    { t0Ms: 1_000, t1Ms: 2_400 },
    { t0Ms: 5_000, t1Ms: 6_500 },
    { t0Ms: 10_000, t1Ms: 20_000 },
  ];
  it("goes on at the end of the stretch it is in, and nowhere else", () => {
    const plan = skipPlan(quiet);
    expect([5_299, 5_300, 6_199, 6_200, 12_000, 19_700].map((ms) => skipTarget(plan, ms))).toEqual([
      null,
      6_200,
      6_200,
      null,
      19_700,
      null,
    ]);
  });
  it("saves less time the faster one listens", () => {
    expect(savedMs(skipPlan(quiet), 1)).toBe(10_300);
    expect(savedMs(skipPlan(quiet), 2)).toBe(5_150);
  });
});
