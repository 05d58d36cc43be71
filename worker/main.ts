import { parseArgs } from "node:util";
import { watchLive } from "#app/core/domain/live/probe.server.ts";
import { createQueues } from "#app/core/jobs/queues.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { closeMail } from "#app/core/platform/smtp.server.ts";
import { takeJobs } from "./handle.ts";
import { HANDLERS } from "./handlers/all.ts";
import { saveMailStatus } from "./mail-status.ts";
import { superviseCalls } from "./live/supervise-calls.ts";
import { keepSchedule } from "./schedule.ts";
import { openWorkerContext } from "./context.ts";

/** How long children may take to end after SIGTERM before their jobs are handed back. */
const STOP_MS = 30_000;

/**
 * `--roles`: what this process does, `jobs`, `recorders` or both.
 * `--recorders-on-stop`: `finish` where the media server stops with us, as under `npm start`; `leave` lets recorders
 * go on while a service is restarted: the next worker adopts them (live §6.3 R9).
 */
const { values } = parseArgs({
  options: {
    roles: { type: "string", default: "jobs" },
    "recorders-on-stop": { type: "string", default: "leave" },
  },
});
const roles = values.roles.split(",");
const onStop = values["recorders-on-stop"] === "finish" ? "finish" : "leave";

const stopping = new AbortController();
process.on("unhandledRejection", (error) =>
  log.error({ name: errorName(error) }, "unhandled rejection"),
);

await boss.start();
await createQueues(boss);
const context = await openWorkerContext();
const hasRooms = env().LIVE_CONSOLE && env().LIVEKIT_URL !== undefined;
const calls =
  roles.includes("recorders") && hasRooms ? superviseCalls(context, stopping.signal) : null;
if (calls) void watchLive(stopping.signal);
if (roles.includes("jobs")) {
  await saveMailStatus();
  await keepSchedule(context, stopping.signal);
  await takeJobs(HANDLERS, env().WORKER_LANES, context, stopping.signal);
}
log.info({ roles, lanes: env().WORKER_LANES, keepsCalls: calls !== null }, "worker takes jobs");

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  stopping.abort(new DOMException("The worker stops", "AbortError"));
  const hard = setTimeout(() => process.exit(1), STOP_MS + 5_000);
  hard.unref();
  await Promise.all([
    calls?.stop(onStop).catch(() => undefined),
    boss.stop({ graceful: true, timeout: STOP_MS }).catch(() => undefined),
  ]);
  await context.close().catch(() => undefined);
  closeMail();
  await closeFeed().catch(() => undefined);
  await closeDatabase().catch(() => undefined);
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
