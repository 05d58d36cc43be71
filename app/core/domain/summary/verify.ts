import type { Evidence } from "./evidence.ts";
import { fold } from "../words/fold.ts";
import { daysIn, figuresIn, hedgeIn, isNegated, namesIn } from "./claim-facts.ts";
import { findQuote, type Found, type Ground, nameWords } from "./ground.ts";
import { termsOf } from "./terms.ts";

/** One statement of a model about a call: what it says, where that was said, and in which words. */
export type Claim = { text: string; cites: readonly number[]; quote: string };
/** Why a claim is not believed. `doubtful` ones could be shown to a judge. */
export type Refusal =
  | "no_citation"
  | "quote_not_found"
  | "foreign_number"
  | "foreign_date"
  | "foreign_name"
  | "unsupported"
  | "negation"
  | "planted";
export type Verdict =
  | {
      isKept: true;
      text: string;
      certainty: "said" | "implied";
      evidence: Evidence;
      window: string;
    }
  | { isKept: false; why: Refusal; isDoubtful: boolean };

/** Citations beside the quote are read only where they are near it: whoever cites everything proves nothing. */
const NEAR = 3;
const COVERED = { least: 0.3, enough: 0.5 };
/** A "not" stands so many words before what it is about, or so many behind. */
const BEFORE = 6;
const AFTER = 4;

const refused = (why: Refusal, isDoubtful = false): Verdict => ({ isKept: false, why, isDoubtful });

type VerifyOptions = {
  /** Title and question of the section: what they say need not be said again. */
  covered?: string;
  /** Language of the claim, where it is not the call's: its words cannot be looked for then. */
  isTranslated?: boolean;
  /** Language of the claim; the call's if left out. */
  language?: string;
};

/**
 * Holds a claim against the words of the call (speech §12). A claim that is kept has the transcript's exact words with
 * their times for its quote.
 */
export function verifyClaim(ground: Ground, claim: Claim, options: VerifyOptions = {}): Verdict {
  const cites = claim.cites.filter((no) => ground.at.has(no));
  if (claim.cites.length === 0 || cites.length < claim.cites.length) return refused("no_citation");
  const found = findQuote(ground, claim.quote, cites);
  if (!found) return refused("quote_not_found");
  if (ground.planted.has(found.evidence.segment)) return refused("planted");
  const window = windowOf(ground, found, cites);
  const clause = clauseOf(ground, found);
  const text = claim.text.trim();
  const language = options.language ?? ground.language;
  const why =
    foreignFact(ground, text, language, window) ??
    (options.isTranslated === true ? null : lackOfWords(ground, text, window, options));
  if (why) return why;
  if (options.isTranslated !== true && isNegated(text) !== isNegated(clause))
    return refused("negation", true);
  const hedge = hedgeIn(clause);
  const isOpen = hedge !== null && hedgeIn(text) === null;
  return {
    isKept: true,
    // "Might" never becomes "will": what left it open stands behind it, as it was said.
    text: isOpen ? `${text} (“${hedge}”)` : text,
    certainty: hedge !== null || options.isTranslated === true ? "implied" : "said",
    evidence: found.evidence,
    window: window.text,
  };
}

/** `around`: with what was said before and after, which a statement may take its subject from. */
type Window = { text: string; around: string; speakers: ReadonlySet<string> };

/** What is cited, around the quote, and who says it. */
function windowOf(ground: Ground, { at }: Found, cites: readonly number[]): Window {
  const places = new Set([
    at,
    ...cites.flatMap((no) => {
      const cited = ground.at.get(no);
      const isProof = !ground.planted.has(no);
      return cited !== undefined && isProof && Math.abs(cited - at) <= NEAR ? [cited] : [];
    }),
  ]);
  const inside = [...places].sort((a, b) => a - b).flatMap((place) => ground.segments[place] ?? []);
  const ids = new Set(inside.map(({ segment }) => segment.participantId));
  return {
    text: inside.map(({ placed }) => placed.text).join(" "),
    around: ground.segments
      .filter((one, place) => {
        const isNear = [...places].some((cited) => Math.abs(cited - place) <= NEAR);
        return isNear && !ground.planted.has(one.segment.no);
      })
      .map(({ placed }) => placed.text)
      .join(" "),
    speakers: new Set(
      ground.people.filter(({ id }) => ids.has(id)).flatMap(({ name }) => nameWords(name)),
    ),
  };
}

