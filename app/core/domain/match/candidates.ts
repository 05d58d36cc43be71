/** Most deals that a call may be about (product §6). */
export const MOST_CANDIDATES = 5;

/** A deal of the call's time, with what it has of the call. */
export type DealFacts = {
  id: string;
  /** A contact of the call has a part in it. */
  hasContact: boolean;
  hasCompany: boolean;
  /** Its owner is the call's. */
  isOwners: boolean;
  openedAt: Date;
};
export type Reason = "contact" | "company" | "owner" | "only";
export type Candidate = {
  dealId: string;
  isPrimary: boolean;
  /** Per cent. */
  confidence: number;
  reasons: Reason[];
};

/** What each reason is worth, in per cent: an order, and no measured probability. */
const WORTH: Record<Reason, number> = { contact: 50, company: 40, owner: 25, only: 20 };
const MOST = 95;

/** Those of them that `holds` for, where it holds for any. */
const narrow = (deals: readonly DealFacts[], holds: (deal: DealFacts) => boolean) => {
  const some = deals.filter(holds);
  return some.length > 0 ? some : deals;
};

/**
 * The deals a call may be about, best first, at most five; one of them primary where contacts' parts and then the owner
 * leave one alone (product §19.1).
 */
export function chooseDeal(deals: readonly DealFacts[]): Candidate[] {
  const left = narrow(
    narrow(deals, ({ hasContact }) => hasContact),
    ({ isOwners }) => isOwners,
  );
  const only = left.length === 1 ? left[0] : undefined;
  return deals
    .map((deal) => {
      const reasons: Reason[] = [
        ...(deal.hasContact ? (["contact"] as const) : []),
        ...(deal.hasCompany ? (["company"] as const) : []),
        ...(deal.isOwners ? (["owner"] as const) : []),
        ...(deal === only ? (["only"] as const) : []),
      ];
      const worth = reasons.reduce((sum, reason) => sum + WORTH[reason], 0);
      return { deal, reasons, confidence: Math.min(worth, MOST), isPrimary: deal === only };
    })
    .toSorted(
      (a, b) =>
        Number(b.isPrimary) - Number(a.isPrimary) ||
        b.confidence - a.confidence ||
        b.deal.openedAt.getTime() - a.deal.openedAt.getTime() ||
        a.deal.id.localeCompare(b.deal.id),
    )
    .slice(0, MOST_CANDIDATES)
    .map(({ deal, ...rest }) => ({ dealId: deal.id, ...rest }));
}
