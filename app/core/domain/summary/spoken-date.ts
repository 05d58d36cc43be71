import type { Day } from "../zone.ts";

/** When and where a call was, so that "next Tuesday" has a day. */
export type CallClock = { startedAt: string; timeZone: string };
/**
 * A date said in a sentence: `from` and `to` (exclusive) index its words. `date` is a day of the
 * call's zone, `time` its wall clock ("14:00") where one was said. `isExact`: a day was named, not a
 * month or a quarter.
 */
export type FoundDate = {
  from: number;
  to: number;
  date: string;
  time: string | null;
  isExact: boolean;
};
/** A date over characters [from, to) of a text. */
export type TextDate = Omit<FoundDate, "from" | "to"> & { from: number; to: number };
export type Now = Day & { weekday: number; instant: Date; timeZone: string };
