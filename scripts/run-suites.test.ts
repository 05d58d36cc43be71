import { expect, test } from "vitest";
import { takeNext } from "./run-suites.ts";
import { ALL, GATE, type Suite, SUITES } from "./suites.ts";
import { NONE } from "./tally.ts";

test("every suite is once in the plan of all, except those that run by name; the gate is part of it", () => {
  const planned = ALL.flat();
  expect(new Set(planned).size).toBe(planned.length);
  const byName = SUITES.map(({ name }) => name).filter((name) => !planned.includes(name));
  expect(byName).toEqual(["journeys", "live"]);
  expect(SUITES).toHaveLength(planned.length + byName.length);
  expect(GATE.flat().filter((name) => !planned.includes(name))).toEqual([]);
});

test("one lane takes what computes and the other what waits, and what is left in the end", () => {
  const suite = (name: string, isMostlyWaiting: boolean): Suite => ({
    ...{ name, isMostlyWaiting, budgetS: 1 },
    run: () => Promise.resolve(NONE),
  });
  const queue = [
    suite("types", true),
    suite("words", true),
    suite("faults", false),
    suite("calls", false),
    suite("screens", false),
  ];
  const computes = { queue, prefersWaiting: true };
  const waits = { queue, prefersWaiting: false };
  const taken = [computes, waits, computes, waits, computes, waits].map(
    (lane) => takeNext(lane)?.name,
  );
  expect(taken).toEqual(["types", "faults", "words", "calls", "screens", undefined]);
});
