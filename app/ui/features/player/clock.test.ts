import { describe, expect, it } from "vitest";
import { clockParts, formatClock, parseTimeParam, rulerMarks, timeParam } from "./clock.ts";

describe("times on a screen", () => {
  it.each([
    [0, undefined, "0:00"],
    [754_900, undefined, "12:34"],
    [3_723_000, undefined, "1:02:03"],
    [754_000, 4_000_000, "0:12:34"],
    [-5, undefined, "0:00"],
    [Number.NaN, undefined, "0:00"],
  ])("%d ms within %s reads %s", (ms, withinMs, text) => {
    expect(formatClock(ms, withinMs ?? ms)).toBe(text);
  });
  it("are said in hours, minutes and seconds", () => {
    expect(clockParts(3_754_999)).toEqual({ hours: 1, minutes: 2, seconds: 34 });
  });
});

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
