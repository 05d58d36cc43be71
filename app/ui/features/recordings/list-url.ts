import type { RecordingsQuery, Sort } from "#app/core/pages/recordings-query.ts";
import { paths } from "#app/paths.ts";

/** The list's address with these values in place of the ones it has; a cursor belongs to its own order and filters. */
export function listUrl(query: RecordingsQuery, change: Partial<RecordingsQuery>): string {
  const next = { ...query, after: null, ...change };
  return paths.recordings({
    q: next.q,
    ...next.filters,
    from: next.from,
    to: next.to,
    min: next.minMinutes,
    max: next.maxMinutes,
    sort: next.sort === "-startedAt" ? null : next.sort,
    after: next.after,
  });
}

type Column = "startedAt" | "duration" | "title";
type SortLink = { to: string; state: "ascending" | "descending" | "none" };

/** A column's heading: the first press sorts times and lengths from the large end, names from A. */
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
export function withoutValue(
  query: RecordingsQuery,
  key: keyof RecordingsQuery["filters"],
  value: string,
): string {
  const left = (query.filters[key] ?? []).filter((item) => item !== value);
  const { [key]: _gone, ...others } = query.filters;
  return listUrl(query, { filters: left.length > 0 ? { ...others, [key]: left } : others });
}
