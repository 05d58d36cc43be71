import type { Server } from "node:http";
import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { createQueues } from "#app/core/jobs/queues.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { checkDemoIsLocal } from "#app/core/domain/account/demo-guard.server.ts";
import { edge } from "#app/http/edge.server.ts";
import { startDraining } from "#app/http/health.server.ts";
import { report } from "#app/http/report.server.ts";

/** How long requests under way may take after SIGTERM, and how long new ones are still taken (reliability §10.1). */
const FINISH_MS = 30_000;
const KEEP_SERVING_MS = env().isProduction ? 5_000 : 0;

let isStopping = false;
let server: Server | null = null;

process.on("unhandledRejection", (error) => void report(error));
process.on("uncaughtException", (error) => {
  report(error);
  void stop(1);
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by vite:build; its types do not exist before
const build = (await import(resolve("build/server/index.js"))) as ServerBuild;

await checkDemoIsLocal();
await boss.start();
await createQueues(boss);
const listening = edge(build).listen(env().PORT, env().HOST, () =>
  log.info({ port: env().PORT }, "web listens"),
);
listening.headersTimeout = 20_000;
listening.requestTimeout = 0; // a 5 GB upload takes as long as it takes; stalled ones are cut by tus
listening.keepAliveTimeout = 65_000;
server = listening;

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  startDraining();
  const hard = setTimeout(() => process.exit(code), FINISH_MS);
  hard.unref();
  await new Promise((done) => setTimeout(done, KEEP_SERVING_MS));
  if (server) await closeDoor(server);
  await boss.stop({ graceful: false }).catch(() => undefined);
  await Promise.all([closeFeed(), closeDatabase()]).catch(() => undefined);
  process.exit(code);
}
process.on("SIGTERM", () => void stop(0));
process.on("SIGINT", () => void stop(0));

/** Requests under way end; what never ends (streams) is cut after a moment. */
async function closeDoor(door: Server): Promise<void> {
  const closed = new Promise<void>((done) => door.close(() => done()));
  door.closeIdleConnections();
  await Promise.race([closed, new Promise((done) => setTimeout(done, 2_000))]);
  door.closeAllConnections();
}
