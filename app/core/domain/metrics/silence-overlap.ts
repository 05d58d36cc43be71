import type { RangeMs } from "../views.ts";
import { cutOut, intersectionOf, lengthOf, unionOf } from "./ranges.ts";
import { unitsOfSide, type TalkContext } from "./talk-context.ts";

const LONG_SILENCE_MS = 3000;
const DEAD_AIR_MS = 10_000;
const LONG_OVERLAP_MS = 1000;

/** Gaps between first and last speech on the talk clock; a hold or pause ends one gap and begins another. */
export type Silence = { gaps: RangeMs[]; long: RangeMs[]; deadAir: RangeMs[]; spanMs: number };

export function silenceOf({ speech, clock }: TalkContext): Silence {
  const [first, last] = [speech[0], speech.at(-1)];
  if (!first || !last) return { gaps: [], long: [], deadAir: [], spanMs: 0 };
  const span = { t0Ms: first.t0Ms, t1Ms: last.t1Ms };
  const gaps = cutOut(span, speech).flatMap((gap) => splitAt(gap, clock.cuts));
  return {
    gaps,
    long: gaps.filter((gap) => lengthOf(gap) >= LONG_SILENCE_MS),
    deadAir: gaps.filter((gap) => lengthOf(gap) >= DEAD_AIR_MS),
    spanMs: lengthOf(span),
  };
}

function splitAt(gap: RangeMs, cuts: readonly number[]): RangeMs[] {
  const edges = [gap.t0Ms, ...cuts.filter((cut) => cut > gap.t0Ms && cut < gap.t1Ms), gap.t1Ms];
  return edges.slice(1).map((t1Ms, n) => ({ t0Ms: edges[n] ?? gap.t0Ms, t1Ms }));
}

export type Overlap = { all: RangeMs[]; long: RangeMs[] };

/** Where both sides speak, backchannels left out (product §14.3 row 15). */
export function overlapOf(context: TalkContext): Overlap {
  const floor = (side: "R" | "C") =>
    unionOf(unitsOfSide(context, side).filter(({ isBackchannel }) => !isBackchannel));
  const all = intersectionOf(floor("R"), floor("C"));
  return { all, long: all.filter((range) => lengthOf(range) >= LONG_OVERLAP_MS) };
}
