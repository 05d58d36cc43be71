import { expect, test } from "vitest";
import { shownRecording } from "./recording-trouble.ts";

test.each([
  ["recording", "live", "recording"],
  ["recording", null, "recording"],
  ["recording", "reconnecting", "offline"],
  ["recording", "connecting", "offline"],
  ["paused", "reconnecting", "paused"],
  ["absent", "reconnecting", "absent"],
] as const)("%s, seen from a tab that is %s, reads as %s", (state, phase, shown) => {
  expect(shownRecording(state, phase)).toBe(shown);
});
