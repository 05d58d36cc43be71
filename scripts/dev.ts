import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSources, buildPages, ended } from "./build.ts";
import { dataFolder, ROOT } from "./folders.ts";
import { say } from "./output.ts";
import { findRecorded, send } from "./processes.ts";

/** `npm run dev`: as `npm start`; a saved file builds the pages again and restarts web and worker. */
const WATCHED = [
  "app",
  "worker",
  "media",
  "prisma",
  "server.ts",
  "vite.config.ts",
  "remix.config.js",
];
const SETTLE_MS = 250;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stop.abort());
const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
  cwd: ROOT,
  env: { ...process.env, PARLEY_PARENT: String(process.pid) },
  stdio: "inherit",
  detached: true,
});

let changes = 0;
for (const name of WATCHED.filter((entry) => existsSync(join(ROOT, entry))))
  watch(join(ROOT, name), { recursive: true, signal: stop.signal }, (_event, file) => {
    if (!/(\.test\.tsx?|generated|\.parley-stamp)/.test(String(file))) changes++;
  });

const isOver = (): boolean => stop.signal.aborted;

/** Builds what the files at hand need and ends the programs; the supervisor starts them again. */
async function renew(): Promise<void> {
  await buildSources(stop.signal);
  if (await buildPages(stop.signal)) say("Pages built.");
  for (const part of ["web", "worker"]) {
    const pid = findRecorded(join(dataFolder(), "run"), part);
    if (pid !== null) send(pid, "SIGTERM");
  }
}

async function follow(): Promise<void> {
  let seen = 0;
  while (!isOver()) {
    await sleep(SETTLE_MS);
    const now = changes;
    if (now === seen) continue;
    await sleep(SETTLE_MS);
    if (changes !== now) continue; // still being saved
    seen = now;
    await renew().catch((error: unknown) => {
      if (!isOver()) say(error instanceof Error ? error.message : String(error));
    });
  }
}

void follow();
process.exit(await ended(child, stop.signal));
