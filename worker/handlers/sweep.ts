import type { Handlers } from "../handle.ts";
import { SWEEPS } from "../sweeps/all.ts";
import { runSweeps } from "../sweeps/run-sweeps.ts";

export const sweepMinute: Handlers["sweep.minute"] = (_payload, { context }) =>
  runSweeps(SWEEPS, "minute", context);

export const sweepNightly: Handlers["sweep.night"] = (_payload, { context }) =>
  runSweeps(SWEEPS, "night", context);
