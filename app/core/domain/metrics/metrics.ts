import type { Metric } from "./metric-views.ts";
import type { RangeMs } from "../views.ts";
import { gateReason, judge, missingReason, type Gate } from "./draft.ts";
import { figuresOf, type Figures } from "./figures.ts";
import type { Filler } from "./fillers.ts";
import { flowRows, type Flow } from "./flow-rows.ts";
import { METRICS_CONFIG, type MetricsInput } from "./input.ts";
import { metricRowsOf, type MetricRow } from "./metric-rows.ts";
import { patienceRows } from "./patience-rows.ts";
import type { Question } from "./questions.ts";
import { totalOf } from "./ranges.ts";
import { overlapOf, silenceOf } from "./silence-overlap.ts";
import { stripOf } from "./strip.ts";
import { talkContext, type TalkContext } from "./talk-context.ts";
import { talkRows } from "./talk-rows.ts";
import { wordRows } from "./word-rows.ts";

/** All numbers of one transcript (`config` names the rules); every time is on the call clock. */
export type MetricsResult = {
  config: string;
  quality: MetricsInput["quality"];
  lexiconHash: string;
  /** Call length without hold and pause, and how much of those was taken out. */
  durationMs: number;
  excludedMs: number;
  metrics: Metric[];
  /** At least 3 s without anybody, and at least 1 s of both sides. */
  silences: RangeMs[];
  overlaps: RangeMs[];
  questions: Question[];
  fillers: Filler[];
  rows: MetricRow[];
  strip: Uint8Array<ArrayBuffer> | null;
};

/** Speech and turns that the display gate looks at; without sides the whole call counts as one. */
function gateSides(context: TalkContext, ours: Figures, theirs: Figures) {
  if (context.input.sidesKnown)
    return [ours, theirs].map(({ speechMs, turns }) => ({ speechMs, turns: turns.length }));
  return [{ speechMs: totalOf(context.speech), turns: Infinity }];
}

/** Overlaps exist only where turn times were measured and sides are known. */
const areOverlapsGiven = ({ input }: TalkContext): boolean =>
  missingReason({ needs: ["turn_times", "sides"], why: null }, { input }) === null;

/** Computes the numbers of product §14: the same input gives the same result, byte for byte. */
export function computeMetrics(input: MetricsInput): MetricsResult {
  const context = talkContext(input);
  const [ours, theirs] = [figuresOf(context, "R", null), figuresOf(context, "C", null)];
  const flow: Flow = { silence: silenceOf(context), overlap: overlapOf(context) };
  const sides = gateSides(context, ours, theirs);
  const gate: Gate = (made) => gateReason(made, sides);
  const drafts = [
    ...talkRows(context, ours, theirs),
    ...patienceRows(context, ours, theirs),
    ...wordRows(context, ours, theirs),
    ...flowRows(context, flow, ours, theirs),
  ];
  const onCall = <T extends RangeMs>(item: T): T => ({ ...item, ...context.clock.toCall(item) });
  return {
    config: METRICS_CONFIG,
    quality: input.quality,
    lexiconHash: context.lexiconHash,
    durationMs: context.durationMs,
    excludedMs: context.clock.excludedMs,
    metrics: drafts.map((made) => {
      const metric = judge(made, context, gate);
      return { ...metric, at: metric.at && context.clock.toCall(metric.at) };
    }),
    silences: flow.silence.long.map(onCall),
    overlaps: areOverlapsGiven(context) ? flow.overlap.long.map(onCall) : [],
    questions: context.questions.map(onCall),
    fillers: context.fillers.map(onCall),
    rows: metricRowsOf(context, flow, gate),
    strip: stripOf(
      context.units.map((unit) => ({ side: unit.side, ...context.clock.toCall(unit) })),
      input.words.reduce((end, { t1Ms }) => Math.max(end, t1Ms), input.durationMs),
    ),
  };
}
