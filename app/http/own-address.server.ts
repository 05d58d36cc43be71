import { parseCookie } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import { escapeHtml } from "#app/core/domain/mapping/texts.ts";
import { isLoopback } from "#app/core/platform/env.schema.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import { type Language, resolveLanguage } from "#app/i18n/languages.ts";
import { isTokenPath } from "#app/paths.ts";

/** Of the headers that a trusted proxy may set; those of other senders are gone by now. */
const forwarded = (req: Request, name: "host" | "proto"): string | undefined =>
  req.get(`x-forwarded-${name}`)?.split(",")[0]?.trim();
const hostOf = (req: Request): string => forwarded(req, "host") ?? req.headers.host ?? "";

/**
 * Whether a browser has this page by an address where its cookies are not kept, so that signing in fails: another host
 * than the configured one, or plain http. Loopback keeps them by any name, and so does what fetch metadata comes from:
 * browsers send that only over https and loopback.
 */
function isElsewhere(req: Request, publicOrigin: string): boolean {
  const ours = new URL(publicOrigin);
  const asked = URL.parse(`${ours.protocol}//${hostOf(req)}`);
  if (asked === null || isLoopback(asked.hostname)) return false;
  if (req.get("sec-fetch-site") !== undefined) return false;
  const protocol = forwarded(req, "proto");
  return (
    asked.hostname !== ours.hostname ||
    // A proxy may leave the port out.
    (asked.port !== "" && asked.port !== ours.port) ||
    (protocol !== undefined && `${protocol}:` !== ours.protocol)
  );
}

/** A form of the very address it is sent to, which is not ours: what refuses it is the address, not its sender. */
const isOfItsOwnAddress = (req: Request): boolean => {
  const origin = URL.parse(req.get("origin") ?? "");
  return origin !== null && origin.host === hostOf(req);
};

/** Where a sign-in begins, and what a stranger opens by a secret: shown at its own address alone. */
export const openHere =
  (publicOrigin: string): RequestHandler =>
  (req, res, next) => {
    const isPage = req.method === "GET" && isDocument(req) && isTokenPath(req.path);
    if (isPage && isElsewhere(req, publicOrigin)) sayWhere(req, res.status(200), publicOrigin);
    else next();
  };

/** The answer to what the gate does not let pass. */
export function refuseForeign(req: Request, res: Response, publicOrigin: string): void {
  if (isElsewhere(req, publicOrigin) || isOfItsOwnAddress(req))
    sayWhere(req, res.status(403), publicOrigin);
  else res.status(403).type("text").send("cross-site request refused");
}

/** Says in words where to open it: as a page, and to a script as what an error boundary shows. */
function sayWhere(req: Request, res: Response, publicOrigin: string): void {
  const language = languageOf(req);
  const url = ownAddress(req, publicOrigin);
  const t = serverI18n(language).getFixedT(language, "signin");
  const title = t("openAt.title", { url: publicOrigin });
  if (isDocument(req)) {
    res.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    res.type("html").send(pageOf({ language, title, why: t("openAt.why"), url }));
  } else {
    // By this Remix knows an answer of ours from a proxy's.
    res.setHeader("X-Remix-Catch", "yes");
    res.json({ code: "elsewhere", title, url });
  }
}

const isDocument = (req: Request): boolean =>
  req.query["_data"] === undefined && (req.get("accept") ?? "").includes("text/html");

const languageOf = (req: Request): Language =>
  resolveLanguage({
    cookie: parseCookie(req.headers.cookie ?? "")["lang"] ?? null,
    acceptLanguage: req.get("accept-language") ?? null,
  });

/** The same page at the address it is meant for. */
function ownAddress(req: Request, publicOrigin: string): string {
  const url = new URL(req.originalUrl, `${publicOrigin}/`);
  url.searchParams.delete("_data");
  return url.origin === new URL(publicOrigin).origin ? url.href : publicOrigin;
}

const pageOf = (page: { language: Language; title: string; why: string; url: string }): string => {
  const [title, why, url] = [page.title, page.why, page.url].map(escapeHtml);
  return `<!DOCTYPE html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Parley</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1.25rem;overflow-wrap:anywhere}h1{font-size:1.25rem}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${why}</p>
<p><a href="${url}">${url}</a></p>
</main>
</body>
</html>
`;
};
