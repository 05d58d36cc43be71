import { demoCall } from "#app/core/jobs/demo-call.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { bootId } from "#app/core/platform/boot.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { roomOf } from "#app/core/platform/livekit-names.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { Visibility } from "../call/call-views.ts";
import { companyOf } from "../call/new-call.server.ts";
import { BY_HAND } from "../match/ladder.ts";
import { DomainError } from "../errors.ts";
import { publishCallChanged, publishPipelineChanged } from "../call/call-changed.server.ts";
import { liveAvailability } from "./availability.server.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { newInvitation } from "./invitation.server.ts";
import type { NewLiveCall } from "./live-forms.schema.ts";
import { ownerOfNewCall } from "./new-call.server.ts";
import { callRunning, holdMember, requireFree } from "./one-at-a-time.server.ts";

/** An invitation to a call that was not planned lives this long at most (product §6); it ends with the call. */
const INVITATION_MS = 24 * 3_600_000;

/**
 * Makes a call that can be entered at once: call, host, recording, transcript, room, recorder's row and invitation
 * stand together or not at all.
 * @param zone of the page it is started on
 * @returns the call's id
 * @throws DomainError `forbidden`, `part_off` (live calls are off or being prepared), `conflict` (the actor runs a call, or records
 * one)
 */
export async function startCall(
  actor: Member,
  input: NewLiveCall,
  zone: string | null = null,
): Promise<string> {
  demand(actor, "live.start");
  return open((tx) => makeLiveCall(tx, actor, input, zone));
}

/**
 * "Show me a live call": the same call, and two synthetic people who speak in it.
 * @throws DomainError `forbidden` outside the demo; as `startCall`
 */
export async function startDemoCall(actor: Member, zone: string | null = null): Promise<string> {
  demand(actor, "live.start");
  if (!actor.isDemo) throw new DomainError("forbidden");
  return open(async (tx) => {
    const { workspaceId } = actor;
    const callId = await makeLiveCall(tx, actor, { language: "en" }, zone);
    await tx.call.updateMany({
      where: { workspaceId, id: callId },
      data: { source: DEMO_SOURCE, externalRef: callId },
    });
    await enqueue(tx, demoCall, callId, { v: 1, workspaceId, callId });
    return callId;
  });
}

async function open(make: (tx: Tx) => Promise<string>): Promise<string> {
  if ((await liveAvailability()).state !== "on") throw new DomainError("part_off");
  try {
    return await db.$transaction(make);
  } catch (error) {
    if (isUniqueViolation(error)) throw callRunning(); // another tab was quicker
    throw error;
  }
}

async function makeLiveCall(
  tx: Tx,
  actor: Member,
  input: NewLiveCall,
  zone: string | null,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  await holdMember(tx, actor);
  await requireFree(tx, actor);
  const [callId, recordingId, transcriptId] = [newId(), newId(), newId()];
  const zero = takeZero();
  const owner = await ownerOfNewCall(tx, actor, zone);
  const language = await makeCallRow(tx, actor, { callId, startedAt: zero.at, owner }, input);
  await tx.participant.create({
    data: {
      id: newId(),
      workspaceId,
      callId,
      side: "R",
      role: "host",
      name: actor.name,
      memberId,
      lane: 0,
      createdBy: memberId,
    },
    select: { id: true },
  });
  await tx.recording.create({
    data: {
      id: recordingId,
      workspaceId,
      callId,
      method: "room",
      state: "receiving",
      isPrimary: true,
      createdBy: memberId,
    },
    select: { id: true },
  });
  await tx.transcript.create({
    data: {
      id: transcriptId,
      workspaceId,
      callId,
      recordingId,
      number: 1,
      baseId: transcriptId,
      origin: "engine",
      language,
      settings: {},
      isCurrent: true,
      createdBy: memberId,
    },
    select: { id: true },
  });
  await openRoom(tx, { workspaceId, callId, recordingId, transcriptId }, zero);
  await newInvitation(tx, actor, callId, new Date(zero.at.getTime() + INVITATION_MS));
  await record(
    tx,
    actor,
    "call.created",
    { kind: "call", id: callId },
    { after: { kind: "room" } },
  );
  await record(tx, actor, "live.started", { kind: "call", id: callId });
  await publishCallChanged(tx, callId, "state");
  await publishPipelineChanged(tx, { workspaceId, callId });
  return callId;
}

/** Who sees a call of this member that is begun without a choice (product §3.2). */
export async function defaultVisibilityOf(
  from: Pick<Tx, "member">,
  { workspaceId, memberId }: Member,
): Promise<Visibility> {
  const { primaryTeam, workspace } = await from.member.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: memberId } },
    select: {
      workspace: { select: { defaultVisibility: true } },
      primaryTeam: { select: { defaultVisibility: true } },
    },
  });
  return primaryTeam?.defaultVisibility ?? workspace.defaultVisibility;
}

type Begin = {
  callId: string;
  startedAt: Date;
  owner: Awaited<ReturnType<typeof ownerOfNewCall>>;
};

/** The call itself. Without a title it is called after its company, else after its people and day. */
async function makeCallRow(
  tx: Tx,
  actor: Member,
  { callId, startedAt, owner }: Begin,
  { title, companyName, language, visibility }: NewLiveCall,
): Promise<string> {
  const { workspaceId, memberId } = actor;
  const spoken = language ?? owner.language;
  const seenBy = visibility ?? (await defaultVisibilityOf(tx, actor));
  const companyId = await companyOf(tx, actor, companyName, seenBy === "private" ? memberId : null);
  await tx.call.create({
    data: {
      id: callId,
      workspaceId,
      title: title ?? companyName ?? owner.untitled([actor.name], startedAt),
      kind: "room",
      visibility: seenBy,
      ownerId: memberId,
      teamId: owner.teamId,
      companyId,
      companyMatch: companyId === null ? null : BY_HAND,
      language: spoken,
      state: "scheduled",
      startedAt,
      createdBy: memberId,
    },
    select: { id: true },
  });
  return spoken;
}

type Rows = { workspaceId: string; callId: string; recordingId: string; transcriptId: string };

/** The room's rows: a worker that sees them starts the recorder, so that it is there before anybody speaks. */
async function openRoom(
  tx: Tx,
  { workspaceId, callId, recordingId, transcriptId }: Rows,
  { boot, monoNs }: Zero,
): Promise<void> {
  const room = roomOf(callId);
  await tx.liveCall.create({
    data: { workspaceId, callId, recordingId, transcriptId, room, state: "starting" },
    select: { callId: true },
  });
  await tx.liveRecorder.create({
    data: {
      workspaceId,
      callId,
      room,
      boot,
      t0MonoNs: monoNs,
      dir: `recorders/${callId}`,
      state: "starting",
    },
    select: { callId: true },
  });
}

/** The call's zero, on the wall and on this boot's monotonic clock. */
type Zero = { at: Date; boot: string; monoNs: bigint };

const takeZero = (): Zero => ({ at: now(), boot: bootId(), monoNs: process.hrtime.bigint() });
