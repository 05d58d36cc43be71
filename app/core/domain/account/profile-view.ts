export type SessionRow = {
  id: string;
  device: string;
  ip: string | null;
  seenAt: string;
  startedAt: string;
  /** The one this page was asked with. */
  isThis: boolean;
};
/** What shows that a change of how somebody signs in is theirs: their password, or a sign-in of this moment. */
export type Proof = "password" | "fresh" | "stale";
export type IdentityProviderRow = { id: string; name: string; linkedAt: string };
/** Partners people sign in with, from the member's own side. */
export type OwnIdentityProviders = {
  linked: IdentityProviderRow[];
  /** Set up here and not linked yet. */
  others: { slug: string; name: string }[];
  /** Linked ones, for signing in again. */
  again: { slug: string; name: string }[];
  /** Proven, and on the way to be linked. */
  begun: { slug: string; name: string } | null;
};
export type ProfileView = {
  email: string;
  name: string;
  reading: string | null;
  nameOrder: "given_first" | "family_first";
  language: "en" | "ja" | null;
  timeZone: string | null;
  version: number;
  sessions: SessionRow[];
};
