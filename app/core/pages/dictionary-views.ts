import type { LexiconAsked } from "#app/core/domain/dictionary/lexicon.schema.ts";
import type { LexiconPreview, LexiconView } from "#app/core/domain/dictionary/lexicon-views.ts";
import type {
  DictionaryTest,
  SuggestionLine,
  TermLine,
  TestableCall,
} from "#app/core/domain/dictionary/term-views.ts";
import type { TrackerContent } from "#app/core/domain/tracker/tracker.schema.ts";
import type {
  LastChange,
  TrackerLine,
  TrackerPreview,
} from "#app/core/domain/tracker/tracker-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

/** What every tab of the page has. */
type OnEveryTab = {
  /** What the reader may know of, of those in use. */
  counts: { terms: number; trackers: number; suggestions: number };
  /** Those the actor may make words for. */
  teams: PersonRef[];
  /** Whether the form of a new one is open. */
  isNew: boolean;
  can: { make: boolean; makeAny: boolean; suggest: boolean };
};

export type TermsView = OnEveryTab & {
  tab: "terms";
  /** What was looked for in terms and how they are heard. */
  q: string;
  /** The first of those that were found, and how many that are. */
  terms: TermLine[];
  count: number;
  opened: TermLine | null;
  isImport: boolean;
  /** Calls that the dictionary can be tried on. */
  calls: TestableCall[];
  test: DictionaryTest | null;
  /** Calls that can be written anew with the open one, of those the reader may change. */
  pastCalls: number;
};

export type TrackersView = OnEveryTab & {
  tab: "trackers";
  /** What was looked for in names and phrases. */
  q: string;
  isArchive: boolean;
  trackers: TrackerLine[];
  archived: number;
  lastChange: LastChange | null;
  /** The first day of the calls that are counted, in the reader's calendar. */
  since: string;
  /** The row that is open: of who may not change it too. */
  opened: TrackerLine | null;
  /** Calls that the open one can be run on, of those the reader may see. */
  pastCalls: number;
};

export type SuggestionsView = OnEveryTab & { tab: "suggestions"; suggestions: SuggestionLine[] };

/** The word lists of one language that figures are counted with. */
export type LexiconsView = OnEveryTab & LexiconView & { tab: "lexicons" };

export type DictionaryView = TermsView | TrackersView | LexiconsView | SuggestionsView;

/** What came of a preview of a word list, with the words as they were typed. */
export type LexiconPreviewAnswer = { typed: LexiconAsked; lexicon: LexiconPreview };

/** What came of a preview, with the form as it was typed: a page without script is drawn with both. */
export type TrackerPreviewAnswer = {
  typed: TrackerContent & { trackerId: string | null; name: string; teamId: string | null };
  preview: TrackerPreview;
};
