import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import type { NewPerson } from "./call-edit.schema.ts";

/**
 * Adds somebody who took part, to whom words can then be given: a mixed recording knows nobody by itself.
 * @throws DomainError `not_found`, `forbidden`, `limit_reached`, `validation_failed` (name: already_used)
 */
export async function addPerson(
  actor: Member,
  callId: string,
  { name, side }: NewPerson,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  const id = newId();
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM call WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
    const found = await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.read") },
      select: {
        ...callAccess,
        participants: { select: { memberId: true, name: true, lane: true } },
      },
    });
    const call = authorise(actor, "transcript.update", found);
    if (call.participants.length >= LIMITS.peopleInCall)
      throw limitReached(LIMITS.peopleInCall, call.participants.length, "name");
    if (call.participants.some((person) => person.name.toLowerCase() === name.toLowerCase()))
      throw new DomainError("validation_failed", {
        name: [`already_used?value=${encodeURIComponent(name)}`],
      });
    await tx.participant.create({
      data: {
        id,
        workspaceId,
        callId,
        side,
        role: side === "R" ? "rep" : "customer",
        name,
        memberId: side === "R" && name.toLowerCase() === actor.name.toLowerCase() ? memberId : null,
        lane: Math.max(-1, ...call.participants.map(({ lane }) => lane)) + 1,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "call.updated",
      { kind: "call", id: callId },
      { after: { people: call.participants.length + 1 } },
    );
    await enqueue(tx, indexCall, `${callId}:${id}`, { v: 1, workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
  return id;
}
