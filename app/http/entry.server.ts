import { redirectDocument } from "@remix-run/node";
import type { Entry } from "#app/core/domain/account/entry.server.ts";
import { paths } from "#app/paths.ts";
import {
  endedPreSessionCookie,
  endedSessionCookie,
  preSessionCookie,
  sessionCookie,
} from "./cookies.server.ts";

/** Where a first step leads: in, or to the second one. @param next a path of ours, checked by the caller */
export function afterEntry(entry: Entry, next: string, cookies: readonly string[] = []): Response {
  const { token, needsFactor, needsSetUp } = entry;
  if (needsFactor) return partialSignInResponse(token, paths.signInFactor(next), cookies);
  if (needsSetUp) return partialSignInResponse(token, paths.signInStep("set_up", next), cookies);
  return withCookies(next, [sessionCookie(token), endedPreSessionCookie(), ...cookies]);
}

/** To a page that goes on with half a sign-in. */
export const partialSignInResponse = (
  secret: string,
  to: string,
  cookies: readonly string[] = [],
): Response => withCookies(to, [preSessionCookie(secret), ...cookies]);

/**
 * Leads on, and leaves cookies behind. To a new document: what a document may do is decided when it is loaded, and that of
 * a sign-in may not use the microphone.
 */
export function withCookies(to: string, cookies: readonly string[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirectDocument(to, { headers });
}

/** Out, to the first page of a sign-in, which is a new document as well. */
export const afterSignOut = (to: string = paths.signIn()): Response =>
  withCookies(to, [endedSessionCookie()]);
