import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { repIdentity } from "#app/core/platform/livekit-names.ts";
import { authorise, callAccess, can, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { publishCallChanged, publishPipelineChanged } from "../call/call-changed.server.ts";
import { callNowMs } from "./call-clock.ts";
import { leaveRoom } from "./join.server.ts";
import { stopListening } from "./listeners.server.ts";
import { isRunning } from "../call/call-state.ts";
import type { LiveCallEdit } from "./live-forms.schema.ts";
import { findRunning, holdCall, type RunningCall } from "./live-call.server.ts";
import { markStale } from "../search/index.server.ts";

/**
 * Orders the recorder to write silence, or sound again. The span is open from the order on: what is said after it
 * belongs to nobody, whatever is still under way (product §21).
 */
export async function pauseRecording(
  actor: Member,
  callId: string,
  isPaused: boolean,
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await holdCall(tx, { workspaceId, callId });
    const call = await findRunning(tx, actor, "live.host", callId);
    if (!(await turnSpan(tx, call, "pause", null, isPaused))) return;
    await record(tx, actor, isPaused ? "live.paused" : "live.resumed", {
      kind: "call",
      id: callId,
    });
    await publishCallChanged(tx, callId, "state");
    await publishCallChanged(tx, callId, "marks");
  });
}

/** Somebody on our side puts the others on hold. */
export async function holdLine(actor: Member, callId: string, isOnHold: boolean): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await holdCall(tx, { workspaceId, callId });
    const call = await findRunning(tx, actor, "live.join", callId);
    const person = await tx.participant.findFirst({
      where: { workspaceId, callId, memberId },
      select: { id: true },
    });
    if (!person) throw new DomainError("invalid_state"); // may join, and has not
    if (await turnSpan(tx, call, "hold", person.id, isOnHold))
      await publishCallChanged(tx, callId, "people");
  });
}

/**
 * Opens or closes the one span of this kind and person.
 * @returns false when it was so already
 */
async function turnSpan(
  tx: Tx,
  { workspaceId, id: callId, zeroAt }: RunningCall,
  kind: "pause" | "hold",
  participantId: string | null,
  isOn: boolean,
): Promise<boolean> {
  const where = { workspaceId, callId, kind, participantId, t1Ms: null };
  const open = await tx.callSpan.findFirst({ where, select: { t0Ms: true } });
  if ((open !== null) === isOn) return false;
  const atMs = callNowMs(zeroAt);
  if (open) {
    await tx.callSpan.updateMany({ where, data: { t1Ms: Math.max(atMs, open.t0Ms) } });
    return true;
  }
  const taken = await tx.callSpan.findMany({
    where: { workspaceId, callId, kind, t0Ms: { gte: atMs } },
    select: { t0Ms: true },
  });
  // Two people in one millisecond: the key has no place for the second.
  const t0Ms = Math.max(atMs - 1, ...taken.map((span) => span.t0Ms)) + 1;
  await tx.callSpan.create({
    data: { workspaceId, callId, kind, t0Ms, participantId },
    select: { t0Ms: true },
  });
  return true;
}

/** What a tab says of its microphone, shown to the others; the recorder says the same a moment later. */
export async function muteMember(
  actor: Member,
  callId: string,
  tabId: string,
  isMuted: boolean,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    await findRunning(tx, actor, "live.join", callId);
    const { count } = await tx.participantPresence.updateMany({
      where: { workspaceId, callId, identity: repIdentity(memberId, tabId), leftMs: null },
      data: { isMuted },
    });
    if (count > 0) await publishCallChanged(tx, callId, "people");
  });
}

/**
 * Pins a note, or a flag where there are no words, to a moment of the call.
 * @param t0Ms where the writing began; later than now is now
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function markMoment(
  actor: Member,
  callId: string,
  body: string | null,
  t0Ms = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  await db.$transaction(async (tx) => {
    const { zeroAt } = await findRunning(tx, actor, "live.join", callId);
    await tx.note.create({
      data: {
        id: newId(),
        workspaceId,
        callId,
        authorId: memberId,
        kind: body === null ? "flag" : "note",
        t0Ms: Math.min(t0Ms, callNowMs(zeroAt)),
        body,
        createdBy: memberId,
      },
      select: { id: true },
    });
    await publishCallChanged(tx, callId, "marks");
  });
}

/**
 * The host gives the call another title, audience or language; words of the other language come from the next pause on.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function editLiveCall(
  actor: Member,
  callId: string,
  { title, visibility, language }: LiveCallEdit,
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const call = await findRunning(tx, actor, "live.host", callId);
    // Visibility needs more than an edit grant (product §3.3).
    const isShownElse = visibility !== undefined && visibility !== call.visibility;
    if (isShownElse && !can(actor, "call.delete", call)) throw new DomainError("forbidden");
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: {
        title,
        ...(visibility !== undefined && { visibility }),
        ...(language !== undefined && { language }),
        version: { increment: 1 },
        updatedAt: now(),
      },
    });
    await markStale(tx, { workspaceId, callId });
    if (language !== undefined)
      await tx.transcript.updateMany({
        where: { workspaceId, callId, isCurrent: true },
        data: { language },
      });
    await record(
      tx,
      actor,
      "call.updated",
      { kind: "call", id: callId },
      visibility === undefined ? {} : { after: { visibility } },
    );
    await publishCallChanged(tx, callId, "state");
    await publishPipelineChanged(tx, { workspaceId, callId }, isShownElse ? call : null);
  });
}

/** A tab goes: out of the room, or out of listening; it may have been either, and the call may be over by now. */
export async function leaveCall(actor: Member, callId: string, tabId: string): Promise<void> {
  await stopListening(actor, callId, tabId);
  const found = await db.call.findFirst({
    where: { id: callId, kind: "room", AND: visible(actor, "live.read") },
    select: callAccess,
  });
  const call = authorise(actor, "live.read", found);
  if (isRunning(call.state) && can(actor, "live.join", call))
    await leaveRoom(callId, repIdentity(actor.memberId, tabId));
}
