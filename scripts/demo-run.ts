import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ended } from "./build.ts";
import { type DemoNote, readDemo } from "./demo/note.ts";
import { ROOT } from "./folders.ts";
import { openSink, say } from "./output.ts";
import { dropProcess, recordProcess } from "./processes.ts";
import type { Settings } from "./settings.ts";

/**
 * Whether this start shows the demo. Nobody said: yes on our own database, on loopback, where nobody has a workspace yet,
 * and from then on until it is removed.
 * @throws Error when it is asked for where strangers could reach it
 */
export async function wantsDemo(settings: Settings, databaseUrl: string): Promise<boolean> {
  if (settings.demo === false) return false;
  if (settings.demo === true && !settings.isDemoAllowed)
    throw new Error(
      "DEMO=1 is for loopback: the demo's sign-ins are known to everybody. Set DEMO_ALLOW_PUBLIC=1 to show it in public all the same.",
    );
  if (settings.demo === true) return true;
  if (!settings.isDemoAllowed || settings.databaseUrl !== undefined) return false;
  const note = readDemo(settings.dataDir);
  if (note) return note.state === "on";
  return isEmpty(databaseUrl);
}

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM workspace LIMIT 1");
    return rowCount === 0;
  } finally {
    await client.end();
  }
}

type Setting = { dataDir: string; env: NodeJS.ProcessEnv; level: string; signal: AbortSignal };

/** Makes the demo's people, once. @returns what to sign in with */
export async function makeDemoPeople(setting: Setting): Promise<DemoNote> {
  const before = readDemo(setting.dataDir);
  if (before?.state === "on" && before.signIns.length > 0) return before;
  const code = await seed("people", setting);
  const note = readDemo(setting.dataDir);
  if (code !== 0 || !note)
    throw new Error(
      "The demo's people could not be made; the lines above say why. DEMO=0 starts without the demo.",
    );
  return note;
}

/**
 * Brings the demo's calls in through the upload door, and after them its clips and library: each again after a failure
 * and from where an earlier start was cut. Its sample history is queued once the calls are in, for the worker.
 */
export async function bringDemoCalls(setting: Setting): Promise<void> {
  if (!(await bring("calls", setting))) {
    say("demo     the remaining demo calls could not be brought in; the next start tries again.");
    return;
  }
  const [hasLibrary, hasHistory] = await Promise.all([
    bring("library", setting),
    bring("history", setting),
  ]);
  if (!hasLibrary)
    say("demo     the demo's clips and library could not be made; the next start tries again.");
  if (!hasHistory) say("demo     the sample history was not queued; the next start tries again.");
}

/** What comes once people can look around. */
type Later = "calls" | "library" | "history";

/** @returns false after five tries; one that was ended by the product's end has not failed */
async function bring(what: Later, setting: Setting): Promise<boolean> {
  const isOver = (): boolean => setting.signal.aborted;
  for (let tries = 0; !isOver() && tries < 5; tries++) {
    if ((await seed(what, setting)) === 0) return true;
    if (!isOver())
      await sleep(2_000 * 2 ** tries, undefined, { signal: setting.signal }).catch(() => undefined);
  }
  return isOver();
}

async function seed(
  what: "people" | Later,
  { dataDir, env, level, signal }: Setting,
): Promise<number> {
  if (signal.aborted) return 1;
  const sink = openSink("demo", join(dataDir, "logs/demo.log"), level);
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/demo/seed.ts", what], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  if (child.pid !== undefined) recordProcess(join(dataDir, "run"), `demo-${what}`, child.pid);
  sink.follow(child.stdout);
  sink.follow(child.stderr);
  const code = await ended(child, signal);
  dropProcess(join(dataDir, "run"), `demo-${what}`);
  sink.close();
  return code;
}
