import * as z from "zod";
import { VendorFault } from "#app/core/domain/connection/connection-types.ts";
import { AddressRefused, fetch as guardedFetch } from "#app/core/platform/http-guard.server.ts";

const TIMEOUT_MS = 15_000;
/** The description of an object with 800 fields takes about 3 MB. */
const LARGEST_BYTES = 20 * 1024 ** 2;

export type VendorRequest = {
  url: string;
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  accessToken?: string;
  json?: unknown;
  form?: Record<string, string>;
};
/** `body` is null where there is none, or none that is JSON. */
export type VendorAnswer = { status: number; headers: Headers; body: unknown };

/**
 * One guarded request to a vendor: no redirect, no retry, a limit of time and of size. The tokens of a request travel in
 * its header or form, never in its address.
 * @param faultOf what a refusal of this vendor means; null: what its status says
 * @throws VendorFault
 */
export async function askVendor(
  request: VendorRequest,
  faultOf: (answer: VendorAnswer) => VendorFault | null,
): Promise<VendorAnswer> {
  const answer = await send(request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw faultOf(answer) ?? faultOfStatus(answer);
}

async function send({ url, method, accessToken, json, form }: VendorRequest) {
  try {
    const response = await guardedFetch(url, {
      method: method ?? "GET",
      headers: {
        accept: "application/json",
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: parsed(await readText(response)),
    };
  } catch (error) {
    if (error instanceof VendorFault) throw error;
    for (let at: unknown = error; at instanceof Error; at = at.cause)
      if (at instanceof AddressRefused) throw new VendorFault("address_refused");
    throw new VendorFault("unavailable");
  }
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > LARGEST_BYTES) throw new VendorFault("unreadable");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function faultOfStatus({ status, headers }: VendorAnswer): VendorFault {
  const wait = { retryAfterMs: retryAfterMs(headers) };
  // A token goes to no address but the one it was given for.
  if (status >= 300 && status < 400) return new VendorFault("address_refused");
  if (status === 401) return new VendorFault("unauthorised");
  if (status === 403) return new VendorFault("forbidden");
  if (status === 404) return new VendorFault("not_found");
  if (status === 423) return new VendorFault("busy", wait);
  if (status === 429) return new VendorFault("rate_limited", wait);
  // HubSpot moves an account: it says so by a status of its own, and when to come back.
  if (status >= 500 || status === 408 || status === 477)
    return new VendorFault("unavailable", wait);
  return new VendorFault("refused");
}

/** `Retry-After` in either form, as a wait. */
export function retryAfterMs(headers: Headers): number | null {
  const said = headers.get("retry-after");
  if (said === null) return null;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Reads what a vendor answered. @throws VendorFault `unreadable` */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new VendorFault("unreadable");
  return parsed.data;
}

/** Scopes as RFC 6749 writes them, or as a list. */
export const scopesSchema = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/))])
  .transform((scopes) => scopes.filter((scope) => scope !== ""));

/** What every other question would be answered as well. */
const isOver = (error: unknown): boolean => !(error instanceof VendorFault) || error.stopsAll;

/** What makes an answer better and is not needed for it. @throws VendorFault where nothing would be answered */
export async function askBeside<T>(run: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isOver(error)) throw error;
    return otherwise;
  }
}

/** A list of which one entry that cannot be read takes no other with it. */
export const listOf = <S extends z.ZodType>(entry: S) =>
  z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row): z.output<S>[] => {
      const parsed = entry.safeParse(row);
      return parsed.success ? [parsed.data] : [];
    }),
  );
