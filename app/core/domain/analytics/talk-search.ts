import { TALK_METRICS, CURRENT_CONFIG } from "./talk-metrics.ts";
import { analyticsSearch } from "./query.ts";
import type { TalkQuery } from "./talk-stats-views.ts";

/** The query as an address writes it; `parseTalkQuery` reads the same. */
export const talkSearch = (query: TalkQuery): Record<string, string | string[] | null> => ({
  ...analyticsSearch(query),
  metric: query.metric === TALK_METRICS[0] ? null : query.metric,
  config: query.config === CURRENT_CONFIG ? null : query.config,
  order: query.isRanked ? "value" : null,
  person: query.person,
});
