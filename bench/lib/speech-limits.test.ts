import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { exitCode } from "./figures.ts";
import { openJudge, readLimits } from "./speech-limits.ts";

let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const LIMITS = {
  engine: { wer: { op: "<=", value: 0.1 }, terms: { op: ">=", value: 0.9 } },
  live: { wer: { op: "<=", value: 0.2 } },
} as const;
const shown = z.object({ case: z.string(), result: z.string() });
const results = (): string[] =>
  said.map((line) => {
    const { case: name, result } = shown.parse(JSON.parse(line));
    return `${name} ${result}`;
  });

test("a figure is held against the limit of its name, and one past it fails the run", () => {
  const { figure } = openJudge(LIMITS, ["engine"]);
  figure("engine", "wer", { unit: "", value: 0.1 }, "another script");
  figure("engine", "terms", { unit: "", value: 0.9 });
  expect(results()).toEqual(["another script-wer passed", "engine-terms passed"]);
  expect(exitCode()).toBe(0);
  figure("engine", "terms", { unit: "", value: 0.89 });
  expect(results().at(-1)).toBe("engine-terms failed");
  expect(exitCode()).toBe(1);
});

test("a figure without a limit is refused, and a limit without a figure fails", () => {
  const { figure, end } = openJudge(LIMITS, ["engine", "live"]);
  expect(() => figure("engine", "speed", { unit: "", value: 1 })).toThrow("no engine speed");
  figure("live", "wer", { unit: "", value: 0.1 });
  figure("engine", "wer", { unit: "", value: 0.1 });
  end();
  expect(results()).toEqual(["live-wer passed", "engine-wer passed", "engine-terms failed"]);
});

test("the file says what is asked of every part", () => {
  const limits = readLimits();
  expect(limits["engine-rms"]?.["wer"]).toEqual({ op: "<=", value: 0.08 });
  expect(Object.values(limits).every((set) => Object.keys(set).length > 0)).toBe(true);
});
