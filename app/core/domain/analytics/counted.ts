import { MEASURES, type Measure } from "./measures.ts";
import { type AnalyticsQuery, analyticsSearch } from "./query.ts";
import { readTalkFilter, type TalkFilter } from "./talk-metrics.ts";

/** The calls that a number of analytics counts, as the list of recordings is asked for them. */
export type Counted = {
  /** A measure of activity (`connected`), or what a number of talk statistics counts (`talk_ratio.out`). */
  figure: string;
  /** What the page was asked for: the list is found by the same conditions. */
  query: AnalyticsQuery;
};

export type Figure = { measure: Measure; talk: null } | { measure: null; talk: TalkFilter };

export function readFigure(text: string): Figure | null {
  const measure = MEASURES.find((one) => one === text);
  if (measure !== undefined) return { measure, talk: null };
  const talk = readTalkFilter(text);
  return talk === null ? null : { measure: null, talk };
}

/** The list's address; `parseRecordingsQuery` reads it. */
export const countedSearch = ({
  figure,
  query,
}: Counted): Record<string, string | string[] | null> => ({
  counted: figure,
  ...analyticsSearch(query),
});
