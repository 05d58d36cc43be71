import { expect, test } from "vitest";
import { matchLiveKey } from "./use-live-keys.ts";

const press = (key: string, part = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  defaultPrevented: false,
  ...part,
});

test("M mutes, H holds, F flags, N writes a note, whichever case the keyboard sends", () => {
  expect(["m", "M", "h", "f", "n", "x"].map((key) => matchLiveKey(press(key), "page"))).toEqual([
    "mute",
    "mute",
    "hold",
    "flag",
    "note",
    null,
  ]);
});

test("nothing is muted by what somebody types, composes or chooses in a menu", () => {
  expect(matchLiveKey(press("m"), "typing")).toBeNull();
  expect(matchLiveKey(press("m"), "layer")).toBeNull();
  expect(matchLiveKey(press("m", { isComposing: true }), "page")).toBeNull();
});

test("a held key and a browser's own shortcut are not ours", () => {
  expect(matchLiveKey(press("m", { repeat: true }), "page")).toBeNull();
  expect(matchLiveKey(press("m", { ctrlKey: true }), "page")).toBeNull();
  expect(matchLiveKey(press("h", { shiftKey: true }), "page")).toBeNull();
});
