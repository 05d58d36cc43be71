import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import net from "node:net";
import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { RETRY_AFTER } from "#app/core/platform/while-unavailable.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { REMOTE_ADDRESS, REQUEST_ID } from "./actor.server.ts";
import { onePath, refuseTunnels, refuseUnreadable, sayMethods } from "./address.server.ts";
import { gate, stripForwarded } from "./gate.server.ts";
import { headers } from "./headers.server.ts";
import { alive, readiness } from "./health.server.ts";
import { loggablePath } from "./loggable-path.ts";
import { refusing } from "./methods.server.ts";
import { narrowing } from "./narrow-build.ts";
import { sendMany } from "./node-body.server.ts";
import { openHere } from "./own-address.server.ts";
import { report } from "./report.server.ts";
import { uploads } from "./uploads.server.ts";
import { wholeAddress } from "./whole-address.server.ts";

type AsyncHandler = (req: Request, res: Response, next: NextFunction) => unknown;

const wrap =
  (handler: AsyncHandler): RequestHandler =>
  (req, res, next) => {
    Promise.resolve()
      .then(() => handler(req, res, next))
      .catch(next);
  };

function trustedProxies(): net.BlockList {
  const trusted = new net.BlockList();
  for (const range of env().TRUSTED_PROXIES) {
    const [address = "", bits] = range.split("/");
    const family = net.isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return trusted;
}

/** Ours alone: what a client sends under these names is dropped. */
const identify: RequestHandler = (req, _res, next) => {
  req.headers[REQUEST_ID] = randomUUID();
  req.headers[REMOTE_ADDRESS] = req.ip ?? req.socket.remoteAddress ?? "";
  next();
};

/** Ranges are of GET alone (RFC 9110 §14.2); what sends files answers HEAD by part as well. */
const rangesOfGet: RequestHandler = (req, _res, next) => {
  if (req.method !== "GET") Reflect.deleteProperty(req.headers, "range");
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

/** Refusals at info (house §12), whoever made them; everything else is for whoever looks closer. */
const logRequests: RequestHandler = (req, res, next) => {
  const startedAt = performance.now();
  res.on("finish", () => {
    const ms = Math.round(performance.now() - startedAt);
    const route = loggablePath(req.path);
    const { statusCode: status } = res;
    const level = status >= 400 && status < 500 ? "info" : "debug";
    log[level]({ id: req.headers[REQUEST_ID], method: req.method, route, status, ms }, "request");
  });
  next();
};

/** What a socket says whose other end went away in the middle of an answer. */
const GONE = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);

/**
 * The client's own disconnect: there is no fault of ours to look into. A store or a database says the same of its own
 * socket, and Remix then destroys the answer with that error: one that the client ended has no error in it.
 */
const isGone = (error: unknown, { socket }: Request, { closed, errored }: Response): boolean =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  GONE.has(error.code) &&
  (closed || socket.destroyed) &&
  errored === null;

/** Exported for its test: what no handler caught. */
export const lastResort: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (res.headersSent) {
    const requestId = String(req.headers[REQUEST_ID]);
    if (isGone(error, req, res)) log.debug({ id: requestId }, "the client went away");
    else report(error, { requestId });
    res.destroy(); // a broken stream must look broken
    return;
  }
  if (isDatabaseUnavailable(error)) {
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

const getLoadContext: GetLoadContextFunction = (req, res) => {
  const closed = new AbortController();
  res.on("close", () => closed.abort());
  // Remix takes `_data` off the address before loaders see it.
  return { closed: closed.signal, isPageData: req.query["_data"] !== undefined };
};

type Page = {
  refused: ReturnType<typeof refusing>;
  answer: ReturnType<typeof createRequestHandler>;
};

/** Remix's handler of an address: one for each first word. */
function pagesOf(build: ServerBuild): AsyncHandler {
  const buildFor = narrowing(build);
  const pages = new Map<ServerBuild, Page>();
  return (req, res, next) => {
    // The gate has judged it; Remix would compare it with `Host` once more, and call what differs an error of ours.
    Reflect.deleteProperty(req.headers, "origin");
    const narrow = buildFor(req.path);
    const page = pages.get(narrow) ?? {
      refused: refusing(narrow),
      answer: createRequestHandler({ build: narrow, mode: "production", getLoadContext }),
    };
    pages.set(narrow, page);
    const taken = page.refused(req.method, req.path);
    if (taken === null) return page.answer(req, res, next);
    sayMethods(taken, req, res);
    return null;
  };
}

/**
 * Everything between the socket and the pages, in the order of reliability §3.1.
 * @param build the pages, as vite:build wrote them
 */
export function edge(build: ServerBuild): Server {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", env().TRUSTED_PROXIES.length > 0 ? env().TRUSTED_PROXIES : false);

  app.use(onePath, headers(env().appUrl.startsWith("https:")));
  app.use(
    stripForwarded(trustedProxies()),
    identify,
    sayWhen,
    logRequests,
    refuseUnreadable,
    rangesOfGet,
  );
  app.get("/healthz", alive);
  app.get("/readyz", wrap(readiness));
  app.use(gate(env().appUrl), openHere(env().appUrl), wholeAddress);
  app.use("/uploads", wrap(uploads()));
  app.use(
    "/assets",
    express.static("build/client/assets", { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  // Addresses of pages have no ending: the disk is not asked for them.
  app.use(/^(?=.*\.[a-z0-9]+$)/i, express.static("build/client", { maxAge: "1h", index: false }));
  const media = build.routes["routes/resource/media"]?.module.loader;
  if (media) app.get("/media/:fileId", wrap(sendMany(env().appUrl, media)));
  const cuts = build.routes["routes/resource/cut-file"]?.module.loader;
  if (cuts) app.get("/media/cut/:fileId", wrap(sendMany(env().appUrl, cuts)));
  const embedded = build.routes["routes/resource/embed-sound"]?.module.loader;
  if (embedded) app.get("/media/embed/:cutId/sound", wrap(sendMany(env().appUrl, embedded)));
  app.all("*", replaceHeaders, wrap(pagesOf(build)));
  app.use(lastResort);
  return refuseTunnels(createServer(app));
}
