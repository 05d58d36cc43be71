import { isTokenPath } from "#app/paths.ts";

/** Taken while the document is loaded: what it may do was decided by the address it was loaded at. */
const isOfToken = typeof window !== "undefined" && isTokenPath(window.location.pathname);

/**
 * From a page with a token in its address, by a link or the router, into the app: loads the page again, as a document
 * that may use the microphone. Documents of the app go on without.
 */
export function leaveTokenDocument(): void {
  if (isOfToken && !isTokenPath(window.location.pathname)) window.location.reload();
}
