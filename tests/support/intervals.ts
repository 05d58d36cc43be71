import { onTestFinished, vi } from "vitest";

/**
 * For the rest of the test, intervals that begin do not tick by themselves: no heartbeat comes, however long it takes.
 * Fake timers would tick, as `expect.poll` lets their time pass.
 * @returns lets time pass for them, in ms
 */
export function holdIntervals(): (ms: number) => void {
  const held: { run: () => void; everyMs: number }[] = [];
  vi.stubGlobal("setInterval", (run: () => void, everyMs: number) => {
    held.push({ run, everyMs });
    return setTimeout(() => undefined, 0); // something to clear
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return (passedMs) => {
    for (const { run, everyMs } of [...held])
      for (let atMs = everyMs; atMs <= passedMs; atMs += everyMs) run();
  };
}
