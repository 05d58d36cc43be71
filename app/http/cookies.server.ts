import { type Cookies, parseCookie, stringifySetCookie } from "cookie";
import { PRE_SESSION_SECONDS } from "#app/core/domain/account/pre-session.server.ts";
import { SESSION_MS } from "#app/core/domain/account/session.server.ts";
import { VISIT_MS } from "#app/core/domain/share/visit.server.ts";
import { isLinkPreview } from "./link-preview.ts";
import { STATE_COOKIE } from "#app/core/platform/oauth/identity-provider-strategy.server.ts";

/** Of every cookie: sent with every address of ours, over https or loopback, and with no post of another site. */
const EVERYWHERE = { path: "/", secure: true, sameSite: "lax" } as const;
/** `__Host-` binds the cookie to this host, https or loopback, and the root path (reliability §3.4). */
const SID = "__Host-sid";
const GUEST = "__Host-guest";
/** A guest's cookie is worth nothing once the call is over; calls end after six hours (product §6). */
const GUEST_SECONDS = 12 * 3_600;

/** The session's secret from a request, or null. */
export const sessionToken = (request: Request): string | null => readCookie(request, SID);

export const sessionCookie = (token: string): string =>
  serialise(SID, token, Math.floor(SESSION_MS / 1000));
/** Half a sign-in, until its second step. */
const PRE = "__Host-pre";
export const preSessionToken = (request: Request): string | null => readCookie(request, PRE);
export const preSessionCookie = (token: string): string =>
  serialise(PRE, token, PRE_SESSION_SECONDS);
export const endedPreSessionCookie = (): string => serialise(PRE, "", 0);
/** What a browser sends under a name need not be a name that can be set. */
const SETTABLE = /^[\w:-]+$/;
/** Ends the cookies that carry this OAuth state: it has been used. */
export function endedStateCookies(request: Request, state: string): string[] {
  if (state === "") return [];
  return Object.entries(cookiesOf(request, (value) => value))
    .filter(
      ([name, value = ""]) =>
        name.startsWith(STATE_COOKIE) && SETTABLE.test(name) && value.includes(state),
    )
    .map(([name]) => serialise(name, "", 0));
}
export const endedSessionCookie = (): string => serialise(SID, "", 0);

/** The secret of somebody who knocked at a call's door, or null. */
export const guestSecret = (request: Request): string | null => readCookie(request, GUEST);
export const guestCookie = (secret: string): string => serialise(GUEST, secret, GUEST_SECONDS);

/** The secret of a browser that opened a shared link, or null; what it was let in to stands in rows. */
const VISITOR = "__Host-visitor";
/** None for programs that draw cards: what may not see the page may not fetch its sound, and is no view. */
export const visitorSecret = (request: Request): string | null =>
  isLinkPreview(request) ? null : readCookie(request, VISITOR);
export const visitorCookie = (secret: string): string =>
  serialise(VISITOR, secret, VISIT_MS / 1000);

const serialise = (name: string, value: string, maxAge: number): string =>
  stringifySetCookie({ name, value, maxAge, ...EVERYWHERE, httpOnly: true });

export const readCookie = (request: Request, name: string): string | null =>
  cookiesOf(request, decoded)[name] ?? null;

const cookiesOf = (request: Request, decode: (value: string) => string | undefined): Cookies =>
  parseCookie(request.headers.get("cookie") ?? "", { decode });

/** A cookie is the browser's: one that cannot be read is no cookie. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const YEAR_SECONDS = 365 * 86_400;

/** What a browser remembers of its reader: no identity, checked against a list on every read. */
export const preferenceCookie = (
  name: "theme" | "lang" | "tz" | "demo_banner",
  value: string,
): string => stringifySetCookie({ name, value, maxAge: YEAR_SECONDS, ...EVERYWHERE });
