import { db } from "#app/core/platform/db.server.ts";
import { callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { isRunning } from "../call/call-state.ts";
import { callRoleOf } from "./live-call-view.server.ts";
import type { LiveCallRole } from "./live-views.ts";

/** How somebody stands with a call they watch, asked again at every heartbeat; null: it is not there for them (any more). */
export async function findWatch(
  actor: Member,
  callId: string,
): Promise<{ callRole: LiveCallRole; isOver: boolean } | null> {
  const found = await db.call.findFirst({
    where: { id: callId, kind: "room", AND: visible(actor, "live.read") },
    select: callAccess,
  });
  if (!found || !can(actor, "live.read", found)) return null;
  return { callRole: callRoleOf(actor, found), isOver: !isRunning(found.state) };
}
