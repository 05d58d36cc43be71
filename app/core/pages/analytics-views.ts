import type { ActivityView } from "#app/core/domain/analytics/activity-views.ts";
import type { TalkQuery, TalkStatsView } from "#app/core/domain/analytics/talk-stats-views.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

/** What the figures can be narrowed to. */
export type AnalyticsChoices = {
  teams: PersonRef[];
  members: PersonRef[];
  labels: PersonRef[];
  /** Of deals that calls here are about, in their order. */
  stages: PersonRef[];
  hasSample: boolean;
};

export type ActivityPage = {
  query: AnalyticsQuery;
  ignored: Ignored[];
  activity: ActivityView;
  /** The reader. */
  memberId: string;
  choices: AnalyticsChoices;
  views: ViewRef[];
  /** Others one by one. */
  seesOthers: boolean;
};

export type TalkStatsPage = {
  query: TalkQuery;
  ignored: Ignored[];
  stats: TalkStatsView;
  choices: AnalyticsChoices;
  views: ViewRef[];
  /** Others one by one. */
  seesOthers: boolean;
};
