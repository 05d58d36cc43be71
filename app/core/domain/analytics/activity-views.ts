/** What was counted of some calls; every share has its denominator beside it. */
export type Counts = {
  held: number;
  connected: number;
  /** Length of the connected calls. */
  externalMs: number;
  companies: number;
  /** Of the calls that could be recorded, `recordable`. */
  recorded: number;
  recordable: number;
  /** Of the recorded ones. */
  reviewed: number;
};
export type Feedback = {
  /** Median from a call's first answered request to its answer; null of none. */
  medianMs: number | null;
  /** Calls with an answered request. */
  n: number;
};
export type PersonCounts = Counts & {
  memberId: string;
  name: string;
  isReader: boolean;
  /** No member any more. */
  hasLeft: boolean;
};
/** One measure over people, each counting once. */
export type OverPeople = Record<PersonMeasure, number | null>;
export const PERSON_MEASURES = [
  "held",
  "connected",
  "externalMs",
  "companies",
  "recorded",
  "reviewed",
] as const;
/** Shares of each person, not counts, where they are shares: connected of held, recorded, reviewed. */
export type PersonMeasure = (typeof PERSON_MEASURES)[number];

export type TeamFigures = { n: number; median: OverPeople; mean: OverPeople | null };
export type Week = Counts & { from: string; to: string };

export type ActivityView = {
  now: Counts;
  before: Counts;
  feedback: Feedback;
  feedbackBefore: Feedback;
  weeks: Week[];
  weeksBefore: Week[];
  people: PersonCounts[];
  /** The reader in the period before; null for who has no calls in either. */
  ownBefore: Counts | null;
  /** Of the people listed, for who sees them one by one; of a fixed group for who sees themselves only. */
  team: TeamFigures | null;
  /** Why a rep sees no figures of their team: it is asked otherwise than fixed groups are, or too few people are in it. */
  noTeam: "filtered" | "few" | null;
  /** Calls by hour of the week, the reader's zone: 0 = Monday. */
  hours: { day: number; hour: number; calls: number }[];
};
