import { db } from "#app/core/platform/db.server.ts";
import { callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { isRunning } from "../call/call-state.ts";
import { standingOf } from "./live-call-view.server.ts";
import type { LiveStanding } from "./live-views.ts";

/** How somebody stands with a call they watch, asked again at every heartbeat; null: it is not there for them (any more). */
export async function findWatch(
  actor: Member,
  callId: string,
): Promise<{ standing: LiveStanding; isOver: boolean } | null> {
  const found = await db.call.findFirst({
    where: { id: callId, kind: "room", AND: visible(actor, "live.read") },
    select: callAccess,
  });
  if (!found || !can(actor, "live.read", found)) return null;
  return { standing: standingOf(actor, found), isOver: !isRunning(found.state) };
}
