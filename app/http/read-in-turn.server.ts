import { setTimeout as sleep } from "node:timers/promises";

/** What was read, and how to tell it; `key` is what makes it news. Null: nothing to tell. */
export type News = { key: unknown; tell: () => void } | null;

/** The database is away: what was to be told is read again until it is back. */
const RETRY_MS = 1_000;

/**
 * Reads one topic at a time: whatever wakes it while it reads makes it read once more, so the last answer sent is
 * of the last change. What reads as before is not told again.
 */
export function readInTurn(read: () => Promise<News>, signal: AbortSignal): () => void {
  let isReading = false;
  let isAgain = false;
  let told = "";
  const run = async (): Promise<void> => {
    while (isAgain && !signal.aborted) {
      isAgain = false;
      try {
        const news = await read();
        const key = JSON.stringify(news?.key ?? null);
        if (!news || key === told) continue;
        told = key;
        news.tell();
      } catch {
        isAgain = true;
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
