import type { PersonRef, QualityClass } from "#app/core/domain/views.ts";
import type { RecordingState, StageView } from "#app/core/domain/recording/stage-views.ts";
import type {
  CallKind,
  CallState,
  ConsentState,
  Visibility,
} from "#app/core/domain/call/call-views.ts";
import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import type { Reason, Snippet } from "#app/core/domain/search/search-views.ts";

/** One row of the recordings list. */
export type RecordingRow = {
  callId: string;
  recordingId: string;
  title: string;
  kind: CallKind;
  company: string | null;
  people: string[];
  owner: PersonRef;
  startedAt: string | null;
  durationMs: number | null;
  quality: QualityClass | null;
  visibility: Visibility;
  consent: ConsentState;
  language: string | null;
  callState: CallState;
  recordingState: RecordingState;
  isPartial: boolean;
  cause: string | null;
  isImported: boolean;
  /** 150 cells, each 16 × our speech (0–15) + theirs, base64; null until metrics are there. */
  strip: string | null;
  /** The same file is already here; the owner is asked to open that call, keep both, or discard. */
  duplicateOf: { callId: string; title: string } | null;
  /** Our share of all speech; null where sides are unknown. */
  talkRatio: number | null;
  /** When somebody other than the owner had heard enough of it for the first time. */
  reviewedAt: string | null;
  stages: StageView[];
  labels: LabelRef[];
  snippets: Snippet[];
  /** Why a search found it although nobody says the words. */
  reasons: Reason[];
  can: { retry: boolean; delete: boolean };
};
