import type { Measure } from "#app/core/domain/analytics/measures.ts";
import { type AnalyticsQuery, listSearch } from "#app/core/domain/analytics/query.ts";
import { paths } from "#app/paths.ts";

type More = { owner?: string; at?: string; days?: { from: string; to: string } };

/** The list of the calls that a number counts. */
export const countedUrl = (
  query: AnalyticsQuery,
  measure: Measure,
  { owner, at, days }: More = {},
): string =>
  paths.recordings({
    ...listSearch(query, days),
    counted: measure,
    ...(owner !== undefined && { owner }),
    ...(at !== undefined && { at }),
  });
