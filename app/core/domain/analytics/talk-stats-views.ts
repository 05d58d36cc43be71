import type { RangeMs } from "../views.ts";
import type { AnalyticsQuery } from "./query.ts";
import type { MetricsConfig, TalkMetric } from "./talk-metrics.ts";

/** What talk statistics are asked for; their files take the same. */
export type TalkQuery = AnalyticsQuery & {
  metric: TalkMetric;
  /** The rule set that made the numbers. */
  config: MetricsConfig;
  /** People by their number in place of by name; only who sees others has it. */
  isRanked: boolean;
  /** Whose calls stand open, one by one. */
  person: string | null;
};

/** One number over calls, or over what one person said in them. Of fewer than five there is only how many. Units are those of `TALK_METRIC`. */
export type TalkFigures = {
  /** Calls with a number, and those left out for want of one. */
  n: number;
  leftOut: number;
  /** Mean of the calls' numbers, and the same with each weighing as long as the call is. */
  mean: number | null;
  byTime: number | null;
  median: number | null;
  q1: number | null;
  q3: number | null;
  least: number | null;
  most: number | null;
};
export type PersonTalk = TalkFigures & {
  memberId: string;
  name: string;
  isReader: boolean;
  /** No member any more; what they said is still counted. */
  hasLeft: boolean;
  /** The calls' numbers, from the least; empty where there are too many to draw. */
  values: number[];
};
/** Each person counts once: the middle of their means, medians and weighted means; quartiles are of medians. */
export type TalkTeam = {
  people: number;
  median: number;
  mean: number | null;
  byTime: number | null;
  q1: number | null;
  q3: number | null;
  /** The people's medians, from the least: marks without names; empty for who sees themselves only. */
  marks: number[];
};
/** The number of one metric, now and in the period before; null of fewer than five calls. */
export type TalkLine = {
  metric: TalkMetric;
  now: number | null;
  n: number;
  before: number | null;
  nBefore: number;
};
/** A call behind a person's number. */
export type TalkCall = {
  callId: string;
  title: string;
  startedAt: string;
  durationMs: number;
  value: number | null;
  reason: string | null;
  /** Where it was said; null: nowhere in particular. */
  at: RangeMs | null;
  /** It can be played; of words that were brought without their sound it can only be read. */
  hasSound: boolean;
};

/** Words a minute, or morae a second. */
export type PaceUnit = "wpm" | "per_second";
/** The median speeds of a week's calls, ours and theirs; null of none. */
export type PaceWeek = {
  from: string;
  to: string;
  us: number | null;
  them: number | null;
  n: number;
};
export type PaceView = { unit: PaceUnit; weeks: PaceWeek[] };

export type TalkStatsView = {
  /** Everybody listed, with the reader first; in the order that was asked for. */
  people: PersonTalk[];
  /** The reader in the period before; null for who has no calls in either. */
  ownBefore: PersonTalk | null;
  /**
   * All calls listed, each counting once with the number of our side. Of one person, the calls they spoke in, with their
   * own number.
   */
  all: TalkFigures;
  allBefore: TalkFigures;
  team: TalkTeam | null;
  /** Why a rep sees no figures of their team. */
  noTeam: "filtered" | "few" | null;
  /** Every metric: medians of the reader's own calls, or means of all calls for who has none of their own. */
  lines: TalkLine[];
  linesAreOwn: boolean;
  /** Of the same calls as `lines`; null where no call has both speeds. */
  pace: PaceWeek[] | null;
  paceUnit: PaceUnit;
  /** Why calls were left out, the most frequent first. */
  reasons: { reason: string; n: number }[];
  /** Rule sets that made numbers here, the newest first. */
  configs: MetricsConfig[];
  /** Of the person whose calls stand open, the most telling first. */
  calls: { memberId: string; name: string; rows: TalkCall[]; isAll: boolean } | null;
};
