import type { AssembledGap } from "#app/core/domain/recording/assemble.server.ts";
import type { JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { lengthOfSpan, type Span, withoutSpans } from "#app/core/platform/ranges.ts";
import { type JoinedLane, type LeftOut, soundOf } from "./lanes.ts";

/** Recorders of a browser begin together, but for this. */
const TOGETHER_MS = 250;
/** A hole nobody notices. */
export const LEAST_GAP_MS = 150;
/** Around a pause a browser is no more exact. */
const PAUSE_MS = 300;

type Gap = Span & { cause: string };

/**
 * What a lane should have and has not, but for pauses, and why: as the browser knows it, else as its pieces show it.
 * @param endMs of the call
 */
export function gapsOf(
  source: Pick<JoinSource, "timeline" | "endReason">,
  lane: JoinedLane,
  leftOut: readonly LeftOut[],
  endMs: number,
): AssembledGap[] {
  const known = source.timeline.gaps.flatMap(({ t0Ms, t1Ms, cause, source: of }) =>
    t0Ms <= endMs && (of === undefined || of === lane.source)
      ? [{ fromMs: t0Ms, toMs: Math.min(t1Ms, endMs), cause, isOwn: of !== undefined }]
      : [],
  );
  const silent = silentSpans(lane, endMs);
  const gaps = silent.flatMap((span): Gap[] => {
    const fault = faultOf(source, lane, leftOut, span);
    if (span.toMs >= endMs) return splitEnd(span, known, endCause(source) ?? fault ?? "closed");
    const touching = known.find(
      ({ fromMs, toMs }) => fromMs <= span.toMs + PAUSE_MS && toMs >= span.fromMs - PAUSE_MS,
    );
    return [{ ...span, cause: touching?.cause ?? fault ?? "closed" }];
  });
  // Runs go on in silence while a device is exchanged: only the browser knows of that.
  const exchanged = known.filter(({ isOwn }) => isOwn).flatMap((gap) => without(gap, silent));
  const pauses = source.timeline.pauses.map(({ t0Ms, t1Ms }) => ({
    fromMs: t0Ms - PAUSE_MS,
    toMs: t1Ms + PAUSE_MS,
  }));
  return [...gaps, ...exchanged]
    .flatMap((gap) => without(gap, pauses))
    .filter((gap) => lengthOfSpan(gap) >= LEAST_GAP_MS)
    .map(({ fromMs, toMs, cause }) => ({
      ...{ participantId: lane.participantId, t0Ms: Math.round(fromMs), t1Ms: Math.round(toMs) },
      ...{ cause, filledFrom: null },
    }));
}

const without = ({ cause, ...span }: Gap, others: readonly Span[]): Gap[] =>
  withoutSpans([{ fromMs: span.fromMs, toMs: span.toMs }], others).map((left) => ({
    ...left,
    cause,
  }));

function silentSpans(lane: JoinedLane, endMs: number): Span[] {
  const sound = soundOf(lane);
  const startMs = sound[0]?.fromMs ?? endMs;
  return withoutSpans([{ fromMs: startMs > TOGETHER_MS ? 0 : startMs, toMs: endMs }], sound);
}

/** Why the end is missing, by how the recording was ended; null where that says nothing. */
const endCause = ({ endReason }: Pick<JoinSource, "endReason">): string | null =>
  endReason === "full" || endReason === "elsewhere" ? endReason : null;

/** A missing end may be long: what the browser knows of explains its own stretch of it, and no more. */
function splitEnd(end: Span, known: readonly Gap[], otherwise: string): Gap[] {
  const gaps: Gap[] = [];
  let rest: Span[] = [end];
  for (const { fromMs, toMs, cause } of known) {
    const left = withoutSpans(rest, [{ fromMs: fromMs - PAUSE_MS, toMs: toMs + PAUSE_MS }]);
    gaps.push(...withoutSpans(rest, left).map((span) => ({ ...span, cause })));
    rest = left;
  }
  return [...gaps, ...rest.map((span) => ({ ...span, cause: otherwise }))];
}

/** What the pieces show of a stretch without sound; null: no more than that it is missing. */
function faultOf(
  { endReason }: Pick<JoinSource, "endReason">,
  { source, parts, made }: JoinedLane,
  leftOut: readonly LeftOut[],
  { fromMs, toMs }: Span,
): string | null {
  const lost = endReason === "elsewhere" ? endReason : "lost";
  const run = leftOut.find(
    (one) => one.source === source && one.startMs >= fromMs - PAUSE_MS && one.startMs < toMs,
  );
  if (run) return run.cause === "lost" ? lost : run.cause;
  const isOfPieces = parts.some((part, n) => {
    const of = made.runs[n];
    // Where MP4 lacks pieces it ends; what else can be read goes on behind the hole.
    const end = part.mime.includes("mp4") ? fromMs : toMs;
    return part.lacksPieces && of != null && fromMs >= of.fromMs && end <= of.toMs;
  });
  return isOfPieces ? lost : null;
}
