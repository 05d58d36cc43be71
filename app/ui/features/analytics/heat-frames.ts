import type { HeatFrame } from "#app/ui/components/chart/heat-grid.tsx";

export type Hours = { days: readonly number[]; from: string; to: string };
type Range = { first: number; last: number };

/** At least a working day is drawn, and every hour in which something happened. */
const USUAL: Range = { first: 8, last: 18 };

/** So many hours fit beside a table of people. */
const BESIDE = 13;
export const fitsBeside = ({ first, last }: Range): boolean => last - first < BESIDE;

/** The hours of a day that are drawn. */
export function shownHours(hours: readonly { hour: number }[], working: Hours | null): Range {
  const all = [
    ...hours.map(({ hour }) => hour),
    ...(working === null ? [] : stretchesOf(working).flat()),
  ];
  return { first: Math.min(USUAL.first, ...all), last: Math.max(USUAL.last, ...all) };
}

/** Where working hours lie in the grid: a stretch for each run of days, two where they go on past midnight. */
export const framesOf = (working: Hours, { first }: Range): HeatFrame[] =>
  runsOf(working.days).flatMap((rows) =>
    stretchesOf(working).map(([from, to]) => ({ rows, columns: [from - first, to - first] })),
  );

/** Days that follow each other: Monday to Friday, and Sunday. */
function runsOf(days: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** First and last hour of work, in whole hours of the clock. */
function stretchesOf({ from, to }: Hours): [number, number][] {
  const begins = Math.floor(hoursIn(from));
  const ends = Math.ceil(hoursIn(to)) - 1;
  if (from < to) return [[begins, ends]];
  return [[begins, 23], ...(ends < 0 ? [] : ([[0, ends]] as [number, number][]))];
}

function hoursIn(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour + minute / 60;
}
