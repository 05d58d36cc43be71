import { draft, type Draft } from "./draft.ts";
import { exactSpeedOf, speedOf, type Figures } from "./figures.ts";
import { perHour, perMinute, ratio } from "./numbers.ts";
import { pitchOf } from "./pitch.ts";
import { fastestWindow } from "./speed.ts";
import type { TalkContext } from "./talk-context.ts";

const SIDES = ["sides"] as const;

/** Share of a side's questions that were answered (row 11). */
const answeredShare = ({ questions }: Figures): number | null =>
  ratio(questions.answered, questions.count);

export function questionRows(context: TalkContext, figures: Figures): Draft[] {
  const { side, questions } = figures;
  const { durationMs } = context;
  const given = { side, needs: SIDES, n: questions.count };
  return [
    draft("questions", "count", {
      ...given,
      value: questions.count,
      parts: { open: questions.open },
    }),
    draft("questions_per_hour", "per_hour", {
      ...given,
      value: perHour(questions.count, durationMs),
      parts: { count: questions.count, callMs: durationMs },
    }),
    draft("open_questions", "ratio", {
      ...given,
      value: ratio(questions.open, questions.count),
      parts: { open: questions.open, count: questions.count },
      why: "no_questions",
    }),
    draft("answered_questions", "ratio", {
      ...given,
      value: answeredShare(figures),
      parts: { answered: questions.answered, count: questions.count },
      why: "no_questions",
    }),
  ];
}

export function speedRow(context: TalkContext, figures: Figures): Draft {
  const { isJapanese } = context;
  const { amount, estimated } = figures.spoken;
  const { side, speechMs } = figures;
  const fastest = fastestWindow(figures.units, figures.speech, isJapanese);
  const parts = { amount, speechMs, fastestPerMin: fastest?.perMin ?? null };
  const given = { side, needs: SIDES, at: fastest?.at ?? null };
  if (!isJapanese)
    return draft("speed", "wpm", { ...given, parts, value: speedOf(figures, false) });
  return draft("speed_morae", "per_min", {
    ...given,
    value: perMinute(amount, speechMs),
    parts: {
      ...parts,
      perSecond: speedOf(figures, true),
      estimatedShare: ratio(estimated, amount),
    },
  });
}

export function speedGapRow(context: TalkContext, ours: Figures, theirs: Figures): Draft {
  const { isJapanese } = context;
  const [own, other] = [exactSpeedOf(ours, isJapanese), exactSpeedOf(theirs, isJapanese)];
  return draft("speed_gap", "ratio", {
    side: "R",
    needs: SIDES,
    value: own === null || !other ? null : ratio(Math.abs(own - other), other),
    parts: { own: speedOf(ours, isJapanese), other: speedOf(theirs, isJapanese) },
  });
}

/** Fillers per minute of own speech (row 17). */
const fillersPerMin = (context: TalkContext, figures: Figures): number | null =>
  areFillersKnown(context) ? perMinute(figures.fillers.count, figures.speechMs) : null;
const areFillersKnown = (context: TalkContext): boolean =>
  context.input.fillersSupported && context.hasLexicon;

export function fillerRow(context: TalkContext, figures: Figures): Draft {
  const { side, fillers, speechMs, units } = figures;
  const words = units.reduce((sum, unit) => sum + unit.words.length, 0);
  const isKnown = areFillersKnown(context);
  return draft("fillers", "per_min", {
    side,
    needs: SIDES,
    n: isKnown ? fillers.count : null,
    value: fillersPerMin(context, figures),
    parts: isKnown
      ? {
          count: fillers.count,
          unsure: fillers.unsure,
          speechMs,
          per100Words: ratio(fillers.count * 100, words),
        }
      : {},
    ...(isKnown ? {} : { why: "not_supported" }),
  });
}

/** Row 18 of one voice. @param id null: of no voice, as of a side or where none was measured */
export function pitchRow({ input, units }: TalkContext, id: string | null): Draft {
  const needs = ["tracks"] as const;
  const frames = id === null ? undefined : input.pitch?.[id];
  if (!frames)
    return draft("pitch_variation", "factor", { value: null, needs, why: "not_supported" });
  const pitch = pitchOf(frames);
  return draft("pitch_variation", "factor", {
    participantId: id,
    side: units.find(({ speakerId }) => speakerId === id)?.side ?? null,
    value: pitch?.sd ?? null,
    n: pitch?.n ?? null,
    parts: pitch ? { medianHz: pitch.medianHz, p10Hz: pitch.p10Hz, p90Hz: pitch.p90Hz } : {},
    needs,
    why: "too_short",
  });
}

/** One line per voice; without frames one line that says so. */
function pitchRows(context: TalkContext): Draft[] {
  const voices = Object.keys(context.input.pitch ?? {}).sort((a, b) => (a < b ? -1 : 1));
  return (voices.length === 0 ? [null] : voices).map((id) => pitchRow(context, id));
}

/** Rows 10–13, 17 and 18 of product §14.3. */
export function wordRows(context: TalkContext, ours: Figures, theirs: Figures): Draft[] {
  return [
    ...questionRows(context, ours),
    ...questionRows(context, theirs),
    speedRow(context, ours),
    speedRow(context, theirs),
    speedGapRow(context, ours, theirs),
    fillerRow(context, ours),
    fillerRow(context, theirs),
    ...pitchRows(context),
  ];
}
