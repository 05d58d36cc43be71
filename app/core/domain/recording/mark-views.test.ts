import { expect, test } from "vitest";
import { joinMarks, type MarkView } from "./mark-views.ts";

const gap = (t0Ms: number, t1Ms: number, more: Partial<MarkView> = {}): MarkView => ({
  kind: "gap",
  t0Ms,
  t1Ms,
  cause: "link",
  name: "Elena",
  filledFrom: null,
  ...more,
});

test("what nobody can hear is no gap", () => {
  expect(joinMarks([gap(0, 0), gap(1_000, 1_040), gap(2_000, 7_700)])).toEqual([gap(2_000, 7_700)]);
});

test("a person's tracks lose the same stretch once, two persons twice", () => {
  const marks = [gap(5_000, 9_000), gap(4_000, 6_000), gap(4_000, 6_000, { name: "Theo" })];
  expect(joinMarks(marks)).toEqual([gap(4_000, 9_000), gap(4_000, 6_000, { name: "Theo" })]);
});

test("what a copy filled is told apart from what stays silent", () => {
  const marks = [gap(0, 4_000), gap(4_000, 9_000, { filledFrom: "local" })];
  expect(joinMarks(marks)).toHaveLength(2);
});
