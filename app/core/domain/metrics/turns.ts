import type { RangeMs } from "../views.ts";
import { crossesCut } from "./clock.ts";
import type { Unit } from "./units.ts";

/** A stretch in which one holder (a side, or a speaker) has the floor. */
export type Turn = RangeMs & { holder: string; units: Unit[] };
export type Turns = { turns: Turn[]; contained: Unit[] };
/** A change of the floor; `offsetMs` = start of the new turn − end of the old one, negative when it overlaps. */
export type Switch = { before: Turn; after: Turn; offsetMs: number; isMeasurable: boolean };

const EXTEND_MS = 3000;

/**
 * Turns of product §14.2 step 3 over units sorted by time; `holderOf` says whose turn a unit makes
 * (null: nobody's). The unit of another holder that ends inside the current turn is contained.
 */
export function turnsOf(
  units: readonly Unit[],
  holderOf: (unit: Unit) => string | null,
  cuts: readonly number[] = [],
): Turns {
  const turns: Turn[] = [];
  const contained: Unit[] = [];
  for (const unit of units) {
    const holder = holderOf(unit);
    if (holder === null || unit.isBackchannel) continue;
    const turn = turns.at(-1);
    const gapMs = turn ? unit.t0Ms - turn.t1Ms : 0;
    if (turn && turn.holder !== holder && unit.t1Ms <= turn.t1Ms) contained.push(unit);
    else if (
      turn?.holder === holder &&
      gapMs <= EXTEND_MS &&
      !crossesCut(cuts, turn.t1Ms, Math.max(unit.t0Ms, turn.t1Ms))
    ) {
      turn.t1Ms = Math.max(turn.t1Ms, unit.t1Ms);
      turn.units.push(unit);
    } else turns.push({ holder, t0Ms: unit.t0Ms, t1Ms: unit.t1Ms, units: [unit] });
  }
  return { turns, contained };
}

/** Changes of the holder between consecutive turns; across a hold a change has no measurable offset. */
export function switchesOf(turns: readonly Turn[], cuts: readonly number[] = []): Switch[] {
  return turns.flatMap((after, n) => {
    const before = turns[n - 1];
    if (!before || before.holder === after.holder) return [];
    const from = Math.min(before.t1Ms, after.t0Ms);
    const to = Math.max(before.t1Ms, after.t0Ms);
    return [
      {
        before,
        after,
        offsetMs: after.t0Ms - before.t1Ms,
        isMeasurable: !crossesCut(cuts, from, to),
      },
    ];
  });
}

export const bySide = (unit: Unit): string | null => unit.side;
export const bySpeaker = (unit: Unit): string | null => unit.side && unit.speakerId;
