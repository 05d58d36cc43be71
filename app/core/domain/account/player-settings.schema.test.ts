import { expect, it } from "vitest";
import { playerSettingsForm, readPlayerSettings } from "./player-settings.schema.ts";
import { DEFAULT_SETTINGS } from "./player-settings.ts";

it("settings survive a round trip", () => {
  const mine = {
    ...DEFAULT_SETTINGS,
    rate: 1.75,
    isSkipping: true,
    hidden: ["topics"],
    hasKeys: false,
    stepKind: "promise" as const,
  };
  const stored: unknown = JSON.parse(JSON.stringify({ player: playerSettingsForm.parse(mine) }));
  expect(readPlayerSettings(stored)).toEqual(mine);
});

it.each([
  [null],
  [3],
  [{}],
  [{ player: null }],
  [{ player: { rate: 99, volume: "loud", hidden: 7, stepKind: "silence" } }],
])("stored %j falls back to what everybody begins with", (stored) => {
  expect(readPlayerSettings(stored)).toEqual(DEFAULT_SETTINGS);
});

it("what is broken alone falls back alone", () => {
  const stored = { player: { ...DEFAULT_SETTINGS, rate: 1.3, volume: 0.5 } };
  expect(readPlayerSettings(stored)).toEqual({ ...DEFAULT_SETTINGS, volume: 0.5 });
});
