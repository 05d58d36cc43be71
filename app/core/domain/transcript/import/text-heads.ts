import { TIME } from "./time-text.ts";

/** In brackets a time may be seconds, too: `[5.2s]`, `[5.20 - 9.10]`, `[00時00分03秒]`. */
const IN_BRACKETS = String.raw`(?:${TIME}|(?:\d{1,2}時)?\d{1,3}分\d{1,2}秒|\d{1,6}\.\d{1,3}s?|\d{1,6}s)`;
const rangeOf = (time: string) =>
  String.raw`(${time})(?:\s*(?:-{1,2}>|[-–—~〜→]|,(?=\d+:\d\d:\d\d\.))\s*(${time}))?`;
const RANGE = rangeOf(TIME);
const BRACKETED = String.raw`(?:\[${rangeOf(IN_BRACKETS)}\]|\(${rangeOf(IN_BRACKETS)}\))`;
const NAME = String.raw`([^\s:：\[\(][^:：\[\(\]]{0,59}?)`;

/** How a line gives a time. Files of programs have one kind throughout. */
export type HeadKind = "bracket" | "bare" | "named bracket" | "named" | "loose bracket" | "loose";
export type Head = {
  kind: HeadKind;
  speaker: string | null;
  from: string;
  to: string | undefined;
  rest: string;
};

const FORMS: readonly [kind: HeadKind, form: RegExp][] = [
  // `[00:12] Aki: text`, `[00:12 - 00:15]`
  ["bracket", new RegExp(String.raw`^\s*${BRACKETED}\s*(?<rest>.*)$`, "u")],
  // `00:12 Aki: text`, `00:12 - text`, `00:12`
  ["bare", new RegExp(String.raw`^\s*${RANGE}(?=[\s:：-]|$)(?:\s*[-–])?\s*(?<rest>.*)$`, "u")],
  // `Aki Tanaka (00:12): text`, `[Aki] (00:12)`, `Aki: [00:12]` over the lines that follow
  [
    "named bracket",
    new RegExp(
      String.raw`^\s*\[?(?<name>${NAME})\]?\s*[:：]?\s*${BRACKETED}(?:\s*[:：]\s*(?<rest>.*)|\s*)$`,
      "u",
    ),
  ],
  // `Aki Tanaka 00:12`, `[Aki] 00:12`, `Aki (Alder, Inc.) | 00:12` over the lines that follow
  [
    "named",
    new RegExp(
      String.raw`^\s*(?<name>[^\s:：](?:[^:：\n]{0,79}[^\s:：])?)\s+${RANGE}\s*[:：]?\s*$`,
      "u",
    ),
  ],
  // `Aki [00:12] text`, `Aki: [00:12] text`
  [
    "loose bracket",
    new RegExp(
      String.raw`^\s*\[?(?<name>${NAME})\]?\s*[:：]?\s*${BRACKETED}\s*(?<rest>\S.*)$`,
      "u",
    ),
  ],
  // `Aki 00:12 text`
  [
    "loose",
    new RegExp(
      String.raw`^\s*\[?(?<name>${NAME})\]?\s${RANGE}(?=[\s:：])\s*[:：]?\s*(?<rest>\S.*)$`,
      "u",
    ),
  ],
];

/** Beside a time a name may be long: "Mari Kato | Parley, on behalf of Kestrel Freight". */
const MOST_NAME_WORDS = 12;
/** Times are near the beginning of a line: of one without end no more is looked at. */
const MOST_LETTERS = 400;

/** What lists and mark-up put around a name. */
const plainName = (name: string): string =>
  name
    .replace(/^[\s|•*_#>\[-]+|[\s|•*_\]]+$/g, "")
    .replace(/^\[(.*)$/, "$1")
    .trim();

/** "November 20, 2026," before a time is a day. */
const IS_DAY = /[,，]$|\b\d{4}$|^\d{1,2}\.?\s\p{L}+\.?\s\d{4}|年.*[月日]/u;

/** The time that a line gives to what it says, or to the lines below it; null where it gives none. */
export function headOf(line: string): Head | null {
  const looked = line.slice(0, MOST_LETTERS);
  for (const [kind, form] of FORMS) {
    const found = form.exec(looked);
    if (!found) continue;
    const { name, rest } = found.groups ?? {};
    const speaker = name === undefined ? null : plainName(name);
    if (speaker !== null && !isName(speaker)) continue;
    // The words, where a form has them, are its last group.
    const parts = found.slice(1, found.groups && "rest" in found.groups ? -1 : undefined);
    const [from = "", to] = parts.filter((part) => TIME_ONLY.test(part));
    return { kind, speaker, from, to, rest: (rest ?? "") + line.slice(MOST_LETTERS) };
  }
  return null;
}

const TIME_ONLY = new RegExp(String.raw`^${IN_BRACKETS}$`, "u");

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) && name.split(/\s+/).length <= MOST_NAME_WORDS && !IS_DAY.test(name);

/** Words of a name begin with capitals, or the script has none. */
export function isTitled(name: string): boolean {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.filter((word) => /^\P{L}*\p{Ll}/u.test(word)).length * 2 <= words.length;
}
