import { findMember } from "#app/core/domain/account/session.server.ts";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import { sessionToken } from "./cookies.server.ts";
import { describe } from "./refusal.server.ts";

/** `server.ts` writes these on every request; a client's own values are dropped there. */
export const REQUEST_ID = "x-parley-request-id";
export const REMOTE_ADDRESS = "x-parley-remote-address";

export const originOf = (request: Request): Origin => ({
  ip: request.headers.get(REMOTE_ADDRESS),
  agent: request.headers.get("user-agent")?.slice(0, 400) ?? null,
  requestId: request.headers.get(REQUEST_ID),
});

const known = new WeakMap<Request, Promise<Member | null>>();

/** Who is signed in; asked once per request object. */
export function findActor(request: Request): Promise<Member | null> {
  const found = known.get(request) ?? lookUp(request);
  known.set(request, found);
  return found;
}

/** Asks anew, for streams that outlive the moment they were opened. */
export const lookUpAgain = (request: Request): Promise<Member | null> => lookUp(request);

async function lookUp(request: Request): Promise<Member | null> {
  const token = sessionToken(request);
  if (token === null || token === "") return null;
  try {
    return await findMember(token, originOf(request));
  } catch (error) {
    throw describe(error);
  }
}
