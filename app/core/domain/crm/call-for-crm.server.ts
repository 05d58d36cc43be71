import { paths } from "#app/paths.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { KnownPerson } from "../mapping/convert.ts";

type Of = { workspaceId: string; callId: string };

/** What converting and writing ask of a call. */
export type CallForCrm = Awaited<ReturnType<typeof findCallForCrm>>;
export async function findCallForCrm(tx: Tx, { workspaceId, callId }: Of) {
  const call = await tx.call.findFirstOrThrow({
    where: { workspaceId, id: callId },
    select: {
      ...{ ownerId: true, visibility: true, state: true, startedAt: true, createdAt: true },
      workspace: { select: { timeZone: true } },
      callDeals: {
        where: { isPrimary: true },
        select: { deal: { select: { currency: true } } },
      },
    },
  });
  const zone = call.workspace.timeZone;
  return {
    ...{ ownerId: call.ownerId, visibility: call.visibility, state: call.state, zone },
    currency: call.callDeals[0]?.deal.currency ?? null,
    /** The day of the call there. */
    day: new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(
      call.startedAt ?? call.createdAt,
    ),
    playbackUrl: playbackUrl(callId),
  };
}

/** The page of the call; never its sound (decisions §8). */
export const playbackUrl = (callId: string): string =>
  new URL(paths.playback(callId), env().appUrl).href;

/** Who took part, with what this CRM knows of them; users there are asked for by whoever needs them. */
export async function listPeople(
  tx: Tx,
  { workspaceId, callId }: Of,
  connectionId: string,
): Promise<KnownPerson[]> {
  const people = await tx.participant.findMany({
    where: { workspaceId, callId },
    orderBy: [{ lane: "asc" }, { id: "asc" }],
    select: {
      ...{ id: true, name: true, email: true, contactId: true },
      member: { select: { email: true } },
      contact: { select: { connectionId: true, external: true } },
    },
  });
  return people.map(({ id, name, email, contactId, member, contact }) => ({
    ...{ participantId: id, contactId, name, email: member?.email ?? email, userRef: null },
    contactRef: contact?.connectionId === connectionId ? contact.external : null,
  }));
}
