import net from "node:net";
import type { RequestHandler } from "express";
import { refuseForeign } from "./own-address.server.ts";

/** These read no cookie and bring their own proof (reliability §3.3). */
const EXEMPT = [
  ...[/^\/api\/v1\//, /^\/hooks\//, /^\/monitoring$/],
  // What was played on another site, from a sandbox that has no origin: by the signature in its address.
  /^\/media\/embed\/[^/]+\/pulse$/,
];
const SAFE = /^(GET|HEAD|OPTIONS)$/;
const hasHostCookie = (header = ""): boolean => /(?:^|;\s*)__Host-/.test(header);

/** Only a trusted proxy may say where a request came from. */
export const stripForwarded =
  (trusted: net.BlockList): RequestHandler =>
  (req, _res, next) => {
    const peer = req.socket.remoteAddress ?? "";
    if (!trusted.check(peer, net.isIPv6(peer) ? "ipv6" : "ipv4"))
      for (const name of Object.keys(req.headers))
        if (name === "forwarded" || name.startsWith("x-forwarded-"))
          Reflect.deleteProperty(req.headers, name);
    next();
  };

/**
 * Refuses every unsafe request that another site could have caused, cookie or not: Remix alone lets
 * most of them through (reliability §3.2).
 */
export const gate =
  (publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    const isSafe = SAFE.test(req.method);
    const isExempt =
      !hasHostCookie(req.headers.cookie) && EXEMPT.some((path) => path.test(req.path));
    const site = req.get("sec-fetch-site");
    const origin = req.get("origin");
    const isOurs = site !== undefined ? site === "same-origin" : origin === publicOrigin;
    if (isSafe || isExempt || isOurs) next();
    else refuseForeign(req, res, publicOrigin);
  };
