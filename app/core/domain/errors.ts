/** Every refusal of the product and its HTTP status (product §7.1). Texts stand in the `errors` catalogue under the same codes. */
export const ERRORS = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  sso_required: 403,
  view_only: 403,
  out_of_range: 403,
  consent_blocked: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invalid_state: 409,
  legal_hold: 409,
  link_ended: 410,
  payload_too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  limit_reached: 422,
  upload_locked: 423,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  provider_error: 502,
  part_off: 503,
  unavailable: 503,
  storage_full: 507,
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** Form codes by field; the empty key is the form itself. */
export type FieldErrors = Record<string, string[]>;

/** The only expected error. `fields` carries form codes (product §7.2), `retryAfter` seconds. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  readonly retryAfter: number | null;
  /** Of `forbidden`: the roles that may, where the role alone decides. */
  readonly roles: readonly string[];

  constructor(
    code: ErrorCode,
    fields: FieldErrors = {},
    retryAfter: number | null = null,
    roles: readonly string[] = [],
  ) {
    super(code);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.roles = roles;
  }
}

/** The refusal of one more. @param n how many there are @param field under which the form says it */
export const limitReached = (max: number, n: number = max, field = ""): DomainError =>
  new DomainError("limit_reached", { [field]: [`limit_reached?n=${n}&max=${max}`] });
