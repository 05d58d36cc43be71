import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";
import type { Guest, Member } from "#app/core/domain/access/actor.ts";
import type {
  GuestPermission,
  Permission,
  PublicPermission,
} from "#app/core/domain/access/policy/policy.ts";
import { DomainError, ERRORS } from "#app/core/domain/errors.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { paths } from "#app/paths.ts";
import { findActor, findGuestActor } from "./actor.server.ts";
import { readForm, readJson, readSearch } from "./body.server.ts";
import { describe } from "./refusal.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** One permission for all methods, or one each. */
export type PerMethod<P extends string> = Partial<Record<Method, P>>;
type Needs<P extends string> = P | PerMethod<P>;

type Form = <S extends z.ZodType, R>(
  schema: S,
  apply: (input: z.output<S>) => Promise<R>,
) => Promise<R | Response>;
/** Like `Form`, for JSON as well: browsers' own uploads and programs send that. Refusals are JSON with form codes by field. */
type Body = <S extends z.ZodType>(
  schema: S,
  apply: (input: z.output<S>) => Promise<Response>,
) => Promise<Response>;
type Base<P> = {
  request: Request;
  params: P;
  /** The address's query, of characters that can be stored. */
  search: URLSearchParams;
  form: Form;
  body: Body;
  closed: AbortSignal;
};
export type SignedIn<P> = Base<P> & { actor: Member };
export type Visit<P> = Base<P> & { actor: Member | null };
export type AsGuest<P> = Base<P> & { actor: Guest };
/** Both may sit in one browser: a host who tries the own invitation. The body says who is meant. */
export type InCall<P> = Base<P> & { actor: Member | null; guest: Guest | null };
/** Guests know one call: their addresses name it. */
type OfCall = z.ZodType<{ callId: string }>;

/** What a refused form does not give back. */
const SECRETS = ["password", "currentPassword", "code"];

const CHANGES = /^(?:POST|PUT|PATCH|DELETE)$/;
/** What is still done by who views as somebody else: the two ways out. */
const FOR_VIEWERS: readonly string[] = ["view.leave", "session.end"] satisfies Permission[];

/** Who views as somebody else only looks (product §12.2). @throws DomainError `view_only` */
function demandOwnEyes({ method }: Request, actor: Member | null, needs: Needs<string>): void {
  if (actor?.viewer == null || !CHANGES.test(method)) return;
  const needed = typeof needs === "string" ? [needs] : Object.values(needs);
  if (!needed.every((permission) => FOR_VIEWERS.includes(permission)))
    throw new DomainError("view_only");
}

/** Parses a form, applies it, and answers 422 with field errors when either refuses. */
async function form<S extends z.ZodType, R>(
  request: Request,
  schema: S,
  apply: (input: z.output<S>) => Promise<R>,
): Promise<R | Response> {
  const submission = parseWithZod(await readForm(request), { schema, error: formCode });
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
    return json(reply, { status: ERRORS[error.code], headers: retryHeaders(error) });
  }
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

async function body<S extends z.ZodType>(
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

async function settle<P extends z.ZodType, R>(
  { request, params: raw, context }: Args,
  needs: Needs<string>,
  params: P,
  run: (base: Base<z.output<P>>) => Promise<R>,
): Promise<R> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (typeof needs === "object" && !(method in needs))
    throw json({ code: "method_not_allowed" }, { status: 405 });
  const parsed = params.safeParse(raw);
  if (!parsed.success) throw json({ code: "not_found" }, { status: 404 });
  const closed = context["closed"] instanceof AbortSignal ? context["closed"] : request.signal;
  try {
    return await run({
      request,
      params: parsed.data,
      search: readSearch(request),
      closed,
      form: (schema, apply) => form(request, schema, apply),
      body: (schema, apply) => body(request, schema, apply),
    });
  } catch (error) {
    throw describe(error);
  }
}

/** A page or resource of members. Nobody signed in: pages go to sign-in, everything else is 401. */
export function signedIn<P extends z.ZodType, R>(
  needs: Needs<Permission>,
  params: P,
  handler: (context: SignedIn<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const actor = await findActor(args.request);
    if (!actor) throw turnedAway(args);
    return settle(args, needs, params, (base) => {
      demandOwnEyes(args.request, actor, needs);
      return handler({ ...base, actor });
    });
  };
  return Object.assign(run, { needs, audience: "member" as const });
}

/** An address of guests: the call it names is the one of their cookie, or it is not there. */
export function guest<P extends OfCall, R>(
  needs: Needs<GuestPermission>,
  params: P,
  handler: (context: AsGuest<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const actor = await findGuestActor(args.request);
    if (!actor) throw json({ code: "unauthenticated" }, { status: 401 });
    return settle(args, needs, params, (base) => {
      if (actor.callId !== base.params.callId) throw new DomainError("not_found");
      return handler({ ...base, actor });
    });
  };
  return Object.assign(run, { needs, audience: "guest" as const });
}

/** An address of a call for its members and its guests: at least one of the two asks. */
export function inCall<P extends OfCall, R>(
  needs: Needs<Permission>,
  guestNeeds: Needs<GuestPermission>,
  params: P,
  handler: (context: InCall<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const [actor, known] = await Promise.all([
      findActor(args.request),
      findGuestActor(args.request),
    ]);
    if (!actor && !known) throw turnedAway(args);
    return settle(args, needs, params, (base) => {
      const guest = known?.callId === base.params.callId ? known : null;
      if (!actor && !guest) throw new DomainError("not_found");
      demandOwnEyes(args.request, actor, needs);
      return handler({ ...base, actor, guest });
    });
  };
  return Object.assign(run, { needs, guestNeeds, audience: "member" as const });
}

/** A page that anybody may open; `actor` is who happens to be signed in. */
export function visitor<P extends z.ZodType, R>(
  needs: Needs<PublicPermission>,
  params: P,
  handler: (context: Visit<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const actor = await findActor(args.request);
    // What such a page changes for whoever is signed in is not changed for a member who is only looked through.
    const isLookedThrough = actor?.viewer != null && CHANGES.test(args.request.method);
    return settle(args, needs, params, (base) =>
      handler({ ...base, actor: isLookedThrough ? null : actor }),
    );
  };
  return Object.assign(run, { needs, audience: "anybody" as const });
}

/**
 * Pages lead to sign-in and back; data, media and streams say 401. That a page's data is asked for is told
 * by the server: Remix takes `_data` away before a loader sees the address.
 */
function turnedAway({ request, context }: Args): Response {
  const { pathname, search } = new URL(request.url);
  const wantsPage =
    request.method === "GET" &&
    (context["isPageData"] === true || (request.headers.get("accept") ?? "").includes("text/html"));
  if (!wantsPage) return json({ code: "unauthenticated" }, { status: 401 });
  const here = `${pathname}${search}`;
  return redirect(paths.signIn(here === "/" ? undefined : here));
}
