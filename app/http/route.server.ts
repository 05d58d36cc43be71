import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import type { Guest, Member } from "#app/core/domain/access/actor.ts";
import type {
  GuestPermission,
  Permission,
  PublicPermission,
} from "#app/core/domain/access/policy/policy.ts";
import { demandEver } from "#app/core/domain/access/access.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import type { Answered, AnyCommand, CommandTable } from "#app/core/pages/commands.ts";
import { paths } from "#app/paths.ts";
import { findActor, findGuestActor, REQUEST_ID } from "./actor.server.ts";
import { isMultipart, readForm, readSearch } from "./body.server.ts";
import { applyBody, applyForm, type Body, type Form, refuseForm } from "./forms.server.ts";
import { describe } from "./refusal.server.ts";
import { report } from "./report.server.ts";
import { noteSaved } from "./saved.server.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** One permission for all methods, or one each. */
export type PerMethod<P extends string> = Partial<Record<Method, P>>;
type Needs<P extends string> = P | PerMethod<P>;

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

const CHANGES = /^(?:POST|PUT|PATCH|DELETE)$/;
/** What is still done by who views as somebody else: the two ways out. */
const WHILE_IMPERSONATING: readonly string[] = ["view.leave", "session.end"] satisfies Permission[];

/** Who views as somebody else only looks (product §12.2). @throws DomainError `view_only` */
function refuseWhileImpersonating(
  { method }: Request,
  actor: Member | null,
  needs: Needs<string>,
): void {
  if (actor?.impersonator == null || !CHANGES.test(method)) return;
  const needed = typeof needs === "string" ? [needs] : Object.values(needs);
  if (!needed.every((permission) => WHILE_IMPERSONATING.includes(permission)))
    throw new DomainError("view_only");
}

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
      form: async (schema, apply) => applyForm(await readForm(request), schema, apply),
      body: (schema, apply) => applyBody(request, schema, apply),
    });
  } catch (error) {
    const refused = describe(error);
    throw refused === error ? faultOf(error, request) : refused;
  }
}

/** A bug is reported here, so that the page of the error can name the report. Answers and broken lines stay as they are. */
function faultOf(error: unknown, request: Request): unknown {
  if (error instanceof Response || request.signal.aborted) return error;
  const requestId = report(error, { requestId: request.headers.get(REQUEST_ID) });
  return json({ code: "internal", requestId }, { status: 500 });
}

/** A page or resource of members. Nobody signed in: pages go to sign-in, everything else is 401. */
export function signedIn<P extends z.ZodType, R>(
  needs: Needs<Permission>,
  params: P,
  handler: (context: SignedIn<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const actor = await findActor(args.request);
    if (!actor) throw refusedVisit(args);
    return settle(args, needs, params, (base) => {
      refuseWhileImpersonating(args.request, actor, needs);
      return handler({ ...base, actor });
    });
  };
  return Object.assign(run, { needs, audience: "member" as const });
}

/** A form with files, which is no command: it is received as it comes. */
type Multipart = {
  needs: Permission;
  receive: (actor: Member, request: Request) => Promise<Response>;
};
/** How a page answers its commands. */
type Page<P extends z.ZodType, S, T extends Runs> = {
  params: P;
  /** What the commands know beside the form; by default the parameters of the address. */
  situation: (asked: Asked<P>) => S | Promise<S>;
  /** The intent where the address tells it; null leaves it to the form. */
  intentOf?: (asked: Asked<P>) => string | null;
  /** Redirects, cookies and pages by intent. */
  answers?: {
    [I in keyof T & string]?: (
      told: Asked<P> & { result: Answered<T>[I]["result"] },
    ) => Response | Promise<Response>;
  };
  /** What all other intents answer; `{ ok: true, intent, …result }` where it is not given. */
  otherwise?: (told: Asked<P>) => Response;
};
type Asked<P extends z.ZodType> = {
  request: Request;
  params: z.output<P>;
  search: URLSearchParams;
};
type Runs = Record<string, { run: (...args: never[]) => Promise<unknown> }>;

/**
 * The action of a page with commands, for members. Each intent asks its own right: of the role here, of the row in the
 * domain function. Who views as somebody else is refused, unless the command is a way out of that.
 */
export function memberCommands<
  S,
  P extends z.ZodType,
  T extends Record<string, AnyCommand<Member, Permission, S>>,
>(table: CommandTable<Member, Permission, S, T>, page: Page<P, S, T> & { multipart?: Multipart }) {
  const { multipart } = page;
  const run = async (args: Args): Promise<Response> => {
    const actor = await findActor(args.request);
    if (!actor && isFormOfScript(args)) return settle(args, { POST: "" }, z.unknown(), keepForm);
    if (!actor) throw refusedVisit(args);
    return settle(args, { POST: "" }, page.params, async ({ request, params, search }) => {
      if (multipart && isMultipart(request)) {
        demandCommand(actor, multipart.needs);
        return multipart.receive(actor, request);
      }
      const data = await readForm(request);
      const needs = table.needs(data.get("intent"));
      if (needs === null) refuseImpersonation(actor);
      else demandCommand(actor, needs);
      return runCommand(table, page, { actor, request, params, search, data });
    });
  };
  const audience = "member" as const;
  return Object.assign(run, { needs: { POST: table.permissions }, audience, commands: table });
}

