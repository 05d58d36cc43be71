import type { PersonRef, RangeMs, Side } from "#app/core/domain/views.ts";
import type { RecordingRow } from "./recordings-views.ts";

/** The call a thing to do is about, as its reader may see it now. */
type OfCall = { callId: string; title: string };
/** A comment as its row quotes it. */
export type HomeComment = {
  commentId: string;
  body: string;
  t0Ms: number | null;
  t1Ms: number | null;
};
type Base = {
  /** Tells rows apart, also in the address: `feedback-…`. */
  key: string;
  /** ISO: since when it waits. */
  at: string;
};
type Due = {
  /** "2026-12-01" */
  dueOn: string | null;
};

/** Somebody asks what the reader thinks of a moment. */
export type FeedbackItem = Base &
  OfCall &
  Due & { kind: "feedback"; requestId: string; by: string; comment: HomeComment };
/** The reader is to listen to a call. */
export type ReviewItem = Base & OfCall & Due & { kind: "review"; by: string };
/** A colleague named the reader, answered them, or gave the feedback they asked for. */
export type WordItem = Base &
  OfCall & {
    kind: "mention" | "reply" | "feedback_received";
    noticeId: string;
    by: string;
    comment: HomeComment;
  };
/** Words of the reader's call that are nobody's. */
export type SpeakerItem = Base &
  OfCall & {
    kind: "speaker";
    /** The transcript's version. */
    number: number;
    /** The first of those words. */
    segment: number;
    at0: RangeMs;
    text: string;
  };
/** A call of the reader's that may be about several deals. */
export type DealItem = Base &
  OfCall & {
    kind: "deal";
    /** The likeliest. */
    deal: PersonRef;
    /** How many there are that they may link it to. */
    choices: number;
  };
/** What a call says about a record of a CRM waits for the reader's word. */
export type CrmItem = Base &
  OfCall & {
    kind: "crm";
    count: number;
    /** How many of them met another change, or were refused. */
    stuck: number;
    record: string | null;
  };
/** A clip of the reader's call waits for their word. */
export type ClipItem = Base &
  OfCall & {
    kind: "clip";
    clip: PersonRef;
    /** Its links wait, as it was changed; else it is to be shown to more people. */
    isOfLinks: boolean;
    /** Who asks. */
    by: string | null;
  };
/** The reader's call, or a clip of it, is wanted in a library. */
export type WishItem = Base &
  OfCall & {
    kind: "library";
    library: string;
    /** Null: the call itself is wanted. */
    clip: string | null;
  };
/** Somebody waits at the reader's call. */
export type GuestItem = Base & OfCall & { kind: "guest"; guestId: string; name: string };
/** A call whose pipeline stands still until the reader does something. */
export type FailedItem = Base & { kind: "failed"; row: RecordingRow };

export type HomeItem =
  | FeedbackItem
  | ReviewItem
  | WordItem
  | SpeakerItem
  | DealItem
  | CrmItem
  | ClipItem
  | WishItem
  | GuestItem
  | FailedItem;

/** A stretch of a call to hear and to read in place. */
export type Evidence = {
  callId: string;
  /** Of the call. */
  durationMs: number;
  range: RangeMs;
  /** Null: the media is gone, or not there yet. */
  mixUrl: string | null;
  lines: (RangeMs & { name: string; side: Side | null; text: string })[];
};

export type HomeMetric = {
  key: string;
  unit: "ratio" | "ms" | "per_min" | "per_hour";
  now: HomeSample;
  before: HomeSample;
  /** Median and mean change in different directions: both are said. */
  isMixed: boolean;
};
/** Calls of one stretch of time; the figures are null below five calls. */
export type HomeSample = {
  n: number;
  median: number | null;
  mean: number | null;
  /** The middle half. */
  q1: number | null;
  q3: number | null;
};
export type HomeMetrics = {
  metrics: HomeMetric[];
  /** ISO: the last four weeks begin, the twelve before them begin. */
  since: string;
  from: string;
  /** Fewer make no figure. */
  least: number;
  /** Whom talk statistics are asked for, so that they show the same; null: they show nobody else. */
  memberId: string | null;
};

export const STEP_NAMES = [
  "call",
  "visibility",
  "invite",
  "listen",
  "comment",
  "label",
  "feedback",
  "reviewer",
] as const;
export type StepAct = Exclude<StepName, "call"> | "listenAny" | "upload" | "start";
export type StepName = (typeof STEP_NAMES)[number];
/** `to`: the ways to do it, by what each does. */
export type HomeStep = {
  name: StepName;
  to: { does: StepAct; path: string }[];
  isDone: boolean;
};
export type HomeSteps = {
  /** The first thing to do comes first. */
  steps: HomeStep[];
  isHidden: boolean;
};
