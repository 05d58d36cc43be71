import type { Member } from "#app/core/domain/access/actor.ts";
import { mayEver } from "#app/core/domain/access/access.ts";
import { getActivity } from "#app/core/domain/analytics/activity.server.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import { now } from "#app/core/platform/clock.ts";
import { listSavedViews, withSavedView } from "./saved-views.server.ts";
import { besideAnalytics } from "./analytics-beside.server.ts";

/** The activity as its address asks for it. @param zone of the reader, an IANA name @throws DomainError `forbidden` */
export async function getActivityPage(actor: Member, search: URLSearchParams, zone: string) {
  const kept = await withSavedView(actor, "activity", search);
  const { query, ignored } = parseAnalyticsQuery(kept.search, zone, now());
  const [activity, choices, views] = await Promise.all([
    getActivity(actor, query),
    besideAnalytics(actor),
    listSavedViews(actor, "activity"),
  ]);
  return {
    ...{ query, activity, choices, views },
    /** The reader. */
    memberId: actor.memberId,
    ignored: [...kept.ignored, ...ignored],
    /** Others one by one. */
    seesOthers: mayEver(actor, "analytics.people"),
  };
}

export type ActivityPage = Awaited<ReturnType<typeof getActivityPage>>;
