import type { RequestHandler } from "express";

/** Pages of one thing, by its id, and pages that a code opens: the addresses that are sent in messages. */
const BY_ID =
  /^(?:\/(?:playback|recordings|clips|library|console|deals|setting\/summarization-template|embed\/playback)\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=[^\w/-][^/]*$)/i;
const BY_CODE = /^\/(?:activate|signup|shared|hooks\/unsubscribe)\/[\w-]+(?=[^\w/-][^/]*$)/;

/** The address without what a message put behind its link; null where nothing is there. @param path decoded */
const wholeOf = (path: string): string | null =>
  (BY_ID.exec(path) ?? BY_CODE.exec(path))?.[0] ?? null;

/**
 * A link with a stop, a bracket or the next word at its end leads to the address without it, and keeps its search.
 * Remix follows a redirect of a page's data only by headers of its own.
 */
export const wholeAddress: RequestHandler = (req, res, next) => {
  const path = /^(?:GET|HEAD)$/.test(req.method) ? wholeOf(decodeURIComponent(req.path)) : null;
  if (path === null) {
    next();
    return;
  }
  const { searchParams } = new URL(req.originalUrl, "http://host");
  const isPageData = searchParams.has("_data");
  searchParams.delete("_data");
  const search = isPageData ? searchParams.toString() : searchOf(req.originalUrl);
  const whole = search === "" ? path : `${path}?${search}`;
  if (isPageData) res.status(204).set({ "X-Remix-Redirect": whole, "X-Remix-Status": "302" }).end();
  else res.redirect(302, whole);
};

const searchOf = (url: string): string => {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
};
