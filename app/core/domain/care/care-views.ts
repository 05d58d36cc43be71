import type { PersonRef } from "../views.ts";

/** Rules that open a suggestion (product §15); S2, S3 and C6 are asked of calls that were marked hard. */
export const CARE_RULES = [
  "L1",
  "L2",
  "L3",
  "L4",
  "S2",
  "S3",
  "C1",
  "C2",
  "C3",
  "C4",
  "C5",
  "C6",
] as const;
export type CareRule = (typeof CARE_RULES)[number];
/** What nobody but the member is shown (product §15.4, decisions §11). */
export const OWN_RULES: readonly CareRule[] = ["S2", "S3", "C6"];

/** Load of one week; null: nothing to take it of. */
export type Load = {
  /** L1: hours in conversation, with the twelve weeks before the last four. */
  hours: number;
  weeks: number[];
  usual: { median: number; z: number | null } | null;
  /** L2: conversations that began within five minutes of the one before. */
  backToBack: { part: number; whole: number };
  /** L3, in ms. */
  outOfHours: { part: number; whole: number };
  /** L4: the middle of each day's longest run without a break of fifteen minutes, in ms. */
  longestRun: number | null;
};
export type Share = { part: number; whole: number };
/** How somebody was looked after in the last four weeks. */
export type LookedAfter = {
  /** C1, with its 90 % interval by Wilson. */
  coverage: Share & { low: number; high: number };
  /** C2: comments of others, week by week, the oldest first. */
  feedback: number[];
  /** C3, in ms. */
  delay: { median: number | null; n: number };
  /** C4: feedback that was answered within five working days. */
  answered: Share;
  /** C5, as its authors tagged it. */
  tone: { praise: number; suggestion: number };
};
/** What makes a call hard by itself; times are ms from its start. Words are those of the workspace's trackers. */
export type HardSigns = {
  abuse: number[];
  negative: number[];
  isNegative: boolean;
  isInterrupted: boolean;
  isCutShort: boolean;
};
/** The member's hard calls: by the words said in them, or because they say so; theirs alone to see. */
export type Hard = {
  calls: { callId: string; title: string; startedAt: string; contactAt: string | null }[];
  /** S2 of the last five working days: how many, and the longest row of them. */
  exposure: { calls: number; run: number };
  /** S3: hard calls with the next conversation within ten minutes. */
  withoutBreak: number;
  /** C6: followed by their manager within a working day, and after how long (ms). */
  followed: Share & { medianMs: number | null };
};

export type Suggestion = {
  rule: CareRule;
  /** ISO: since when it has been open. */
  since: string;
  /** What the member said of it: it was right, or not. */
  mark: boolean | null;
};

/** How often a rule was right when members judged it; from eight marks. */
export type Precision = {
  /** S1: that a call was hard by its words. */
  rule: CareRule | "S1";
  right: number;
  judged: number;
  low: number;
  high: number;
};

export type OwnCare = {
  memberId: string;
  load: Load;
  lookedAfter: LookedAfter;
  /** Null: the member or the workspace switched hard calls off. */
  hard: Hard | null;
  suggestions: Suggestion[];
  /** Conversations of the last four weeks; of fewer than eight nothing is said. */
  calls: number;
  checkIns: { at: string; by: string }[];
  /** Who looked at the member's card, and when; the newest first. */
  looks: { at: string; by: string }[];
  isOptedOut: boolean;
  recent: OwnCall[];
  /** What others wrote on calls of the last four weeks, the newest first. */
  evidence: FeedbackLine[];
};
export type OwnCall = {
  callId: string;
  title: string;
  startedAt: string;
  isHard: boolean;
  /** Null: nothing said in it makes it so. */
  signs: HardSigns | null;
  /** ISO: when the member showed it to who leads them. */
  shownAt: string | null;
  /** Nobody but the member sees a private call, shown or not. */
  canShow: boolean;
};
/** A comment behind C2 to C5. */
export type FeedbackLine = {
  callId: string;
  title: string;
  by: string;
  at: string;
  kind: FeedbackKind;
  isAnswered: boolean;
};
export type FeedbackKind = "plain" | "praise" | "suggestion" | "question";
/** One person as their manager sees them: sentences, no list of hard calls. */
export type CareCard = PersonRef & {
  calls: number;
  /** Null of fewer than eight calls. */
  load: Load | null;
  lookedAfter: LookedAfter | null;
  /** L and C rules that are open, the oldest first. */
  open: Suggestion[];
  /** The day since which a hard call waits for a follow-up; which one and how many stay the member's. */
  followUpSince: string | null;
  /** Hard calls the member showed to who leads them, as far as these may open them. */
  shown: { callId: string; title: string; startedAt: string; shownAt: string }[];
  hasOptedOut: boolean;
  lastCheckIn: { at: string; by: string } | null;
};
/** The manager, of the same weeks. */
export type ManagerLoad = {
  people: number;
  /** C7: minutes heard of each person's calls; the least and most, and how uneven (three people or more). */
  listenedMs: number;
  unheard: PersonRef[];
  gini: number | null;
  openRequests: number;
  hours: number;
};
/** Of groups of five and more. */
export type TeamCare = { people: number; lookedAfter: LookedAfter };
