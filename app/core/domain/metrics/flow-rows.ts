import { draft, type Draft } from "./draft.ts";
import type { Figures } from "./figures.ts";
import { perMinute, ratio, round4 } from "./numbers.ts";
import { lengthOf, longestOf, totalOf } from "./ranges.ts";
import type { Overlap, Silence } from "./silence-overlap.ts";
import type { TalkContext } from "./talk-context.ts";
import { talkRatio } from "./talk-rows.ts";

export type Flow = { silence: Silence; overlap: Overlap };
const NEEDS = ["turn_times", "sides"] as const;

/** Silences of at least 3 s per minute of call; null where nobody spoke. */
const silencesPerMin = ({ silence }: Flow, callMs: number): number | null =>
  silence.spanMs === 0 ? null : perMinute(silence.long.length, callMs);
/** Share of the call in which both sides speak. */
const overlapShare = ({ overlap }: Flow, context: TalkContext): number | null =>
  context.speech.length === 0 ? null : ratio(totalOf(overlap.all), context.durationMs);
/** Interruptions by a side per minute of the other's speech. */
const interruptionsPerMin = ({ interruptions, otherSpeechMs }: Figures): number | null =>
  perMinute(interruptions.length, otherSpeechMs);

export function silenceRows(flow: Flow, callMs: number): Draft[] {
  const { gaps, long, deadAir, spanMs } = flow.silence;
  const silentMs = totalOf(gaps);
  const at = longestOf(gaps);
  return [
    draft("silences", "per_min", {
      value: silencesPerMin(flow, callMs),
      n: long.length,
      at,
      parts: { count: long.length, callMs, longestMs: at ? lengthOf(at) : 0 },
    }),
    draft("silence_ratio", "ratio", {
      value: ratio(silentMs, spanMs),
      parts: { silentMs, spanMs },
    }),
    draft("dead_air", "count", {
      value: spanMs === 0 ? null : deadAir.length,
      at: longestOf(deadAir),
    }),
  ];
}

export function overlapRows(context: TalkContext, flow: Flow): Draft[] {
  const { all, long } = flow.overlap;
  const value = context.speech.length === 0 ? null : long.length;
  return [
    draft("overlaps", "count", { value, at: longestOf(all), needs: NEEDS }),
    draft("overlap_ratio", "ratio", {
      value: overlapShare(flow, context),
      parts: { overlapMs: totalOf(all), callMs: context.durationMs },
      needs: NEEDS,
    }),
  ];
}

export function interruptionRow(figures: Figures): Draft {
  const { side, interruptions, otherSpeechMs } = figures;
  const taken = interruptions.filter(({ isTaken }) => isTaken).length;
  return draft("interruptions", "per_min", {
    side,
    value: interruptionsPerMin(figures),
    n: interruptions.length,
    at: interruptions[0]?.unit ?? null,
    parts: {
      count: interruptions.length,
      taken,
      attempts: interruptions.length - taken,
      otherSpeechMs,
    },
    needs: NEEDS,
  });
}

/** MiiTel's formula, for teams that move over; talk is the headline ratio as printed. */
function rallyRow(flow: Flow, ours: Figures, theirs: Figures): Draft {
  const talk = talkRatio(ours, ours.speechMs + theirs.speechMs);
  const [overlaps, silences] = [flow.overlap.long.length, flow.silence.long.length];
  const bonus = (overlaps === 0 ? 0.5 : 0) + (silences === 0 ? 0.5 : 0);
  return draft("rally_score", "score", {
    value:
      talk === null
        ? null
        : round4(5 - (talk - 0.5) * 10 - 0.5 * overlaps - 0.5 * silences + bonus),
    parts: { talk, overlaps, silences },
    needs: NEEDS,
  });
}

/** Rows 14–16 and, where the preset is on, 20 of product §14.3. */
export function flowRows(
  context: TalkContext,
  flow: Flow,
  ours: Figures,
  theirs: Figures,
): Draft[] {
  return [
    ...silenceRows(flow, context.durationMs),
    ...overlapRows(context, flow),
    interruptionRow(ours),
    interruptionRow(theirs),
    ...(context.input.presets?.includes("rally") ? [rallyRow(flow, ours, theirs)] : []),
  ];
}
