import { expect, test } from "vitest";
import { createCoverage } from "./speech-coverage.ts";

test("words are missing from where the oldest piece began, and from where its draft ends once it has one", () => {
  const coverage = createCoverage("rep:a/microphone", () => undefined);
  expect(coverage.waitingFromMs).toBe(Number.POSITIVE_INFINITY);
  coverage.open("s1", 4_000);
  coverage.open("s2", 9_000);
  expect(coverage.waitingFromMs).toBe(4_000);
  coverage.shown("s1", 12_000);
  expect(coverage.waitingFromMs).toBe(9_000);
  coverage.done("s2");
  expect(coverage.waitingFromMs).toBe(12_000);
  coverage.done("s1");
  coverage.shown("s1", 13_000);
  expect(coverage.waitingFromMs).toBe(Number.POSITIVE_INFINITY);
});
