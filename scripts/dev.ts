import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildClient, buildPages, ended } from "./build.ts";
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
for (const name of WATCHED)
  watch(join(ROOT, name), { recursive: true, signal: stop.signal }, (_event, file) => {
    if (!/(\.test\.tsx?|generated|\.parley-stamp)/.test(String(file))) changes++;
  }).on("error", () => undefined); // one that is not there yet is not watched

void (async () => {
  for (let seen = 0; !stop.signal.aborted; await sleep(SETTLE_MS)) {
    const now = changes;
    if (now === seen) continue;
    await sleep(SETTLE_MS);
    if (changes !== now) continue; // still being saved
    seen = now;
    try {
      await buildClient(stop.signal);
      if (await buildPages(stop.signal)) say("Pages built.");
      for (const part of ["web", "worker"]) {
        const pid = findRecorded(join(dataFolder(), "run"), part);
        if (pid !== null) send(pid, "SIGTERM");
      }
    } catch (error) {
      if (!stop.signal.aborted) say(error instanceof Error ? error.message : String(error));
    }
  }
})();
process.exit(await ended(child, stop.signal));
