import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { companyOf } from "../call/new-call.server.ts";
import { linkDealIn } from "../deal/link.server.ts";
import { DomainError } from "../errors.ts";
import { BY_HAND } from "../match/ladder.ts";
import { finishRecorder as finish } from "../recording/recorder-finish.server.ts";
import { discardUpload } from "../recording/upload-answers.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import type { FinishRecorder, KeepRecorder, StartRecorder } from "./browser-recorder.schema.ts";
import { ownerOfNewCall } from "./new-call.server.ts";

/** A tab that has said nothing for so long does not hold its recording any more; it speaks every ten seconds. */
const HELD_MS = 30_000;
const CONSENT_POLICY = 1;
/** The sentences a member agrees to, by version: their hashes stand in the ledger (product P6). */
const CONSENT = {
  everyone: "Everyone was told that the call is recorded, and agreed.",
  self: "I am recording only myself.",
} as const;
/** Nobody in particular: the ledger outlives the names of a recording that is thrown away. */
const OTHERS = "Everyone else on the call";
/** What whoever is not named is called on the call's page, in the call's language. */
const UNNAMED = { en: "Everyone else", ja: "ほかの参加者" } as const;

export type StartedRecorder = { callId: string; recordingId: string };

/**
 * Begins a recording of this browser: consent, call and people stand before the first byte. The call is its owner's
 * alone until it is stopped.
 * @param zone of the page it is started on
 * @throws DomainError `forbidden`, `not_found` (the deal), `conflict` (another tab or device of the member records now)
 */
export async function startRecorder(
  actor: Member,
  input: StartRecorder,
  zone: string | null = null,
): Promise<StartedRecorder> {
  demand(actor, "call.create");
  const { workspaceId, memberId } = actor;
  return db.$transaction(async (tx) => {
    // Two tabs that begin at once come one after the other.
    await tx.$queryRaw`SELECT 1 FROM member WHERE workspace_id = ${workspaceId}::uuid AND id = ${memberId}::uuid FOR UPDATE`;
    const running = await tx.browserRecorder.findFirst({
      where: {
        ...{ workspaceId, memberId, recording: { state: "receiving" } },
        seenAt: { gt: new Date(now().getTime() - HELD_MS) },
        tabId: { not: input.tabId },
      },
      select: { deviceName: true },
    });
    if (running) throw new DomainError("conflict", { "": ["recorder_running"] });
    const [callId, recordingId] = [newId(), newId()];
    await makeCallOf(tx, actor, callId, input, zone);
    await tx.recording.create({
      data: {
        ...{ id: recordingId, workspaceId, callId, method: "recorder", state: "receiving" },
        ...{ isPrimary: true, createdBy: memberId },
      },
      select: { id: true },
    });
    const { visibility, deviceId, deviceName, tabId, tab } = input;
    await tx.browserRecorder.create({
      data: {
        ...{ workspaceId, recordingId, callId, memberId, visibility, deviceId, deviceName, tabId },
        isOnePerson: tab === "one",
        seenAt: now(),
      },
      select: { recordingId: true },
    });
    await record(
      tx,
      actor,
      "call.created",
      { kind: "call", id: callId },
      { after: { kind: "recorder" } },
    );
    await record(
      tx,
      actor,
      "consent.recorded",
      { kind: "call", id: callId },
      { after: { method: "page" } },
    );
    if (input.dealId !== undefined) await linkDealIn(tx, actor, callId, input.dealId);
    await writeCallIndex(tx, { workspaceId, callId });
    await publishPipelineChanged(tx, { workspaceId, callId });
    return { callId, recordingId };
  });
}