/** The same for a page that anybody may open. `actor`: who happens to be signed in, and is not only looked through. */
export function visitorCommands<
  S,
  P extends z.ZodType,
  T extends Record<string, AnyCommand<Member | null, PublicPermission, S>>,
>(table: CommandTable<Member | null, PublicPermission, S, T>, page: Page<P, S, T>) {
  const run = async (args: Args): Promise<Response> => {
    const found = await findActor(args.request);
    const actor = found?.impersonator == null ? found : null;
    return settle(args, { POST: "" }, page.params, async ({ request, params, search }) =>
      runCommand(table, page, { actor, request, params, search, data: await readForm(request) }),
    );
  };
  const audience = "anybody" as const;
  return Object.assign(run, { needs: { POST: table.permissions }, audience, commands: table });
}

/** A form whose page is still there: what was typed stays in it. */
const isFormOfScript = ({ request, context }: Args): boolean =>
  request.method === "POST" && context["isPageData"] === true;

/** Refused as what is not valid is, where the form is: the member signs in beside it and sends it again. */
async function keepForm({ request }: { request: Request }): Promise<Response> {
  // Files are received by members alone.
  const data = isMultipart(request) ? new FormData() : await readForm(request);
  return refuseForm(data, "unauthenticated", "signed_out");
}

/** @throws DomainError `view_only`, `forbidden` where the role never has the right */
function demandCommand(actor: Member, needs: Permission): void {
  if (!WHILE_IMPERSONATING.includes(needs)) refuseImpersonation(actor);
  demandEver(actor, needs);
}

function refuseImpersonation({ impersonator }: Member): void {
  if (impersonator !== null) throw new DomainError("view_only");
}

async function runCommand<
  A,
  N extends string,
  S,
  P extends z.ZodType,
  T extends Runs & Record<string, AnyCommand<A, N, S>>,
>(
  table: CommandTable<A, N, S, T>,
  { situation, intentOf, answers = {}, otherwise }: Page<P, S, T>,
  { actor, data, ...asked }: Asked<P> & { actor: A; data: FormData },
): Promise<Response> {
  const told = intentOf?.(asked) ?? null;
  if (told !== null) data.set("intent", told);
  return applyForm(data, table.form, async (input) => {
    const { intent, result } = await table.run(actor, input, await situation(asked));
    const answer = answers[intent];
    const note = (response: Response): Response =>
      actor === null ? response : noteSaved(response, intent, { data, result });
    if (answer) return note(await answer({ ...asked, result }));
    if (otherwise) return note(otherwise(asked));
    return json({ ok: true, intent, ...(typeof result === "object" && result) });
  });
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
    if (!actor && !known) throw refusedVisit(args);
    return settle(args, needs, params, (base) => {
      const guest = known?.callId === base.params.callId ? known : null;
      if (!actor && !guest) throw new DomainError("not_found");
      refuseWhileImpersonating(args.request, actor, needs);
      return handler({ ...base, actor, guest });
    });
  };
  return Object.assign(run, { needs, guestNeeds, audience: "member" as const });
}

/** An address of players on other sites: nobody's cookie is read there, so that none can matter. */
export function embed<P extends z.ZodType, R>(
  needs: Needs<PublicPermission>,
  params: P,
  handler: (context: Base<z.output<P>>) => Promise<R>,
) {
  const run = async (args: Args): Promise<R> => {
    const headers = new Headers(args.request.headers);
    headers.delete("cookie");
    // A frame without an origin of its own sends its JSON as text, which a browser lets it do without asking first.
    if (headers.get("content-type")?.startsWith("text/plain") === true)
      headers.set("content-type", "application/json");
    return settle(
      { ...args, request: new Request(args.request, { headers }) },
      needs,
      params,
      handler,
    );
  };
  return Object.assign(run, { needs, audience: "anybody" as const });
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
    const isLookedThrough = actor?.impersonator != null && CHANGES.test(args.request.method);
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
function refusedVisit({ request, context }: Args): Response {
  const { pathname, search } = new URL(request.url);
  const wantsPage =
    request.method === "GET" &&
    (context["isPageData"] === true || (request.headers.get("accept") ?? "").includes("text/html"));
  if (!wantsPage) return json({ code: "unauthenticated" }, { status: 401 });
  const here = `${pathname}${search}`;
  return redirect(paths.signIn(here === "/" ? undefined : here));
}
