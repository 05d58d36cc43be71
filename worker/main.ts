import { createQueues } from "#app/core/jobs/queues.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { closeMail } from "#app/core/platform/smtp.server.ts";
import { takeJobs } from "./handle.ts";
import { HANDLERS } from "./handlers/all.ts";
import { tellMail } from "./mail-part.ts";
import { keepSchedule } from "./schedule.ts";
import { openWorkshop } from "./workshop.ts";

/** How long children may take to end after SIGTERM before their jobs are handed back. */
const STOP_MS = 30_000;

const stopping = new AbortController();
process.on("unhandledRejection", (error) =>
  log.error({ name: error instanceof Error ? error.name : typeof error }, "unhandled rejection"),
);

await boss.start();
await createQueues(boss);
const workshop = await openWorkshop();
await tellMail();
await keepSchedule(workshop, stopping.signal);
await takeJobs(HANDLERS, env().WORKER_LANES, workshop, stopping.signal);
log.info({ lanes: env().WORKER_LANES }, "worker takes jobs");

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  stopping.abort(new DOMException("The worker stops", "AbortError"));
  const hard = setTimeout(() => process.exit(1), STOP_MS + 5_000);
  hard.unref();
  await boss.stop({ graceful: true, timeout: STOP_MS }).catch(() => undefined);
  await workshop.close().catch(() => undefined);
  closeMail();
  await closeDatabase().catch(() => undefined);
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
