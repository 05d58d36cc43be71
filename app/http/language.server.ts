import type { Member } from "#app/core/domain/access/actor.ts";
import { isTheme, type Language, resolveLanguage, type Theme } from "#app/i18n/languages.ts";
import { findActor } from "./actor.server.ts";
import { readCookie } from "./cookies.server.ts";

export function themeOf(request: Request): Theme {
  const theme = readCookie(request, "theme");
  return isTheme(theme) ? theme : "system";
}

/** Whether this browser was told to say no more that the workspace is a demo. */
export const hidesDemoBanner = (request: Request): boolean =>
  readCookie(request, "demo_banner") === "hidden";

/** Profile, then cookie, then what the browser asks for (product §29). Works while the database is away. */
export async function languageOf(request: Request): Promise<Language> {
  const actor = await findActor(request).catch(() => null);
  return resolveLanguage({
    profile: actor?.language ?? null,
    cookie: readCookie(request, "lang"),
    acceptLanguage: request.headers.get("accept-language"),
  });
}

const zones = new Map<string, string>();

/** The zone pages are written in: the profile's, else the browser's cookie, else UTC. */
export function timeZoneOf(request: Request, actor: Member | null): string {
  const zone = actor?.timeZone ?? readCookie(request, "tz") ?? "UTC";
  const known = zones.get(zone);
  if (known !== undefined) return known;
  try {
    const resolved = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
    if (zones.size < 1_000) zones.set(zone, resolved); // spellings of zones are endless: "uTC" is one
    return resolved;
  } catch {
    return "UTC"; // a cookie is the browser's: an unknown zone is no error
  }
}

/** The zone in which the pages of the signed-in sender are written. */
export const zoneOfReader = async (request: Request): Promise<string> =>
  timeZoneOf(request, await findActor(request));
