import { TALK_METRIC } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { ticksAround } from "#app/ui/components/chart/ticks.ts";

/** Lengths are read in seconds and minutes: steps that a clock has. */
const STEPS_MS = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
] as const;

/** The ticks that hold every box and dot of the page. */
export function talkScale(
  { metric }: TalkStatsPage["query"],
  { people, ownBefore, team }: TalkStatsPage["stats"],
): number[] {
  const values = [...people, ...(ownBefore === null ? [] : [ownBefore])].flatMap((one) => [
    ...one.values,
    ...(one.least === null || one.most === null ? [] : [one.least, one.most]),
  ]);
  if (team !== null) values.push(team.median);
  const isLength = TALK_METRIC[metric].unit === "ms";
  const [low, high] =
    values.length === 0
      ? [0, isLength ? 60_000 : 1]
      : values.reduce(
          ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
          [Infinity, -Infinity],
        );
  if (!isLength) return ticksAround(low, high);
  const step = STEPS_MS.find((one) => (high - low) / one <= 5);
  return ticksAround(low, high, step);
}
