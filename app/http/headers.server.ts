import type { RequestHandler } from "express";
import { env } from "#app/core/platform/env.server.ts";
import { isTokenPath } from "#app/paths.ts";

/** Header classes of reliability §3.5, chosen by path. Documents also get a policy with their nonce. */
type Class = "app" | "token" | "embed" | "data" | "file" | "asset";

const classOf = (given: string, query: string): Class => {
  const path = plain(given);
  if (path.startsWith("/assets/")) return "asset";
  if (path.startsWith("/embed/playback/") && !query.includes("_data=")) return "embed";
  if (path.startsWith("/media/")) return "file";
  if (
    query.includes("_data=") ||
    /^\/(uploads|calls|stream|audit-log|api|healthz|readyz|metrics)\b/.test(path) ||
    /\.(json|csv)$/.test(path)
  )
    return "data";
  if (isTokenPath(path)) return "token";
  return "app";
};

/** Remix finds its routes whatever the case and encoding of an address, so the class must too. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** What pages of other sites fetch from us: players, their script and sound, and what says that there is one. */
const isForOthers = (path: string): boolean =>
  /^\/(?:embed\/playback\/|media\/embed\/|oembed$|assets\/embed-)/.test(path);
/**
 * What says itself by its address who may read it: a signature or a key stands there, and no cookie is asked for. A frame
 * without an origin of its own reads it, too.
 */
const isOpenToRead = (path: string): boolean => /^\/(?:media\/embed\/|oembed$)/.test(path);

const permissions = (devices: "()" | "(self)"): string =>
  `microphone=${devices}, camera=${devices}, display-capture=${devices}, geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)`;

/**
 * Documents of the app may ask for the microphone and reach the media server, whichever page they began with: calls are
 * made, listened to and tested without leaving the document. Of those with a token in their address only the invitation
 * to a call may, and its loader answers with these.
 */
export const SPEAKING = { "Permissions-Policy": permissions("(self)") };

/** Comes first, so that refusals carry the headers too. @param isHttps whether the public origin is https */
export const headers =
  (isHttps: boolean): RequestHandler =>
  (req, res, next) => {
    res.removeHeader("X-Powered-By");
    res.setHeader("X-Content-Type-Options", "nosniff");
    const path = plain(req.path);
    const kind = classOf(req.path, req.originalUrl);
    res.setHeader(
      "Cross-Origin-Resource-Policy",
      isForOthers(path) ? "cross-origin" : "same-origin",
    );
    if (isOpenToRead(path)) res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Referrer-Policy", "same-origin");
    if (kind !== "embed") {
      res.setHeader("X-Frame-Options", "DENY");
      res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    }
    if (isHttps) res.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
    if (kind === "asset") {
      next();
      return;
    }
    if (kind === "file") res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    if (kind === "data") res.setHeader("Vary", "Cookie");
    if (kind === "embed") {
      // Until the key says who may frame it, nobody may.
      res.setHeader("Content-Security-Policy", embedPolicy(null, null));
      res.setHeader("X-Robots-Tag", "noindex, nofollow");
    }
    res.setHeader(
      "Cache-Control",
      kind === "embed" ? "no-store" : kind === "file" ? "private, no-cache" : "private, no-store",
    );
    if (kind === "app" || kind === "token")
      res.setHeader("Permissions-Policy", permissions(kind === "app" ? "(self)" : "()"));
    if (kind === "token") res.setHeader("X-Robots-Tag", "noindex, nofollow");
    next();
  };

/**
 * What a document may connect to besides us: where it speaks, the media server, which is asked by socket and by fetch.
 * @param answer the headers that the page itself answers with
 * @param mediaServer its address for browsers, undefined where there is none
 */
export function reachable(
  pathname: string,
  answer: Headers,
  mediaServer: string | undefined,
): string[] {
  const speaks =
    classOf(pathname, "") === "app" ||
    answer.get("Permissions-Policy") === SPEAKING["Permissions-Policy"];
  if (mediaServer === undefined || !speaks) return [];
  const { host, protocol } = new URL(mediaServer);
  return protocol === "wss:" || protocol === "https:"
    ? [`wss://${host}`, `https://${host}`]
    : [`ws://${host}`, `http://${host}`];
}

/**
 * The policy of a document.
 * @param nonce base64 of 16 random bytes, new for each response @param reached as `reachable` says
 */
export const documentPolicy = (nonce: string, reached: string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...reached].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");

/**
 * The policy of a player on another site.
 * @param nonce as above; null: no script runs @param ancestors who may frame it besides our own pages, null: nobody
 */
export const embedPolicy = (nonce: string | null, ancestors: readonly string[] | null): string => {
  // In a sandbox without an origin 'self' is nothing to some browsers: ours is named beside it.
  const ours = `'self' ${new URL(env().appUrl).origin}`;
  return [
    "default-src 'none'",
    nonce === null ? "script-src 'none'" : `script-src ${ours} 'nonce-${nonce}'`,
    `style-src ${ours}`,
    `img-src ${ours}`,
    `media-src ${ours}`,
    `connect-src ${ours}`,
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${ancestors === null ? "'none'" : ["'self'", ...ancestors].join(" ")}`,
  ].join("; ");
};
