import type { RangeMs, Side } from "../views.ts";
import { baseLanguage, lexiconHash, lexiconOf } from "../words/lexicon.ts";
import { matcherOf } from "../words/lexicon-match.ts";
import { talkClock, wordsOnClock, type TalkClock } from "./clock.ts";
import { fillersOf, type Filler } from "./fillers.ts";
import type { MetricsInput } from "./input.ts";
import { questionsOf, type Question } from "./questions.ts";
import { totalOf, unionOf } from "./ranges.ts";
import { bySide, bySpeaker, switchesOf, turnsOf, type Switch, type Turns } from "./turns.ts";
import { markBackchannels, unitsOf, type Unit } from "./units.ts";

/** Everything the formulas read, on the talk clock (product §14.2 done once). */
export type TalkContext = {
  input: MetricsInput;
  clock: TalkClock;
  /** Never shorter than the last word. */
  durationMs: number;
  isJapanese: boolean;
  lexiconHash: string;
  hasLexicon: boolean;
  units: readonly Unit[];
  speech: readonly RangeMs[];
  bySide: Turns & { switches: Switch[] };
  bySpeaker: Turns & { switches: Switch[] };
  questions: readonly Question[];
  fillers: readonly Filler[];
};

/** Without known sides every word counts for nobody, whatever its label says. */
const withoutSides = (input: MetricsInput) =>
  input.sidesKnown ? input.words : input.words.map((word) => ({ ...word, side: null }));

/** What a list of words is heard in: the units with their backchannels, and the fillers, on the talk clock. */
export function heardIn(input: MetricsInput) {
  const clock = talkClock(input.durationMs, input.excluded);
  const lexicon = lexiconOf(input.language, input.lexicon);
  const matcher = lexicon && matcherOf(lexicon);
  const words = wordsOnClock(withoutSides(input), clock);
  const units = markBackchannels(unitsOf(words, clock.cuts), matcher);
  const fillers = matcher && input.fillersSupported ? fillersOf(units, matcher) : [];
  return { clock, lexicon, units, fillers };
}

export function talkContext(input: MetricsInput): TalkContext {
  const { clock, lexicon, units, fillers } = heardIn(input);
  const sideTurns = turnsOf(units, bySide, clock.cuts);
  const speakerTurns = turnsOf(units, bySpeaker, clock.cuts);
  return {
    input,
    clock,
    durationMs: units.reduce((end, { t1Ms }) => Math.max(end, t1Ms), clock.durationMs),
    isJapanese: baseLanguage(input.language) === "ja",
    lexiconHash: lexiconHash(lexicon),
    hasLexicon: lexicon !== null,
    units,
    speech: unionOf(units),
    bySide: { ...sideTurns, switches: switchesOf(sideTurns.turns, clock.cuts) },
    bySpeaker: { ...speakerTurns, switches: switchesOf(speakerTurns.turns, clock.cuts) },
    questions: questionsOf(units, input.language),
    fillers,
  };
}

/** Speech of some units: the length of their union. */
export const speechMsOf = (units: readonly Unit[]): number => totalOf(unionOf(units));
export const unitsOfSide = (context: TalkContext, side: Side): Unit[] =>
  context.units.filter((unit) => unit.side === side);
export const otherSide = (side: Side): Side => (side === "R" ? "C" : "R");
