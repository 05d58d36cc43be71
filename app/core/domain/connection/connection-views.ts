import type { PersonRef } from "../views.ts";
import type { ProviderSlug, VendorFaultCode, VendorQuota } from "./connection-types.ts";

/** `new`: no app is entered. */
export type ShownState =
  | "new"
  | "authorising"
  | "connected"
  | "degraded"
  | "broken"
  | "disconnected";
/** Why a connection does not work, or not wholly. */
export type ConnectionFault =
  | VendorFaultCode
  | "grant_refused"
  | "no_refresh_token"
  | "scope_missing";

/** A provider with what is known of its connection. Times are ISO. */
export type ConnectionCard = {
  slug: ProviderSlug;
  state: ShownState;
  scopes: { name: string; isMissing: boolean }[];
  /** The address that is entered at the provider. */
  redirectUrl: string;
  clientId: string | null;
  account: { label: string; user: string | null; isSandbox: boolean } | null;
  connectedBy: PersonRef | null;
  connectedAt: string | null;
  quota: VendorQuota | null;
  lastOkAt: string | null;
  checkMs: number | null;
  expiresAt: string | null;
  fault: ConnectionFault | null;
  faultSince: string | null;
  /** Somebody signed in to another account: both, until one is chosen. */
  replacement: { from: string; to: string } | null;
};
