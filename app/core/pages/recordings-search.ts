import { countedSearch } from "#app/core/domain/analytics/counted.ts";
import { FILTER_KEYS, METRIC_KEYS, type RecordingsQuery, sortOf } from "./recordings-filters.ts";

/** A query as an address writes it, key by key, in one order; `parseRecordingsQuery` reads the same. The view is not in it. */
export function wholeSearch(query: RecordingsQuery): [string, string][] {
  const isUsual = query.sort === sortOf(query.show) || query.sort === "-deletedAt";
  // A page asks for some thirty addresses: most keys of most queries are empty, and cost nothing here.
  const pairs: [string, string][] = [];
  const add = (key: string, value: string | number | null | undefined): void => {
    if (value !== null && value !== undefined && value !== "") pairs.push([key, String(value)]);
  };
  add("q", query.q);
  add("said", query.said);
  add("show", query.show);
  for (const [key, value] of Object.entries(query.counted ? countedSearch(query.counted) : {}))
    for (const one of [value ?? []].flat()) add(key, one);
  for (const key of FILTER_KEYS) for (const value of query.filters[key] ?? []) add(key, value);
  add("range", query.range);
  add("from", query.from);
  add("to", query.to);
  add("min", query.minMinutes);
  add("max", query.maxMinutes);
  add("at", query.at);
  for (const key of METRIC_KEYS) add(key, query.metrics[key]);
  add("sort", isUsual ? null : query.sort);
  add("as", query.as);
  add("panel", query.panel);
  add("after", query.after);
  return pairs;
}

/** What a view keeps of a query: what narrows, sorts and draws it, not the page nor what is open beside it. */
export const keptSearch = (query: RecordingsQuery): string =>
  new URLSearchParams(wholeSearch({ ...query, after: null, panel: null })).toString();
