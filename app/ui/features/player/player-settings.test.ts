import { expect, it } from "vitest";
import { clampRate } from "./player-settings.ts";

it("speeds stay on the steps between 0.5 and 3", () => {
  expect([0, 0.5, 0.6, 1.3, 2.99, 7, Number.NaN].map(clampRate)).toEqual([
    0.5, 0.5, 0.5, 1.25, 3, 3, 1,
  ]);
});
