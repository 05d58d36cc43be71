import { expect, it } from "vitest";
import { clampRate, DEFAULT_SETTINGS, parseSettings } from "./player-settings.ts";

it("settings survive a round trip", () => {
  const mine = {
    ...DEFAULT_SETTINGS,
    rate: 1.75,
    isSkipping: true,
    hidden: ["topics"],
    hasKeys: false,
    stepKind: "promise" as const,
  };
  expect(parseSettings(JSON.stringify(mine))).toEqual(mine);
});
it.each([
  null,
  "",
  "{",
  "3",
  "null",
  '{"rate":99,"volume":"loud","hidden":7,"stepKind":"silence"}',
])("a stored %s falls back to the defaults", (text) => {
  expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS);
});
it("speeds stay on the steps between 0.5 and 3", () => {
  expect([0, 0.5, 0.6, 1.3, 2.99, 7, Number.NaN].map(clampRate)).toEqual([
    0.5, 0.5, 0.5, 1.25, 3, 3, 1,
  ]);
});
