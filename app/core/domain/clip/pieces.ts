import { MOST_RANGES } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";

/** Of one clip (product §6). */
const MOST_MS = 3_600_000;
const LEAST_MS = 1_000;

export const lengthOf = (ranges: readonly RangeMs[]): number =>
  ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);

/**
 * Whether pieces can be a clip of a call; one may reach over a gap of the recording, which is silent then.
 * @throws DomainError `validation_failed` (pieces: `piece_reversed`, `piece_outside`, `piece_short`, each with the piece's
 * number `n`; `too_many_pieces?n=…&max=20`, `clip_long?n=…&max=60`, minutes)
 */
export function checkPieces(ranges: readonly RangeMs[], durationMs: number): void {
  if (ranges.length > MOST_RANGES)
    throw refuse(`too_many_pieces?n=${ranges.length}&max=${MOST_RANGES}`);
  for (const [at, { t0Ms, t1Ms }] of ranges.entries()) {
    if (t1Ms <= t0Ms) throw refuse(`piece_reversed?n=${at + 1}`);
    if (t1Ms > durationMs) throw refuse(`piece_outside?n=${at + 1}`);
    if (t1Ms - t0Ms < LEAST_MS) throw refuse(`piece_short?n=${at + 1}`);
  }
  const whole = lengthOf(ranges);
  if (whole > MOST_MS)
    throw refuse(`clip_long?n=${Math.ceil(whole / 60_000)}&max=${MOST_MS / 60_000}`);
}

export function isAllowed(ranges: readonly RangeMs[], durationMs: number): boolean {
  try {
    checkPieces(ranges, durationMs);
    return true;
  } catch {
    return false;
  }
}

const refuse = (code: string) => new DomainError("validation_failed", { pieces: [code] });

/** How far each visibility reaches. */
const WIDTH = { private: 0, team: 1, workspace: 2 } as const;
export type Width = keyof typeof WIDTH;
export const isWider = (one: Width, other: Width): boolean => WIDTH[one] > WIDTH[other];
