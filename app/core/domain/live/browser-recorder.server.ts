import { now } from "#app/core/platform/clock.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { authorise, callAccess, demand, visible } from "../access/access.ts";
import { lockCall } from "../call-lock.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { setVisibility } from "../call/call-writes.server.ts";
import { companyOf } from "../call/new-call.server.ts";
import { linkDealIn } from "../deal/link.server.ts";
import { DomainError } from "../errors.ts";
import { BY_HAND } from "../match/ladder.ts";
import { finishRecorder as finish } from "../recording/recorder-finish.server.ts";
import { discardUpload } from "../recording/upload-answers.server.ts";
import { writeCallIndex } from "../search/index.server.ts";
import type {
  DescribeRecorder,
  FinishRecorder,
  KeepRecorder,
  RecorderConsent,
  StartRecorder,
} from "./browser-recorder.schema.ts";
import { consentHash } from "./consent-text.server.ts";
import { ownerOfNewCall } from "./new-call.server.ts";
import { HELD_MS, holdMember, requireFree } from "./one-at-a-time.server.ts";

/** Everyone on the call but its recorder: the ledger outlives the names of a recording that is discarded. */
const OTHERS = "Other people";
const CONSENT_POLICY = 1;
/** What the people without a name are called on the call's page, in the call's language. */
const UNNAMED = { en: "Everyone else", ja: "ほかの参加者" } as const;

export type StartedRecorder = { callId: string; recordingId: string };
/** The page a recording is started on. */
export type RecorderPage = {
  /** Whose day an untitled call is named after; null: the owner's. */
  zone: string | null;
  /** The sentences of a consent, in every language that pages are shown in. */
  sentences: (consent: RecorderConsent) => readonly string[];
};

/**
 * Begins a recording of this browser: consent, call and people are stored before the first byte. The call is its owner's
 * alone until it is stopped.
 * @throws DomainError `forbidden`, `not_found` (the deal), `conflict` (call_running, recorder_running),
 * `validation_failed` (consentHash: consent_changed)
 */
export async function startRecorder(
  actor: Member,
  input: StartRecorder,
  { zone, sentences }: RecorderPage,
): Promise<StartedRecorder> {
  demand(actor, "call.create");
  if (!sentences(input.consent).some((text) => consentHash(text) === input.consentHash))
    throw new DomainError("validation_failed", { consentHash: ["consent_changed"] });
  try {
    return await db.$transaction((tx) => begin(tx, actor, input, zone));
  } catch (error) {
    // The recording of this start is over already.
    if (isUniqueViolation(error)) throw new DomainError("conflict");
    throw error;
  }
}

async function begin(
  tx: Tx,
  actor: Member,
  input: StartRecorder,
  zone: string | null,
): Promise<StartedRecorder> {
  const { workspaceId, memberId } = actor;
  await holdMember(tx, actor);
  const recordingId = input.key === undefined ? newId() : idOfStart(actor, input.key);
  const again = await findOwn(tx, actor, recordingId);
  if (again) return again;
  await requireFree(tx, actor, input.deviceId);
  const callId = newId();
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
      isOwnVoice: isOwnVoice(input),
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
  for (const method of input.consent === "self" ? ["page"] : ["page", "stated"])
    await record(
      tx,
      actor,
      "consent.recorded",
      { kind: "call", id: callId },
      { after: { method } },
    );
  if (input.dealId !== undefined) await linkDealIn(tx, actor, callId, input.dealId);
  await writeCallIndex(tx, { workspaceId, callId });
  await publishPipelineChanged(tx, { workspaceId, callId });
  return { callId, recordingId };
}

/** Whether the microphone of a recording holds its member's voice alone: beside a tab, and by their word. */
const isOwnVoice = ({ tab, consent, voice }: StartRecorder): boolean =>
  tab !== "none" || consent === "self" || voice === "own";

