/** A line that went on without loss says so by then: the recorder looks at its tracks every two seconds. */
const SETTLED_MS = 5_000;

export type ServerOutage = {
  /** Nothing comes any more from now on; what is known already stays. */
  began: (atMs: number) => void;
  /** Whether a gap belongs to the outage; it is marked with the outage as a whole then. */
  covers: (gap: { toMs: number }) => boolean;
  /** A voice is written anew since then. */
  newPart: (startMs: number) => void;
  /** The voice that was written before goes on since then. */
  lineBack: (atMs: number) => void;
  /** @param isBack some recorder is in the room @param goesOn voices of before are still being written */
  look: (now: { nowMs: number; isBack: boolean; goesOn: boolean }) => void;
};

/**
 * Makes one mark for everybody of the time in which the media server was away during a call.
 * @param report told once for each outage, when the first voice is recorded again; ms on the call clock
 */
export function openServerOutage(report: (fromMs: number, toMs: number) => void): ServerOutage {
  let fromMs: number | null = null;
  let lineMs: number | null = null;
  let backMs: number | null = null;
  const end = (toMs: number | null): void => {
    if (fromMs !== null && toMs !== null && toMs > fromMs) report(fromMs, toMs);
    fromMs = lineMs = backMs = null;
  };
  return {
    began(atMs) {
      fromMs ??= atMs;
    },
    covers: ({ toMs }) => fromMs !== null && toMs >= fromMs,
    newPart(startMs) {
      if (fromMs !== null && startMs > fromMs) end(startMs);
    },
    lineBack(atMs) {
      lineMs ??= atMs;
    },
    look({ nowMs, isBack, goesOn }) {
      if (fromMs === null) return;
      if (!isBack) {
        backMs = null;
        return;
      }
      backMs ??= nowMs;
      // Whoever's track has ended comes with a new one.
      if (!goesOn) lineMs = null;
      else if (lineMs !== null || nowMs - backMs > SETTLED_MS) end(lineMs);
    },
  };
}
