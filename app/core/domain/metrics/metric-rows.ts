import type { Side } from "../views.ts";
import { judge, type Draft, type Gate } from "./draft.ts";
import { figuresOf, type Figures } from "./figures.ts";
import { interruptionRow, overlapRows, silenceRows, type Flow } from "./flow-rows.ts";
import type { Metric } from "./metric-views.ts";
import { cutInRow, waitRow } from "./patience-rows.ts";
import { otherSide, type TalkContext } from "./talk-context.ts";
import { longestRow, switchesOfSides, switchRows, talkRow } from "./talk-rows.ts";
import { fillerRow, pitchRow, questionRows, speedGapRow, speedRow } from "./word-rows.ts";

/**
 * One line of table metric_row (data §2.1): a side's total (`participantId` null; subject is the
 * call) or one speaker. A side's says what the call's own numbers say. Null = not computable or
 * behind the display gate, so it enters no average.
 */
export type MetricRow = {
  side: Side;
  participantId: string | null;
  durationMs: number;
  speechMs: number;
  talkRatio: number | null;
  /** Of a customer the longest story. */
  longestMs: number | null;
  switchesPm: number | null;
  interactivity: number | null;
  /** Of a customer the customer's wait. */
  patienceMs: number | null;
  cutIn: number | null;
  /** How many waits, and changes of the floor, patience and cut-ins are made of. */
  waits: number | null;
  cutInOf: number | null;
  questionsPh: number | null;
  openShare: number | null;
  answered: number | null;
  /** Words per minute, or where `isMorae` morae per second. */
  speed: number | null;
  isMorae: boolean;
  /** Against the customer's speed: of our side and its people alone. */
  speedGap: number | null;
  silencePm: number | null;
  overlap: number | null;
  interruptsPm: number | null;
  fillersPm: number | null;
  pitchSd: number | null;
  /** Why a number is not there, by the metric's key. */
  reasons: Record<string, string>;
};

/** Whose figures a row holds, and what they are measured against. */
type Subject = { own: Figures; other: Figures; bothSidesMs: number };

/** Changes of the floor between this subject and the other side. */
function switchesOf(context: TalkContext, { speakerId, turns }: Figures): number | null {
  if (speakerId === null) return switchesOfSides(context);
  if (turns.length === 0) return null;
  const own = new Set(turns);
  return context.bySpeaker.switches.filter(
    ({ before, after }) =>
      (own.has(after) || own.has(before)) && before.units[0]?.side !== after.units[0]?.side,
  ).length;
}

/** The formulas of the call over the figures of one subject. Silences and overlaps are everybody's. */
function draftsOf(context: TalkContext, flow: Flow, { own, other, bothSidesMs }: Subject): Draft[] {
  return [
    talkRow(context, own, bothSidesMs),
    longestRow(own),
    ...switchRows(context, switchesOf(context, own)),
    waitRow(own),
    cutInRow(own),
    ...questionRows(context, own),
    speedRow(context, own),
    ...(own.side === "R" ? [speedGapRow(context, own, other)] : []),
    ...silenceRows(flow, context.durationMs),
    ...overlapRows(context, flow),
    interruptionRow(own),
    fillerRow(context, own),
    pitchRow(context, own.speakerId),
  ];
}

/** Metrics that a row has a column for; the customer's and those of Japanese have keys of their own. */
const KEPT = new Set([
  ...["talk_ratio", "longest_monologue", "longest_customer_story", "switches_per_min"],
  ...["interactivity", "patience", "customer_latency", "cut_in", "questions_per_hour"],
  ...["open_questions", "answered_questions", "speed", "speed_morae", "speed_gap", "silences"],
  ...["overlap_ratio", "interruptions", "fillers", "pitch_variation"],
]);

function rowOf(context: TalkContext, flow: Flow, subject: Subject, gate: Gate): MetricRow {
  const { side, speakerId, speechMs } = subject.own;
  const made = draftsOf(context, flow, subject)
    .filter(({ key }) => KEPT.has(key))
    .map((one) => judge(one, context, gate));
  const find = (...keys: string[]) => made.find(({ key }) => keys.includes(key));
  const given = (...keys: string[]) => valueOf(find(...keys));
  return {
    side,
    participantId: speakerId,
    durationMs: context.durationMs,
    speechMs,
    talkRatio: given("talk_ratio"),
    longestMs: given("longest_monologue", "longest_customer_story"),
    switchesPm: given("switches_per_min"),
    interactivity: given("interactivity"),
    patienceMs: given("patience", "customer_latency"),
    cutIn: given("cut_in"),
    waits: find("patience", "customer_latency")?.n ?? null,
    cutInOf: find("cut_in")?.n ?? null,
    questionsPh: given("questions_per_hour"),
    openShare: given("open_questions"),
    answered: given("answered_questions"),
    speed: context.isJapanese ? perSecondOf(find("speed_morae")) : given("speed"),
    isMorae: context.isJapanese,
    speedGap: given("speed_gap"),
    silencePm: given("silences"),
    overlap: given("overlap_ratio"),
    interruptsPm: given("interruptions"),
    fillersPm: given("fillers"),
    pitchSd: given("pitch_variation"),
    reasons: Object.fromEntries(
      made.flatMap(({ key, reason }) => (reason === null ? [] : [[key, reason]])),
    ),
  };
}

const valueOf = (made: Metric | undefined): number | null =>
  made && made.reason === null ? made.value : null;
const perSecondOf = (made: Metric | undefined): number | null =>
  made && made.reason === null ? (made.parts["perSecond"] ?? null) : null;

/** Rows of both sides and of every known speaker who is one person, sides first; none where sides are unknown. */
export function metricRowsOf(context: TalkContext, flow: Flow, gate: Gate): MetricRow[] {
  if (!context.input.sidesKnown || context.units.length === 0) return [];
  const subjects = new Map<string, { side: Side; speakerId: string }>();
  for (const { side, speakerId } of context.units) {
    if (side !== null && speakerId !== "" && !context.input.groups?.includes(speakerId))
      subjects.set(`${side}\t${speakerId}`, { side, speakerId });
  }
  const sides = { R: figuresOf(context, "R", null), C: figuresOf(context, "C", null) };
  const bothSidesMs = sides.R.speechMs + sides.C.speechMs;
  const people = [...subjects]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, { side, speakerId }]) => figuresOf(context, side, speakerId));
  return [sides.R, sides.C, ...people].map((own) =>
    rowOf(context, flow, { own, other: sides[otherSide(own.side)], bothSidesMs }, gate),
  );
}
