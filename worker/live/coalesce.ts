import { setTimeout as sleep } from "node:timers/promises";
import { isAway } from "#app/core/platform/away.ts";
import { log } from "#app/core/platform/log.server.ts";

const KNOCK_MS = 500;

/**
 * Runs `work` at most once at a time, and once more when it was asked for meanwhile; while the database is
 * away it is asked again. What else fails is logged under `name`.
 */
export function coalesce(name: string, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const run = async (): Promise<void> => {
    do {
      isWanted = false;
      try {
        await work();
      } catch (error) {
        if (!isAway(error)) throw error;
        await sleep(KNOCK_MS);
        isWanted = true;
      }
    } while (isWanted);
  };
  return () => {
    if (running) {
      isWanted = true;
      return running;
    }
    running = run()
      .catch((error: unknown) =>
        log.error(
          { work: name, name: error instanceof Error ? error.name : typeof error },
          "live work failed",
        ),
      )
      .finally(() => (running = null));
    return running;
  };
}
