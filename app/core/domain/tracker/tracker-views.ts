import type { Side } from "../views.ts";
import type { TrackerCategory } from "./tracker.schema.ts";

/** A line of the settings: the version in use. */
export type TrackerLine = {
  id: string;
  name: string;
  category: TrackerCategory;
  /** Whose words count; null: anybody's. */
  side: Side | null;
  language: "en" | "ja";
  phrases: string[];
  team: { id: string; name: string } | null;
  /** Which version new calls are read with. */
  number: number;
  /** Of the row, for a form. */
  version: number;
  isArchived: boolean;
  /** Calls of the last 30 days in which it fired, of those the reader may see. */
  calls: number;
  canChange: boolean;
};

/** Who changed what a tracker looks for, and when: the newest of those the reader may know of. */
export type LastChange = { name: string; by: string; at: string };

/** What somebody said that a tracker would hear: `dropped` is heard by the version in use alone. */
export type PreviewHit = {
  state: "new" | "dropped" | "kept";
  callId: string;
  title: string;
  t0Ms: number;
  name: string | null;
  side: Side | null;
  before: string;
  marked: string;
  after: string;
};

/** What a tracker would have heard in the last 30 days. */
export type TrackerPreview = {
  /** Calls that were read; `isMore`: there are older ones. */
  calls: number;
  isMore: boolean;
  /** The version in use; null of a new tracker. */
  version: number | null;
  /** Calls in which that one is heard, and what was asked for. */
  before: number;
  after: number;
  added: number;
  dropped: number;
  /** The first of them. */
  hits: PreviewHit[];
};
