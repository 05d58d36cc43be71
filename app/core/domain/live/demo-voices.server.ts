import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { livekit, type RoomToken } from "#app/core/platform/livekit.server.ts";
import type { Member, Origin, System } from "../access/actor.ts";
import { readSettings } from "../workspace-settings.ts";
import { type BuiltInConsent, consentHash, consentText } from "./consent-text.server.ts";
import { admitGuest } from "./admission.server.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { endCall } from "./end.server.ts";
import { findGuest, guestToken, newGuest } from "./guest.server.ts";
import { isRunning } from "../call/call-state.ts";

/** Ways into the room for the two synthetic people of the demo's live call. */
export type DemoVoices = { host: RoomToken; guest: RoomToken };

const NOBODY: Origin = { ip: null, agent: "demo", requestId: null };
/** The tab of a host who sits in no browser. */
const TAB = "demo-voice";

/**
 * Seats the two people of a demo call: its owner, and a guest with a name and an answer, who is let in by the owner. The
 * invitation is revoked with that: the starter of the call hears it unseen, so no person may speak in it.
 * @returns null when there is no such call (any more), or it is no demo's
 */
export async function seatDemoVoices(
  { workspaceId }: System,
  callId: string,
  { title, guestName }: { title: string; guestName: string },
  builtIn: BuiltInConsent,
): Promise<DemoVoices | null> {
  const call = await findDemoCall(workspaceId, callId);
  const link = call?.sharedLinks[0];
  if (!call || !link || !isRunning(call.state)) return null;
  await db.call.updateMany({ where: { workspaceId, id: callId }, data: { title } });
  const { name, settings } = call.workspace;
  const shown = consentText({ name, settings: readSettings(settings) }, "en", builtIn);
  const answer = {
    ...{ name: guestName, email: null },
    ...{ consent: "agreed" as const, consentHash: consentHash(shown) },
  };
  const secret = await db.$transaction(async (tx) => {
    await tx.sharedLink.updateMany({
      where: { workspaceId, callId, kind: "invitation", revokedAt: null },
      data: { revokedAt: now() },
    });
    return newGuest(tx, { workspaceId, callId, linkId: link.id }, answer, NOBODY);
  });
  const waiting = await findGuest(secret, NOBODY);
  if (!waiting) return null;
  await admitGuest(hostOf(workspaceId, call.owner), callId, waiting.guestId);
  const guest = await findGuest(secret, NOBODY);
  if (!guest) return null;
  return {
    host: await livekit().repToken(callId, call.owner.id, TAB),
    guest: await guestToken(guest),
  };
}

/** The demo's call is over when its voices have nothing more to say. */
export async function endDemoCall(system: System, callId: string): Promise<void> {
  const { workspaceId } = system;
  if (await findDemoCall(workspaceId, callId))
    await endCall(null, { workspaceId, callId }, "demo_over", system);
}

const findDemoCall = (workspaceId: string, callId: string) =>
  db.call.findFirst({
    where: {
      ...{ workspaceId, id: callId, source: DEMO_SOURCE },
      workspace: { isDemo: true, deletedAt: null },
    },
    select: {
      state: true,
      owner: { select: { id: true, name: true, email: true, role: true } },
      workspace: { select: { name: true, settings: true } },
      // Also a revoked one: a job that runs again seats its people again.
      sharedLinks: { where: { kind: "invitation" }, select: { id: true }, take: 1 },
    },
  });

type Owner = { id: string; name: string; email: string; role: Member["role"] };

/** The owner, who needs no session to open a door that is theirs. */
const hostOf = (workspaceId: string, { id, ...owner }: Owner): Member => ({
  kind: "member",
  workspaceId,
  memberId: id,
  sessionId: "",
  ...owner,
  teamIds: [],
  scopeTeamIds: [],
  language: null,
  timeZone: null,
  isDemo: true,
  impersonator: null,
  privateUntil: null,
  origin: NOBODY,
});
