import type { Server } from "node:http";
import type { Request, RequestHandler, Response } from "express";

/** Methods that something here answers; tus brings PATCH, DELETE and OPTIONS. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
/** Lines end at these for Remix's routes and for whoever reads a log, so no address of ours holds one, nor NUL. */
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

/**
 * Takes dots, backslashes and a host out of what was asked for, once and before anybody decides by it: Remix reads
 * `/hooks/../signin` as `/signin`, so the gate, headers and files must, too (reliability §3.3).
 */
export const onePath: RequestHandler = (req, _res, next) => {
  const url = addressOf(req.originalUrl);
  if (url !== null) {
    // A whole address names the host itself (RFC 9112 §3.2.2).
    if (!req.originalUrl.startsWith("/")) req.headers.host = url.host;
    req.url = url.pathname + url.search;
    req.originalUrl = req.url;
  }
  next();
};

/** Refuses, in words, a method that nothing takes and an address that cannot be read, before a library throws at it. */
export const refuseUnreadable: RequestHandler = (req, res, next) => {
  if (!METHODS.includes(req.method)) sayMethods(METHODS, req, res);
  else if (isReadable(req)) next();
  else res.status(400).type("text").send("this address cannot be read");
};

/** Says which methods are taken, to who asked for that and to who tried another (RFC 9110 §9.3.7, §15.5.6). */
export function sayMethods(taken: readonly string[], { method }: Request, res: Response): void {
  res.set("Allow", [...new Set([...taken, "OPTIONS"])].join(", "));
  if (method === "OPTIONS") res.status(204).end();
  else res.status(405).type("text").send("method not allowed");
}

/** CONNECT asks for a tunnel: Node hands that out past Express, and where nobody takes it hangs up without a word. */
export function refuseTunnels(server: Server): Server {
  return server.on("connect", (_req, socket) => {
    socket.on("error", () => undefined); // whoever asked is gone
    const head = ["HTTP/1.1 405 Method Not Allowed", `Allow: ${METHODS.join(", ")}`];
    socket.end([...head, "Content-Length: 0", "Connection: close", "", ""].join("\r\n"));
  });
}

function isReadable(req: Request): boolean {
  const [forwarded] = (req.get("x-forwarded-host") ?? "").split(",");
  return (
    addressOf(req.originalUrl) !== null &&
    [req.headers.host, forwarded].every((host) => isHost(host ?? "")) &&
    !CONTROL.test(decoded(req.path))
  );
}

/** None at all is one, too: HTTP/1.0 knows no hosts. */
const isHost = (host: string): boolean =>
  host === "" || (HOST.test(host) && URL.canParse(`http://${host}`));

/** What was asked for as a URL, whichever way it was written; null for what is no address. */
function addressOf(target: string): URL | null {
  const url = URL.parse(target.startsWith("/") ? `http://host${target}` : target);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** @returns NUL for what is not UTF-8 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "\0";
  }
}
