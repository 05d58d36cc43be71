import type { RangeMs, Side } from "../views.ts";
import type { Matcher } from "../words/lexicon-match.ts";
import type { SpokenWord } from "../words/spoken.ts";
import type { Unit } from "./units.ts";

/** A filler on the talk clock; `text` is the lexicon's entry. */
export type Filler = RangeMs & {
  speakerId: string;
  side: Side | null;
  segment: number | null;
  text: string;
  isUnsure: boolean;
};

const words = (list: string) => new Set(list.split(" "));
/** After these "like" is a verb ("I like", "would like") or a preposition ("looks like", "things like"). */
const LIKE_AFTER = words(
  "i you we they he she it who to would i'd you'd we'd they'd he'd she'd not don't do does did doesn't didn't really also always still feel feels felt look looks looked sound sounds sounded seem seems seemed something anything nothing things stuff someone people companies tools teams more much just exactly a what",
);
const LIKE_BEFORE = words(
  "a an the this that these those to it him her us them me my your our their its what how when you we",
);
const PAUSE_MS = 150;

const folded = (word: SpokenWord | undefined): string =>
  (word?.text ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[^\p{L}\p{N}']/gu, "");

type Around = {
  before: SpokenWord | undefined;
  first: SpokenWord;
  last: SpokenWord;
  after: SpokenWord | undefined;
};

/** Set off by a pause or a comma, or the end of what is said. */
const standsAlone = ({ last, after }: Around): boolean =>
  !after || after.t0Ms - last.t1Ms >= PAUSE_MS || /[,、。…]$/u.test(last.text);

/** An entry that is also an ordinary word counts only where the sentence does not need it. */
function isSyntactic(text: string, around: Around): boolean {
  if (text === "like")
    return LIKE_AFTER.has(folded(around.before)) || LIKE_BEFORE.has(folded(around.after));
  if (text === "so") return around.before !== undefined;
  if (text === "ちょっと") return !standsAlone(around);
  // あの人, その件, こう書く: a content word follows directly.
  const next = around.after?.text.charAt(0) ?? "";
  return /[\p{Script=Han}\p{Script=Katakana}]/u.test(next) && !standsAlone(around);
}

/** Lexicon fillers of everybody (product §14.3 row 17), backchannels left out. */
export function fillersOf(units: readonly Unit[], matcher: Matcher): Filler[] {
  return units.flatMap((unit) => {
    if (unit.isBackchannel) return [];
    return matcher.find(unit.words.map(({ text }) => text)).flatMap(({ entry, from, to }) => {
      const [first, last] = [unit.words[from], unit.words[to - 1]];
      if (entry.kind !== "filler" || !first || !last) return [];
      const around = { before: unit.words[from - 1], first, last, after: unit.words[to] };
      if (entry.isUnsure && isSyntactic(entry.text, around)) return [];
      return [
        {
          speakerId: unit.speakerId,
          side: unit.side,
          segment: first.segment ?? null,
          t0Ms: first.t0Ms,
          t1Ms: last.t1Ms,
          text: entry.text,
          isUnsure: entry.isUnsure,
        },
      ];
    });
  });
}
