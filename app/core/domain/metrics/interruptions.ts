import type { Unit } from "./units.ts";

/** `isTaken`: the interrupted unit ended first ("floor taken"), else it was an attempt. */
export type Interruption = { unit: Unit; isTaken: boolean };

const AFTER_START_MS = 300;
const BEFORE_END_MS = 500;

/** Units that start well inside a unit of the other side (product §14.3 row 16), each counted once. */
export function interruptionsBy(units: readonly Unit[], theirs: readonly Unit[]): Interruption[] {
  const speaking = theirs.filter(({ isBackchannel }) => !isBackchannel);
  return units.flatMap((unit) => {
    if (unit.isBackchannel) return [];
    const interrupted = speaking.find(
      (other) =>
        unit.t0Ms >= other.t0Ms + AFTER_START_MS && unit.t0Ms <= other.t1Ms - BEFORE_END_MS,
    );
    return interrupted ? [{ unit, isTaken: interrupted.t1Ms < unit.t1Ms }] : [];
  });
}
