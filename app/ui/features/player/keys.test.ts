import { describe, expect, it } from "vitest";
import { matchKey, PLAYER_KEYS, type FocusPlace, type KeyPress } from "./keys.ts";

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: "",
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    defaultPrevented: false,
    ...more,
  };
}
const action = (event: KeyPress, place: FocusPlace = "page") =>
  matchKey(event, place)?.action ?? null;

describe("player keys", () => {
  it.each([
    [press(" "), "toggle"],
    [press("K"), "toggle"],
    [press("j"), "back10"],
    [press("ArrowRight"), "forward5"],
    [press("<", { shiftKey: true, code: "Comma" }), "slower"],
    [press(".", { shiftKey: true }), "faster"],
    [press(","), "previousSentence"],
    [press("?", { shiftKey: true }), "sheet"],
    [press("s"), "skipSilence"],
    [press("["), "previousMoment"],
    [press("]"), "nextMoment"],
    [press("e"), "correct"],
  ])("%o acts", (event, expected) => {
    expect(action(event)).toBe(expected);
  });
  it("take digits by their place, so a French keyboard jumps too", () => {
    expect(matchKey(press("à", { code: "Digit0" }), "page")).toEqual({
      action: "jumpTo",
      digit: 0,
      opensField: false,
    });
    expect(matchKey(press("2", { code: "Digit2", shiftKey: true }), "page")).toEqual({
      action: "solo",
      digit: 2,
      opensField: false,
    });
  });
  it("take punctuation by its sign, so a German slash over the 7 finds", () => {
    expect(action(press("/", { code: "Digit7", shiftKey: true }))).toBe("find");
  });
  it.each([
    ["while typing", press("k"), "typing"],
    ["inside a menu", press("ArrowDown"), "layer"],
    ["with the command key", press("k", { metaKey: true }), "page"],
    ["while composing", press("k", { isComposing: true }), "page"],
    ["while an old input method composes", press("Process", { code: "KeyK" }), "page"],
    ["once somebody else took the key", press("ArrowLeft", { defaultPrevented: true }), "page"],
    ["for Space on a button, which presses it", press(" "), "control"],
    ["for arrows on a slider, which moves it", press("ArrowLeft"), "arrows"],
    ["for a capital that means something else", press("C", { shiftKey: true }), "page"],
  ] as const)("stay silent %s", (_, event, place) => {
    expect(action(event, place)).toBeNull();
  });
  it("still seek by arrow when a button has the focus", () => {
    expect(action(press("ArrowLeft"), "control")).toBe("back5");
  });
  it("leave the rest to the page, and keep their own", () => {
    const keys = [
      { action: "page.comment", label: "Comment", strokes: [{ key: "c" }], caps: ["C"] },
      { action: "page.kick", label: "Kick", strokes: [{ key: "k" }], caps: ["K"] },
    ] as const;
    const actionOf = (key: string) =>
      matchKey(press(key), "page", [...PLAYER_KEYS, ...keys])?.action;
    expect([actionOf("c"), actionOf("k")]).toEqual(["page.comment", "toggle"]);
  });
  it("are each reachable: no stroke is hidden by an earlier one", () => {
    for (const binding of PLAYER_KEYS) {
      for (const stroke of binding.strokes) {
        const event =
          "code" in stroke
            ? press("", { code: stroke.code, shiftKey: stroke.shift })
            : press(stroke.key, { shiftKey: stroke.shift ?? false });
        expect(action(event)).toBe(binding.action);
      }
    }
  });
});
