import { STEP_KINDS, type StepKind } from "#app/core/domain/account/player-settings.ts";

/** What one may step to. */
export type MomentMark = { kind: (typeof STEP_KINDS)[number]; t0Ms: number };

/** Who presses "previous" while it plays has just been carried past the mark that they mean to leave. */
const PAST_MS = 2_000;

/** A mark, and which of how many it is. */
export type Step = { t0Ms: number; at: number; total: number };

/**
 * The next mark of a kind after a time of the call, or the one before it. Marks at the same time count once.
 * @param marks in the order of the call
 * @returns null where there is none
 */
export function stepFrom(
  marks: readonly MomentMark[],
  kind: StepKind,
  ms: number,
  direction: 1 | -1,
): Step | null {
  const wanted = marks.filter((mark) => kind === "any" || mark.kind === kind);
  const times = [...new Set(wanted.map(({ t0Ms }) => t0Ms))];
  const index =
    direction === 1
      ? times.findIndex((t0Ms) => t0Ms > Math.ceil(ms))
      : times.findLastIndex((t0Ms) => t0Ms < ms - PAST_MS);
  const t0Ms = times[index];
  return t0Ms === undefined ? null : { t0Ms, at: index + 1, total: times.length };
}

/** The kinds that a call has, and `any` where there are several. */
export function kindsOf(marks: readonly MomentMark[]): StepKind[] {
  const found = STEP_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind));
  return found.length > 1 ? [...found, "any"] : found;
}
