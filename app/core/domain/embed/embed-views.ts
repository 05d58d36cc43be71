/** A key as who may change it sees it. */
export type EmbedKeyView = {
  keyId: string;
  linkId: string;
  /** The secret itself: it stands in the snippet. */
  key: string;
  /** `*`: any site. Empty: our own pages alone. */
  origins: string[];
  showsTitle: boolean;
  /** `replaced`: another one stands in its place, and it works for a while beside it. */
  state: "active" | "replaced" | "expired" | "revoked";
  /** ISO. */
  endsAt: string;
  views: number;
  bytes: number;
};
