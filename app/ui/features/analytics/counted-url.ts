import { countedSearch } from "#app/core/domain/analytics/counted.ts";
import type { Measure } from "#app/core/domain/analytics/measures.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { paths } from "#app/paths.ts";

export type Which = {
  /** Of one person; without it, of all whom the page is asked for. */
  member?: string | undefined;
  /** An hour of the week: `2-14`. */
  at?: string | undefined;
  days?: { from: string; to: string } | undefined;
};

/** The page's query for one person, or for a part of its days. */
export const narrowed = <Query extends AnalyticsQuery>(
  query: Query,
  { member, days }: Pick<Which, "member" | "days">,
): Query => ({
  ...query,
  ...(member !== undefined && { members: [member] }),
  ...(days !== undefined && { range: null, period: { ...query.period, ...days } }),
});

/** The list of the calls that a number counts. */
export const countedUrl = (
  query: AnalyticsQuery,
  measure: Measure,
  { member, at, days }: Which = {},
): string =>
  paths.recordings({
    ...countedSearch({ figure: measure, query: narrowed(query, { member, days }) }),
    at,
  });
