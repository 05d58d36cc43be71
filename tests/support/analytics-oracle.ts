import { expect } from "vitest";
import type { Counts } from "#app/core/domain/analytics/activity-views.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import type { TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import { wall } from "./analytics-history.ts";
import type { CallMetrics, MetricsRow } from "#app/core/pages/call-metrics.server.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";

// The figures of analytics a second time, from what anybody can download: `/recordings.json` and each call's
// `metrics.json`. Written from product §11 and §14.3 (its last line) and decisions §11 and §14, not from the code.

export type Reader = {
  memberId: string;
  role: "admin" | "manager" | "rep";
  scope: readonly string[];
};
/** A call, with the team's id in place of its name and whether it was in its owner's working hours. */
export type Call = RecordingRow & { teamId: string | null; isInHours: boolean };
export type Asked = Pick<
  AnalyticsQuery,
  "members" | "teams" | "talk" | "languages" | "labels" | "isInHours" | "isWithoutSample" | "zone"
> & { from: string; to: string };
export type Teams = ReadonlyMap<string, string | null>;

/** A rep's page is always their own; others have one when they ask for themselves alone. */
const isOwnPage = ({ memberId, role }: Reader, { members }: Asked): boolean =>
  role === "rep" || (members.length === 1 && members[0] === memberId);

/** A team filter takes the teams below along. */
function isOfTeams(teamId: string | null, asked: readonly string[], teams: Teams): boolean {
  for (let id = teamId; id !== null; id = teams.get(id) ?? null)
    if (asked.includes(id)) return true;
  return false;
}

/** The days and all filters but that of people. */
function isAskedFor(call: Call, asked: Asked, teams: Teams): boolean {
  const { date } = wall(call.startedAt ?? expect.fail(call.title), asked.zone);
  return (
    date >= asked.from &&
    date <= asked.to &&
    (asked.teams.length === 0 || isOfTeams(call.teamId, asked.teams, teams)) &&
    (asked.talk.length === 0 || asked.talk.includes(call.talkKind)) &&
    (asked.languages.length === 0 || asked.languages.includes(call.language ?? "")) &&
    (asked.labels.length === 0 || call.labels.some(({ id }) => asked.labels.includes(id))) &&
    (!asked.isInHours || call.isInHours) &&
    (!asked.isWithoutSample || !call.isSample)
  );
}

const isPrivate = ({ visibility }: Call): boolean => visibility === "private";
const isInCharge = ({ role, scope }: Reader, { teamId }: Call): boolean =>
  role === "admin" || (role === "manager" && teamId !== null && scope.includes(teamId));

/** Calls by their owner: those that totals count, and those that count for people. */
export function activityCalls(reader: Reader, asked: Asked, calls: readonly Call[], teams: Teams) {
  const ofPeople = calls.filter((call) => {
    const isOwn = call.owner.id === reader.memberId;
    const may =
      isOwn || (!isOwnPage(reader, asked) && !isPrivate(call) && isInCharge(reader, call));
    const isMember = asked.members.length === 0 || asked.members.includes(call.owner.id);
    return may && isMember && isAskedFor(call, asked, teams);
  });
  const isOwn = isOwnPage(reader, asked);
  return { ofPeople, ofTotals: ofPeople.filter((call) => isOwn || !isPrivate(call)) };
}

/** Held: begun, neither cancelled nor discarded, empty ones included. */
export function countsOf(held: readonly Call[]): Counts {
  const connected = held.filter(({ isConnected }) => isConnected === true);
  const recorded = held.filter(({ callState }) => callState === "available");
  const empty = held.filter(({ callState }) => callState === "empty");
  return {
    held: held.length,
    connected: connected.length,
    externalMs: connected.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    companies: new Set(held.flatMap(({ company }) => company ?? [])).size,
    recorded: recorded.length,
    recordable: recorded.length + empty.length,
    reviewed: recorded.filter(({ reviewedAt }) => reviewedAt !== null).length,
  };
}

/** What a number of one call is, or why there is none. */
export type Unit = { call: Call; person: string; value: number | null; reason: string | null };

type Field = {
  [K in keyof MetricsRow]: MetricsRow[K] extends number | null ? K : never;
}[keyof MetricsRow];
const FIELDS: Record<Exclude<TalkMetric, "speed" | "speed_morae">, ["R" | "C", Field]> = {
  talk_ratio: ["R", "talkRatio"],
  longest_monologue: ["R", "longestMs"],
  longest_customer_story: ["C", "longestMs"],
  switches_per_min: ["R", "switchesPm"],
  interactivity: ["R", "interactivity"],
  questions_per_hour: ["R", "questionsPh"],
  open_questions: ["R", "openShare"],
  answered_questions: ["R", "answered"],
  patience: ["R", "patienceMs"],
  cut_in: ["R", "cutIn"],
  customer_latency: ["C", "patienceMs"],
  silences: ["R", "silencePm"],
  overlap_ratio: ["R", "overlap"],
  interruptions: ["R", "interruptsPm"],
  speed_gap: ["R", "speedGap"],
  fillers: ["R", "fillersPm"],
};
export const sideOf = (metric: TalkMetric): "R" | "C" =>
  metric === "speed" || metric === "speed_morae" ? "R" : FIELDS[metric][0];

