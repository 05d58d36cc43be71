import { expect, test } from "vitest";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import { marksBefore } from "./mark-line.tsx";

const mark = (t0Ms: number): MarkView => ({
  kind: "gap",
  t0Ms,
  t1Ms: t0Ms + 1_000,
  cause: "link",
  name: null,
  filledFrom: null,
});

test("every mark is drawn once: before one segment, or behind the last one", () => {
  const marks = [mark(0), mark(4_000), mark(5_000), mark(9_999), mark(12_000)];
  const segments = [1_000, 5_000, 10_000, null];
  const placed = segments.map((ms, at) =>
    marksBefore(marks, segments[at - 1] ?? null, ms).map(({ t0Ms }) => t0Ms),
  );
  expect(placed).toEqual([[0], [4_000], [5_000, 9_999], [12_000]]);
});
