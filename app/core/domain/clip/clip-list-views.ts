import type { LabelRef } from "../label/label-views.ts";
import type { PersonRef, Side } from "../views.ts";
import type { ClipState } from "./clip-views.ts";
import type { Width } from "./pieces.ts";

export const CLIP_SORTS = ["newest", "longest", "title"] as const;
export type ClipSort = (typeof CLIP_SORTS)[number];
/** `asked`: an audience waits for an answer; `deleted`: those that the reader may put back, and no others. */
export const CLIP_STATES = ["ready", "making", "failed", "asked", "deleted"] as const;
export type ClipListState = (typeof CLIP_STATES)[number];
export const CLIP_DAYS = [7, 30, 90] as const;

/** What the address of the list asks for. Ids of the same key are alternatives. */
export type ClipsQuery = {
  q: string;
  by: string[];
  team: string[];
  label: string[];
  deal: string[];
  library: string[];
  call: string | null;
  /** Made within so many days. */
  days: number | null;
  state: ClipListState | null;
  sort: ClipSort;
  after: string | null;
  limit: number;
};

/** A clip in the list, as far as the reader may know of its call. */
export type ClipLine = {
  id: string;
  title: string;
  /** As it was saved last. */
  revision: number;
  owner: PersonRef;
  visibility: Width;
  isAsked: boolean;
  /** ISO */
  madeAt: string;
  /** Length and pieces of what is played; until it is made, of what will be. */
  durationMs: number;
  pieces: number;
  state: ClipState;
  cause: string | null;
  /** 150 cells of who speaks when, base64; null until there are words, or where nothing may be read. */
  strip: string | null;
  /** The first words; as `strip`. */
  quote: string | null;
  /** What is played in the list; null without a file, or where nothing may be heard. */
  mixId: string | null;
  isWithdrawn: boolean;
  people: { name: string; side: Side | null }[];
  /** Null for who may not open it. */
  call: { id: string; title: string } | null;
  isCallTrashed: boolean;
  views: number;
  labels: LabelRef[];
  mayChange: boolean;
  /** Among the deleted ones. */
  deleted: DeletedClip | null;
};

export type DeletedClip = {
  /** ISO */
  at: string;
  /** Who did it; null where nothing says. */
  by: string | null;
  /** ISO: when it is removed for good; null for one that went with its call, and comes back or ends with that. */
  endsAt: string | null;
};

/** A call that a clip can be cut of. */
export type ClipSource = {
  id: string;
  title: string;
  owner: string;
  /** ISO; null for a call of which nobody knows when it was. */
  startedAt: string | null;
  durationMs: number;
};

/** What can be chosen, with how many of the clips the reader sees it would leave. */
export const CLIP_FACETS = ["by", "team", "label", "deal", "library"] as const;
export type ClipFacets = Record<
  (typeof CLIP_FACETS)[number],
  { id: string; name: string; n: number }[]
>;
