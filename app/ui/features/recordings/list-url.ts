import {
  type FilterKey,
  type FilterLink,
  keyOf,
  readKey,
  type RecordingsQuery,
  type Sort,
} from "#app/core/pages/recordings-filters.ts";
import { wholeSearch } from "#app/core/pages/recordings-search.ts";
import { paths } from "#app/paths.ts";

/**
 * The query as the list's address writes it. On a view, what the view holds already is left out, and what it holds but
 * the query does not is written as empty.
 */
export function listSearch(query: RecordingsQuery): Record<string, string[]> {
  const pairs = listPairs(query, query.after);
  const { view } = query;
  if (view === null) return group(pairs);
  const known = group([...new URLSearchParams(view.query)]);
  return Object.fromEntries(
    Object.entries(group(pairs)).filter(
      ([key, values]) => JSON.stringify(known[key]) !== JSON.stringify(values),
    ),
  );
}

const group = (pairs: readonly [string, string][]): Record<string, string[]> => {
  const grouped: Record<string, string[]> = {};
  for (const [key, value] of pairs) (grouped[key] ??= []).push(value);
  return grouped;
};

/** The same for the list's twins and for what keeps it: the whole query, whatever view it stands on. */
export const exportSearch = (query: RecordingsQuery) =>
  group(wholeSearch({ ...query, after: null, panel: null, as: null }));

/** What the address holds, key by key, for a form that keeps it: all but the page. */
export function listPairs(query: RecordingsQuery, after: string | null = null): [string, string][] {
  const whole = wholeSearch({ ...query, after });
  if (query.view === null) return whole;
  const written = new Set(whole.map(([key]) => key));
  const gone = [...new Set(new URLSearchParams(query.view.query).keys())].filter(
    (key) => !written.has(key),
  );
  return [["view", query.view.id], ...whole, ...gone.map((key): [string, string] => [key, ""])];
}

/** The list's address with these values in place of the ones it has; a cursor belongs to its own order and filters. */
export const listUrl = (query: RecordingsQuery, change: Partial<RecordingsQuery>): string =>
  paths.recordings(listSearch({ ...query, after: null, ...change }));

type Column = "startedAt" | "duration" | "title" | "talkRatio";
type SortLink = { to: string; state: "ascending" | "descending" | "none" };

/** A column's heading: the first press sorts times, lengths and shares from the large end, names from A. */
export function sortLink(query: RecordingsQuery, column: Column): SortLink {
  const down: Sort = `-${column}`;
  const state = query.sort === down ? "descending" : query.sort === column ? "ascending" : "none";
  const first = column === "title" ? column : down;
  const other = column === "title" ? down : column;
  return {
    to: listUrl(query, { sort: state !== "none" && query.sort === first ? other : first }),
    state,
  };
}

/** With these values of a filter in place of those it has. */
function withValues(
  { filters }: RecordingsQuery,
  key: FilterKey,
  values: readonly string[],
): RecordingsQuery["filters"] {
  const { [key]: _gone, ...others } = filters;
  return values.length > 0 ? { ...others, [key]: [...values] } : others;
}

/** Without one value of a filter. */
export const withoutValue = (query: RecordingsQuery, key: FilterKey, value: string): string =>
  listUrl(query, {
    filters: withValues(
      query,
      key,
      (query.filters[key] ?? []).filter((item) => item !== value),
    ),
  });

/** With one more value of a filter. */
export const withValue = (query: RecordingsQuery, key: FilterKey, value: string): string =>
  listUrl(query, { filters: withValues(query, key, [...(query.filters[key] ?? []), value]) });

/** Without any value of a filter. */
export const withoutFilter = (query: RecordingsQuery, key: FilterKey): string =>
  listUrl(query, { filters: withValues(query, key, []) });

/** The same values asked for in another way; null where that cannot be asked. */
export function linkedUrl(query: RecordingsQuery, key: FilterKey, link: FilterLink): string | null {
  const other = keyOf(readKey(key).name, link);
  if (other === null) return null;
  const values = [...(query.filters[other] ?? []), ...(query.filters[key] ?? [])];
  const left = { ...query, filters: withValues(query, key, []) };
  return listUrl(query, { filters: withValues(left, other, [...new Set(values)]) });
}

/** Without one figure's bound. */
export function withoutMetric(
  query: RecordingsQuery,
  key: keyof RecordingsQuery["metrics"],
): string {
  const { [key]: _gone, ...metrics } = query.metrics;
  return listUrl(query, { metrics });
}

/** The list without filters; whoever has a view that opens by itself says that they want none. */
export const allUrl = ({ view, as, panel }: RecordingsQuery): string =>
  paths.recordings({ view: view === null ? null : "all", as, panel });
