import { stringifySetCookie } from "cookie";
import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { readCookie } from "./cookies.server.ts";

const NAME = "__Host-saved";
/** Long enough for the redirect that follows. */
const SECONDS = 60;
/** Pages that ask again at once, as news of the event stream makes them, are told as well: an earlier answer may be dropped. */
const TOLD_SECONDS = 3;
const EVERYWHERE = { path: "/", secure: true, sameSite: "lax", httpOnly: true } as const;

const savedShape = z.object({
  intent: z.string().max(60),
  /** The id of the row the form was about, where it named one. */
  about: z.string().max(64).nullable(),
  /** ISO */
  at: z.iso.datetime(),
  facts: z.record(z.string(), z.string().max(400)),
  /** A page has read it. */
  isTold: z.boolean().default(false),
});
type Noted = z.output<typeof savedShape>;
/** What the last form of this browser did, told by the page the redirect leads to. */
export type Saved = Omit<Noted, "isTold">;

/**
 * Notes on a redirect what the form did, so that the page can say it beside the form, with script and without.
 * Answers that are no redirects say it themselves.
 * @param result what the command gave; its `facts` are texts for the sentence, such as whom an e-mail went to
 */
export function noteSaved(
  response: Response,
  intent: string,
  { data, result }: { data: FormData; result: unknown },
): Response {
  if (response.status !== 302) return response;
  const noted: Noted = {
    intent,
    about: rowOf(data),
    at: now().toISOString(),
    facts: factsOf(result),
    isTold: false,
  };
  response.headers.append("Set-Cookie", cookie(JSON.stringify(noted), SECONDS));
  return response;
}

/** Forms about a row name it first: `memberId`, `teamId`. */
function rowOf(data: FormData): string | null {
  for (const [name, value] of data)
    if (name.endsWith("Id") && typeof value === "string") return value.slice(0, 64);
  return null;
}

function factsOf(result: unknown): Record<string, string> {
  if (typeof result !== "object" || result === null || !("facts" in result)) return {};
  return savedShape.shape.facts.safeParse(result.facts).data ?? {};
}

/**
 * What is to be said now, and the header that ends it a moment later. Whoever reads it twice knows it by `at`.
 * The cookie is the browser's: what cannot be read is nothing.
 */
export function readSaved(request: Request): { saved: Saved | null; headers: HeadersInit } {
  const text = readCookie(request, NAME);
  if (text === null) return { saved: null, headers: {} };
  const noted = parse(text);
  if (noted === null) return { saved: null, headers: { "Set-Cookie": cookie("", 0) } };
  const { isTold, ...saved } = noted;
  if (isTold) return { saved, headers: {} };
  const told = cookie(JSON.stringify({ ...saved, isTold: true }), TOLD_SECONDS);
  return { saved, headers: { "Set-Cookie": told } };
}

function parse(text: string): Noted | null {
  try {
    return savedShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const cookie = (value: string, maxAge: number): string =>
  stringifySetCookie({ name: NAME, value, maxAge, ...EVERYWHERE });
