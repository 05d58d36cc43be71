import type { RequestHandler } from "express";

/** Header classes of reliability §3.5, chosen by path. Documents also get a policy with their nonce. */
type Class = "app" | "token" | "live" | "guest" | "data" | "file" | "asset";

const classOf = (given: string, query: string): Class => {
  const path = plain(given);
  if (path.startsWith("/assets/")) return "asset";
  if (path.startsWith("/media/")) return "file";
  if (
    query.includes("_data=") ||
    /^\/(uploads|calls|stream|audit-log|api|healthz|readyz|metrics)\b/.test(path) ||
    /\.(json|csv)$/.test(path)
  )
    return "data";
  if (/^\/(signin|signup|activate|password-reset)\b/.test(path)) return "token";
  if (isLivePath(path)) return path.startsWith("/shared") ? "guest" : "live";
  return "app";
};

/** Documents that speak: they may ask for the microphone, and reach the media server. */
const isLivePath = (path: string): boolean => /^\/(console|console-popper|shared)(\/|$)/.test(path);

/** Remix finds its routes whatever the case and encoding of an address, so the class must too. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

const permissions = (devices: "()" | "(self)"): string =>
  `microphone=${devices}, camera=${devices}, display-capture=${devices}, geolocation=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)`;

/** Comes first, so that refusals carry the headers too. @param isHttps whether the public origin is https */
export const headers =
  (isHttps: boolean): RequestHandler =>
  (req, res, next) => {
    res.removeHeader("X-Powered-By");
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    res.setHeader("Referrer-Policy", "same-origin");
    res.setHeader("X-Frame-Options", "DENY");
    res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    if (isHttps) res.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
    const kind = classOf(req.path, req.originalUrl);
    if (kind === "asset") {
      next();
      return;
    }
    if (kind === "file") res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    if (kind === "data") res.setHeader("Vary", "Cookie");
    res.setHeader("Cache-Control", kind === "file" ? "private, no-cache" : "private, no-store");
    const isLive = kind === "live" || kind === "guest";
    if (isLive || kind === "app" || kind === "token")
      res.setHeader("Permissions-Policy", permissions(isLive ? "(self)" : "()"));
    if (kind === "token" || kind === "guest") res.setHeader("X-Robots-Tag", "noindex, nofollow");
    next();
  };

/**
 * What a document may connect to besides us: where it speaks, the media server, which is asked by socket and by fetch.
 * @param mediaServer its address for browsers, undefined where there is none
 */
export function reachable(pathname: string, mediaServer: string | undefined): string[] {
  if (mediaServer === undefined || !isLivePath(plain(pathname))) return [];
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
