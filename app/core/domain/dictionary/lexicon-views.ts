import type { TrackerCategory } from "../tracker/tracker.schema.ts";
import type { PreviewHit } from "../tracker/tracker-views.ts";
import type { LexiconKind } from "../words/lexicon.ts";
import type { LexiconLanguage } from "./lexicon.schema.ts";

/** What a workspace has otherwise than Parley's own list, and who made it so. */
export type LexiconDifference = {
  /** With a star where it is often an ordinary word. */
  word: string;
  isRemoved: boolean;
  /** Null: who did it is no longer known. */
  by: string | null;
  /** ISO */
  at: string;
};

/** One list of words as the settings show it; a star marks a word that is often an ordinary one. */
export type LexiconListView = {
  kind: LexiconKind;
  /** Names the words in use. */
  hash: string;
  words: string[];
  /** Parley's own, whether they are in use or not. */
  defaults: string[];
  differences: LexiconDifference[];
  /** The newest change, one that left no difference included. */
  lastChange: { by: string | null; at: string } | null;
};

/** A list of words that is a tracker: it has versions, and is changed with the trackers. */
export type LexiconTracker = {
  id: string;
  name: string;
  category: TrackerCategory;
  phrases: string[];
};

export type LexiconView = {
  language: LexiconLanguage;
  lists: LexiconListView[];
  trackers: LexiconTracker[];
  /** Calls that were counted with other words, of those the reader may see and count anew. */
  pastCalls: number;
};

/** What a list of words would change in the calls of the last 30 days, of those the reader may see. */
export type LexiconPreview = {
  calls: number;
  /** There are older ones. */
  isMore: boolean;
  /** How often it is heard with the list in use, and with the one that was asked about. */
  before: number;
  after: number;
  added: number;
  dropped: number;
  hits: PreviewHit[];
};
