import type { Member } from "#app/core/domain/access/actor.ts";
import { mayEver } from "#app/core/domain/access/access.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { listSavedViews, withSavedView } from "./saved-views.server.ts";
import { besideAnalytics } from "./analytics-beside.server.ts";

/** Talk statistics as their address asks for them. @param zone of the reader, an IANA name @throws DomainError `forbidden` */
export async function getTalkStatsPage(actor: Member, search: URLSearchParams, zone: string) {
  const kept = await withSavedView(actor, "talk-stats", search);
  const { query, ignored } = parseTalkQuery(kept.search, zone, now());
  const [stats, choices, views] = await Promise.all([
    getTalkStats(actor, query),
    besideAnalytics(actor),
    listSavedViews(actor, "talk-stats"),
  ]);
  return {
    ...{ query, stats, choices, views },
    ignored: [...kept.ignored, ...ignored],
    /** Others one by one. */
    seesOthers: mayEver(actor, "analytics.people"),
  };
}

export type TalkStatsPage = Awaited<ReturnType<typeof getTalkStatsPage>>;
