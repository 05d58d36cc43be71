/**
 * The keys of the player and the transcript (product §8.9). This one list drives what they do and
 * what the "?" sheet says. `key` is the printed sign (punctuation moves between keyboards), `code`
 * the place on the board (digits stay where they are on every layout).
 */
export type Stroke = { key: string; shift?: boolean } | { code: string; shift: boolean };
export type KeyAction =
  | "toggle"
  | "back10"
  | "forward10"
  | "back5"
  | "forward5"
  | "slower"
  | "faster"
  | "jumpTo"
  | "previousSentence"
  | "nextSentence"
  | "mute"
  | "louder"
  | "softer"
  | "find"
  | "nextHit"
  | "previousHit"
  | "skipSilence"
  | "solo"
  | "previousMoment"
  | "nextMoment"
  | "correct"
  | "sheet";
export type KeyBinding = Keys & { action: KeyAction };
/** A key that only one page has; what it does is registered there with `useKeyAction`. */
export type PageKey = Keys & {
  action: `page.${string}`;
  /** Its line in the sheet. */
  label: string;
};
type Keys = {
  strokes: readonly Stroke[];
  /** What the sheet prints, one entry per key cap. */
  caps: readonly string[];
  /** Space also presses the control with the focus, arrows also move in a slider or between tabs. */
  yieldsTo?: "controls" | "arrows";
  /** What is typed next goes into the field it opens. */
  opensField?: true;
};

const digits = (from: number, to: number, shift: boolean): Stroke[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ code: `Digit${from + index}`, shift }));

/** In order: what comes first wins, so "/" typed as Shift+7 finds before it solos. */
export const PLAYER_KEYS: readonly KeyBinding[] = [
  { action: "toggle", strokes: [{ key: " " }], caps: ["Space"], yieldsTo: "controls" },
  { action: "toggle", strokes: [{ key: "k" }], caps: ["K"] },
  { action: "back10", strokes: [{ key: "j" }], caps: ["J"] },
  { action: "forward10", strokes: [{ key: "l" }], caps: ["L"] },
  {
    action: "back5",
    strokes: [{ key: "ArrowLeft", shift: false }],
    caps: ["←"],
    yieldsTo: "arrows",
  },
  {
    action: "forward5",
    strokes: [{ key: "ArrowRight", shift: false }],
    caps: ["→"],
    yieldsTo: "arrows",
  },
  { action: "find", strokes: [{ key: "/" }], caps: ["/"], opensField: true },
  { action: "sheet", strokes: [{ key: "?" }], caps: ["?"] },
  { action: "slower", strokes: [{ key: "<" }, { key: ",", shift: true }], caps: ["Shift", ","] },
  { action: "faster", strokes: [{ key: ">" }, { key: ".", shift: true }], caps: ["Shift", "."] },
  { action: "previousSentence", strokes: [{ key: ",", shift: false }], caps: [","] },
  { action: "nextSentence", strokes: [{ key: ".", shift: false }], caps: ["."] },
  { action: "jumpTo", strokes: digits(0, 9, false), caps: ["0–9"] },
  { action: "mute", strokes: [{ key: "m" }], caps: ["M"] },
  {
    action: "louder",
    strokes: [{ key: "ArrowUp", shift: false }],
    caps: ["↑"],
    yieldsTo: "arrows",
  },
  {
    action: "softer",
    strokes: [{ key: "ArrowDown", shift: false }],
    caps: ["↓"],
    yieldsTo: "arrows",
  },
  { action: "nextHit", strokes: [{ key: "n" }], caps: ["N"] },
  { action: "previousHit", strokes: [{ key: "p" }], caps: ["P"] },
  { action: "previousMoment", strokes: [{ key: "[" }], caps: ["["] },
  { action: "nextMoment", strokes: [{ key: "]" }], caps: ["]"] },
  { action: "correct", strokes: [{ key: "e" }], caps: ["E"] },
  { action: "skipSilence", strokes: [{ key: "s" }], caps: ["S"] },
  { action: "solo", strokes: digits(1, 9, true), caps: ["Shift", "1–9"] },
];

/** What of a KeyboardEvent decides. */
export type KeyPress = Pick<
  KeyboardEvent,
  | "key"
  | "code"
  | "shiftKey"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "isComposing"
  | "defaultPrevented"
>;
/** Where the focus is: in a text, a menu or dialog, on a control (one that takes arrows), or none. */
export type FocusPlace = "typing" | "layer" | "arrows" | "control" | "page";
export type AnyKeyAction = KeyAction | PageKey["action"];
export type KeyHit = { action: AnyKeyAction; digit: number; opensField: boolean };

/** The action of a key press, with the digit for `jumpTo` and `solo`, or null when it is not ours. */
export function matchKey(
  press: KeyPress,
  place: FocusPlace,
  bindings: readonly (KeyBinding | PageKey)[] = PLAYER_KEYS,
): KeyHit | null {
  // "Process" is what some input methods report for every key while they compose.
  if (press.defaultPrevented || press.isComposing || press.key === "Process") return null;
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (place === "typing" || place === "layer") return null;
  const binding = bindings.find((entry) => entry.strokes.some((stroke) => isStroke(press, stroke)));
  if (!binding) return null;
  if (binding.yieldsTo !== undefined && place === "arrows") return null;
  if (binding.yieldsTo === "controls" && place === "control") return null;
  const digit = /^Digit(\d)$/.exec(press.code)?.[1];
  return {
    action: binding.action,
    digit: digit === undefined ? 0 : Number(digit),
    opensField: binding.opensField === true,
  };
}

function isStroke(press: KeyPress, stroke: Stroke): boolean {
  if ("code" in stroke) return press.code === stroke.code && press.shiftKey === stroke.shift;
  const isLetter = /^[a-z]$/.test(stroke.key);
  if (isLetter) return press.key.toLowerCase() === stroke.key && !press.shiftKey;
  return (
    press.key === stroke.key && (stroke.shift === undefined || stroke.shift === press.shiftKey)
  );
}

const TYPING =
  "input:not([type=checkbox],[type=radio],[type=range],[type=button],[type=submit]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox]";
const LAYER = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], dialog";
const ARROWS =
  "[role=slider], [role=tab], [role=radio], [role=option], input[type=radio], input[type=range]";
const CONTROL =
  "a[href], button, summary, audio, video, input, [role=button], [role=switch], [role=checkbox]";

/** Where the focus of an event is. A layer that is open without holding the focus is not seen here. */
export function focusPlace(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return "page";
  if (target.closest(TYPING)) return "typing";
  if (target.closest(LAYER)) return "layer";
  if (target.closest(ARROWS)) return "arrows";
  return target.closest(CONTROL) ? "control" : "page";
}
