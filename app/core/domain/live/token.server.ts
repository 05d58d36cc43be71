import type { RoomToken } from "#app/core/platform/livekit.server.ts";
import type { Guest, Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { guestToken } from "./guest.server.ts";
import { joinToken } from "./join.server.ts";
import { listenToken } from "./listeners.server.ts";
import type { TokenRequest } from "./live-forms.schema.ts";

/**
 * The token for whoever the page says it is. Both a session and a guest's cookie may sit in one browser, so the
 * page's word chooses between them; it gives nobody a right.
 * @throws DomainError `unauthenticated` (that one is not there), and as `joinToken`, `listenToken`, `guestToken`
 */
export async function takeToken(
  member: Member | null,
  guest: Guest | null,
  callId: string,
  { as, tabId, takesOver }: TokenRequest,
): Promise<RoomToken> {
  const isGuest = as === "guest" || (as === undefined && (!member || tabId === undefined));
  if (isGuest) {
    if (!guest) throw new DomainError("unauthenticated");
    return guestToken(guest);
  }
  if (!member) throw new DomainError("unauthenticated");
  if (tabId === undefined) throw new DomainError("validation_failed", { tabId: ["required"] });
  return as === "listener"
    ? listenToken(member, callId, tabId)
    : joinToken(member, callId, tabId, takesOver === "true");
}
