import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bornAt } from "./processes.ts";
import { runSuite } from "./run-suites.ts";
import { reportRunning } from "./running-tests.ts";
import { watchSilence } from "./silence.ts";
import { runProgram, runTool, type Way } from "./suite-programs.ts";
import type { Suite } from "./suites.ts";
import { NONE, passed } from "./tally.ts";

/** Long enough for a program to start and say its first word on a busy machine. */
const SILENCE_MS = 3_000;
const LONG_MS = 2 * SILENCE_MS;

/** Runs a suite, which is one program of Node, under a short limit. */
async function run(runIt: Suite["run"]) {
  const said: string[] = [];
  const tally = await runSuite(
    { name: "probe", run: runIt },
    {
      stop: new AbortController().signal,
      write: (text) => void said.push(text),
      silenceMs: SILENCE_MS,
    },
  );
  return { tally, said: said.join("") };
}

const program =
  (code: string) =>
  async (way: Way): Promise<typeof NONE> => {
    const exitCode = await runProgram(["-e", code], {}, way);
    return exitCode === 0 ? passed("probe") : NONE;
  };

test.concurrent("a suite that says something now and then runs as long as it likes", async () => {
  const { tally, said } = await run(
    program(
      `const say = setInterval(() => console.log("dot"), 50);
       setTimeout(() => clearInterval(say), ${LONG_MS});`,
    ),
  );
  expect(tally).toEqual(passed("probe"));
  expect(said.length).toBeGreaterThan(20);
});

test.concurrent("a suite that says nothing more is ended with all that it started, and has failed", async ({
  expect,
}) => {
  const { tally, said } = await run(
    program(
      `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
       console.log(process.pid, child.pid);
       setInterval(() => {}, 1000);`,
    ),
  );
  expect(tally.failed.map(({ name }) => name)).toEqual([
    "probe made no progress for 3 s and was ended",
  ]);
  const pids = said.trim().split(" ").map(Number);
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.filter((pid) => bornAt(pid) !== null)).toEqual([]);
});

test.concurrent("a suite is ended though something outside its group holds its output open", async () => {
  const { tally, said } = await run(
    program(
      `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "inherit" });
       console.log(child.pid);
       setInterval(() => {}, 1000);`,
    ),
  );
  expect(tally.failed).toHaveLength(1);
  process.kill(Number(said.trim()), "SIGKILL");
});

test.concurrent("a tool that computes without a word is not ended, and one that only waits is", async () => {
  const compute = `const end = Date.now() + ${LONG_MS}; while (Date.now() < end);`;
  const wait = "setInterval(() => {}, 200);";
  const underWatch = async (code: string): Promise<{ isSilent: boolean; failed: string[] }> => {
    const watch = watchSilence(SILENCE_MS);
    const { signal, progress } = watch;
    const way: Way = { signal, progress, write: () => undefined };
    const tally = await runTool("probe", ["-e", code], way, { everyMs: SILENCE_MS / 5 });
    watch.stop();
    return { isSilent: signal.aborted, failed: tally.failed.map(({ name }) => name) };
  };
  expect(await underWatch(compute)).toEqual({ isSilent: false, failed: [] });
  expect(await underWatch(wait)).toEqual({ isSilent: true, failed: ["check › probe"] });
});

test("a long test is named again and again until its own limit has passed", async () => {
  const limitMs = 2_000;
  const told: string[] = [];
  const running = reportRunning((line) => void told.push(line.trim()), 50);
  try {
    running.began("a", "the long one", limitMs);
    running.began("b", "the short one", limitMs);
    running.ended("b");
    await expect.poll(() => told.length).toBeGreaterThan(2);
    const began = performance.now();
    running.moved("a");
    let before: number;
    do {
      before = told.length;
      await sleep(500);
    } while (told.length > before);
    expect(performance.now() - began).toBeGreaterThan(limitMs);
    for (const line of told) expect(line).toMatch(/^running for \d+ s: the long one$/);
  } finally {
    running.stop();
  }
});
