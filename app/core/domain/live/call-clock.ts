import { now } from "#app/core/platform/clock.ts";

/** Where a running call is on its own clock: whole ms since its zero, never negative. */
export const callNowMs = (startedAt: Date): number =>
  Math.max(0, Math.round(now().getTime() - startedAt.getTime()));
