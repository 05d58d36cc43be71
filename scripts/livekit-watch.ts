import { setTimeout as sleep } from "node:timers/promises";
import { LivekitUnavailable, openLivekit } from "#app/core/platform/livekit.server.ts";
import { writeComponent } from "./component-status.ts";

/** What the row `livekit` of part_state says. `reason`: a code of the catalogue `live`, null when on. */
export type LiveState =
  | { state: "on"; reason: null }
  | { state: "preparing"; reason: "building" | "starting" }
  | {
      state: "off";
      reason:
        | "switched_off"
        | "no_server"
        | "no_binary"
        | "build_failed"
        | "wrong_hash"
        | "not_answering"
        | "unreachable"
        | "wrong_keys";
    };

export const ON: LiveState = { state: "on", reason: null };
export const off = (reason: Extract<LiveState, { state: "off" }>["reason"]): LiveState => ({
  state: "off",
  reason,
});

const LOOK_MS = 1_000;
const REPEAT_MS = 60_000;

/** Keeps the row `livekit` of part_state: at once when something changed, and every minute. */
export async function reportState(
  now: () => LiveState,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  let written = "";
  let writtenAt = 0;
  while (!signal.aborted) {
    const { state, reason } = now();
    const text = `${state} ${reason}`;
    if (
      (text !== written || Date.now() - writtenAt > REPEAT_MS) &&
      (await writeComponent(databaseUrl, "livekit", state, reason === null ? {} : { reason }))
    ) {
      written = text;
      writtenAt = Date.now();
    }
    await pause(LOOK_MS / 4, signal);
  }
}

export type Given = { url: string; apiKey: string; apiSecret: string };

/** A media server somebody else runs: whether it answers, and to our keys. */
export async function followGiven(
  given: Given,
  say: (state: LiveState) => void,
  signal: AbortSignal,
): Promise<void> {
  const server = openLivekit({ ...given, publicUrl: given.url });
  for (let missed = 0; !signal.aborted; ) {
    const found = await server.listRooms(["-"]).then(
      () => ON,
      (error: unknown) =>
        off(
          error instanceof LivekitUnavailable && error.code === "wrong_keys"
            ? error.code
            : "unreachable",
        ),
    );
    missed = found.state === "on" ? 0 : missed + 1;
    if (missed !== 1) say(found); // one answer that is late says nothing yet
    await pause(found.state === "on" ? 5 * LOOK_MS : LOOK_MS, signal);
  }
}

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
