import { expect, test } from "vitest";
import { ALL, GATE, SUITES } from "./suites.ts";

test("every suite is once in the plan of all, except those that run by name; the gate is part of it", () => {
  const planned = ALL.flat();
  expect(new Set(planned).size).toBe(planned.length);
  const byName = SUITES.map(({ name }) => name).filter((name) => !planned.includes(name));
  expect(byName).toEqual(["journeys", "live"]);
  expect(SUITES).toHaveLength(planned.length + byName.length);
  expect(GATE.flat().filter((name) => !planned.includes(name))).toEqual([]);
});

test("no suite of the gate needs the media server: a clean machine would build it first", () => {
  const needing = SUITES.filter(({ needsServer }) => needsServer).map(({ name }) => name);
  expect(needing).toContain("real");
  expect(GATE.flat().filter((name) => needing.includes(name))).toEqual([]);
});
