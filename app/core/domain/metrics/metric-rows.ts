import type { Side } from "../views.ts";
import { missingReason, type Draft, type Need } from "./draft.ts";
import { figuresOf, speedOf, type Figures } from "./figures.ts";
import { interruptionsPerMin, overlapShare, silencesPerMin, type Flow } from "./flow-rows.ts";
import { perHour, perMinute, ratio } from "./numbers.ts";
import { cutInShare } from "./patience-rows.ts";
import { pitchOf } from "./pitch.ts";
import { lengthOf } from "./ranges.ts";
import type { TalkContext } from "./talk-context.ts";
import { answeredShare, fillersPerMin } from "./word-rows.ts";

/**
 * One line of table metric_row (data §2.1): a side's total (`participantId` null; subject is the
 * call) or one speaker. Null = not computable or behind the display gate, so it enters no average.
 * `speed` is words per minute, in Japanese morae per second.
 */
export type MetricRow = {
  side: Side;
  participantId: string | null;
  durationMs: number;
  speechMs: number;
  talkRatio: number | null;
  longestMs: number | null;
  switchesPm: number | null;
  patienceMs: number | null;
  cutIn: number | null;
  questionsPh: number | null;
  answered: number | null;
  speed: number | null;
  silencePm: number | null;
  overlap: number | null;
  interruptsPm: number | null;
  fillersPm: number | null;
  pitchSd: number | null;
};

type Gate = (made: Pick<Draft, "key" | "n">) => string | null;

/** Changes of the floor between this subject and the other side, per minute of call. */
function switchesOfSubject(context: TalkContext, figures: Figures): number | null {
  if (figures.turns.length === 0) return null;
  const level = figures.speakerId === null ? context.bySide : context.bySpeaker;
  const own = level.switches.filter(
    ({ before, after }) =>
      (figures.turns.includes(before) || figures.turns.includes(after)) &&
      before.units[0]?.side !== after.units[0]?.side,
  );
  return perMinute(own.length, context.durationMs);
}

function rowOf(
  context: TalkContext,
  flow: Flow,
  figures: Figures,
  totalMs: number,
  gate: Gate,
): MetricRow {
  const { input, durationMs, isJapanese } = context;
  const given = (key: string, value: number | null, needs: Need[] = [], n: number | null = null) =>
    value === null ||
    missingReason({ needs, why: null }, { input }) !== null ||
    gate({ key, n }) !== null
      ? null
      : value;
  const times: Need[] = ["turn_times"];
  const { longest, waits, cutIns, questions, speechMs } = figures;
  const frames = figures.speakerId === null ? undefined : input.pitch?.[figures.speakerId];
  return {
    side: figures.side,
    participantId: figures.speakerId,
    durationMs,
    speechMs,
    talkRatio: given("talk_ratio", ratio(speechMs, totalMs)),
    longestMs: given("longest_monologue", longest && lengthOf(longest)),
    switchesPm: given("switches_per_min", switchesOfSubject(context, figures)),
    patienceMs: given("patience", waits.median, times, waits.n),
    cutIn: given("cut_in", cutInShare(figures), times, cutIns.of),
    questionsPh: given("questions_per_hour", perHour(questions.count, durationMs)),
    answered: given("answered_questions", answeredShare(figures)),
    speed: given("speed", speedOf(figures, isJapanese)),
    silencePm: given("silences", silencesPerMin(flow, durationMs)),
    overlap: given("overlap_ratio", overlapShare(flow, context), times),
    interruptsPm: given("interruptions", interruptionsPerMin(figures), times),
    fillersPm: given("fillers", fillersPerMin(context, figures)),
    pitchSd: given("pitch_variation", frames ? (pitchOf(frames)?.sd ?? null) : null, ["tracks"]),
  };
}

/** Rows of both sides and of every known speaker who is one person, sides first; none where sides are unknown. */
export function metricRowsOf(context: TalkContext, flow: Flow, gate: Gate): MetricRow[] {
  if (!context.input.sidesKnown || context.units.length === 0) return [];
  const subjects = new Map<string, { side: Side; speakerId: string | null }>();
  for (const side of ["R", "C"] as const) subjects.set(side, { side, speakerId: null });
  for (const { side, speakerId } of context.units) {
    if (side !== null && speakerId !== "" && !context.input.groups?.includes(speakerId))
      subjects.set(`${side}\t${speakerId}`, { side, speakerId });
  }
  const figures = [...subjects]
    .sort(([a], [b]) => Number(a.includes("\t")) - Number(b.includes("\t")) || (a < b ? 1 : -1))
    .map(([, { side, speakerId }]) => figuresOf(context, side, speakerId));
  const totalMs = figures
    .filter(({ speakerId }) => speakerId === null)
    .reduce((sum, { speechMs }) => sum + speechMs, 0);
  return figures.map((made) => rowOf(context, flow, made, totalMs, gate));
}
