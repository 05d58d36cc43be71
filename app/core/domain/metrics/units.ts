import type { Side } from "../views.ts";
import type { Matcher } from "../words/lexicon-match.ts";
import { crossesCut } from "./clock.ts";
import type { SpokenWord } from "../words/spoken.ts";

/** One speaker's words with gaps of at most 0.5 s (product §14.2), on the talk clock. */
export type Unit = {
  speakerId: string;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  words: readonly SpokenWord[];
  isBackchannel: boolean;
};

const JOIN_MS = 500;
const BACKCHANNEL = { entries: 3, lengthMs: 1000, afterMs: 500, goesOnMs: 1500 };

export const byTime = (a: Unit, b: Unit): number =>
  a.t0Ms - b.t0Ms || a.t1Ms - b.t1Ms || (a.speakerId < b.speakerId ? -1 : 1);

/** Words sorted by time → units sorted by time. A unit never runs across a hold or pause. */
export function unitsOf(words: readonly SpokenWord[], cuts: readonly number[] = []): Unit[] {
  const units: (Unit & { words: SpokenWord[] })[] = [];
  const open = new Map<string, Unit & { words: SpokenWord[] }>();
  for (const word of words) {
    const key = `${word.side ?? ""}\t${word.speakerId}`;
    const unit = open.get(key);
    const joins =
      unit &&
      word.t0Ms - unit.t1Ms <= JOIN_MS &&
      !crossesCut(cuts, unit.t1Ms, Math.max(word.t0Ms, unit.t1Ms));
    if (joins) {
      unit.t1Ms = Math.max(unit.t1Ms, word.t1Ms);
      unit.words.push(word);
    } else {
      const made = {
        speakerId: word.speakerId,
        side: word.side,
        t0Ms: word.t0Ms,
        t1Ms: word.t1Ms,
        words: [word],
        isBackchannel: false,
      };
      open.set(key, made);
      units.push(made);
    }
  }
  return units.sort(byTime);
}

/** Does the unit start inside one of the other side's, or just after it while that person goes on? */
function listens(unit: Unit, others: readonly Unit[]): boolean {
  return others.some((other) => {
    if (unit.t0Ms >= other.t0Ms && unit.t0Ms < other.t1Ms) return true;
    const after = unit.t0Ms - other.t1Ms;
    if (after < 0 || after > BACKCHANNEL.afterMs) return false;
    return others.some(
      (next) =>
        next.speakerId === other.speakerId &&
        next.t0Ms >= other.t1Ms &&
        next.t0Ms - other.t1Ms <= BACKCHANNEL.goesOnMs &&
        next !== other,
    );
  });
}

/** Marks backchannels (product §14.2 step 2). Without a lexicon for the language there are none. */
export function markBackchannels(units: readonly Unit[], matcher: Matcher | null): Unit[] {
  if (!matcher) return [...units];
  const sideUnits = {
    R: units.filter((u) => u.side === "R"),
    C: units.filter((u) => u.side === "C"),
  };
  return units.map((unit) => {
    if (unit.side === null || unit.t1Ms - unit.t0Ms > BACKCHANNEL.lengthMs) return unit;
    const entries = matcher.cover(unit.words.map(({ text }) => text));
    if (entries === null || entries > BACKCHANNEL.entries) return unit;
    return listens(unit, sideUnits[unit.side === "R" ? "C" : "R"])
      ? { ...unit, isBackchannel: true }
      : unit;
  });
}
