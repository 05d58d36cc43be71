import type { Member } from "#app/core/domain/access/actor.ts";
import { glanceAtNotices } from "#app/core/domain/notification/inbox.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { readInTurn } from "./read-in-turn.server.ts";
import type { Send } from "./stream.server.ts";

/**
 * Sends `notice` with how many of the member's notices are unread: at the beginning, and whenever that number or the
 * newest notice is another.
 */
export function followNotices(actor: Member, send: Send, signal: AbortSignal): void {
  const wake = readInTurn(async () => {
    const changed = await glanceAtNotices(actor);
    return { key: changed, publish: () => send("notice", changed) };
  }, signal);
  const mine = `${actor.workspaceId}:${actor.memberId}`;
  listen("member", (payload) => payload === mine && wake(), wake, signal);
  wake();
}
