import { stringifySetCookie } from "cookie";
import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { readCookie } from "./cookies.server.ts";

const NAME = "__Host-saved";
/** Long enough for the redirect that follows. */
const SECONDS = 60;
const EVERYWHERE = { path: "/", secure: true, sameSite: "lax", httpOnly: true } as const;

const savedShape = z.object({
  intent: z.string().max(60),
  /** The id of the row the form was about, where it named one. */
  about: z.string().max(64).nullable(),
  /** ISO */
  at: z.iso.datetime(),
  facts: z.record(z.string(), z.string().max(400)),
});
/** What the last form of this browser did, told once by the page the redirect leads to. */
export type Saved = z.output<typeof savedShape>;

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
  const saved: Saved = {
    intent,
    about: rowOf(data),
    at: now().toISOString(),
    facts: factsOf(result),
  };
  response.headers.append("Set-Cookie", cookie(JSON.stringify(saved), SECONDS));
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

/** What is to be said now, and the header that ends it. The cookie is the browser's: what cannot be read is nothing. */
export function readSaved(request: Request): { saved: Saved | null; headers: HeadersInit } {
  const text = readCookie(request, NAME);
  if (text === null) return { saved: null, headers: {} };
  return { saved: parse(text), headers: { "Set-Cookie": cookie("", 0) } };
}

function parse(text: string): Saved | null {
  try {
    return savedShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const cookie = (value: string, maxAge: number): string =>
  stringifySetCookie({ name: NAME, value, maxAge, ...EVERYWHERE });
