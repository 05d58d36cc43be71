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
  | "app_refused"
  | "no_refresh_token"
  | "scope_missing";

/** How a connection is. Times are ISO. */
export type ConnectionHealth = {
  state: ShownState;
  account: { label: string; user: string | null; isSandbox: boolean } | null;
  connectedBy: PersonRef | null;
  connectedAt: string | null;
  quota: VendorQuota | null;
  lastOkAt: string | null;
  checkMs: number | null;
  expiresAt: string | null;
  fault: ConnectionFault | null;
  faultSince: string | null;
  /** When it may be asked again, where it said so. */
  limitedUntil: string | null;
};

/** A provider with what is known of its connection. */
export type ConnectionCard = ConnectionHealth & {
  slug: ProviderSlug;
  scopes: { name: string; isMissing: boolean }[];
  /** The address that is entered at the provider. */
  redirectUrl: string;
  clientId: string | null;
  /** An admin signed in to another account: both, until one is chosen. */
  replacement: { from: string; to: string } | null;
};
