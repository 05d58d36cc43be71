import type {
  CrmPort,
  Provider,
  ProviderSlug,
  Vendor,
  VendorSlug,
} from "#app/core/domain/connection/connection-types.ts";
import { env } from "#app/core/platform/env.server.ts";
import { hubspot } from "./hubspot/provider.server.ts";
import { mockCrm } from "./mock-crm/provider.server.ts";
import { salesforceProvider } from "./salesforce/provider.server.ts";

/** Every provider that people sign in to, in the order of the settings. */
export const PROVIDERS: Record<ProviderSlug, Provider> = {
  salesforce: salesforceProvider("salesforce", () => env().SALESFORCE_URL),
  "salesforce-sandbox": salesforceProvider(
    "salesforce-sandbox",
    () => env().SALESFORCE_SANDBOX_URL,
  ),
  hubspot,
};
/** The demo's CRM, which stands in this installation. */
export const MOCK_CRM = mockCrm;

/** Everything a connection can be of. */
export const VENDORS: Record<VendorSlug, Vendor> = { ...PROVIDERS, mock: MOCK_CRM };

/** Whom a connection's row speaks with; null for a provider this version does not know. */
export const vendorOf = ({ provider }: { provider: string }): Vendor | null =>
  Object.values(VENDORS).find(({ slug }) => slug === provider) ?? null;
export const crmOf = (connection: { provider: string }): CrmPort | null =>
  vendorOf(connection)?.crm ?? null;
