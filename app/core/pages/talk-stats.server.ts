import type { Member } from "#app/core/domain/access/actor.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { isOwnPage } from "#app/core/domain/analytics/whose.ts";
import { getTalkStats } from "#app/core/domain/analytics/talk-stats.server.ts";
import { getWorkspaceSettings } from "#app/core/domain/workspace-settings.server.ts";
import type { TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { listSavedViews, withSavedView } from "./saved-views.server.ts";
import { besideAnalytics, seesOthers } from "./analytics-beside.server.ts";

/** Talk statistics as their address asks for them. @param zone of the reader, an IANA name @throws DomainError `forbidden` */
export async function getTalkStatsPage(actor: Member, search: URLSearchParams, zone: string) {
  const kept = await withSavedView(actor, "talk-stats", search);
  const { query, ignored } = parseTalkQuery(kept.search, zone, now());
  const [stats, choices, saved, { bands }] = await Promise.all([
    getTalkStats(actor, query),
    besideAnalytics(actor, query),
    listSavedViews(actor, "talk-stats"),
    getWorkspaceSettings(db, actor.workspaceId),
  ]);
  return {
    ...{ query, stats, choices, ...saved, bands },
    ignored: [...kept.ignored, ...ignored, ...withoutRanking(actor, query)],
    seesOthers: seesOthers(actor),
    /** The reader's figures, private calls among them. */
    isOwnPage: isOwnPage(actor, query),
  };
}

export type TalkStatsPage = Awaited<ReturnType<typeof getTalkStatsPage>>;

/** Who sees only themselves has no others to be ranked with. */
const withoutRanking = (actor: Member, { isRanked }: TalkQuery): Ignored[] =>
  isRanked && !seesOthers(actor) ? [{ key: "order", value: "value" }] : [];
