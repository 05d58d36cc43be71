import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { can, contactAccess, dealAccess, type DealRow, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { fold } from "../words/fold.ts";
import type { DealRef, StageRef } from "./deal-views.ts";

/** What a deal is shown with where one is chosen. */
export const dealRow = {
  ...dealAccess,
  id: true,
  name: true,
  ...{ closedAt: true, source: true, goneAt: true },
  amount: true,
  currency: true,
  stage: { select: { name: true } },
  owner: { select: { name: true } },
  company: { select: { ...contactAccess, name: true } },
} as const satisfies Prisma.DealSelect;
type Row = Prisma.DealGetPayload<{ select: typeof dealRow }>;

/**
 * Whether the actor may say of their calls that they are about a deal they see: one that they may change, and one of a CRM
 * whose owner there is nobody here.
 */
export const mayLinkTo = (actor: Member, row: DealRow & { source: string }): boolean =>
  can(actor, "deal.update", row) || (row.source === "crm" && row.ownerId === null);

/** A deal the actor sees; the company only where they may know of it. */
export const dealRefOf = (actor: Member, row: Row): DealRef => ({
  id: row.id,
  name: row.name,
  company:
    row.company !== null && can(actor, "company.read", row.company) ? row.company.name : null,
  owner: row.owner?.name ?? null,
  stage: row.stage.name,
  amount: row.amount?.toString() ?? null,
  currency: row.amount === null ? null : row.currency,
  isClosed: row.closedAt !== null,
  isGone: row.goneAt !== null,
  mayLink: mayLinkTo(actor, row),
});

/** As many are shown at once: whoever finds more says more. */
const MOST_FOUND = 8;
const MOST_WORDS = 6;

/**
 * Deals by words of their names or companies, open ones first; without words the newest open ones that the actor may
 * link a call to.
 */
export async function findDeals(actor: Member, q: string, most = MOST_FOUND): Promise<DealRef[]> {
  const words = q.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const rows = await db.deal.findMany({
    where:
      words.length === 0
        ? { closedAt: null, AND: visible(actor, "deal.update") }
        : { AND: [visible(actor, "deal.read"), ...words.map((word) => says(actor, word))] },
    orderBy: [{ closedAt: { sort: "desc", nulls: "first" } }, { openedAt: "desc" }, { id: "asc" }],
    take: most,
    select: dealRow,
  });
  return rows.map((row) => dealRefOf(actor, row));
}

const says = (actor: Member, word: string): Prisma.DealWhereInput => ({
  OR: [
    { folded: { contains: fold(word) } },
    {
      company: {
        name: { contains: word, mode: "insensitive" },
        AND: visible(actor, "company.read"),
      },
    },
  ],
});

/** The stages a deal that is entered here can be in, in their order. */
export const listOpenStages = (workspaceId: string): Promise<StageRef[]> =>
  db.dealStage.findMany({
    where: { workspaceId, connectionId: null, archivedAt: null },
    orderBy: [{ ord: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });
