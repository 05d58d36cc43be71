import { type SaidBy, withSaidBy } from "#app/core/domain/search/said-by.ts";
import type { Counted } from "#app/core/domain/analytics/counted.ts";
import type { KeyKind } from "#app/core/domain/list/cursor.ts";
import { MADE_KINDS, TALK_KINDS } from "#app/core/domain/views.ts";
import { REACHED } from "./reached.ts";
import type { Range } from "./recordings-range.ts";

/** What narrows and sorts the list, without the schemas and the SQL that read it: pages that draw it need no more. */
type FilterRow<List extends string> = {
  /** Values of a bare key are alternatives; `.all` wants each of them, `.not` none (product §8.2). */
  links?: readonly Exclude<FilterLink, "any">[];
  /** The values are ids of this list of `Choices`. */
  list?: List;
  /** Free words are a value as well, up to so many characters. */
  words?: number;
  /** Beside words, ids of what the page has no list of. */
  hasIds?: true;
  /** The values there are, in the order in which they are offered. */
  values?: readonly string[];
  /** Where in "add a filter" fixed values are offered; without it they are not. Lists and words come before, as below. */
  place?: number;
};
export type FilterLink = "any" | "all" | "not";

const YES_NO = ["yes", "no"] as const;
/** One row for each filter, in the order in which addresses have them; `FILTER_SQL` has the other half on the server. */
export const FILTERS = {
  owner: { links: ["not"], list: "member" },
  team: { links: ["not"], list: "team" },
  label: { links: ["all", "not"], list: "label" },
  participant: { links: ["not"], list: "member", words: 120 },
  company: { links: ["not"], words: 120 },
  deal: { links: ["not"], words: 200, hasIds: true },
  stage: { links: ["not"], list: "stage" },
  contact: { links: ["not"], words: 120, hasIds: true },
  tracker: { links: ["all", "not"], list: "tracker" },
  kind: { links: ["not"], values: MADE_KINDS, place: 3 },
  language: { values: ["en", "ja"], place: 10 },
  state: { values: ["receiving", "processing", "ready", "ready_partial", "failed"], place: 2 },
  consent: {
    values: ["agreed", "partly", "waiting", "refused", "withdrawn", "not_asked"],
    place: 5,
  },
  quality: { values: ["A", "B", "C"], place: 6 },
  visibility: { values: ["private", "team", "workspace"], place: 7 },
  /** Whether a member other than the owner listened to enough of it. */
  reviewed: { values: YES_NO, place: 1 },
  reviewer: { list: "member" },
  comment: { values: YES_NO, place: 8 },
  summary: { values: YES_NO, place: 9 },
  talk: { values: TALK_KINDS, place: 4 },
  /** Invented history of a demo, which a list has for who asks for it: beside the others, or alone. */
  sample: { values: ["1", "only"] },
  hours: { values: ["working", "outside"] },
  /** How far a call that was started here came: its recording, its words, its summary. */
  reached: { links: ["not"], values: REACHED, place: 11 },
} as const satisfies Record<string, FilterRow<string>>;

type Filters = typeof FILTERS;
export type FilterName = keyof Filters;
/** Filters whose rows have this. */
export type FilterWith<Part extends object> = {
  [N in FilterName]: Filters[N] extends Part ? N : never;
}[FilterName];
export type ListName = Filters[FilterWith<{ list: string }>]["list"];
export type FilterKey = {
  [N in FilterName]:
    | N
    | (Filters[N] extends { links: readonly (infer L extends string)[] } ? `${N}.${L}` : never);
}[FilterName];

/** The keys of a table, in its order. */
export const keysOf = <K extends string>(table: Record<K, unknown>): K[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
  Object.keys(table) as K[];
export const filterOf = (name: FilterName): FilterRow<ListName> => FILTERS[name];
export const FILTER_NAMES = keysOf(FILTERS);

type ReadKey = { name: FilterName; link: FilterLink };
/** Each name, then the linked ones; those of labels come first there, as in the addresses that views keep. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the rows as the type is
const READ = Object.fromEntries([
  ...FILTER_NAMES.map((name): [string, ReadKey] => [name, { name, link: "any" }]),
  ...[...new Set<FilterName>(["label", ...FILTER_NAMES])].flatMap((name) =>
    (filterOf(name).links ?? []).map((link): [string, ReadKey] => [
      `${name}.${link}`,
      { name, link },
    ]),
  ),
]) as Record<FilterKey, ReadKey>;
export const FILTER_KEYS = keysOf(READ);
/** `label.not` is about labels, and wants none of them. */
export const readKey = (key: FilterKey): ReadKey => READ[key];
/** The key that asks for a name in another way; null where nothing can be asked so. */
export const keyOf = (name: FilterName, link: FilterLink): FilterKey | null =>
  FILTER_KEYS.find((key) => READ[key].name === name && READ[key].link === link) ?? null;

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
export const METRIC_KEYS = keysOf(METRICS).flatMap((metric): MetricKey[] => [
  `${metric}.gt`,
  `${metric}.lt`,
]);
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
  /** Which side must have said it; of nothing that is searched for it asks nothing. */
  said: SaidBy | null;
  filters: Partial<Record<FilterKey, string[]>>;
  /** The calls behind a number of analytics: days, team and what else its page is asked for are in it, not in `filters`. */
  counted: Counted | null;
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
  "counted",
  "show",
  "range",
  "from",
  "to",
  "minMinutes",
  "maxMinutes",
  "at",
] as const satisfies (keyof RecordingsQuery)[];

/** What is searched for, as the grammar of the search says it. */
export const questionOf = ({ q, said }: Pick<RecordingsQuery, "q" | "said">): string =>
  q === "" || said === null ? q : withSaidBy(q, said);

/** Whether anything narrows the list: decides between "nothing here yet" and "nothing matches". */
export const isFiltered = (query: RecordingsQuery): boolean =>
  query.q !== "" || countFilters(query) > 0;

/** How many filters are on, the words of a search aside. */
export const countFilters = (query: RecordingsQuery): number =>
  Object.keys(query.filters).length +
  Object.keys(query.metrics).length +
  ONE_VALUE.filter((key) => query[key] !== null).length;

/** Without what one name asks for. */
export function withoutName(
  query: RecordingsQuery,
  name: FilterName,
  links: readonly FilterLink[] = ["any", "all", "not"],
): RecordingsQuery {
  const filters: RecordingsQuery["filters"] = {};
  for (const key of FILTER_KEYS) {
    const values = query.filters[key];
    const of = readKey(key);
    if (values && !(of.name === name && links.includes(of.link))) filters[key] = values;
  }
  return { ...query, filters };
}
