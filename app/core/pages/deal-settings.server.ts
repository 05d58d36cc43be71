import type { Member } from "#app/core/domain/access/actor.ts";
import { getDealSettings } from "#app/core/domain/deal/deal-settings.server.ts";
import { listDeals, listStages, mayManageDeals } from "#app/core/domain/deal/deal-list.server.ts";
import { dealsData } from "./deals-export.server.ts";

/** The tab of deals; its stages and settings for who manages them. @throws DomainError `forbidden` */
export async function getDealsTab(actor: Member, search: URLSearchParams) {
  const { query } = await dealsData.parse(search, "UTC", actor);
  const isManager = mayManageDeals(actor);
  const [list, stages, settings] = await Promise.all([
    listDeals(actor, query),
    isManager ? listStages(actor) : null,
    isManager ? getDealSettings(actor) : null,
  ]);
  return {
    ...list,
    ...query,
    /** The deal or the stage whose form is open. */
    open: search.get("edit"),
    /** The reader: a deal is theirs unless they say otherwise. */
    me: actor.memberId,
    /** Null for who does not manage them. */
    stageLines: stages,
    settings,
  };
}

/** The tab of deals in the settings. */
export type DealsTab = Awaited<ReturnType<typeof getDealsTab>>;
