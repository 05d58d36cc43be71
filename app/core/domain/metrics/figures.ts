import type { RangeMs, Side } from "../views.ts";
import { interruptionsBy, type Interruption } from "./interruptions.ts";
import { exactRatio, mean, median, quantile, round4 } from "./numbers.ts";
import { cutOut, lengthOf, longestOf, totalOf, unionOf } from "./ranges.ts";
import { amountOf, type Spoken } from "./speed.ts";
import { otherSide, unitsOfSide, type TalkContext } from "./talk-context.ts";
import type { Switch, Turn } from "./turns.ts";
import type { Unit } from "./units.ts";

/** Waits in ms after the other side's turn (product §14.3 row 6). */
export type Waits = {
  n: number;
  median: number | null;
  mean: number | null;
  p10: number | null;
  p90: number | null;
};

/** What the formulas say about a side, or about one speaker of it; times on the talk clock. */
export type Figures = {
  side: Side;
  speakerId: string | null;
  units: readonly Unit[];
  speech: readonly RangeMs[];
  speechMs: number;
  turns: readonly Turn[];
  longest: RangeMs | null;
  /** Switches from the other side to this one. */
  taken: readonly Switch[];
  waits: Waits;
  cutIns: { count: number; of: number };
  questions: { count: number; open: number; answered: number };
  spoken: Spoken;
  interruptions: readonly Interruption[];
  otherSpeechMs: number;
  fillers: { count: number; unsure: number };
};

const LONG_UNIT_MS = 1000;
const PATIENCE_MAX_MS = 5000;
const CUT_IN_MS = -200;

/** The longest stretch of a turn after cutting out every unit of at least 1 s of the others. */
function longestStretch(turns: readonly Turn[], others: readonly Unit[]): RangeMs | null {
  const holes = unionOf(
    others.filter((unit) => !unit.isBackchannel && lengthOf(unit) >= LONG_UNIT_MS),
  );
  return longestOf(turns.flatMap((turn) => cutOut(turn, holes)));
}

export function waitsOf(switches: readonly Switch[]): Waits {
  const offsets = switches
    .filter(({ isMeasurable, offsetMs }) => isMeasurable && offsetMs <= PATIENCE_MAX_MS)
    .map(({ offsetMs }) => Math.max(0, offsetMs));
  const whole = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    n: offsets.length,
    median: whole(median(offsets)),
    mean: whole(mean(offsets)),
    p10: whole(quantile(offsets, 0.1)),
    p90: whole(quantile(offsets, 0.9)),
  };
}

/** Figures of a side (`speakerId` null) or of one of its speakers. */
export function figuresOf(context: TalkContext, side: Side, speakerId: string | null): Figures {
  const isMine = (item: { side: Side | null; speakerId: string }) =>
    item.side === side && (speakerId === null || item.speakerId === speakerId);
  const units = context.units.filter(isMine);
  const speech = unionOf(units);
  const level = speakerId === null ? context.bySide : context.bySpeaker;
  const mine = speakerId ?? side;
  const turns = level.turns.filter((turn) => turn.holder === mine && turn.units[0]?.side === side);
  const taken = level.switches.filter(
    ({ before, after }) => turns.includes(after) && before.units[0]?.side === otherSide(side),
  );
  const measurable = taken.filter(({ isMeasurable }) => isMeasurable);
  const others = context.units.filter((unit) => unit.side !== null && !isMine(unit));
  const theirs = unitsOfSide(context, otherSide(side));
  const questions = context.questions.filter(isMine);
  const fillers = context.fillers.filter(isMine);
  return {
    side,
    speakerId,
    units,
    speech,
    speechMs: totalOf(speech),
    turns,
    longest: longestStretch(turns, others),
    taken,
    waits: waitsOf(taken),
    cutIns: {
      count: measurable.filter(({ offsetMs }) => offsetMs < CUT_IN_MS).length,
      of: measurable.length,
    },
    questions: {
      count: questions.length,
      open: questions.filter(({ isOpen }) => isOpen).length,
      answered: questions.filter(({ isAnswered }) => isAnswered === true).length,
    },
    spoken: amountOf(units, context.isJapanese),
    interruptions: interruptionsBy(units, theirs),
    otherSpeechMs: totalOf(unionOf(theirs)),
    fillers: { count: fillers.length, unsure: fillers.filter(({ isUnsure }) => isUnsure).length },
  };
}

/** Words per minute of own speech, or morae per second (product §14.3 row 12), for figures made of it. */
export const exactSpeedOf = (
  { spoken, speechMs }: Pick<Figures, "spoken" | "speechMs">,
  isJapanese: boolean,
): number | null => exactRatio(spoken.amount * (isJapanese ? 1000 : 60_000), speechMs);
/** The same as it is printed. */
export const speedOf = (figures: Figures, isJapanese: boolean): number | null => {
  const exact = exactSpeedOf(figures, isJapanese);
  return exact === null ? null : round4(exact);
};