function valueOf(row: MetricsRow, metric: TalkMetric): number | null {
  if (metric === "speed") return row.isMorae ? null : row.speed;
  if (metric === "speed_morae") return row.isMorae ? row.speed : null;
  return row[FIELDS[metric][1]];
}

/** Why a call whose sides have no rows, or whose row gives no such number, has none. */
function reasonOf(
  { metrics }: CallMetrics,
  row: MetricsRow | undefined,
  metric: TalkMetric,
): string {
  if (row?.reasons[metric] !== undefined) return row.reasons[metric];
  if (metrics === null) return "not_analysed";
  const found = metrics.metrics.find(
    ({ key, side, participantId }) =>
      key === metric && participantId === null && (side === null || side === sideOf(metric)),
  );
  if (found === undefined) return "other_language";
  return found.reason ?? (row === undefined ? "sides_unknown" : "not_kept");
}

const totalOf = (numbers: CallMetrics, side: "R" | "C") =>
  numbers.rows.find((row) => row.side === side && row.participantId === null);

/** Each call once, with the number of its side. */
export function unitOfCall(call: Call, numbers: CallMetrics, metric: TalkMetric): Unit {
  const row = totalOf(numbers, sideOf(metric));
  const value = row === undefined ? null : valueOf(row, metric);
  const reason = value === null ? reasonOf(numbers, row, metric) : null;
  return { call, person: call.owner.id, value, reason };
}

/** Each of ours who spoke and is a member; without one the call is left out for its owner. */
export function unitsOfPeople(call: Call, numbers: CallMetrics, metric: TalkMetric): Unit[] {
  const ours = numbers.rows.filter(({ side, memberId }) => side === "R" && memberId !== null);
  const whole = unitOfCall(call, numbers, metric);
  if (ours.length === 0)
    return [{ ...whole, value: null, reason: whole.value === null ? whole.reason : "no_member" }];
  return ours.map((row): Unit => {
    const person = row.memberId ?? expect.fail();
    if (sideOf(metric) === "C") return { ...whole, person };
    const value = valueOf(row, metric);
    return { call, person, value, reason: value === null ? reasonOf(numbers, row, metric) : null };
  });
}

/** What talk statistics count of recorded calls: people by what they said, totals by calls, of one person by their own. */
export function talkUnits(
  reader: Reader,
  asked: Asked,
  metric: TalkMetric,
  {
    calls,
    teams,
    numbersOf,
  }: { calls: readonly Call[]; teams: Teams; numbersOf: (id: string) => CallMetrics },
) {
  const isOwn = isOwnPage(reader, asked);
  const recorded = calls.filter(
    (call) => call.callState === "available" && isAskedFor(call, asked, teams),
  );
  const isCounted = ({ call, person }: Unit): boolean => {
    const isMine = person === reader.memberId && (!isPrivate(call) || call.owner.id === person);
    const isOthers =
      !isOwn &&
      !isPrivate(call) &&
      (isInCharge(reader, call) || (reader.role !== "rep" && call.owner.id === reader.memberId));
    return (isMine || isOthers) && (asked.members.length === 0 || asked.members.includes(person));
  };
  const parts = recorded.flatMap((call) =>
    unitsOfPeople(call, numbersOf(call.callId), metric).filter(isCounted),
  );
  if (isOwn || asked.members.length === 1) return { parts, all: parts };
  const counted = new Set(parts.map(({ call }) => call.callId));
  const all = recorded
    .filter((call) => counted.has(call.callId) && !isPrivate(call))
    .map((call) => unitOfCall(call, numbersOf(call.callId), metric));
  return { parts, all };
}

export type Speeds = { call: Call; us: number; them: number; isMorae: boolean };

/** How fast our side, or the person, and the other side spoke; nothing where one of the two is not known. */
export function speedsOf(
  { call, person }: Unit,
  numbers: CallMetrics,
  isByPerson: boolean,
): Speeds[] {
  const them = totalOf(numbers, "C");
  const us = isByPerson
    ? numbers.rows.find(({ side, memberId }) => side === "R" && memberId === person)
    : totalOf(numbers, "R");
  if (!us || !them || us.speed === null || them.speed === null) return [];
  return [{ call, us: us.speed, them: them.speed, isMorae: us.isMorae }];
}

/** Linear between the closest ranks. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.trunc(place)], sorted[Math.trunc(place) + 1]];
  return low + (high - low) * (place - Math.trunc(place));
}

/** The cells of a line over these units; of fewer than five there is only how many. */
export function figureCells(units: readonly Unit[]): Record<string, number | null> {
  const counted = units.flatMap(({ value, call }) =>
    value === null ? [] : [{ value, weight: call.durationMs ?? 0 }],
  );
  const [n, left_out] = [counted.length, units.length - counted.length];
  const none = {
    mean: null,
    by_time: null,
    median: null,
    q1: null,
    q3: null,
    least: null,
    most: null,
  };
  if (n < 5) return { n, left_out, ...none };
  const values = counted.map(({ value }) => value);
  const weight = counted.reduce((sum, one) => sum + one.weight, 0);
  return {
    ...{ n, left_out, mean: values.reduce((sum, value) => sum + value, 0) / n },
    by_time: counted.reduce((sum, one) => sum + one.value * one.weight, 0) / weight,
    ...{ median: quantile(values, 0.5), q1: quantile(values, 0.25), q3: quantile(values, 0.75) },
    ...{ least: Math.min(...values), most: Math.max(...values) },
  };
}
