import type { Tx } from "#app/core/platform/db.server.ts";
import { guestIdentity } from "#app/core/platform/livekit-names.ts";
import { limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { holdCall } from "./live-call.server.ts";

type Room = { workspaceId: string; callId: string };

/**
 * Whether a guest may come in besides those who are there; holds the call until the transaction ends, so that
 * two who come at once are counted one after the other. A guest who was let in and has not come yet has a place.
 * @throws DomainError `limit_reached`
 */
export async function findRoomFor(tx: Tx, room: Room, guestId: string): Promise<void> {
  await holdCall(tx, room);
  const { guests, people } = await countPeople(tx, room, guestId);
  if (guests >= LIMITS.guestsInRoom) throw limitReached(LIMITS.guestsInRoom, guests);
  if (people >= LIMITS.peopleInRoom) throw limitReached(LIMITS.peopleInRoom, people);
}

/**
 * Whether a member may come in besides those who are there; who took part and has left takes no place. The caller
 * holds the call.
 * @throws DomainError `limit_reached`
 */
export async function findRoomForMember(tx: Tx, room: Room): Promise<void> {
  const { people } = await countPeople(tx, room, null);
  if (people >= LIMITS.peopleInRoom) throw limitReached(LIMITS.peopleInRoom, people);
}

/** Everybody who has a place in the room, the asking guest left out. Tabs of one person are one. */
async function countPeople(
  tx: Tx,
  { workspaceId, callId }: Room,
  guestId: string | null,
): Promise<{ guests: number; people: number }> {
  const here = await tx.participantPresence.findMany({
    where: { workspaceId, callId },
    select: { participantId: true, identity: true, leftMs: true },
  });
  const admitted = await tx.guest.findMany({
    where: {
      workspaceId,
      callId,
      state: "admitted",
      ...(guestId !== null && { id: { not: guestId } }),
    },
    select: { id: true },
  });
  const hasGone = (identity: string) => {
    const visits = here.filter((one) => one.identity === identity);
    return visits.length > 0 && visits.every(({ leftMs }) => leftMs !== null);
  };
  const guests = admitted.filter(({ id }) => !hasGone(guestIdentity(id))).length;
  const members = new Set(
    here
      .filter(({ identity, leftMs }) => leftMs === null && identity.startsWith("rep:"))
      .map(({ participantId }) => participantId),
  );
  return { guests, people: guests + members.size };
}
