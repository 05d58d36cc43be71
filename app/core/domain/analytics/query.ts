import type { TalkKind } from "../views.ts";
import type { Period, PeriodName } from "./period.ts";

/** What a page of analytics is asked for; its files take the same (product §8.2). */
export type AnalyticsQuery = {
  /** Null: from and to were given by hand. */
  range: PeriodName | null;
  period: Period;
  teams: string[];
  members: string[];
  talk: TalkKind[];
  languages: string[];
  labels: string[];
  /** Stages of deals, as they are today. */
  stages: string[];
  /** Only calls that began within their owner's working hours. */
  isInHours: boolean;
  /** Without the demo's invented history. */
  isWithoutSample: boolean;
  /** IANA name: days, weeks and hours are the reader's. */
  zone: string;
};

/** Of an address that names none. */
export const USUAL: PeriodName = "last-13w";

/** The query as an address writes it. */
export const analyticsSearch = (
  query: AnalyticsQuery,
): Record<string, string | string[] | null> => ({
  range: query.range === USUAL ? null : query.range,
  ...(query.range === null && { from: query.period.from, to: query.period.to }),
  team: query.teams,
  member: query.members,
  talk: query.talk,
  language: query.languages,
  label: query.labels,
  stage: query.stages,
  hours: query.isInHours ? "working" : null,
  sample: query.isWithoutSample ? "no" : null,
});