/** The quote with the words around it in its sentence, where a "not" may stand that it leaves out. */
function clauseOf(ground: Ground, { at, located }: Found): string {
  const one = ground.segments[at];
  if (!one) return "";
  const scale = ground.language === "ja" ? 2 : 1;
  const { units, placed } = one;
  const from = units[Math.max(0, located.from - BEFORE * scale)]?.from ?? 0;
  const start = units[located.from]?.from ?? 0;
  const end = units[located.to - 1]?.to ?? placed.text.length;
  const to = units[Math.min(units.length, located.to + AFTER * scale) - 1]?.to ?? end;
  const before =
    placed.text
      .slice(from, start)
      .split(/[.!?。！？]/u)
      .at(-1) ?? "";
  const after = placed.text.slice(end, to).split(/[.!?。！？]/u)[0] ?? "";
  return before + placed.text.slice(start, end) + after;
}

/** A day, figure or name that nobody said there. */
function foreignFact(
  ground: Ground,
  text: string,
  language: string,
  window: Window,
): Verdict | null {
  const { clock } = ground;
  const days = daysIn(window.text, ground.language, clock);
  if ([...daysIn(text, language, clock)].some((day) => !days.has(day)))
    return refused("foreign_date");
  const figures = figuresIn(window.text, ground.language, clock, false);
  if ([...figuresIn(text, language, clock, true)].some((figure) => !figures.has(figure)))
    return refused("foreign_number");
  const said = fold(window.text);
  const isForeign = (name: string) => !window.speakers.has(name) && !said.includes(name);
  return namesIn(text, ground.names).some(isForeign) ? refused("foreign_name", true) : null;
}

/** Where one statement ends and another begins: each has to be supported, or a lie could ride on a true one. */
const STATEMENTS =
  /[.;:!?。！？；、]+|,\s+|\s+(?:and|but|because|so|while|although|since|which|who|then)\s+/giu;
/** A statement of fewer content words says too little to be judged by itself. */
const WORTH_JUDGING = 2;

/**
 * How much of what the claim says was said, rare words weighing more. What the section's title and question say counts
 * neither way: they are there whatever anybody said.
 */
function lackOfWords(
  ground: Ground,
  text: string,
  window: Window,
  { covered = "" }: VerifyOptions,
): Verdict | null {
  const said = new Set(termsOf(window.text, ground.language));
  const around = new Set(termsOf(window.around, ground.language));
  const given = new Set(termsOf(covered, ground.language));
  // Figures were held against what was said already, however they are written.
  const own = (part: string): string[] =>
    [...new Set(termsOf(part, ground.language))].filter((term) => !/\d/.test(term));
  const weigh = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + ground.weight(term), 0);
  const shareIn = (known: ReadonlySet<string>, terms: readonly string[]): number =>
    weigh(terms.filter((term) => known.has(term))) / weigh(terms);
  const all = own(text);
  const terms = all.filter((term) => said.has(term) || !given.has(term));
  if (terms.length === 0) {
    const hasFigure =
      /\p{N}/u.test(text) || figuresIn(text, ground.language, ground.clock, false).size > 0;
    return all.length === 0 || hasFigure ? null : refused("unsupported", true);
  }
  const share = shareIn(said, terms);
  if (share < COVERED.least) return refused("unsupported");
  const isBrokenOff = text.split(STATEMENTS).some((part) => {
    const inside = own(part).filter((term) => said.has(term) || !given.has(term));
    return inside.length >= WORTH_JUDGING && shareIn(around, inside) < COVERED.least;
  });
  return share < COVERED.enough || isBrokenOff ? refused("unsupported", true) : null;
}
