import { randomUUID } from "node:crypto";
import { livekit, type RoomToken } from "#app/core/platform/livekit.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";

/**
 * A room of one's own in which the page tries the ways to the media server before a call: WebSocket, UDP, TCP, TURN.
 * It ends by itself, and its token opens nothing else.
 * @throws LivekitUnavailable when there is no server to test
 */
export function connectionTest(actor: Member): Promise<RoomToken> {
  demand(actor, "live.start");
  return livekit().testToken(randomUUID());
}
