/**
 * What the screens of calls show, as JSON: times are ISO 8601 UTC strings, durations and offsets
 * integer milliseconds from the start of the call, ratios 0–1. Loaders return these, the UI reads them.
 */
export type Side = "R" | "C";
export type RangeMs = { t0Ms: number; t1Ms: number };
export type PersonRef = { id: string; name: string };

export type StageName =
  | "upload"
  | "inspect"
  | "normalise"
  | "transcribe"
  | "metrics"
  | "summary"
  | "crm"
  | "picture";
export type StageState = "waiting" | "running" | "done" | "skipped" | "failed";
/** One line of the pipeline (product §5.2). `done` and `total` count `unit`: bytes, or ms of audio. */
export type StageView = {
  name: StageName;
  state: StageState;
  done: number;
  total: number;
  unit: "bytes" | "ms" | null;
  attempt: number;
  /** A code of the `stages` catalogue: the reason of skipped and failed. */
  cause: string | null;
  retryAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

export type RecordingState =
  | "receiving"
  | "interrupted"
  | "uploaded"
  | "processing"
  | "ready"
  | "ready_partial"
  | "failed"
  | "media_removed"
  | "discarded";
export type CallState =
  | "scheduled"
  | "live"
  | "ended"
  | "available"
  | "empty"
  | "cancelled"
  | "trashed"
  | "purged";
export type CallKind = "room" | "meeting" | "phone" | "recorder" | "upload";
export type Visibility = "private" | "team" | "workspace";
export type QualityClass = "A" | "B" | "C";
export type ConsentState = "not_asked" | "waiting" | "agreed" | "partly" | "refused" | "withdrawn";

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
  stages: StageView[];
  snippets: Snippet[];
  can: { retry: boolean; delete: boolean };
};
/** A place where the searched words were said; `marks` are [start, end) offsets into `text`. */
export type Snippet = {
  t0Ms: number;
  speaker: string;
  side: Side | null;
  text: string;
  marks: [number, number][];
};

export type LaneView = {
  trackId: string;
  participantId: string | null;
  /** Empty for the one mixed lane of class C, which the UI calls "Everybody". */
  name: string;
  side: Side | null;
  lane: number;
  offsetMs: number;
  /** Share of everybody's speech, null before metrics. */
  talkShare: number | null;
  /** `/media/{fileId}` of the lane's own playable audio, null when media is gone or not there yet. */
  audioUrl: string | null;
  /** `/media/{fileId}`: int8 per 100 ms, 0–127. */
  peaksUrl: string | null;
};

export type HitView = {
  kind: "question" | "filler" | "tracker" | "topic" | "promise" | "coach_mark";
  rule: string;
  label: string | null;
  participantId: string | null;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  isUnsure: boolean;
};

export type TranscriptVersionView = {
  number: number;
  origin: "engine" | "import" | "edit";
  engine: string | null;
  by: string | null;
  at: string;
  isCurrent: boolean;
};
export type TranscriptView = {
  number: number;
  origin: "engine" | "import" | "edit";
  engine: string | null;
  model: string | null;
  language: string;
  /** The built-in engine: the header says "basic". */
  isBasic: boolean;
  isImported: boolean;
  /** Catalogue code of a notice in the header, e.g. `doubtful`, `unreliable`, `times_estimated`. */
  notice: string | null;
  words: number;
  segments: number;
  versions: TranscriptVersionView[];
};

/** One quote: an exact piece of the transcript, and where it was said. */
export type EvidenceView = {
  segment: number;
  participantId: string | null;
  speaker: string;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  quote: string;
};
/** What JSON can hold, so that it means the same before and after the wire. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };
export type SummaryOutputView = {
  id: string;
  /** Section key of the template, a key of the `summary` catalogue for built-ins. */
  section: string;
  ord: number;
  type: string;
  /** Typed value (number, ISO date, boolean, task …); null for verbatim quotes, which are their evidence. */
  value: JsonValue;
  certainty: "said" | "implied" | "not_discussed";
  whyEmpty: string | null;
  evidence: EvidenceView[];
};
export type SummaryView = {
  engine: string;
  state: "queued" | "running" | "done" | "failed";
  note: string | null;
  dropped: number;
  outputs: SummaryOutputView[];
};

/** One metric of product §14.3 as the screen shows it; `formula` and texts come from the `metrics` catalogue by `key`. */
export type MetricView = {
  key: string;
  side: Side | null;
  participantId: string | null;
  value: number | null;
  unit: "ratio" | "ms" | "per_min" | "per_hour" | "wpm" | "count" | "score" | "factor";
  /** Denominators and parts by name, e.g. { speechMs: 52000, ofMs: 60000 }; printed beside the value. */
  parts: Record<string, number>;
  n: number | null;
  /** Why `value` is null or greyed: class_c, sides_unknown, too_short, too_few, times_estimated, not_supported … */
  reason: string | null;
  /** Where it can be heard, e.g. the longest monologue. */
  at: RangeMs | null;
  band: "ok" | "watch" | "out" | null;
};
export type MetricsView = {
  config: string;
  quality: QualityClass;
  metrics: MetricView[];
  silences: RangeMs[];
  overlaps: RangeMs[];
};

/** A colleague who opened the call. `isPrivate`: at least once by an admin's private access. */
export type Watcher = { name: string; times: number; lastAt: string; isPrivate: boolean };

/** Everything `/playback/{callId}` shows except the words, which come as the wire format of data §2.3. */
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
    consent: ConsentState;
    company: string | null;
    owner: PersonRef;
  };
  recording: {
    id: string;
    state: RecordingState;
    isPartial: boolean;
    cause: string | null;
    duplicateOf: { callId: string; title: string } | null;
    mediaRemovedAt: string | null;
    /** The mix everybody hears by default. */
    mixUrl: string | null;
    videoUrl: string | null;
    gaps: (RangeMs & { cause: string; filledFrom: string | null })[];
  } | null;
  stages: StageView[];
  /** Who took part, in the order of lanes; to them words can be given. */
  people: { id: string; name: string; side: Side }[];
  lanes: LaneView[];
  transcript: TranscriptView | null;
  hits: HitView[];
  metrics: MetricsView | null;
  summary: SummaryView | null;
  /** Who opened it, the last one first; null where the reader may not know. */
  watchers: Watcher[] | null;
  can: {
    editCall: boolean;
    editTranscript: boolean;
    addTerm: boolean;
    download: boolean;
    retry: boolean;
    delete: boolean;
    transfer: boolean;
  };
};
