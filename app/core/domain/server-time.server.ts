import { bootId } from "#app/core/platform/boot.server.ts";
import type { ServerTime } from "./server-time.ts";

let clock: string | undefined;

/** A moment on the clock of this host. @param atMs ms since 1970, now where it is not given */
export function serverTime(atMs = Date.now()): ServerTime {
  clock ??= bootId();
  return { clock, at: new Date(atMs).toISOString() };
}
