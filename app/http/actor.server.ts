import { LRUCache } from "lru-cache";
import { findMember } from "#app/core/domain/account/session.server.ts";
import type { Guest, Member, Origin } from "#app/core/domain/access/actor.ts";
import { findGuest } from "#app/core/domain/live/guest.server.ts";
import { guestSecret, sessionToken } from "./cookies.server.ts";
import { describe } from "./refusal.server.ts";

/** `server.ts` writes these on every request; a client's own values are dropped there. */
export const REQUEST_ID = "x-parley-request-id";
export const REMOTE_ADDRESS = "x-parley-remote-address";

export const originOf = (request: Request): Origin => ({
  ip: request.headers.get(REMOTE_ADDRESS),
  agent: request.headers.get("user-agent")?.slice(0, 400) ?? null,
  requestId: request.headers.get(REQUEST_ID),
});

/** Remix gives each loader of a page a request object of its own; our id is what they have in common. */
const known = new LRUCache<string, Promise<Member | null>>({
  max: 500, // far more requests than are ever under way at once
});

/** Who is signed in; asked once for all loaders of a request. */
export function findActor(request: Request): Promise<Member | null> {
  const id = request.headers.get(REQUEST_ID);
  if (id === null) return lookUp(request);
  const found = known.get(id) ?? lookUp(request);
  known.set(id, found);
  return found.catch(refuse);
}

/** Asks anew, for streams that outlive the moment they were opened. */
export const lookUpAgain = (request: Request): Promise<Member | null> =>
  lookUp(request).catch(refuse);

/** Whether a stream may go on as it began: the same person, by the same eyes, with the same role, teams and private access. */
export async function isAsBefore(request: Request, before: Member): Promise<boolean> {
  const now = await lookUpAgain(request);
  return (
    now !== null &&
    now.memberId === before.memberId &&
    now.impersonator?.memberId === before.impersonator?.memberId &&
    (now.privateUntil === null) === (before.privateUntil === null) &&
    now.role === before.role &&
    isSameSet(now.teamIds, before.teamIds) &&
    isSameSet(now.scopeTeamIds, before.scopeTeamIds)
  );
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Each loader gets an answer of its own: a response can be read only once. */
function refuse(error: unknown): never {
  throw describe(error);
}

async function lookUp(request: Request): Promise<Member | null> {
  const token = sessionToken(request);
  if (token === null || token === "") return null;
  return findMember(token, originOf(request));
}

/** Who a guest's cookie belongs to, as they stand with their call at this moment; null without one. */
export const findGuestActor = (request: Request): Promise<Guest | null> => {
  const secret = guestSecret(request);
  if (secret === null || secret === "") return Promise.resolve(null);
  return findGuest(secret, originOf(request)).catch(refuse);
};
