import type { PersonRef, RangeMs } from "../views.ts";
import type { FolderNode } from "./folder-tree.ts";

export type LibraryKind = "personal" | "team" | "workspace";
/** A reader plays; a curator adds, orders and says why; an owner gives roles, shares and deletes besides. */
export type LibraryLevel = "reader" | "curator" | "owner";

/** A line of the list of libraries. */
export type LibraryLine = {
  id: string;
  name: string;
  description: string;
  kind: LibraryKind;
  /** The team's name, where it is a team's. */
  team: string | null;
  owner: string;
  isMine: boolean;
  items: number;
  followers: number;
  stale: number;
  isFollowed: boolean;
  mayCurate: boolean;
};

export type RoleView = {
  id: string;
  /** `member:` or `team:` and the id, as a form sends it. */
  grantee: string;
  name: string;
  isTeam: boolean;
  level: LibraryLevel;
};
/** What giving a person or a team a role, or another one, would do. */
export type RolePreview = {
  grantee: string;
  name: string;
  isTeam: boolean;
  level: LibraryLevel;
  /** The role they have now. */
  before: LibraryLevel | null;
  /** People who can read the library afterwards and cannot now. */
  readers: number;
  /** Items that open to one of them or more. */
  opens: number;
  /** Calls that stay closed to one of them or more, because the actor may not share them. */
  stays: number;
};
/** A folder, before those in it. `count`: items in it and in those below. */
export type FolderView = FolderNode & { count: number };

/**
 * `ready`: it plays. `making`: a clip without its sound yet. `silent`: no sound is kept. `withdrawn`: somebody in a clip
 * took their consent back. `locked`: a curator cannot open it; for others it is not there. `gone`: it was deleted, and the
 * reader could open it. `asked`: it waits.
 */
export type ItemState = "ready" | "making" | "silent" | "withdrawn" | "locked" | "gone" | "asked";

/** A row of a library; what the reader may not know of a call is null. */
export type ItemView = {
  id: string;
  folderId: string | null;
  state: ItemState;
  kind: "call" | "clip";
  title: string | null;
  callId: string | null;
  clipId: string | null;
  company: string | null;
  why: string;
  addedBy: string;
  /** ISO; null of what has no name */
  addedAt: string | null;
  /** Where it begins and ends in its call; a whole call has the call's own, a clip its own. */
  t0Ms: number;
  t1Ms: number;
  isRange: boolean;
  strip: string | null;
  opened: number;
  /** Days since anybody opened it, where that is too long ago. */
  staleDays: number | null;
  /** Where the reader stands, from the start of the call or the clip; null: they have not begun. */
  positionMs: number | null;
  isEnded: boolean;
  /** From 1 on within its folder, for curators: of others, some may be hidden before it. */
  place: number | null;
};

/** Who gains access to a call, or to a clip, by its being in a library. */
export type Preview = {
  source: {
    kind: "call" | "clip";
    id: string;
    title: string;
    owner: PersonRef;
    /** Whom to ask who may not give it: the owner of the call; null where the actor may not know of the call. */
    approver: PersonRef | null;
    team: string | null;
    durationMs: number;
  };
  /** How many people of the library will have it. */
  shows: number;
  /** How many of them sit outside the call's team; 0 for one of no team. */
  outside: number;
  /** Who of them has it not now. */
  gains: { id: string; name: string; isOutsideTeam: boolean }[];
  /** Whether the actor may give that access. */
  mayGive: boolean;
  /** The call is the actor's own: there is nobody to ask. */
  isOwn: boolean;
  /** It is in the library already, as a whole or with this range. */
  isThere: boolean;
  /** Clips of the call that show less of it, the newest first. */
  clips: { id: string; title: string }[];
};

/** What adding many calls to a library does. */
export type AudienceOfMany = {
  /** Calls that come into the library. */
  count: number;
  /** Calls that are in it already, as a whole. */
  there: number;
  /** Who gains access to one of them or more by the actor's word. */
  gains: { id: string; name: string }[];
  /** Calls of which the actor may give no access: they wait for their owners. */
  asks: number;
};

/** A library that calls can be added to. */
export type LibraryChoice = { id: string; name: string; folders: { id: string; path: string }[] };

/** An item that waits for the actor's word. */
export type AskedView = {
  itemId: string;
  library: string;
  by: string;
  why: string;
  preview: Preview;
};

/** What the player needs of an item. Times are of its call, or of the clip. */
export type OpenedItem = {
  itemId: string;
  title: string;
  durationMs: number;
  t0Ms: number;
  t1Ms: number;
  /** Where the reader left it; its beginning where they were through, or never began. */
  startMs: number;
  /** Null where no sound is kept. */
  mixUrl: string | null;
  heardUrl: string;
  /** Stretches of half a second and more without anything to hear, for players that skip them. */
  silences: RangeMs[];
};
