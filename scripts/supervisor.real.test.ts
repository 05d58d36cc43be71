import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tryHold } from "./lock.ts";
import { bornAt, endLeftovers, recordProcess } from "./processes.ts";
import { supervise } from "./supervised-program.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parley-scripts-"));
  for (const name of ["run", "logs"]) mkdirSync(join(dataDir, name));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const sleeper = (): ReturnType<typeof spawn> =>
  spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    stdio: "ignore",
    detached: true,
  });
const pidOf = (child: ReturnType<typeof spawn>): number => {
  if (child.pid === undefined) throw new Error("no process");
  return child.pid;
};

test("one holder at a time, and the kernel gives the lock of a killed process back", async () => {
  const script = `import(${JSON.stringify(join(import.meta.dirname, "lock.ts"))}).then(async ({ tryHold }) => { console.log((await tryHold("${dataDir}")) ? "held" : "refused"); setInterval(() => {}, 1000); })`;
  const other = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const said = await new Promise<string>((done) =>
    other.stdout.once("data", (chunk: Buffer) => done(chunk.toString().trim())),
  );
  expect(said).toBe("held");
  expect(await tryHold(dataDir)).toBeNull();
  const gone = new Promise((done) => other.once("exit", done));
  other.kill("SIGKILL");
  await gone;
  const mine = await tryHold(dataDir);
  expect(mine).not.toBeNull();
  expect(await tryHold(dataDir)).toBeNull();
  mine?.release();
});

test("a leftover of this folder is ended, a stranger with its number is not", async () => {
  const left = sleeper();
  const stranger = sleeper();
  recordProcess(join(dataDir, "run"), "web", pidOf(left));
  recordProcess(join(dataDir, "run"), "worker", pidOf(stranger));
  const file = join(dataDir, "run/worker.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/"born":"[^"]+"/, '"born":"another life"'),
  );
  expect(await endLeftovers(join(dataDir, "run"))).toEqual(["web"]);
  expect(bornAt(pidOf(left))).toBeNull();
  expect(bornAt(pidOf(stranger))).not.toBeNull();
  expect(existsSync(file)).toBe(false);
  stranger.kill("SIGKILL");
});

test("a program that dies runs again, and none is left after the stop", async () => {
  const part = supervise({
    name: "sleeper",
    args: ["-e", "setInterval(() => {}, 1000)"],
    cwd: dataDir,
    env: process.env,
    dataDir,
    level: "fatal",
    stopMs: 2_000,
  });
  part.isUp();
  const first = part.pid();
  if (first === undefined) throw new Error("nothing started");
  process.kill(first, "SIGKILL");
  await expect.poll(() => [first, undefined].includes(part.pid())).toBe(false);
  const second = part.pid();
  expect(bornAt(second ?? 0)).not.toBeNull();
  await part.stop();
  expect(bornAt(second ?? 0)).toBeNull();
  await sleep(700);
  expect(part.pid()).toBeUndefined();
});

test("a program that cannot start is given up with its name", async () => {
  const part = supervise({
    name: "broken",
    args: ["-e", "process.exit(3)"],
    cwd: dataDir,
    env: process.env,
    dataDir,
    level: "fatal",
    stopMs: 500,
  });
  await expect(part.failed).rejects.toThrow("broken does not start (exit code 3)");
  await part.stop();
});
