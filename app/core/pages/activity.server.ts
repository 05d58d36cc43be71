import type { Member } from "#app/core/domain/access/actor.ts";
import { getActivity } from "#app/core/domain/analytics/activity.server.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import { isOwnPage } from "#app/core/domain/analytics/whose.ts";
import { now } from "#app/core/platform/clock.ts";
import { listSavedViews, withSavedView } from "./saved-views.server.ts";
import { besideAnalytics, seesOthers, workingDays } from "./analytics-beside.server.ts";

/** The activity as its address asks for it. @param zone of the reader, an IANA name @throws DomainError `forbidden` */
export async function getActivityPage(actor: Member, search: URLSearchParams, zone: string) {
  const kept = await withSavedView(actor, "activity", search);
  const { query, ignored } = parseAnalyticsQuery(kept.search, zone, now());
  const [activity, choices, saved, days] = await Promise.all([
    getActivity(actor, query),
    besideAnalytics(actor, query),
    listSavedViews(actor, "activity"),
    workingDays(actor, query),
  ]);
  return {
    ...{ query, activity, choices, ...saved, ...days },
    /** The reader. */
    memberId: actor.memberId,
    ignored: [...kept.ignored, ...ignored],
    seesOthers: seesOthers(actor),
    /** The reader's figures, private calls among them. */
    isOwnPage: isOwnPage(actor, query),
  };
}

export type ActivityPage = Awaited<ReturnType<typeof getActivityPage>>;
