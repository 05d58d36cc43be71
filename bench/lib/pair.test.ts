import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quantile, reaches, spreadOf } from "./figures.ts";
import { type Pair, pair } from "./pair.ts";

let said: string[];
beforeEach(() => {
  said = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const wish = (floor: number[], ours: number[], more: Partial<Pair> = {}): Pair => ({
  bench: "test",
  case: "case",
  unit: "s",
  goal: { op: "<=", value: 1.1 },
  rounds: 3,
  floor: () => Promise.resolve(floor.shift() ?? Number.NaN),
  ours: () => Promise.resolve(ours.shift() ?? Number.NaN),
  same: () => Promise.resolve(true),
  ...more,
});

test("a ratio is taken in each round, after a warm-up that does not count", async () => {
  const figure = await pair(wish([9, 1, 2, 4], [1, 1, 2.4, 4.4]));
  expect(figure.floor).toEqual([1, 2, 4]);
  expect(figure.ratio).toEqual({ median: 1.1, min: 1, max: 1.2 });
  expect(figure).toMatchObject({ result: "passed", isNoisy: false, sameWork: true });
  const line: unknown = JSON.parse(said[0] ?? "");
  expect(line).toMatchObject({ bench: "test", case: "case", goal: { op: "<=", value: 1.1 } });
  expect(line).toHaveProperty("load");
  expect(line).toHaveProperty("versions.git");
});

test("floor and ours take turns", async () => {
  const order: string[] = [];
  const turn = (who: string) => () => {
    order.push(who);
    return Promise.resolve(1);
  };
  await pair(wish([], [], { floor: turn("floor"), ours: turn("ours"), rounds: 2 }));
  expect(order).toEqual(["floor", "ours", "floor", "ours", "floor", "ours"]);
});

test("different work fails, however fast, and is not even measured", async () => {
  const figure = await pair(
    wish([1, 1, 1, 1], [0, 0, 0, 0], { same: () => Promise.resolve(false) }),
  );
  expect(figure).toMatchObject({ result: "failed", sameWork: false, ours: [] });
  expect(figure.ratio).toBeUndefined();
});

test("rounds that disagree are asked for again, once, and then told as noisy", async () => {
  const again = await pair(wish([1, 1, 1, 1, 1, 1, 1], [1, 1, 2, 1, 1.05, 1, 1.05]));
  expect(again).toMatchObject({ isNoisy: false, ours: [1.05, 1, 1.05], result: "passed" });
  const noisy = await pair(wish([1, 1, 1, 1, 1, 1, 1], [1, 1, 2, 1, 1, 2, 3]));
  expect(noisy).toMatchObject({ isNoisy: true, ours: [1, 2, 3], result: "failed" });
});

test("goals look both ways, and medians stand in the middle", () => {
  expect([reaches(0.2, { op: ">=", value: 0.2 }), reaches(0.19, { op: ">=", value: 0.2 })]).toEqual(
    [true, false],
  );
  expect([reaches(5, { op: "<=", value: 4 }), reaches(Number.NaN, { op: "<=", value: 4 })]).toEqual(
    [false, false],
  );
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(quantile([5, 1, 4, 2, 3], 0.95)).toBe(5);
});
