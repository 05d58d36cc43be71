import { countedSearch } from "#app/core/domain/analytics/counted.ts";
import { ANY_REASON, writeTalkFilter } from "#app/core/domain/analytics/talk-metrics.ts";
import { talkSearch } from "#app/core/domain/analytics/talk-search.ts";
import type { TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import { paths } from "#app/paths.ts";
import { narrowed } from "./counted-url.ts";

/** The page with these in place of what it asks for; whose calls stand open is another question each time. */
export const talkUrl = (query: TalkQuery, change: Partial<TalkQuery>): string =>
  paths.talkStats(talkSearch({ ...query, person: null, ...change }));

/** The page with a person's calls open, at their place. */
export const talkCallsUrl = (query: TalkQuery, person: string): string =>
  `${talkUrl(query, { person })}#calls`;

type Which = {
  member?: string;
  /** The calls that were left out, for this reason or any. */
  out?: string | true;
  days?: { from: string; to: string };
  metric?: TalkQuery["metric"];
};

/** The list of the calls that a number counts, or of those it leaves out. */
export const talkListUrl = (query: TalkQuery, { member, out, days, metric }: Which = {}): string =>
  paths.recordings(
    countedSearch({
      figure: writeTalkFilter({
        metric: metric ?? query.metric,
        out: out === undefined ? null : out === true ? ANY_REASON : out,
        config: query.config,
      }),
      query: narrowed(query, { member, days }),
    }),
  );
