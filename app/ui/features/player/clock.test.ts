import { describe, expect, it } from "vitest";
import { parseTimeParam, rulerMarks, timeParam } from "./clock.ts";

describe("times in the address", () => {
  it.each(["754", "12m34s", "0:12:34", "12:34", "754.0"])("%s is 12:34", (text) => {
    expect(parseTimeParam(text)).toBe(754_000);
  });
  it("are written as whole seconds that can be read back", () => {
    expect(parseTimeParam(timeParam(754_900))).toBe(754_000);
  });
  it.each(["", "m", "abc", "1:2", "-4", "12x", "99999999"])("%s is no time", (text) => {
    expect(parseTimeParam(text)).toBeNull();
  });
});

describe("the ruler", () => {
  it("stands on round steps and never crowds", () => {
    expect(rulerMarks(31 * 60_000, 936)).toEqual([0, 5, 10, 15, 20, 25, 30].map((m) => m * 60_000));
    expect(rulerMarks(21_600_000, 280).length).toBeLessThanOrEqual(4);
    expect(rulerMarks(9_000, 936)).toHaveLength(10);
  });
});
