import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import net from "node:net";
import { resolve } from "node:path";
import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { createQueues } from "#app/core/jobs/queues.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { RETRY_AFTER } from "#app/core/platform/while-unavailable.ts";
import { checkDemoIsLocal } from "#app/core/domain/account/demo-guard.server.ts";
import { REMOTE_ADDRESS, REQUEST_ID } from "#app/http/actor.server.ts";
import { gate, stripForwarded } from "#app/http/gate.server.ts";
import { headers } from "#app/http/headers.server.ts";
import { alive, readiness, startDraining } from "#app/http/health.server.ts";
import { isAway } from "#app/core/platform/away.ts";
import { loggablePath } from "#app/http/loggable-path.ts";
import { narrowing } from "#app/http/narrow-build.ts";
import { sendMany } from "#app/http/node-body.server.ts";
import { report } from "#app/http/report.server.ts";
import { uploads } from "#app/http/uploads.server.ts";

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

type AsyncHandler = (req: Request, res: Response, next: NextFunction) => unknown;

const wrap =
  (handler: AsyncHandler): RequestHandler =>
  (req, res, next) => {
    Promise.resolve()
      .then(() => handler(req, res, next))
      .catch(next);
  };

const trusted = new net.BlockList();
for (const range of env().TRUSTED_PROXIES) {
  const [address = "", bits] = range.split("/");
  const family = net.isIPv6(address) ? "ipv6" : "ipv4";
  if (bits === undefined) trusted.addAddress(address, family);
  else trusted.addSubnet(address, Number(bits), family);
}

/** Ours alone: what a client sends under these names is dropped. */
const identify: RequestHandler = (req, _res, next) => {
  req.headers[REQUEST_ID] = randomUUID();
  req.headers[REMOTE_ADDRESS] = req.ip ?? req.socket.remoteAddress ?? "";
  next();
};

/** Remix appends its headers to ours; a page's own answer replaces the class's default instead. */
const replaceHeaders: RequestHandler = (_req, res, next) => {
  const append = res.append.bind(res);
  res.append = (name, value) =>
    name.toLowerCase() === "set-cookie" ? append(name, value) : res.setHeader(name, value ?? "");
  next();
};

/** Whoever says "not now" also says when to ask again, whichever library writes the answer. */
const sayWhen: RequestHandler = (_req, res, next) => {
  // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it with its own `this`
  res.writeHead = new Proxy(res.writeHead, {
    apply(write, self, args: Parameters<typeof res.writeHead>) {
      if (args[0] === 503 && !res.hasHeader("Retry-After"))
        res.setHeader("Retry-After", RETRY_AFTER);
      return Reflect.apply(write, self, args);
    },
  });
  next();
};

const logRequests: RequestHandler = (req, res, next) => {
  const startedAt = performance.now();
  res.on("finish", () => {
    const ms = Math.round(performance.now() - startedAt);
    const route = loggablePath(req.path);
    log.debug(
      { id: req.headers[REQUEST_ID], method: req.method, route, status: res.statusCode, ms },
      "request",
    );
  });
  next();
};

const lastResort: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (res.headersSent) {
    report(error, { requestId: String(req.headers[REQUEST_ID]) });
    res.destroy(); // a broken stream must look broken
    return;
  }
  if (isAway(error)) {
    res.status(503).type("text").send("The database cannot be reached now. Try again in a moment.");
    return;
  }
  // A file that is not there, an address that cannot be decoded: the visitor's, not ours.
  if (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status < 500
  ) {
    res.status(error.status).type("text").send("There is nothing here.");
    return;
  }
  const id = report(error, { requestId: String(req.headers[REQUEST_ID]) });
  res.status(500).type("text").send(`Something went wrong. Reference ${id}`);
};

const app = express();
app.disable("x-powered-by");
app.set("trust proxy", env().TRUSTED_PROXIES.length > 0 ? env().TRUSTED_PROXIES : false);

app.use(headers(env().appUrl.startsWith("https:")));
app.use(stripForwarded(trusted), identify, sayWhen, logRequests);
app.get("/healthz", alive);
app.get("/readyz", wrap(readiness));
app.use(gate(env().appUrl));
app.use("/uploads", wrap(uploads()));
app.use(
  "/assets",
  express.static("build/client/assets", { immutable: true, maxAge: "1y", fallthrough: false }),
);
// Addresses of pages have no ending: the disk is not asked for them.
app.use(/^(?=.*\.[a-z0-9]+$)/i, express.static("build/client", { maxAge: "1h", index: false }));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by vite:build; its types do not exist before
const build = (await import(resolve("build/server/index.js"))) as ServerBuild;
const media = build.routes["routes/resource/media"]?.module.loader;
if (media) app.get("/media/:fileId", wrap(sendMany(env().appUrl, media)));
const getLoadContext: GetLoadContextFunction = (req, res) => {
  const closed = new AbortController();
  res.on("close", () => closed.abort());
  // Remix takes `_data` off the address before loaders see it.
  return { closed: closed.signal, isPageData: req.query["_data"] !== undefined };
};
const buildFor = narrowing(build);
const pages = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>();
app.all(
  "*",
  replaceHeaders,
  wrap((req, res, next) => {
    const narrow = buildFor(req.path);
    const page =
      pages.get(narrow) ??
      createRequestHandler({ build: narrow, mode: "production", getLoadContext });
    pages.set(narrow, page);
    return page(req, res, next);
  }),
);
app.use(lastResort);

await checkDemoIsLocal();
await boss.start();
await createQueues(boss);
const listening = app.listen(env().PORT, env().HOST, () =>
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
