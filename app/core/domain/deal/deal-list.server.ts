import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { can } from "../access/access.ts";
import { listedCalls } from "../listed-calls.server.ts";
import { fold } from "../words/fold.ts";
import type { DealLine, DealList, DealsShown, StageLine } from "./deal-list-views.ts";
import { listDealOwners } from "./deal-owners.server.ts";
import { listOpenStages } from "./deal-reads.server.ts";

/** As many are shown at once; the search finds the others. */
const MOST_SHOWN = 100;

type Found = Omit<DealLine, "isClosed" | "mayLink"> & { closedAt: Date | null };

/**
 * Deals that were entered here, the newest first.
 * @param q words of names or companies
 * @throws DomainError `forbidden`
 */
export async function listDeals(
  actor: Member,
  { show, q }: { show: DealsShown; q: string },
): Promise<DealList> {
  demand(actor, "deal.list");
  const [found, { owners }, stages] = await Promise.all([
    readDeals(actor, { show, q }, MOST_SHOWN + 1),
    listDealOwners(db, actor),
    listOpenStages(actor.workspaceId),
  ]);
  return {
    deals: found.slice(0, MOST_SHOWN),
    isMore: found.length > MOST_SHOWN,
    owners: owners.map(({ id, name }) => ({ id, name })),
    stages,
  };
}

/** @param most null: all of them */
export async function readDeals(
  actor: Member,
  { show, q }: { show: DealsShown; q: string },
  most: number,
): Promise<DealLine[]> {
  const words = q
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 6);
  const which =
    show === "deleted"
      ? visibleSql(actor, "deal.restore")
      : Prisma.sql`${visibleSql(actor, "deal.read")} AND d.closed_at IS ${show === "open" ? Prisma.sql`NULL` : Prisma.sql`NOT NULL`}`;
  const says = words.map(
    (word) =>
      Prisma.sql` AND (strpos(d.folded, ${fold(word)}) > 0 OR strpos(lower(co.name), ${word.toLowerCase()}) > 0)`,
  );
  const mayChange = show === "deleted" ? Prisma.sql`false` : visibleSql(actor, "deal.update");
  const found = await rows<Found>(Prisma.sql`
    SELECT d.id, d.name, co.name AS company, o.name AS owner, d.owner_id AS "ownerId", s.name AS stage, d.stage_id AS "stageId",
      d.amount::text, d.currency, to_char(d.close_date, 'YYYY-MM-DD') AS "closeDate", d.next_step AS "nextStep", d.version,
      d.closed_at AS "closedAt", ${mayChange} AS "mayChange",
      (SELECT count(*)::int FROM call_deal x JOIN call c ON c.workspace_id = x.workspace_id AND c.id = x.call_id
        WHERE x.workspace_id = d.workspace_id AND x.deal_id = d.id AND x.is_primary
          AND ${listedCalls} AND ${visibleSql(actor, "call.read")}) AS calls
    FROM deal d JOIN deal_stage s ON s.workspace_id = d.workspace_id AND s.id = d.stage_id
    LEFT JOIN company co ON co.workspace_id = d.workspace_id AND co.id = d.company_id AND ${visibleSql(actor, "company.read")}
    LEFT JOIN member o ON o.workspace_id = d.workspace_id AND o.id = d.owner_id
    WHERE d.source <> 'crm' AND ${which} ${says.length === 0 ? Prisma.empty : Prisma.join(says, "")}
    ORDER BY d.opened_at DESC, d.id DESC LIMIT ${most}`);
  return found.map(({ closedAt, amount, ...deal }) => ({
    ...deal,
    amount: amount === null ? null : amount.replace(/\.00$/, ""),
    currency: amount === null ? null : deal.currency,
    isClosed: closedAt !== null,
    isGone: false,
    mayLink: deal.mayChange,
  }));
}

/** The stages entered here with their deals, in their order; those in the archive behind. @throws DomainError `forbidden` */
export async function listStages(actor: Member): Promise<StageLine[]> {
  demand(actor, "deal.manage");
  const { workspaceId } = actor;
  const stages = await db.dealStage.findMany({
    where: { workspaceId, connectionId: null },
    orderBy: [{ archivedAt: { sort: "asc", nulls: "first" } }, { ord: "asc" }, { id: "asc" }],
    select: {
      ...{ id: true, name: true, kind: true, archivedAt: true, version: true },
      _count: { select: { deals: { where: { deletedAt: null } } } },
    },
  });
  return stages.map(({ archivedAt, _count, ...stage }) => ({
    ...stage,
    isArchived: archivedAt !== null,
    deals: _count.deals,
  }));
}

/** Whether the actor manages stages, and who sees deals. */
export const mayManageDeals = (actor: Member): boolean => can(actor, "deal.manage");