/** The same id for the same start of a member, and for no other. */
function idOfStart({ workspaceId, memberId }: Member, key: string): string {
  const hash = Buffer.from(hashOf(`${workspaceId} ${memberId} ${key}`)).toString("hex");
  // Version 8 of RFC 9562: a UUID whose bits are its maker's own.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** A start that was sent again, its answer lost on the way. */
async function findOwn(
  tx: Tx,
  { workspaceId, memberId }: Member,
  recordingId: string,
): Promise<StartedRecorder | null> {
  const found = await tx.browserRecorder.findFirst({
    where: {
      ...{ workspaceId, memberId, recordingId },
      recording: { state: { in: ["receiving", "interrupted"] } },
    },
    select: { callId: true },
  });
  return found && { callId: found.callId, recordingId };
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
  // Beside a microphone alone there may be others, but only their names say so.
  const other = input.who ?? (input.tab === "none" ? undefined : UNNAMED[input.language]);
  const isAlone = other === undefined || input.consent === "self";
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
    textHash: new Uint8Array(Buffer.from(input.consentHash, "hex")),
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
      browserRecorders: {
        select: { memberId: true, deviceId: true, tabId: true, seenAt: true, lengthMs: true },
      },
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
  const { recordingId, tabId, deviceId, lengthMs, timeline } = input;
  await db.$transaction(async (tx) => {
    const { ref, state, recorder } = await hold(tx, actor, recordingId);
    const isHeld = now().getTime() - recorder.seenAt.getTime() < HELD_MS;
    // A browser that was closed goes on in another tab at once: its lock says that no other one records.
    const isOther = recorder.tabId !== tabId && recorder.deviceId !== deviceId;
    if (isOther && isHeld) throw new DomainError("conflict", { "": ["recorder_running"] });
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
  { recordingId, lengthMs, timeline, isPartial, why }: FinishRecorder,
): Promise<{ callId: string }> {
  return db.$transaction(async (tx) => {
    const { ref } = await hold(tx, actor, recordingId);
    const { workspaceId } = ref;
    if (timeline !== undefined)
      await tx.browserRecorder.updateMany({
        where: { workspaceId, recordingId },
        data: { timeline, ...(lengthMs !== undefined && { lengthMs }) },
      });
    await finish(tx, actor, ref, { isPartial: isPartial === "true", why });
    return { callId: ref.callId };
  });
}

/**
 * What a recording that runs is about; it holds from its end on, and may be said again until then.
 * @throws DomainError `not_found` (also the deal), `forbidden`, `invalid_state` (stopped)
 */
export async function describeRecorder(actor: Member, input: DescribeRecorder): Promise<void> {
  const { recordingId, title, company, who, dealId, language, visibility } = input;
  await db.$transaction(async (tx) => {
    const { ref } = await hold(tx, actor, recordingId);
    const { workspaceId, callId } = ref;
    const companyId = await companyOf(tx, actor, company, actor.memberId);
    await tx.browserRecorder.updateMany({
      where: { workspaceId, recordingId },
      data: { visibility },
    });
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: {
        language,
        ...(title !== undefined && { title }),
        ...{ companyId, companyMatch: companyId === null ? null : BY_HAND },
        version: { increment: 1 },
        updatedAt: now(),
      },
    });
    if (who !== undefined)
      await tx.participant.updateMany({
        where: { workspaceId, callId, side: "C" },
        data: { name: who },
      });
    if (dealId !== undefined) await linkDealIn(tx, actor, callId, dealId);
    await writeCallIndex(tx, ref);
    await publishPipelineChanged(tx, ref);
  });
}

/**
 * A recording that ended by itself is shown to those it was meant for, or stays its owner's alone.
 * @throws DomainError `not_found`, `forbidden` for anybody but the owner
 */
export async function openRecording(
  actor: Member,
  callId: string,
  isShown: boolean,
): Promise<void> {
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    await lockCall(tx, { workspaceId, callId });
    const call = await tx.call.findFirst({
      where: { id: callId, AND: visible(actor, "call.read") },
      select: { ...callAccess, browserRecorders: { select: { visibility: true } } },
    });
    const [recorder] = authorise(actor, "live.host", call).browserRecorders;
    if (recorder === undefined) throw new DomainError("not_found");
    if (isShown) await setVisibility(tx, actor, callId, recorder.visibility);
    else
      await tx.browserRecorder.updateMany({
        where: { workspaceId, callId },
        data: { visibility: "private" },
      });
    await publishPipelineChanged(tx, { workspaceId, callId });
  });
}

/** Asked once more: the first answer was lost on the way, or two tabs asked. */
async function isDiscarded({ workspaceId, memberId }: Member, recordingId: string) {
  const found = await db.recording.count({
    where: { workspaceId, id: recordingId, state: "discarded", createdBy: memberId },
  });
  return found > 0;
}

/**
 * Throws a recording away that is not stopped: sound, notes and names go at once.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
export async function discardRecorder(actor: Member, recordingId: string): Promise<void> {
  if (await isDiscarded(actor, recordingId)) return;
  await db.$transaction((tx) => hold(tx, actor, recordingId));
  await discardUpload(actor, recordingId);
}
