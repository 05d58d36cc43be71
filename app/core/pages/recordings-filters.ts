import type { KeyKind } from "#app/core/domain/list/cursor.ts";
import type { Range } from "./recordings-range.ts";

/** What narrows and sorts the list, without the schemas that read it: pages that draw it need no more. */
export const FILTER_NAMES = [
  "owner",
  "team",
  "label",
  "participant",
  "company",
  "deal",
  "stage",
  "contact",
  "tracker",
  "kind",
  "language",
  "state",
  "consent",
  "quality",
  "visibility",
  "reviewed",
  "reviewer",
  "comment",
  "summary",
  "talk",
  "sample",
  "hours",
  "counted",
  "figure",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Values of a bare key are alternatives; `.all` wants each of them, `.not` none (product §8.2). */
const LINKED_KEYS = [
  "label.all",
  "label.not",
  "owner.not",
  "team.not",
  "participant.not",
  "company.not",
  "deal.not",
  "stage.not",
  "contact.not",
  "tracker.all",
  "tracker.not",
  "kind.not",
] as const;
export const FILTER_KEYS = [...FILTER_NAMES, ...LINKED_KEYS] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];
export type FilterLink = "any" | "all" | "not";

const LINKS: Record<string, FilterLink> = { all: "all", not: "not" };
/** `label.not` is about labels, and wants none of them. */
export function readKey(key: FilterKey): { name: FilterName; link: FilterLink } {
  const [word = "", link = ""] = key.split(".");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys begin with a name
  return { name: word as FilterName, link: LINKS[link] ?? "any" };
}
/** The key that asks for a name in another way; null where nothing can be asked so. */
export const keyOf = (name: FilterName, link: FilterLink): FilterKey | null =>
  FILTER_KEYS.find((key) => key === (link === "any" ? name : `${name}.${link}`)) ?? null;

/** Figures of our side that calls are asked for: from, to, and the step a form offers. */
export const METRICS = {
  talkRatio: { most: 100, step: 1 },
  longest: { most: 36_000, step: 1 },
  questions: { most: 1_000, step: 1 },
  patience: { most: 60, step: 0.1 },
  speed: { most: 1_000, step: 1 },
  silence: { most: 60, step: 0.1 },
  overlap: { most: 100, step: 1 },
} as const;
export type Metric = keyof typeof METRICS;
export type MetricKey = `${Metric}.${"gt" | "lt"}`;
export const METRIC_KEYS = [
  "talkRatio.gt",
  "talkRatio.lt",
  "longest.gt",
  "longest.lt",
  "questions.gt",
  "questions.lt",
  "patience.gt",
  "patience.lt",
  "speed.gt",
  "speed.lt",
  "silence.gt",
  "silence.lt",
  "overlap.gt",
  "overlap.lt",
] as const satisfies readonly MetricKey[];
/** `talkRatio.gt` is about the talk share, and wants more of it. */
export function readMetricKey(key: MetricKey): { metric: Metric; isOver: boolean } {
  const [word = "", side] = key.split(".");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys begin with a metric
  return { metric: word as Metric, isOver: side === "gt" };
}

/** Lists of their own: what Home tells of, and what was deleted and can be restored. */
export const SHOWN = ["needs-you", "in-progress", "deleted"] as const;

export const SORTS = [
  "-startedAt",
  "startedAt",
  "-duration",
  "duration",
  "title",
  "-title",
  "-talkRatio",
  "talkRatio",
  "-deletedAt",
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
  "-deletedAt": "time",
} as const satisfies Record<Sort, KeyKind>;

/** The order of a list whose address names none. */
export const sortOf = (show: RecordingsQuery["show"]): Sort =>
  show === "deleted" ? "-deletedAt" : "-startedAt";

/** A view that the list stands on: its own query as it is written, so that what was changed can be told. */
export type OpenView = {
  /** `all` is no view, for who has one that opens by itself. */
  id: string;
  query: string;
};

/** What may stand open beside the list: the counted filters, the form that adds one, the choice of columns, how to search. */
export const PANELS = ["filters", "add", "columns", "help"] as const;
export type Panel = (typeof PANELS)[number];

export type RecordingsQuery = {
  q: string;
  filters: Partial<Record<FilterKey, string[]>>;
  show: (typeof SHOWN)[number] | null;
  range: Range | null;
  from: string | null;
  to: string | null;
  minMinutes: number | null;
  maxMinutes: number | null;
  /** An hour of the week in the reader's zone: `2-14` is Wednesday from two. */
  at: string | null;
  /** Shares in percent, the longest monologue and patience in seconds, questions an hour, silences a minute. */
  metrics: Partial<Record<MetricKey, number>>;
  sort: Sort;
  /** How it is drawn: a table unless the address says otherwise. */
  as: "cards" | null;
  /** What is open beside the list. */
  panel: Panel | null;
  view: OpenView | null;
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
  "at",
] as const satisfies (keyof RecordingsQuery)[];

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = (query: RecordingsQuery): boolean =>
  query.q !== "" || countFilters(query) > 0;

/** How many filters are on, the words of a search aside. */
export const countFilters = (query: RecordingsQuery): number =>
  Object.keys(query.filters).length +
  Object.keys(query.metrics).length +
  ONE_VALUE.filter((key) => query[key] !== null).length;

/** Without what one name asks for. */
export function withoutName(query: RecordingsQuery, name: FilterName): RecordingsQuery {
  const filters: RecordingsQuery["filters"] = {};
  for (const key of FILTER_KEYS) {
    const values = query.filters[key];
    if (values && readKey(key).name !== name) filters[key] = values;
  }
  return { ...query, filters };
}
