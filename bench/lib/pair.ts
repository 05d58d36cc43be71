import { type Figure, type Goal, options, reaches, spreadOf, report } from "./figures.ts";

export type Pair = {
  bench: string;
  case: string;
  /** Of what `floor` and `ours` return: requests per second, seconds … */
  unit: string;
  /** Of ours ÷ floor; without one the ratio is told, and only the work must be the same. */
  goal?: Goal;
  rounds?: number;
  floor: (round: number) => Promise<number>;
  ours: (round: number) => Promise<number>;
  /** Whether both do the same work, by hashes of what they return. A ratio over different work fails. */
  same: () => Promise<boolean>;
  versions?: Record<string, string>;
  note?: string;
};

/** Ratios further apart than this are asked for again, once. */
const NOISY = 1.5;

/**
 * Measures ours against its floor in one run: warm-up, then floor, ours, floor, ours …; one ratio a round, so that
 * what else the machine does meets both. The median is judged.
 */
export async function pair(wanted: Pair): Promise<Figure> {
  const sameWork = await wanted.same();
  const { rounds = options.rounds } = wanted;
  if (sameWork) {
    await wanted.floor(0);
    await wanted.ours(0);
  }
  let taken = sameWork ? await takeRounds(wanted, rounds) : { floor: [], ours: [], ratios: [] };
  let isNoisy = isSpread(taken.ratios);
  if (isNoisy) {
    taken = await takeRounds(wanted, rounds);
    isNoisy = isSpread(taken.ratios);
  }
  const ratio = spreadOf(taken.ratios);
  const figure: Figure = {
    bench: wanted.bench,
    case: wanted.case,
    unit: wanted.unit,
    floor: taken.floor,
    ours: taken.ours,
    ...(sameWork && { ratio }),
    ...(wanted.goal && { goal: wanted.goal }),
    result: sameWork && (!wanted.goal || reaches(ratio.median, wanted.goal)) ? "passed" : "failed",
    sameWork,
    isNoisy,
    ...(wanted.note !== undefined && { note: wanted.note }),
  };
  report(figure, wanted.versions);
  return figure;
}

type Taken = { floor: number[]; ours: number[]; ratios: number[] };

async function takeRounds({ floor, ours }: Pair, rounds: number): Promise<Taken> {
  const taken: Taken = { floor: [], ours: [], ratios: [] };
  for (let round = 1; round <= rounds; round++) {
    const theirs = await floor(round);
    const own = await ours(round);
    taken.floor.push(theirs);
    taken.ours.push(own);
    taken.ratios.push(own / theirs);
  }
  return taken;
}

const isSpread = (ratios: readonly number[]): boolean =>
  ratios.length > 1 && Math.max(...ratios) / Math.min(...ratios) > NOISY;
