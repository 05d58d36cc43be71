import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { openSink, say } from "./output.ts";
import { bornAt, endProcess, dropProcess, recordProcess } from "./processes.ts";

export type Program = {
  name: string;
  /** The program; Node itself when left out. */
  file?: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  dataDir: string;
  level: string;
  stopMs: number;
};
export type SupervisedProgram = {
  pid: () => number | undefined;
  /** Rejects when the program ended by itself `tries` times before `isUp` was reported. */
  failed: Promise<never>;
  isUp: () => void;
  stop: () => Promise<void>;
};

/**
 * The web server, for Node. Pages are made of what is thrown away at once: with the young generation of 16 MB that Node
 * has by itself, much of it was kept until the next full collection (bench lists: 0.198 of the floor, 0.211 with 64).
 */
export const WEB = ["--max-semi-space-size=64", "server.ts"];

const FIRST_TRIES = 4;
const STEADY_MS = 60_000;
export const backoffMs = (crashes: number): number =>
  Math.min(30_000, 500 * 2 ** Math.min(crashes, 10));

/** Runs a program, and runs it again, with growing pauses and a named line, whenever it ends by itself. */
export function supervise(program: Program): SupervisedProgram {
  const { name, dataDir } = program;
  const runDir = join(dataDir, "run");
  const sink = openSink(name, join(dataDir, "logs", `${name}.log`), program.level);
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let hasBeenUp = false;
  let crashes = 0;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined); // only the start awaits it

  const again = (how: string): void => {
    child = undefined;
    dropProcess(runDir, name);
    if (isStopping) return;
    if (!hasBeenUp && crashes + 1 >= FIRST_TRIES) {
      reject(
        new Error(
          `${name} does not start (${how}): its last lines are above, all of them in ${join(dataDir, "logs", `${name}.log`)}.`,
        ),
      );
      return;
    }
    const wait = backoffMs(crashes++);
    say(`${name} stopped (${how}): started again in ${wait / 1000} s.`);
    timer = setTimeout(launch, wait);
  };
  const launch = (): void => {
    const began = Date.now();
    // Its own group: Ctrl-C reaches only us, and the stop goes in order.
    const started = spawn(program.file ?? process.execPath, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    child = started;
    if (started.pid !== undefined) recordProcess(runDir, name, started.pid);
    sink.follow(started.stdout);
    sink.follow(started.stderr);
    let isOver = false;
    const over = (how: string): void => {
      if (isOver) return;
      isOver = true;
      if (Date.now() - began > STEADY_MS) crashes = 0;
      again(how);
    };
    started.once("error", (error) => over(error.message));
    started.once("exit", (code, signal) =>
      over(signal ? `signal ${signal}` : `exit code ${code ?? 0}`),
    );
  };
  launch();
  return {
    pid: () => child?.pid,
    failed,
    isUp: () => void (hasBeenUp = true),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const pid = child?.pid;
      const born = pid === undefined ? null : bornAt(pid);
      if (pid !== undefined && born !== null)
        await endProcess({ pid, born }, "SIGTERM", program.stopMs);
      dropProcess(runDir, name);
      sink.close();
    },
  };
}
