import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import type {
  PersonRef,
  QualityClass,
  RangeMs,
  Side,
  TalkKind,
  TalkKindView,
} from "#app/core/domain/views.ts";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import type { WordsView } from "#app/core/domain/recording/words-views.ts";
import type { RecordingState, StageView } from "#app/core/domain/recording/stage-views.ts";
import type {
  CallKind,
  CallState,
  ConsentState,
  Visibility,
  Watcher,
} from "#app/core/domain/call/call-views.ts";
import type { ContactRef } from "#app/core/domain/contact/contact-views.ts";
import type { DealRef } from "#app/core/domain/deal/deal-views.ts";
import type { HitView } from "#app/core/domain/hits/hit-views.ts";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import type { TemplateReason } from "#app/core/domain/template/template-views.ts";
import type { SummaryView } from "#app/core/domain/summary/summary-views.ts";
import type { CallLabelView } from "#app/core/domain/label/label-views.ts";
import type { ReviewerView } from "#app/core/domain/review/review-views.ts";
import type { MetricsView } from "#app/core/domain/metrics/metric-views.ts";

export type LaneView = {
  trackId: string;
  participantId: string | null;
  /** Empty for the one mixed lane of class C, which the UI calls "Everybody". */
  name: string;
  side: Side | null;
  lane: number;
  offsetMs: number;
  /** When this person came to a live call, on the call's clock: before it there is no silence either. 0 elsewhere. */
  arrivedMs: number;
  /** Share of everybody's speech; null before metrics, and where the call is too short for it. */
  talkShare: number | null;
  /** `/media/{fileId}` of the lane's own playable audio, null when media is gone or not there yet. */
  audioUrl: string | null;
  /** `/media/{fileId}`: int8 per 100 ms, 0–127. */
  peaksUrl: string | null;
  /** When it speaks, from its words: of a call that has no sound. Null where waveforms say it. */
  spoken: RangeMs[] | null;
};

/** A place where a rule fired, with the words said there. */
export type MomentView = HitView & {
  /** The sentence as people read it; null where there is none to show (topics, fillers). */
  text: string | null;
  /** Most words of the sentence are doubted by the recogniser. */
  isUncertain: boolean;
};

/** What is usual for the owner, by the key of the metric; a key with too few calls is absent. */
export type MediansView = {
  /** The reader is the owner. Of others, who leads them reads it; for anybody else there is none. */
  ofReader: boolean;
  owner: string;
  byKey: Record<string, { median: number; n: number }>;
};

/** A summary as the page shows it: without quotes of which most words are doubted, the others as people read them. */
export type PlaybackSummary = SummaryView & {
  /** How many quotes were left out for it, and the sections that have none left. */
  uncertainQuotes: number;
  uncertainSections: string[];
};

/** What a tab of the page shows besides the page's view, by tab. */
export type PlaybackTabs = {
  /** `reason`: why the summary is by its template; null without one. */
  summary: {
    summary: PlaybackSummary | null;
    reason: TemplateReason | null;
    medians: MediansView;
  };
  statistics: { medians: MediansView };
  info: {
    /** Who the reader may give the call to; null: it is not theirs to give. */
    newOwners: PersonRef[] | null;
    /** Who is to listen to it, and who has. */
    reviewers: ReviewerView[];
    /** Who opened it, the last one first; null where the reader may not know. */
    watchers: Watcher[] | null;
  };
};
/** What `/playback/{callId}` shows whatever tab is open, except the words, which come as the wire format of data §2.3. */
export type PlaybackView = {
  call: {
    id: string;
    version: number;
    title: string;
    kind: CallKind;
    state: CallState;
    startedAt: string | null;
    durationMs: number | null;
    language: string | null;
    quality: QualityClass | null;
    visibility: Visibility;
    /** As it was chosen by hand; null: as its labels say. */
    talkKind: TalkKind | null;
    /** Invented history of a demo. */
    isSample: boolean;
    /** What it is about now. */
    talk: TalkKindView;
    consent: ConsentState;
    company: string | null;
    /** The one it is linked to, where the reader sees it. */
    deal: DealRef | null;
    owner: PersonRef;
  };
  /** A recording that ended by itself, for its owner alone until they decide: whom it was meant for. */
  endedAlone: { why: "limit" | "abandoned"; visibility: Visibility } | null;
  recording: {
    id: string;
    state: RecordingState;
    isPartial: boolean;
    /** Of a file with several sound tracks: how many were mixed into its lane. */
    mixedTracks: number | null;
    cause: string | null;
    duplicateOf: { callId: string; title: string } | null;
    /** Names of the files that made it fail, where it came as several. */
    unfitFiles: string[];
    mediaRemovedAt: string | null;
    /** The mix everybody hears by default. */
    mixUrl: string | null;
    videoUrl: string | null;
    /** A frame of the picture, for before it plays. */
    posterUrl: string | null;
  } | null;
  labels: CallLabelView[];
  stages: StageView[];
  /** How much of what is said has words; null where it was not measured. */
  words: WordsView | null;
  /** Who took part, in the order of lanes; to them words can be given. */
  people: {
    id: string;
    name: string;
    side: Side;
    isRecorded: boolean;
    /** A contact can be said of them: they are of the other side, and no colleague. */
    isCustomer: boolean;
    /** Who they are, where the reader may know. */
    contact: ContactRef | null;
    /** For readers who may correct them; null also of a colleague who was signed in on the call. */
    known: {
      version: number;
      email: string | null;
      phone: string | null;
      member: PersonRef | null;
    } | null;
  }[];
  /** Gaps, pauses and holds. */
  marks: MarkView[];
  /** The reader. */
  me: string;
  /** Those the reader may read, by place. */
  comments: CommentView[];
  /** When the reader's visit before this one began, or this one, if it is the first; ISO. Comments of others since are new. */
  lastVisitAt: string;
  lanes: LaneView[];
  transcript: TranscriptView | null;
  hits: MomentView[];
  metrics: MetricsView | null;
  /** Metrics and hits are of this older version, as those of the current one are still computed; null: its own. */
  countedVersion: number | null;
  can: {
    editCall: boolean;
    editTranscript: boolean;
    addTerm: boolean;
    download: boolean;
    retry: boolean;
    delete: boolean;
    transfer: boolean;
    share: boolean;
    /** Show it outside. */
    link: boolean;
    seeLog: boolean;
    comment: boolean;
    clip: boolean;
  };
};
