import { expect, test } from "vitest";
import en from "#app/i18n/generated/en/stages.json" with { type: "json" };
import { isPermanent, mediaStateOf } from "./stage-views.ts";

test("every cause with a fix of its own lies in the file, and is not tried again", () => {
  const { other: _, ...fixes } = en.fix;
  expect(Object.keys(fixes).filter((cause) => !isPermanent(cause))).toEqual([]);
  const others = Object.keys(en.cause).filter((cause) => !(cause in fixes));
  expect(others.filter(isPermanent)).toEqual([]);
  expect(isPermanent(null)).toBe(false);
});

test.each([
  ["ended", "receiving", "finishing"],
  ["ended", "processing", "finishing"],
  ["available", "processing", "playable"],
  ["available", "ready", "playable"],
  ["available", "ready_partial", "playable"],
  ["ended", "failed", "failed"],
  ["available", "failed", "failed"],
  ["empty", "discarded", "nothing"],
] as const)("a call %s with a recording %s is %s", (callState, recordingState, expected) => {
  expect(mediaStateOf({ callState, recordingState })).toBe(expected);
});
