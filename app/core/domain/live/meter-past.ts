import type { MeterEvent } from "./live-views.ts";

/** One level stands for this long. */
const LEVEL_MS = 100;
/** More than the lanes of a wide screen show at a time. */
const KEPT_LEVELS = 3_000;

/** The newest numbers of a call's meter, and everybody's levels over the last minutes. */
export type MeterPast = { newest: MeterEvent; levels: Map<string, Uint8Array> };

/** Adds what a meter says. Times of which nobody told are silent. */
export function withMeter(past: MeterPast | undefined, meter: MeterEvent): MeterPast {
  const passed = past === undefined ? 0 : slotOf(meter.nowMs) - slotOf(past.newest.nowMs);
  const levels = new Map<string, Uint8Array>();
  for (const [id, kept] of past?.levels ?? []) levels.set(id, moved(kept, passed));
  for (const { participantId, levels: fresh } of meter.people) {
    const lane = levels.get(participantId) ?? new Uint8Array(KEPT_LEVELS);
    lane.set(fresh.slice(-KEPT_LEVELS), KEPT_LEVELS - Math.min(fresh.length, KEPT_LEVELS));
    levels.set(participantId, lane);
  }
  return { newest: meter, levels };
}

/** The past as one meter event: a page that comes late, or again, draws its lanes from it. */
export function asMeter({ newest, levels }: MeterPast): MeterEvent {
  const most = Math.min(KEPT_LEVELS, slotOf(newest.nowMs));
  return {
    ...newest,
    people: newest.people.map((person) => ({
      ...person,
      levels: [...(levels.get(person.participantId) ?? [])].slice(KEPT_LEVELS - most),
    })),
  };
}

const slotOf = (ms: number): number => Math.max(0, Math.round(ms / LEVEL_MS));

function moved(lane: Uint8Array, by: number): Uint8Array {
  const next = new Uint8Array(KEPT_LEVELS);
  if (by >= 0 && by < KEPT_LEVELS) next.set(lane.subarray(by));
  return next;
}
