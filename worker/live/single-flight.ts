import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { whileUnavailable } from "#app/core/platform/while-unavailable.ts";

/**
 * Runs `work` at most once at a time, and once more when it was asked for meanwhile; while the database is
 * away it is asked again. What else fails is logged under `name`.
 */
export function singleFlight(name: string, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const run = async (): Promise<void> => {
    do {
      await whileUnavailable(() => {
        isWanted = false;
        return work();
      });
    } while (isWanted);
  };
  return () => {
    if (running) {
      isWanted = true;
      return running;
    }
    running = run()
      .catch((error: unknown) =>
        log.error({ work: name, name: errorName(error) }, "live work failed"),
      )
      .finally(() => (running = null));
    return running;
  };
}
