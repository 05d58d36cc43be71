import { db } from "#app/core/platform/db.server.ts";
import { listenerIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import { aParticipant } from "#tests/support/factories.ts";
import { turnLiveCallsOn } from "#tests/support/live-call.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { begin, type Fixtures, type Ids, partOfCall, type Scene } from "../noun.ts";
import { TAB } from "../requests.ts";

const RUNNING = ["liveId", "liveRecordingId", "guestId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof RUNNING> {}
}

/** It has been planned: a member has one call at a time that was not. */
const running = partOfCall(RUNNING, async ({ owner, team, visibility }) => {
  const about = { visibility, teamId: team.id, scheduledStart: new Date(0) };
  const live = await aLiveCall(owner, about);
  const { guestId } = await aGuest(live);
  return { liveId: live.callId, liveRecordingId: live.recordingId, guestId };
});

/** The actor among the people of the running call: who hosts it, or was let in. */

const seatOf = ({ actor: { workspaceId, memberId }, house: { liveId } }: Scene) =>
  db.participant.findFirstOrThrow({ where: { workspaceId, callId: liveId, memberId } });

const inRoom = (isMuted: boolean) =>
  begin(async (scene) => {
    const { workspaceId, memberId } = scene.actor;
    const { id: participantId } = await seatOf(scene);
    const identity = repIdentity(memberId, TAB);
    const callId = scene.house.liveId;
    await db.participantPresence.create({
      data: { workspaceId, callId, participantId, identity, joinedMs: 0, isMuted },
    });
  });

const held = (kind: "pause" | "hold") =>
  begin(async (scene) => {
    const { workspaceId } = scene.actor;
    const participantId = kind === "hold" ? (await seatOf(scene)).id : null;
    await db.callSpan.create({
      data: { workspaceId, callId: scene.house.liveId, kind, t0Ms: 0, participantId },
    });
  });

const componentIsOn = begin(() => turnLiveCallsOn());

export const fixtures: Fixtures = {
  parts: [running],
  beginnings: {
    "/console/{liveId} remove": begin(
      async ({ owner: { workspaceId }, house: { guestId, liveId } }) => {
        const { id } = await aParticipant({ id: liveId, workspaceId }, { lane: 3 });
        await db.guest.updateMany({
          where: { workspaceId, id: guestId },
          data: { state: "admitted", participantId: id },
        });
      },
    ),
    "/console/{liveId} unlock": begin(({ owner: { workspaceId }, house: { liveId } }) =>
      db.call.updateMany({ where: { workspaceId, id: liveId }, data: { isLocked: true } }),
    ),
    "/console/{liveId} resume": held("pause"),
    "/console/{liveId} unhold": held("hold"),
    "/console/{liveId} mute": inRoom(false),
    "/console/{liveId} unmute": inRoom(true),
    /** Who listens leaves as well; of the room itself the media server knows. */
    "/console/{liveId} leave": begin(({ actor: { workspaceId, memberId }, house: { liveId } }) =>
      db.liveListener.create({
        data: { workspaceId, callId: liveId, memberId, identity: listenerIdentity(TAB) },
      }),
    ),
    "/console start": componentIsOn,
    "/console demo": async (scene) => {
      const { workspaceId: id } = scene.actor;
      await db.workspace.updateMany({ where: { id }, data: { isDemo: true } });
      return componentIsOn(scene);
    },
  },
};
