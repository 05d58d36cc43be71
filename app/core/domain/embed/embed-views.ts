/** A key as who may change it sees it. */
export type EmbedKeyView = {
  keyId: string;
  linkId: string;
  /** The secret itself: it stands in the snippet. */
  key: string;
  /** Of its link, as a visitor reads it. */
  title: string;
  /** `*`: any site. Empty: our own pages alone. */
  origins: string[];
  showsTitle: boolean;
  /**
   * `replaced`: another one stands in its place, and it works for a while beside it. `link`: its link has ended or is
   * blocked; `policy`: the workspace allows no players on other sites.
   */
  state: "active" | "replaced" | "expired" | "revoked" | "link" | "policy";
  /** ISO: when it ends by itself, or with its link if that comes first. */
  endsAt: string;
  endsWithLink: boolean;
  /** Sites of the last seven days that asked for the player and may not show it. */
  refused: string[];
  views: number;
  bytes: number;
};
