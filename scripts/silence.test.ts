import { expect, test } from "vitest";
import { countComputing } from "./silence.ts";

test("what was never started counts as nothing", () => {
  let moves = 0;
  countComputing(undefined, () => moves++)();
  expect(moves).toBe(0);
});
