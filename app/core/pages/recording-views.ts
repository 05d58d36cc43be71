import type { CallState, ConsentState, Visibility } from "#app/core/domain/call/call-views.ts";
import type { PersonRef, QualityClass } from "#app/core/domain/views.ts";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import type { ServerTime } from "#app/core/domain/server-time.ts";
import type { RecordingState, StageView } from "#app/core/domain/recording/stage-views.ts";
import type { WordsView } from "#app/core/domain/recording/words-views.ts";
import type { CallLinksView } from "./call-links.server.ts";

export type FileView = {
  id: string;
  kind: string;
  person: string | null;
  bytes: number;
  mime: string;
  codec: string | null;
  durationMs: number | null;
  sha256: string;
  url: string | null;
};
/** What the deletion of a call stops, and what may go with it. */
export type CallTrash = {
  /** Links to the call that work now. */
  links: number;
  clips: number;
  /** Of these, those that another member made. */
  others: number;
  /** Links to its clips that work now. */
  clipLinks: number;
};
/** The record page: what was taken in, what was made of it, and what happened on the way. */
export type RecordView = {
  /** When the reading began. */
  readAt: ServerTime;
  call: {
    id: string;
    version: number;
    title: string;
    state: CallState;
    startedAt: string | null;
    durationMs: number | null;
    company: string | null;
    owner: PersonRef;
    visibility: Visibility;
    consent: ConsentState;
    quality: QualityClass | null;
    language: string | null;
    /** Invented history of a demo. */
    isSample: boolean;
  };
  recording: {
    id: string;
    state: RecordingState;
    method: string;
    isPartial: boolean;
    /** Of a file with several sound tracks: how many were mixed into its lane. */
    mixedTracks: number | null;
    cause: string | null;
    totalBytes: number;
    mediaRemovedAt: string | null;
    engines: Record<string, string>;
    duplicateOf: { callId: string; title: string } | null;
    /** Names of the files that made it fail, where it came as several. */
    unfitFiles: string[];
    /** Files that have not arrived whole; choosing the same file again goes on where it stopped. */
    open: { uploadId: string; name: string; received: number; total: number; url: string }[];
  };
  stages: StageView[];
  /** How much of what is said has words; null where it was not measured. */
  words: WordsView | null;
  files: FileView[];
  /** Gaps, pauses and holds. */
  marks: MarkView[];
  /** Names of who took part and was not recorded. */
  unrecorded: string[];
  transcripts: {
    number: number;
    origin: string;
    engine: string | null;
    words: number;
    /** Ms of what is said that have words; null where it was not measured. */
    coveredMs: number | null;
    /** Why it was put beside the version people read; null of any other. */
    beside: "fewer" | "corrected" | "chosen" | null;
    by: string | null;
    at: string;
    isCurrent: boolean;
  }[];
  consents: { name: string; method: string; answer: string; by: string | null; at: string }[];
  log: {
    at: string;
    stage: string;
    attempt: number;
    state: string;
    cause: string | null;
    detail: string | null;
  }[];
  /** Links to the call; null for readers who may make none. */
  links: CallLinksView | null;
  /** Null for readers who may not delete the call. */
  trash: CallTrash | null;
  can: {
    retry: boolean;
    delete: boolean;
    share: boolean;
    original: boolean;
    edit: boolean;
    /** Say which version of the words people read. */
    correct: boolean;
    seeLog: boolean;
  };
};
