import { type ChildProcess, spawn } from "node:child_process";
import { ended } from "./build.ts";
import { ROOT } from "./folders.ts";
import { countComputing } from "./silence.ts";
import { failed, passed, type Tally } from "./tally.ts";

/**
 * How a suite runs: ended by `signal`, its words go to `write`, which counts as progress; `progress` is for what has no
 * words.
 */
export type Way = {
  signal: AbortSignal;
  write: (text: string) => void;
  progress: () => void;
};

/** Runs a test runner and hands its words on, which are its progress. @returns its exit code */
export function runProgram(args: string[], env: Record<string, string>, way: Way): Promise<number> {
  const child = launch(args, env);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => way.write(text));
  return ended(child, way.signal);
}

/** One tool, one count: its words are shown when it complains, and that it computes is its progress, seen every `everyMs`. */
export async function runTool(
  name: string,
  args: string[],
  way: Way,
  { everyMs, env = {} }: { everyMs?: number; env?: Record<string, string> } = {},
): Promise<Tally> {
  const child = launch(args, env);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-30_000)));
  const code = await ended(child, way.signal).finally(
    countComputing(child.pid, way.progress, everyMs),
  );
  if (code === 0) return passed(`check › ${name}`);
  way.write(`--- ${name} (exit code ${code})\n${said.trim()}\n---\n`);
  return failed(`check › ${name}`);
}

const launch = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
