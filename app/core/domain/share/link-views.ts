import type { RangeMs, Side } from "../views.ts";
import type { LinkBlock, LinkState } from "./link-state.ts";
import type { ListDifference } from "./list-difference.ts";

/** Somebody who was there: `who` null where the link asks for no address. */
export type LinkVisitView = {
  id: string;
  who: string | null;
  /** ISO: when something was last played, or it was opened. */
  at: string;
  /** False: the page was opened, and nothing on it was pressed. */
  isView: boolean;
  /** ISO: when its sound was last kept as a file. */
  downloadedAt: string | null;
  seconds: number;
  /** In a player on another site; `who` is whom its token was minted for. */
  isEmbedded: boolean;
  /** What was heard, on the clock of the call. */
  heard: RangeMs[];
  /** Of a list: which items, and for how many seconds. */
  items: { title: string; seconds: number }[];
};

/** A voice of a call: when it speaks, on the clock of the call. */
export type SpokenLane = { name: string; side: Side | null; spoken: RangeMs[] };

/** Why an item of a library is not in its link; `unseen`: whoever makes it may not know what it is. */
export type LeftOutWhy = "unseen" | "gone" | "no_right" | "withdrawn" | "no_sound";

/** A list as it would be shown outside now. */
export type ShareListView = {
  description: string;
  items: { title: string; why: string; durationMs: number; kind: "call" | "clip" }[];
  leftOut: { title: string | null; why: LeftOutWhy }[];
  stamp: string;
  mostItems: number;
};

/** How a link's frozen list stands: in it, and of these what is not shown now. */
export type LinkListView = {
  items: number;
  preparing: number;
  failed: number;
  /** Closed to visitors, each by its own cause. */
  stopped: { title: string }[];
  /** From the library as it is now; null where nothing would change. */
  difference: ListDifference | null;
  mayUpdate: boolean;
};

/** Why what a link shows has not been made yet; `broke_off`: it is tried again by itself; `words_failed`: its newest words are not. */
export type LinkTrouble =
  | "storage_full"
  | "ffmpeg_missing"
  | "isolation_off"
  | "no_audio"
  | "broke_off"
  | "words_failed";

/** A link as its maker, and whoever keeps the call, sees it. */
export type LinkView = {
  linkId: string;
  url: string;
  /** As people outside read it. */
  title: string;
  range: RangeMs | null;
  state: LinkState["state"];
  /** Why it is blocked, or revoked by no person; `words`: it is open, and newer words are being cut. */
  why: LinkBlock | "words" | "maker" | null;
  /** Null while nothing stands in the way, or nobody knows more than that it failed. */
  trouble: LinkTrouble | null;
  by: string | null;
  /** ISO. */
  endsAt: string;
  /** ISO: its end once it is extended; null where the workspace allows no more. */
  extendedTo: string | null;
  message: string | null;
  shows: {
    transcript: boolean;
    summary: boolean;
    names: boolean;
    download: boolean;
    embed: boolean;
  };
  hasPassword: boolean;
  addresses: string[];
  /** Whether an address is asked for, also where nobody is left who has one. */
  needsEmail: boolean;
  views: number;
  maxViews: number | null;
  visitCount: number;
  /** The newest of them. */
  visits: LinkVisitView[];
  /** Of a link to a library. */
  list: LinkListView | null;
};

/** Every link to a call, a clip or a library that the reader may end, and what a new one may be. */
export type LinksView = {
  workspace: string;
  /** The reader, as links that they make name them. */
  me: string;
  title: string;
  durationMs: number;
  /** Of a call: who speaks when in it, without a coach. */
  lanes: SpokenLane[];
  /** Of a clip: what its links would show, and whether they may. Null: the links are those of a call. */
  clip: { card: string | null; revision: number; isAgreed: boolean } | null;
  /** Of a library: what a new link would show. */
  library: ShareListView | null;
  links: LinkView[];
  /** Of a call or a clip: how many links to libraries show it, too. */
  inLibraries: number;
  /** Of a call: how many links to its clips are open. */
  ofClips: number;
  /** Why no link can be made now; null: one can. */
  refusal: "blocked" | "role" | "kind" | "mail" | "no_sound" | "no_items" | "too_many" | null;
  policy: {
    maxDays: number;
    needs: "nothing" | "password" | "email";
    mayDownload: boolean;
    /** What one press gives a link that ends, or was viewed as often as allowed. */
    extendedDays: number;
    moreViews: number;
    /** Of a call: as a whole, and a part of it. */
    mayWhole: boolean;
    mayPart: boolean;
    embed: "off" | "listed" | "any";
  };
  /** Codes can be sent. */
  canMail: boolean;
  /** Every link of the call may be ended at once. */
  mayEndAll: boolean;
};

/** What a link to each of several clips may be. */
export type ClipTerms = Pick<LinksView, "workspace" | "refusal" | "policy" | "canMail">;

/** One of several clips, with its new link. */
export type SharedClip = { clipId: string; url: string };
/**
 * Why a clip of several was left out: the actor may not show its call, it was saved meanwhile, it is gone, a person in
 * it took their consent back, or something broke off.
 */
export type UnsharedClip = {
  clipId: string;
  why: "right" | "changed" | "gone" | "withdrawn" | "failed";
};
