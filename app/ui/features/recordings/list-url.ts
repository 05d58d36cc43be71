import type { FilterKey, RecordingsQuery, Sort } from "#app/core/pages/recordings-filters.ts";
import { paths } from "#app/paths.ts";

/** The query as the list's address writes it; its twins, JSON and CSV, read the same. */
export const listSearch = (query: RecordingsQuery) => ({
  q: query.q,
  show: query.show,
  ...query.filters,
  range: query.range,
  from: query.from,
  to: query.to,
  min: query.minMinutes,
  max: query.maxMinutes,
  "talkRatio.gt": query.shareOver,
  "talkRatio.lt": query.shareUnder,
  sort: query.sort === "-startedAt" ? null : query.sort,
  after: query.after,
});

/** What the address holds, key by key, for a form that keeps it: all but the page. */
export const listPairs = (query: RecordingsQuery): [string, string][] =>
  Object.entries(listSearch({ ...query, after: null })).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one): [string, string][] =>
      one === null || one === "" ? [] : [[key, String(one)]],
    ),
  );

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

/** Without one value of a filter. */
export function withoutValue(query: RecordingsQuery, key: FilterKey, value: string): string {
  const left = (query.filters[key] ?? []).filter((item) => item !== value);
  const { [key]: _gone, ...others } = query.filters;
  return listUrl(query, { filters: left.length > 0 ? { ...others, [key]: left } : others });
}
