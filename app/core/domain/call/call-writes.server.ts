import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { publishPipelineChanged } from "./call-changed.server.ts";
import type { CallEdit } from "./call-edit.schema.ts";
import { isRunning } from "./call-state.ts";
import { companyOf } from "./new-call.server.ts";

/**
 * Changes title, company or visibility.
 * @throws DomainError `not_found`, `forbidden`, `conflict` (title: changed_meanwhile) when somebody was quicker
 */
export async function editCall(actor: Member, callId: string, input: CallEdit): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const call = authorise(actor, "call.update", await find(tx, actor, callId));
    // Visibility needs more than an edit grant (product §3.3).
    if (
      input.visibility !== undefined &&
      input.visibility !== call.visibility &&
      !can(actor, "call.delete", call)
    )
      throw new DomainError("forbidden");
    const { count } = await tx.call.updateMany({
      where: { workspaceId, id: callId, version: input.version },
      data: {
        title: input.title,
        version: { increment: 1 },
        updatedAt: now(),
        ...(input.company !== undefined && {
          companyId: await companyOf(tx, actor, input.company === "" ? undefined : input.company),
        }),
        ...(input.visibility !== undefined && { visibility: input.visibility }),
      },
    });
    if (count === 0) throw await changedMeanwhile(actor, callId, "title");
    await record(
      tx,
      actor,
      "call.updated",
      { kind: "call", id: callId },
      { after: { visibility: input.visibility ?? call.visibility } },
    );
    await enqueue(tx, indexCall, `${callId}:${input.version + 1}`, { v: 1, workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
}

/** Moves a call to the trash; it can be restored for 30 days. */
export async function trashCall(actor: Member, callId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const call = authorise(actor, "call.delete", await find(tx, actor, callId));
    if (call.legalHold) throw new DomainError("legal_hold");
    if (isRunning(call.state)) throw new DomainError("invalid_state"); // its host ends it first
    const { count } = await tx.call.updateMany({
      where: { workspaceId: actor.workspaceId, id: callId, state: call.state },
      data: {
        state: "trashed",
        stateBefore: call.state,
        trashedAt: now(),
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new DomainError("not_found"); // somebody else was quicker
    await record(tx, actor, "call.trashed", { kind: "call", id: callId });
    await publishPipelineChanged(tx, { workspaceId: actor.workspaceId, callId });
  });
}

/** The same, told by the call's recording. @throws DomainError `not_found` */
export async function trashCallOf(actor: Member, recordingId: string): Promise<void> {
  const found = await db.recording.findFirst({
    where: { workspaceId: actor.workspaceId, id: recordingId, call: visible(actor, "call.read") },
    select: { callId: true },
  });
  if (!found) throw new DomainError("not_found");
  await trashCall(actor, found.callId);
}

/** Takes a call out of the trash. @throws DomainError `not_found` when it is not there or not the actor's to restore */
export async function restoreCall(actor: Member, callId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { workspaceId } = actor;
    const found = await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.restore") },
      select: { stateBefore: true },
    });
    if (!found) throw new DomainError("not_found");
    const { count } = await tx.call.updateMany({
      where: { workspaceId, id: callId, state: "trashed" },
      data: {
        state: found.stateBefore ?? "available",
        stateBefore: null,
        trashedAt: null,
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new DomainError("not_found");
    await record(tx, actor, "call.restored", { kind: "call", id: callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
}

const row = { ...callAccess, legalHold: true } as const satisfies Prisma.CallSelect;

const find = (tx: Tx, actor: Member, callId: string) =>
  tx.call.findFirst({ where: { id: callId, AND: visible(actor, "call.read") }, select: row });
