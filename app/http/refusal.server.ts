import { json } from "@remix-run/node";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";
import { RETRY_AFTER } from "#app/core/platform/while-unavailable.ts";

/** What a route throws: the answer of an expected refusal, or the error itself, which is a bug. */
export function describe(error: unknown): unknown {
  if (error instanceof DomainError) {
    const headers: Record<string, string> =
      error.retryAfter === null ? {} : { "Retry-After": String(error.retryAfter) };
    return json(
      {
        code: error.code,
        fields: error.fields,
        ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
        ...(error.roles.length > 0 && { roles: error.roles }),
      },
      { status: ERRORS[error.code], headers },
    );
  }
  if (isDatabaseUnavailable(error))
    return json({ code: "unavailable" }, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
  return error;
}
