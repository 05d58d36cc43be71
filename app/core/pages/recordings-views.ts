import type { BulkLine, BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import type { PersonRef, QualityClass, TalkKind } from "#app/core/domain/views.ts";
import type { TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import type { ServerTime } from "#app/core/domain/server-time.ts";
import type { EngineRef } from "#app/core/domain/recording/words-views.ts";
import type { Coverage } from "#app/core/domain/words/coverage.ts";
import type { RecordingState, StageView } from "#app/core/domain/recording/stage-views.ts";
import type {
  CallKind,
  CallState,
  ConsentState,
  Visibility,
} from "#app/core/domain/call/call-views.ts";
import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import type { ListSettings } from "#app/core/domain/account/list-settings.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { FilterName, ListName, RecordingsQuery } from "./recordings-filters.ts";
import type { Reason, Snippet } from "#app/core/domain/search/search-views.ts";

/** What rows can be filtered for, and the names of what they are filtered for and cannot be any more. */
export type Choices = {
  lists: Record<ListName, PersonRef[]>;
  /** `isGone`: deleted, merged or deactivated since the address was written. */
  named: (PersonRef & { isGone: boolean })[];
};

/** What a filtered list comes to: all of it, or its newest calls. */
export type ListSum = {
  calls: number;
  isAll: boolean;
  durationMs: number;
  /** Of the number of talk statistics that the list belongs to; of fewer than five there is only how many. */
  figure: { metric: TalkMetric; n: number; mean: number | null; median: number | null } | null;
};

/** A filter whose values are counted beside the list. `name` is the value's own name, or the value itself where the catalogue names it. */
export type Facet = {
  name: FilterName;
  values: { value: string; name: string; calls: number }[];
  /** There were more matches: the newest 1,000 were counted. */
  isCut: boolean;
};

/** One row of the recordings list. */
export type RecordingRow = {
  callId: string;
  recordingId: string;
  title: string;
  kind: CallKind;
  company: string | null;
  team: string | null;
  people: string[];
  owner: PersonRef;
  startedAt: string | null;
  durationMs: number | null;
  quality: QualityClass | null;
  visibility: Visibility;
  consent: ConsentState;
  language: string | null;
  talkKind: TalkKind;
  /** A conversation with people outside (decisions §11); null where that is not known. */
  isConnected: boolean | null;
  /** Invented history of a demo. */
  isSample: boolean;
  callState: CallState;
  recordingState: RecordingState;
  isPartial: boolean;
  cause: string | null;
  /** How much of what is said has words, in ms; null where it was not measured. */
  words: (Coverage & { engine: EngineRef | null }) | null;
  isImported: boolean;
  /** 150 cells, each 16 × our speech (0–15) + theirs, base64; null until metrics are there. */
  strip: string | null;
  /** The same file is already here; the owner is asked to open that call, keep both, or discard. */
  duplicateOf: { callId: string; title: string } | null;
  /** Names of the files that made it fail, where it came as several. */
  unfitFiles: string[];
  /** Our share of all speech; null where sides are unknown. */
  talkRatio: number | null;
  /** When a member other than the owner had listened to enough of it for the first time. */
  reviewedAt: string | null;
  /** The members asked to review it. */
  reviewers: string[];
  /** Those the reader may see. */
  comments: number;
  stages: StageView[];
  labels: LabelRef[];
  snippets: Snippet[];
  /** Why a search found it although its transcript does not contain the words. */
  reasons: Reason[];
  /** Of a deleted call: by whom (null: not known any more), and when. */
  deleted: { by: string | null; at: string } | null;
  can: { retry: boolean; delete: boolean; update: boolean };
};

/** A row as the stream sends it, read after the change. */
export type RecordingChange = RecordingRow & {
  /** When the server received word of the change; long ago for a row that the page asked for. */
  changedAt: ServerTime;
  /** Only how far a stage is. */
  isProgress: boolean;
};

/** The screen. */
export type RecordingsView = {
  rows: RecordingRow[];
  count: number;
  /** Where the next page begins. */
  next: string | null;
  /** A note about the search words, a code of the `search` catalogue. */
  note: string | null;
  query: RecordingsQuery;
  ignored: Ignored[];
  /** The name of the view that the address opens and that was deleted. */
  goneView: string | null;
  choices: Choices;
  views: ViewRef[];
  /** Those the reader may share a view with. */
  viewTeams: PersonRef[];
  look: ListSettings;
  /** Null where the panel of filters is closed. */
  facets: Facet[] | null;
  /** Null of a list without filters. */
  sum: ListSum | null;
  /** Of a search: calls the reader sees whose words are still to come; up to 1,001. */
  unheard: number;
  memberId: string;
  /** The reader's own runs over many calls, of the last week. */
  runs: BulkLine[];
  /** The one that the address names. */
  run: BulkRunView | null;
};
