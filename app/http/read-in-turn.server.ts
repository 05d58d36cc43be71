import { setTimeout as sleep } from "node:timers/promises";
import { RETRY_MS } from "#app/core/platform/while-unavailable.ts";

/** What was read, and how to tell it; `key` is what makes it news. Null: nothing to tell. */
export type Reading = { key: unknown; publish: () => void } | null;

/**
 * Reads one topic at a time: whatever wakes it while it reads makes it read once more, so the last answer sent is
 * of the last change. What reads as before is not told again.
 */
export function readInTurn(read: () => Promise<Reading>, signal: AbortSignal): () => void {
  let isReading = false;
  let isAgain = false;
  let told = "";
  const run = async (): Promise<void> => {
    while (isAgain && !signal.aborted) {
      isAgain = false;
      try {
        const reading = await read();
        const key = JSON.stringify(reading?.key ?? null);
        if (!reading || key === told) continue;
        told = key;
        reading.publish();
      } catch {
        isAgain = true; // the database is away: what was to be told is read until it is back
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    isReading = false;
  };
  return () => {
    isAgain = true;
    if (isReading) return;
    isReading = true;
    void run();
  };
}
