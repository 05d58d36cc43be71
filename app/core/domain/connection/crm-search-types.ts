/** Somebody a CRM knows. Addresses are lower case, phones as they stand there. */
export type CrmContact = {
  id: string;
  name: string;
  title: string | null;
  emails: string[];
  phones: string[];
  companyId: string | null;
};
/** Domains are bare host names in lower case. */
export type CrmCompany = { id: string; name: string; domains: string[] };

/** A stage of a CRM's deals. `ord`: its place in its pipeline, from 0. */
export type CrmStage = {
  id: string;
  /** Empty where the CRM has only one. */
  pipeline: string;
  label: string;
  kind: "open" | "won" | "lost";
  ord: number;
};
export type CrmDeal = {
  id: string;
  name: string;
  companyId: string | null;
  companyName: string | null;
  /** Those that are known to have a part in it; there may be more. */
  contactIds: string[];
  ownerEmail: string | null;
  ownerName: string | null;
  stage: CrmStage;
  /** A decimal number as text; null where there is none. Here and below undefined where the CRM does not show it to us. */
  amount: string | null | undefined;
  /** Three letters; null where the CRM does not say. */
  currency: string | null;
  /** `2026-11-25` */
  closeDate: string | null | undefined;
  nextStep: string | null | undefined;
  /** ISO. */
  openedAt: string;
  /** ISO; null while it is open. */
  closedAt: string | null;
};

/** By e-mail addresses in lower case, or by phone numbers: their last nine digits. */
export type WantedContacts = { emails: readonly string[]; last9: readonly string[] };
/** By bare domains in lower case, or by id. */
export type WantedCompanies = { domains: readonly string[]; ids: readonly string[] };
export type WantedDeals = {
  companyIds: readonly string[];
  contactIds: readonly string[];
  /** `2026-11-25`: those that were closed before are left out. */
  closedSince: string;
};

/** As many deals are shown at once. */
export const MOST_FOUND_DEALS = 8;

/** The host in an address as people type it (`https://www.acme.example/en`); null where there is none. */
export function domainOf(website: string | null | undefined): string | null {
  const text = website?.trim().toLowerCase() ?? "";
  const host = /^(?:[a-z]+:\/\/)?(?:www\.)?([^/?#:@\s]+\.[^/?#:@\s.]+)\.?(?:[/?#:]|$)/.exec(
    text,
  )?.[1];
  return host ?? null;
}

/** A deal that is open, or was closed on that day or later. */
export const isOfLate = ({ closedAt }: Pick<CrmDeal, "closedAt">, since: string): boolean =>
  closedAt === null || closedAt.slice(0, since.length) >= since;

/** Open ones first, then those that were opened last. */
export const newestFirst = (a: CrmDeal, b: CrmDeal): number =>
  Number(a.closedAt !== null) - Number(b.closedAt !== null) || b.openedAt.localeCompare(a.openedAt);
