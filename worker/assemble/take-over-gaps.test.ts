import { expect, test } from "vitest";
import { type LanePart, takeOverGaps } from "./take-over-gaps.ts";

const part = (tab: string, startMs: number, endMs: number): LanePart => ({
  ...{ id: `rep:a:${tab}`, source: "microphone", startMs, endMs },
});

test("what was said between two tabs is a gap of the tab that took over", () => {
  expect(takeOverGaps([part("two", 11_300, 20_000), part("one", 1_000, 10_000)])).toEqual([
    { id: "rep:a:two", source: "microphone", fromMs: 10_000, toMs: 11_300, cause: "link" },
  ]);
});

test.each([
  ["the new tab was recorded before the old one was gone", part("two", 9_800, 20_000)],
  ["nobody misses so little", part("two", 10_050, 20_000)],
  ["they had left, and came back later", part("two", 60_000, 70_000)],
  ["the same tab came back: its journal tells why", part("one", 11_300, 20_000)],
])("no gap where %s", (_, next) => {
  expect(takeOverGaps([part("one", 1_000, 10_000), next])).toEqual([]);
});
