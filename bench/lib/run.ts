import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCode } from "./figures.ts";

/** What a benchmark started, ended last first, also when it fails or is interrupted. */
export type Stack = { onEnd: (end: () => Promise<unknown>) => void; signal: AbortSignal };

/** Runs a benchmark and ends the process with 1 when a figure missed its goal. */
export async function runBench(work: (stack: Stack) => Promise<void>): Promise<never> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const interrupted = new Promise<never>((_, reject) =>
    stop.signal.addEventListener("abort", () => reject(new Error("interrupted"))),
  );
  let code = 0;
  try {
    const working = work({ onEnd: (end) => void ends.push(end), signal: stop.signal });
    await Promise.race([working, interrupted]);
    code = exitCode();
  } catch (error) {
    console.error(error);
    code = 1;
  }
  for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error));
  process.exit(code);
}

/** A folder of the benchmark's own, removed with it. */
export function makeFolder(stack: Stack, prefix: string): string {
  const dir = mkdtempSync(join(tmpdir(), prefix));
  stack.onEnd(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
