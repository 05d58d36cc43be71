import { json } from "@remix-run/node";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";

/** Codes by which PostgreSQL, the pool and Prisma say "not now" rather than "never". */
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "53300",
]);
const RETRY_SECONDS = "2";

/** Whether the database cannot be reached now; the same request may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 5;
    at = at.cause, depth += 1
  ) {
    if ("code" in at && typeof at.code === "string" && AWAY.has(at.code)) return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Can't reach database server|server closed the connection|terminating connection/i.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}

/** What a route throws: the answer of an expected refusal, or the error itself, which is a bug. */
export function describe(error: unknown): unknown {
  if (error instanceof DomainError) {
    const headers: Record<string, string> =
      error.retryAfter === null ? {} : { "Retry-After": String(error.retryAfter) };
    return json(
      { code: error.code, fields: error.fields },
      { status: ERRORS[error.code], headers },
    );
  }
  if (isUnavailable(error))
    return json(
      { code: "unavailable" },
      { status: 503, headers: { "Retry-After": RETRY_SECONDS } },
    );
  return error;
}
