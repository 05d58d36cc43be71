import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { authorise, callAccess, visible } from "#app/core/domain/access/access.ts";
import { keepLeftSpeaker } from "#app/core/domain/account/home-preferences.server.ts";
import { personForm } from "#app/core/domain/call/call-edit.schema.ts";
import { addPerson } from "#app/core/domain/call/people.server.ts";
import { correctSpeaker } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";

const position = z.coerce.number().int().min(0).max(1_000_000);
export const nameSpeakerForm = personForm.extend({
  callId: z.uuid(),
  number: position.min(1),
  segment: position,
});

/**
 * Says who speaks the words of a call that were nobody's: somebody of the call by that name, else a new person.
 * @returns the transcript's version before and after, for the undo
 * @throws DomainError `not_found`, `forbidden`, `conflict`, `limit_reached`
 */
export async function nameSpeaker(
  actor: Member,
  { callId, number, segment, name, side }: z.output<typeof nameSpeakerForm>,
): Promise<{ number: number; to: number }> {
  const { workspaceId } = actor;
  const known = await db.participant.findFirst({
    where: { workspaceId, callId, name: { equals: name, mode: "insensitive" } },
    select: { id: true },
  });
  const participantId = known?.id ?? (await addPerson(actor, callId, { name, side }));
  const made = await correctSpeaker(actor, callId, {
    ...{ intent: "correct_speaker", number, segment, participantId, scope: "everywhere" },
  });
  return { number: made.number, to: number };
}

/**
 * Lets the words of a call be nobody's: Home asks no more who says them; `isLeft` false asks again.
 * @throws DomainError `not_found`, `forbidden`
 */
export async function leaveSpeaker(actor: Member, callId: string, isLeft: boolean): Promise<void> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  authorise(actor, "transcript.update", found);
  await keepLeftSpeaker(actor, callId, isLeft);
}