async function makeCallOf(
  tx: Tx,
  actor: Member,
  callId: string,
  input: StartRecorder,
  zone: string | null,
): Promise<void> {
  const { workspaceId, memberId } = actor;
  const owner = await ownerOfNewCall(tx, actor, zone);
  const startedAt = now();
  const isAlone = input.tab === "none";
  const other = input.who ?? UNNAMED[input.language];
  const names = isAlone || input.who === undefined ? [actor.name] : [actor.name, input.who];
  const companyId = await companyOf(tx, actor, input.company, memberId);
  await tx.call.create({
    data: {
      ...{ id: callId, workspaceId, kind: "recorder", state: "live", startedAt, consent: "agreed" },
      title: input.title ?? input.company ?? owner.untitled(names, startedAt),
      visibility: "private",
      ...{ ownerId: memberId, teamId: owner.teamId, companyId, createdBy: memberId },
      companyMatch: companyId === null ? null : BY_HAND,
      language: input.language,
    },
    select: { id: true },
  });
  const person = { workspaceId, callId, consent: "agreed", createdBy: memberId } as const;
  await tx.participant.createMany({
    data: [
      { ...person, id: newId(), side: "R", role: "host", name: actor.name, memberId, lane: 0 },
      ...(isAlone
        ? []
        : [{ ...person, id: newId(), side: "C", role: "customer", name: other, lane: 1 } as const]),
    ],
  });
  const answer = { workspaceId, callId, policy: CONSENT_POLICY, answer: "agreed" } as const;
  const by = {
    ip: actor.origin.ip,
    byMemberId: memberId,
    textHash: hashOf(CONSENT[input.consent]),
  };
  await tx.consentRecord.createMany({
    data: [
      { ...answer, ...by, id: newId(), name: actor.name, method: "page" },
      ...(input.consent === "self"
        ? []
        : [{ ...answer, ...by, id: newId(), name: OTHERS, method: "stated" } as const]),
    ],
  });
}

/** The recording, held until the transaction ends; somebody else's does not exist. */
async function hold(tx: Tx, actor: Member, recordingId: string) {
  const { workspaceId } = actor;
  await tx.$queryRaw`SELECT 1 FROM recording WHERE workspace_id = ${workspaceId}::uuid AND id = ${recordingId}::uuid FOR UPDATE`;
  const found = await tx.recording.findFirst({
    where: {
      ...{ workspaceId, id: recordingId, call: visible(actor, "live.read") },
    },
    select: {
      ...{ state: true, callId: true, call: { select: callAccess } },
      browserRecorders: { select: { memberId: true, tabId: true, seenAt: true, lengthMs: true } },
    },
  });
  authorise(actor, "live.host", found?.call ?? null);
  const [recorder] = found?.browserRecorders ?? [];
  if (!found || !recorder) throw new DomainError("not_found");
  // What a browser records is its maker's, whatever rights others have to the call.
  if (recorder.memberId !== actor.memberId) throw new DomainError("forbidden");
  if (found.state !== "receiving" && found.state !== "interrupted")
    throw new DomainError("invalid_state");
  return { ref: { workspaceId, recordingId, callId: found.callId }, state: found.state, recorder };
}

/**
 * The tab that records is there, with what it knows of the timeline.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (stopped, discarded), `conflict` (another tab holds it)
 */
export async function keepRecorder(actor: Member, input: KeepRecorder): Promise<void> {
  const { recordingId, tabId, lengthMs, timeline } = input;
  await db.$transaction(async (tx) => {
    const { ref, state, recorder } = await hold(tx, actor, recordingId);
    const isHeld = now().getTime() - recorder.seenAt.getTime() < HELD_MS;
    if (recorder.tabId !== tabId && isHeld) throw new DomainError("conflict");
    const { workspaceId } = ref;
    await tx.browserRecorder.updateMany({
      where: { workspaceId, recordingId },
      data: { tabId, timeline, seenAt: now(), lengthMs: Math.max(lengthMs, recorder.lengthMs) },
    });
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: { state: "receiving", updatedAt: now() },
    });
    if (state === "interrupted") await publishPipelineChanged(tx, ref);
  });
}

/**
 * The recording is over: it becomes a call like any other, seen by whom its owner chose.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function finishRecorder(
  actor: Member,
  { recordingId, lengthMs, timeline, isPartial }: FinishRecorder,
): Promise<{ callId: string }> {
  return db.$transaction(async (tx) => {
    const { ref } = await hold(tx, actor, recordingId);
    const { workspaceId } = ref;
    if (timeline !== undefined)
      await tx.browserRecorder.updateMany({
        where: { workspaceId, recordingId },
        data: { timeline, ...(lengthMs !== undefined && { lengthMs }) },
      });
    await finish(tx, actor, ref, isPartial === "true");
    return { callId: ref.callId };
  });
}

/**
 * Throws a recording away that is not stopped: sound, notes and names go at once.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function discardRecorder(actor: Member, recordingId: string): Promise<void> {
  await db.$transaction((tx) => hold(tx, actor, recordingId));
  await discardUpload(actor, recordingId);
}
