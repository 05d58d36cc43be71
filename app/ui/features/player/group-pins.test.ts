import { expect, it } from "vitest";
import { groupPins } from "./group-pins.ts";

const at = (...times: number[]) => times.map((t0Ms) => ({ t0Ms }));
it("pins that would cover one another stand as one, in order of time", () => {
  const groups = groupPins(at(50_000, 1_000, 1_500, 51_000, 30_000), 100_000, 1_000);
  expect(groups.map((group) => group.map((pin) => pin.t0Ms))).toEqual([
    [1_000, 1_500],
    [30_000],
    [50_000, 51_000],
  ]);
});
it("a wider timeline tells more of them apart", () => {
  expect(groupPins(at(1_000, 1_500), 100_000, 10_000)).toHaveLength(2);
});
