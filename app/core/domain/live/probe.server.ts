import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#app/core/platform/env.server.ts";
import { livekit, LivekitUnavailable } from "#app/core/platform/livekit.server.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";
import type { LiveAvailability } from "./live-views.ts";

const EACH_MS = 5_000;
/** Readers take a row of three minutes for gone. */
const REPEAT_MS = 60_000;

/** Asks the media server itself, with our keys: a server that refuses them is of no use. */
export async function probeLive(): Promise<LiveAvailability> {
  if (!env().LIVE_CONSOLE) return { state: "off", reason: "switched_off" };
  if (env().LIVEKIT_URL === undefined) return { state: "off", reason: "no_server" };
  try {
    await livekit().listRooms(["-"]);
    return { state: "on", reason: null };
  } catch (error) {
    const isRefused = error instanceof LivekitUnavailable && error.code === "wrong_keys";
    return { state: "off", reason: isRefused ? "wrong_keys" : "unreachable" };
  }
}

/**
 * Keeps the row `livekit` of part_state where no supervisor does, as in a container; ends with the signal. A database
 * that is away is told next time.
 */
export async function watchLive(signal: AbortSignal): Promise<void> {
  if (env().PARLEY_SUPERVISED) return;
  const node = `${hostname()}:${process.pid}`;
  let saved = "";
  let savedAt = 0;
  while (!signal.aborted) {
    const { state, reason } = await probeLive();
    const text = `${state} ${reason ?? ""}`;
    if (text !== saved || Date.now() - savedAt > REPEAT_MS) {
      const isSaved = await saveComponentStatus(
        "livekit",
        node,
        state,
        reason === null ? {} : { reason },
      ).then(
        () => true,
        () => false,
      );
      if (isSaved) [saved, savedAt] = [text, Date.now()];
    }
    await sleep(EACH_MS, undefined, { signal }).catch(() => undefined);
  }
}
