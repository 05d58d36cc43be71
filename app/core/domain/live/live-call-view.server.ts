import { db } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, type CallRow, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { readSettings } from "../workspace-settings.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { invitationUrl } from "./invitation.server.ts";
import { isRunning } from "../call/call-state.ts";
import type { LiveCallView, LiveCallRole } from "./live-views.ts";
import { marksOf, peopleOf, stateOf, waitingOf } from "./stream.server.ts";

/**
 * The page of a running call.
 * @returns null when the call is over and its playback is the place to be
 * @throws DomainError `not_found`
 */
export async function findLiveCall(actor: Member, callId: string): Promise<LiveCallView | null> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "live.read") },
    select: {
      ...callAccess,
      title: true,
      language: true,
      source: true,
      liveCall: { select: { callId: true } },
      owner: { select: { id: true, name: true } },
      company: { select: { name: true } },
      workspace: { select: { settings: true } },
      sharedLinks: {
        where: { kind: "invitation", revokedAt: null },
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { urlEnc: true, expiresAt: true },
      },
    },
  });
  const call = authorise(actor, "live.read", found);
  if (!call.liveCall || !isRunning(call.state)) return null;
  const ref = { workspaceId: actor.workspaceId, callId };
  const callRole = callRoleOf(actor, call);
  const isDemo = call.source === DEMO_SOURCE;
  const [state, people, waiting, marks] = await Promise.all([
    stateOf(ref),
    peopleOf(ref),
    callRole === "host" ? waitingOf(ref) : [],
    marksOf(actor, ref),
  ]);
  const [link] = call.sharedLinks;
  return {
    callId,
    title: call.title,
    company: call.company?.name ?? null,
    visibility: call.visibility,
    owner: call.owner,
    language: call.language,
    callRole,
    isWhole: !marks.some(({ kind }) => kind === "gap"),
    isDemo,
    canListen: (isDemo && callRole === "host") || can(actor, "live.listen", call),
    invitation:
      callRole === "watcher" || isDemo || !link
        ? null
        : {
            url: invitationUrl(link.urlEnc),
            expiresAt: link.expiresAt?.toISOString() ?? null,
          },
    allowsUnrecorded: readSettings(call.workspace.settings).consent.allowsUnrecorded,
    state,
    people,
    waiting,
    marks,
  };
}

/** The host has the controls; who may join is in it; everybody else reads along. */
export const callRoleOf = (actor: Member, call: CallRow): LiveCallRole =>
  can(actor, "live.host", call) ? "host" : can(actor, "live.join", call) ? "rep" : "watcher";
