import { TALK_METRIC } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { ticksAround } from "#app/ui/components/chart/ticks.ts";
import type { TalkBand } from "./use-talk-text.ts";

/** Lengths are read in seconds and minutes: steps that a clock has. */
const STEPS_MS = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
] as const;
/** How much of an open range is drawn beyond its bound, as a share of what the page spans. */
const BEYOND = 0.1;

/** The ticks that hold every box and dot of the page, and the shaded range. */
export function talkScale(
  { metric }: Pick<TalkStatsPage["query"], "metric">,
  { people, ownBefore, team }: Pick<TalkStatsPage["stats"], "people" | "ownBefore" | "team">,
  band: TalkBand | null,
): number[] {
  const values = [...people, ...(ownBefore === null ? [] : [ownBefore])].flatMap((one) => [
    ...one.values,
    ...(one.least === null || one.most === null ? [] : [one.least, one.most]),
  ]);
  if (team !== null) values.push(team.median);
  const isLength = TALK_METRIC[metric].unit === "ms";
  const [low, high] = withBand(
    values.length === 0 ? [0, isLength ? 60_000 : 1] : spanOf(values),
    band,
  );
  if (!isLength) return ticksAround(low, high);
  const step = STEPS_MS.find((one) => (high - low) / one <= 5);
  return ticksAround(low, high, step);
}

const spanOf = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );

/** Nothing is less than zero: a range that is open downwards ends there. */
function withBand([low, high]: [number, number], band: TalkBand | null): [number, number] {
  const bounds = [band?.from ?? null, band?.to ?? null].filter((bound) => bound !== null);
  if (band === null || bounds.length === 0) return [low, high];
  const [least, most] = spanOf([low, high, ...bounds]);
  const room = (most - least) * BEYOND;
  return [
    band.from === null && least === band.to ? Math.max(0, least - room) : least,
    band.to === null && most === band.from ? most + room : most,
  ];
}
