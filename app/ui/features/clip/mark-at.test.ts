import { expect, test } from "vitest";
import { markAt } from "./mark-at.ts";

test.each([
  [null, "t0Ms", 1_200.4, { t0Ms: 1_200, t1Ms: null }],
  [{ t0Ms: 1_000, t1Ms: null }, "t1Ms", 3_000, { t0Ms: 1_000, t1Ms: 3_000 }],
  [{ t0Ms: 1_000, t1Ms: 3_000 }, "t0Ms", 2_000, { t0Ms: 2_000, t1Ms: 3_000 }],
  [{ t0Ms: 1_000, t1Ms: 3_000 }, "t0Ms", 4_000, { t0Ms: 4_000, t1Ms: null }],
  [{ t0Ms: 1_000, t1Ms: null }, "t1Ms", 500, { t0Ms: null, t1Ms: 500 }],
  [{ t0Ms: 1_000, t1Ms: null }, "t1Ms", 1_000, { t0Ms: null, t1Ms: 1_000 }],
] as const)("%j and %s at %d are %j", (marks, end, at, next) => {
  expect(markAt(marks, end, at)).toEqual(next);
});
