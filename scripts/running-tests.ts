/** Tests that take longer are named while they run. */
const REPORT_MS = 30_000;

type Entry = { name: string; limitMs: number; beganAt: number; movedAt: number };

/** What is running now, told now and then, so that nobody takes a long test for a hanging one. */
export type Running = {
  /** @param limitMs its own limit: after so long without a move it is told no more */
  began: (id: string, name: string, limitMs: number) => void;
  /** A step of it began or ended. */
  moved: (id: string) => void;
  ended: (id: string) => void;
  stop: () => void;
};

/**
 * Writes a line for everything that has been running for `everyMs`, again and again, until it ends or its own limit has
 * passed: silence after that is what a suite is ended for.
 */
export function reportRunning(write: (line: string) => void, everyMs = REPORT_MS): Running {
  const entries = new Map<string, Entry>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const { name, limitMs, beganAt, movedAt } of entries.values())
      if (now - beganAt >= everyMs && now - movedAt <= limitMs + everyMs)
        write(`\nrunning for ${Math.round((now - beganAt) / 1000)} s: ${name}\n`);
  }, everyMs);
  timer.unref();
  return {
    began(id, name, limitMs) {
      const now = performance.now();
      entries.set(id, { name, limitMs, beganAt: now, movedAt: now });
    },
    moved(id) {
      const entry = entries.get(id);
      if (entry) entry.movedAt = performance.now();
    },
    ended: (id) => void entries.delete(id),
    stop: () => clearInterval(timer),
  };
}
