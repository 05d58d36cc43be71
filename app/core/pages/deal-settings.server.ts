import type { Member } from "#app/core/domain/access/actor.ts";
import { getDealSettings } from "#app/core/domain/deal/deal-settings.server.ts";
import { listDeals, listStages, mayManageDeals } from "#app/core/domain/deal/deal-list.server.ts";
import { dealsData } from "./deals-export.server.ts";
import type { DealsTab } from "./deal-settings-views.ts";

/** The tab of deals; its stages and settings for who manages them. @throws DomainError `forbidden` */
export async function getDealsTab(actor: Member, search: URLSearchParams): Promise<DealsTab> {
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
    open: search.get("edit"),
    me: actor.memberId,
    stageLines: stages,
    settings,
  };
}
