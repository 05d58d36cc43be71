import { type CrmDeal } from "#app/core/domain/connection/crm-search-types.ts";
import { type Vendor, VendorFault } from "#app/core/domain/connection/connection-types.ts";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { callVendor, orAfter } from "#app/core/domain/connection/vendor-access.server.ts";
import type { CallRecords } from "#app/core/domain/crm/records.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { DealChoice } from "./mapping-views.ts";

/** Words to find a deal by, and the id of the one that is looked at. */
export type PreviewedRecord = Record<"find" | "deal", string | null>;

type At = { vendor: Vendor; connection: ConnectionRef };
type Asked = PreviewedRecord & {
  workspaceId: string;
  callId: string;
  /** The CRM may be asked for what the call is called. */
  isNamed: boolean;
};
const LONGEST = 120;

/**
 * The records a preview is held against. A call that is linked to no deal of this CRM, as all are before the first one is
 * connected, is shown on a deal that is chosen by name; nothing is linked by it, and none is picked for the reader.
 */
export async function recordsToPreview(
  at: At,
  asked: Asked,
  known: CallRecords,
): Promise<{ records: CallRecords; choice: DealChoice | null }> {
  if (known.deal !== null || known.isDealGone) return { records: known, choice: null };
  const usual = asked.isNamed ? await usualText(asked) : "";
  const text = (asked.find ?? usual).trim().slice(0, LONGEST);
  const [found, chosen] = await Promise.all([
    text === "" && !asked.isNamed
      ? { value: [], fault: null }
      : asking(at, ({ vendor }, access) => vendor.crm.searchDeals(access, text), []),
    asked.deal === null || asked.deal === "" ? null : readChosen(at, asked.deal.slice(0, LONGEST)),
  ]);
  const deal = chosen?.value ?? null;
  return {
    records: deal === null ? known : withDeal(known, deal),
    choice: {
      text,
      deals: found.value.map(({ id, name, companyName, stage }) => ({
        ...{ id, name, company: companyName, stage: stage.label },
      })),
      chosenId: deal?.id ?? null,
      fault: found.fault ?? chosen?.fault ?? null,
    },
  };
}

const readChosen = (at: At, id: string) =>
  asking(at, ({ vendor }, access) => vendor.crm.readDeal(access, id), null);

type Access = Parameters<Parameters<typeof callVendor>[2]>[0];
async function asking<T>(
  at: At,
  run: (at: At, access: Access) => Promise<T>,
  otherwise: T,
): Promise<{ value: T; fault: DealChoice["fault"] }> {
  const answer = callVendor(at.vendor, at.connection, (access) => run(at, access)).then(
    (value) => ({ value, fault: null }),
    (error: unknown) => {
      if (!(error instanceof VendorFault)) throw error;
      return { value: otherwise, fault: error.code };
    },
  );
  return orAfter<{ value: T; fault: DealChoice["fault"] }>(answer, () => ({
    value: otherwise,
    fault: "unavailable",
  }));
}

/** What a deal of the call would be called there: its deal or company here, else its title. */
async function usualText({ workspaceId, callId }: Asked): Promise<string> {
  const call = await db.call.findFirst({
    where: { workspaceId, id: callId },
    select: {
      title: true,
      company: { select: { name: true } },
      callDeals: {
        where: { isPrimary: true, deal: { deletedAt: null } },
        select: { deal: { select: { name: true } } },
      },
    },
  });
  return call?.callDeals[0]?.deal.name ?? call?.company?.name ?? call?.title ?? "";
}

const withDeal = (known: CallRecords, deal: CrmDeal): CallRecords => ({
  ...known,
  deal: { id: deal.id, external: deal.id, label: deal.name },
  company:
    known.company ??
    (deal.companyId === null
      ? null
      : { external: deal.companyId, label: deal.companyName ?? deal.companyId }),
});
