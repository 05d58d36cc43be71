import { json } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { DomainError, type ErrorCode, ERRORS } from "#app/core/domain/errors.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { readForm, readJson } from "./body.server.ts";

export type Form = <S extends z.ZodType, R>(
  schema: S,
  apply: (input: z.output<S>) => Promise<R>,
) => Promise<R | Response>;
export type Body = <S extends z.ZodType>(
  schema: S,
  apply: (input: z.output<S>) => Promise<Response>,
) => Promise<Response>;

/** What a refused form does not give back. */
const SECRETS = ["password", "currentPassword", "code", "clientSecret", "key"];

/** Parses a form, applies it, and answers 422 with field errors when either refuses. */
export async function applyForm<S extends z.ZodType, R>(
  data: FormData,
  schema: S,
  apply: (input: z.output<S>) => Promise<R>,
): Promise<R | Response> {
  const submission = parseWithZod(data, { schema, error: formCode });
  if (submission.status !== "success") demandSingleValues(submission);
  if (submission.status !== "success")
    return json(submission.reply({ hideFields: SECRETS }), { status: 422 });
  try {
    return await apply(submission.value);
  } catch (error) {
    if (!(error instanceof DomainError) || Object.keys(error.fields).length === 0) throw error;
    const { "": formErrors, ...fieldErrors } = error.fields;
    const reply = submission.reply({
      hideFields: SECRETS,
      ...(formErrors && { formErrors }),
      fieldErrors,
    });
    const { code } = error;
    // What is wrong with a form its fields say; any other refusal is named for programs as well.
    const named = code === "validation_failed" ? reply : { code, ...reply };
    return json(named, { status: ERRORS[code], headers: retryHeaders(error) });
  }
}

/**
 * A form that is refused unread: it is given back as it came, with one sentence, so that it can be sent again.
 * @param code for programs, @param formError for people
 */
export function refuseForm(data: FormData, code: ErrorCode, formError: string): Response {
  const submission = parseWithZod(data, { schema: z.looseObject({}) });
  const reply = submission.reply({ hideFields: SECRETS, formErrors: [formError] });
  return json({ code, ...reply }, { status: ERRORS[code] });
}

/**
 * A field of one value that came as several, or as an object, is no form of ours: `email=a&email=b` (reliability §2.2).
 * @throws DomainError `invalid_request`
 */
function demandSingleValues({ payload, error }: Refused): void {
  const isMany = (name: string): boolean => {
    const value: unknown = payload[name];
    return typeof value === "object" && value !== null && !(value instanceof Blob);
  };
  if (Object.keys(error ?? {}).some(isMany)) throw new DomainError("invalid_request");
}
type Refused = { payload: Record<string, unknown>; error?: Record<string, unknown> | null };

/** Like `applyForm`, for JSON as well: browsers' own uploads and programs send that. Refusals are JSON with form codes by field. */
export async function applyBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  apply: (input: z.output<S>) => Promise<Response>,
): Promise<Response> {
  const parsed = schema.safeParse(await readBody(request), { error: formCode });
  if (!parsed.success) {
    const fields: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues)
      (fields[fieldName(path)] ??= []).push(message);
    return json({ code: "validation_failed", fields }, { status: 422 });
  }
  return apply(parsed.data);
}

/** `files[0].size`, as Conform names fields. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === "number"
        ? `${name}[${part}]`
        : name === ""
          ? String(part)
          : `${name}.${String(part)}`,
    "",
  );

async function readBody(request: Request): Promise<unknown> {
  const isJson = (request.headers.get("content-type") ?? "").includes("json");
  return isJson ? readJson(request) : Object.fromEntries(await readForm(request));
}

const retryHeaders = (error: DomainError): Record<string, string> =>
  error.retryAfter === null ? {} : { "Retry-After": String(error.retryAfter) };
