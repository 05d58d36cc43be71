import type { KeyKind } from "#app/core/domain/list/cursor.ts";
import type { Range } from "./recordings-range.ts";

/** What narrows and sorts the list, without the schemas that read it: pages that draw it need no more. */
export const FILTER_KEYS = [
  "owner",
  "team",
  "label",
  "participant",
  "company",
  "kind",
  "language",
  "state",
  "quality",
  "visibility",
  "reviewed",
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** What Home tells of, as a list of its own. */
export const SHOWN = ["needs-you", "in-progress"] as const;

export const SORTS = [
  "-startedAt",
  "startedAt",
  "-duration",
  "duration",
  "title",
  "-title",
  "-talkRatio",
  "talkRatio",
] as const;
export type Sort = (typeof SORTS)[number];

/** What each order is sorted by: cursors of one kind are none of another. */
export const SORTED_BY = {
  "-startedAt": "time",
  startedAt: "time",
  "-duration": "whole",
  duration: "whole",
  title: "text",
  "-title": "text",
  "-talkRatio": "ratio",
  talkRatio: "ratio",
} as const satisfies Record<Sort, KeyKind>;

export type RecordingsQuery = {
  q: string;
  filters: Partial<Record<FilterKey, string[]>>;
  show: (typeof SHOWN)[number] | null;
  range: Range | null;
  from: string | null;
  to: string | null;
  minMinutes: number | null;
  maxMinutes: number | null;
  /** Our share of speech in percent: more than, less than. */
  shareOver: number | null;
  shareUnder: number | null;
  sort: Sort;
  after: string | null;
  limit: number;
  /** IANA name: `from` and `to` are days of the reader's calendar. */
  zone: string;
};

/** Filters that have one value or none. */
const ONE_VALUE = [
  "show",
  "range",
  "from",
  "to",
  "minMinutes",
  "maxMinutes",
  "shareOver",
  "shareUnder",
] as const satisfies (keyof RecordingsQuery)[];

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = (query: RecordingsQuery): boolean =>
  query.q !== "" ||
  Object.keys(query.filters).length > 0 ||
  ONE_VALUE.some((key) => query[key] !== null);
