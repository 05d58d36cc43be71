import { isPipelineAtWork, queueHistory } from "#app/core/domain/analysis/sample.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { bringHistory } from "#scripts/demo/bring-history.ts";
import { readDemo } from "#scripts/demo/note.ts";
import type { Handlers } from "../handle.ts";

/** Calls of a round, a few seconds of work; then the machine is free for as long. */
const CALLS = 30;
const PAUSE_S = 2;
/** When recordings are looked at again that go first. */
const LOOK_S = 5;

/** Brings some calls of the demo's sample history and queues the rest, unless the demo went or people's work is under way. */
export const demoHistory: Handlers["demo.history"] = async ({ v: _, ...rest }, { signal }) => {
  if (!env().DEMO) return;
  const queue = (inSeconds: number) => db.$transaction((tx) => queueHistory(tx, rest, inSeconds));
  if (await isPipelineAtWork()) {
    await queue(LOOK_S);
    return;
  }
  const isOn = () => !signal.aborted && readDemo(env().dataDir)?.state !== "removed";
  const left = await bringHistory(rest, { most: CALLS, isWanted: isOn });
  signal.throwIfAborted();
  if (left > 0 && isOn()) await queue(PAUSE_S);
};
