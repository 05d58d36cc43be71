import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

/** How long whoever cannot reach the database waits before it is asked again: a restart takes a few seconds. */
export const RETRY_MS = 1_000;
/** As `Retry-After` tells it to a browser that is refused for a moment, in seconds. */
export const RETRY_AFTER = "2";

/**
 * Does work again and again as long as the database cannot be reached. What else goes wrong is thrown at once.
 * @param isOver asked after each failure: true gives up, and throws that one
 * @param signal ends a wait with its reason
 */
export async function whileUnavailable<T>(
  work: () => Promise<T>,
  { isOver = () => false, signal }: { isOver?: () => boolean; signal?: AbortSignal } = {},
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isOver()) throw error;
      await sleep(RETRY_MS, undefined, { ...(signal && { signal }) });
    }
  }
}
