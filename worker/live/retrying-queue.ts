import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { whileUnavailable } from "#app/core/platform/while-unavailable.ts";

export type RetryingQueue = {
  /**
   * Runs tasks one after the other. While the database is away the one at the head knocks and all others
   * wait: nothing is lost and nothing overtakes. A task that fails for another reason is logged and dropped.
   * @param key a task that still waits under the same key is replaced: only the newest counts
   */
  add: (task: () => Promise<void>, key?: string) => void;
  /** Settles when nothing waits, or after `withinMs`. @returns whether nothing waits */
  idle: (withinMs: number) => Promise<boolean>;
  readonly length: number;
};

type Waiting = { key: string | undefined; task: () => Promise<void> };

/** @param name for the log */
export function openRetryingQueue(name: string, isOver: () => boolean): RetryingQueue {
  const waiting: Waiting[] = [];
  let isRunning = false;
  const resolveIdle: (() => void)[] = [];

  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await patiently(name, next.task, isOver);
    isRunning = false;
    for (const report of resolveIdle.splice(0)) report();
  };
  return {
    add(task, key) {
      const same = key === undefined ? undefined : waiting.find((one) => one.key === key);
      if (same) same.task = task;
      else waiting.push({ key, task });
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    async idle(withinMs) {
      if (!isRunning) return true;
      let late: NodeJS.Timeout | undefined;
      await Promise.race([
        new Promise<void>((done) => resolveIdle.push(done)),
        new Promise<void>((done) => (late = setTimeout(done, withinMs))),
      ]);
      clearTimeout(late);
      return !isRunning;
    },
    get length() {
      return waiting.length + (isRunning ? 1 : 0);
    },
  };
}

async function patiently(
  name: string,
  task: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  try {
    await whileUnavailable(task, { isOver });
  } catch (error) {
    if (isDatabaseUnavailable(error)) return; // and nobody waits for it any more
    log.error({ queue: name, name: errorName(error) }, "a live write failed");
  }
}
