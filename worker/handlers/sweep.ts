import type { Handlers } from "../handle.ts";
import { SWEEPS } from "../sweeps/all.ts";
import { runSweeps } from "../sweeps/run-sweeps.ts";

export const sweepMinute: Handlers["sweep.minute"] = (_payload, { workshop }) =>
  runSweeps(SWEEPS, "minute", workshop);

export const sweepNight: Handlers["sweep.night"] = (_payload, { workshop }) =>
  runSweeps(SWEEPS, "night", workshop);
