import { db, Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

import { publishCallChanged } from "../call/call-changed.server.ts";
import { markStale } from "../search/index.server.ts";
/** A call as its recorder's reports name it. */
export type LiveRef = { workspaceId: string; callId: string; recordingId: string };
export type TrackSource = "microphone" | "screen_audio" | "coach" | "mix";
export type LiveState = "starting" | "recording" | "paused" | "absent";

/** What a recorder says happened. Times are ms on the call clock; reports may come twice. */
export type RecorderReport =
  | { kind: "join"; identity: string; participantId: string; atMs: number }
  | { kind: "leave"; identity: string; atMs: number }
  | { kind: "mute"; identity: string; isMuted: boolean }
  | {
      kind: "part";
      identity: string;
      participantId: string | null;
      source: TrackSource;
      attempt: number;
      n: number;
      file: string;
      startMs: number;
      /** Null while it is being written. */
      durationMs: number | null;
      endCause: string | null;
    }
  | { kind: "gap"; participantId: string | null; fromMs: number; toMs: number; cause: string };

/** The one place where what a recorder says becomes rows, and the streams of the call hear of it. */
export async function reportRecorder(ref: LiveRef, report: RecorderReport): Promise<void> {
  await db.$transaction(async (tx) => {
    switch (report.kind) {
      case "join":
        return join(tx, ref, report);
      case "leave":
        return leave(tx, ref, report);
      case "mute":
        return mute(tx, ref, report);
      case "part":
        return part(tx, ref, report);
      case "gap":
        return gap(tx, ref, report);
    }
  });
}

type Report<K extends RecorderReport["kind"]> = Extract<RecorderReport, { kind: K }>;

async function join(
  tx: Tx,
  { workspaceId, callId }: LiveRef,
  { identity, participantId, atMs }: Report<"join">,
): Promise<void> {
  const isKnown = await tx.participantPresence.findFirst({
    where: { workspaceId, callId, identity, leftMs: null },
    select: { joinedMs: true },
  });
  if (isKnown) return;
  await tx.participantPresence.createMany({
    data: [{ workspaceId, callId, participantId, identity, joinedMs: whole(atMs) }],
    skipDuplicates: true,
  });
  await tx.$executeRaw`
    UPDATE call SET state = 'live', started_at = coalesce(started_at, now())
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid AND state = 'scheduled'`;
  await markStale(tx, { workspaceId, callId });
  if (identity.startsWith("rep:")) await seeMembers(tx, workspaceId, callId);
  await publishCallChanged(tx, callId, "people");
}

async function leave(
  tx: Tx,
  { workspaceId, callId }: LiveRef,
  { identity, atMs }: Report<"leave">,
): Promise<void> {
  const { count } = await tx.participantPresence.updateMany({
    where: { workspaceId, callId, identity, leftMs: null },
    data: { leftMs: whole(atMs) },
  });
  if (count === 0) return;
  if (identity.startsWith("rep:")) await seeMembers(tx, workspaceId, callId);
  await publishCallChanged(tx, callId, "people");
}

async function mute(
  tx: Tx,
  { workspaceId, callId }: LiveRef,
  { identity, isMuted }: Report<"mute">,
): Promise<void> {
  const { count } = await tx.participantPresence.updateMany({
    where: { workspaceId, callId, identity, leftMs: null, isMuted: !isMuted },
    data: { isMuted },
  });
  if (count > 0) await publishCallChanged(tx, callId, "people");
}

async function part(
  tx: Tx,
  { workspaceId, callId, recordingId }: LiveRef,
  { kind: _, startMs, durationMs, ...report }: Report<"part">,
): Promise<void> {
  const { identity, source, attempt, n, endCause } = report;
  const times = {
    startMs: whole(startMs),
    durationMs: durationMs === null ? null : whole(durationMs),
  };
  await tx.part.upsert({
    where: {
      workspaceId_recordingId_identity_source_attempt_n: {
        ...{ workspaceId, recordingId, identity, source, attempt, n },
      },
    },
    create: { workspaceId, recordingId, ...report, ...times },
    update: { ...times, ...(durationMs !== null && { endCause }) },
    select: { n: true },
  });
  if (source !== "mix") await publishCallChanged(tx, callId, "state");
}

async function gap(
  tx: Tx,
  { workspaceId, callId, recordingId }: LiveRef,
  { participantId, fromMs, toMs, cause }: Report<"gap">,
): Promise<void> {
  const [t0Ms, t1Ms] = [whole(fromMs), whole(toMs)];
  if (t1Ms <= t0Ms) return;
  const isKnown = await tx.gap.findFirst({
    where: { workspaceId, recordingId, participantId, t0Ms, cause },
    select: { id: true },
  });
  if (isKnown) return;
  await tx.gap.createMany({
    data: [{ id: newId(), workspaceId, recordingId, participantId, t0Ms, t1Ms, cause }],
  });
  await publishCallChanged(tx, callId, "marks");
}

const seeMembers = (tx: Tx, workspaceId: string, callId: string) =>
  tx.liveCall.updateMany({ where: { workspaceId, callId }, data: { lastMemberAt: new Date() } });

const whole = (ms: number): number => Math.max(0, Math.round(ms));

/** The state of the recording as its recorder has it; tells only of changes. */
export async function reportState(
  { workspaceId, callId }: Pick<LiveRef, "workspaceId" | "callId">,
  state: LiveState,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.liveCall.updateMany({
      where: { workspaceId, callId, state: { not: state } },
      data: { state, stateAt: new Date() },
    });
    if (count > 0) await publishCallChanged(tx, callId, "state");
  });
}

/** Participants who speak and are not recorded though they should be. */
export async function reportMissing(
  { workspaceId, callId }: Pick<LiveRef, "workspaceId" | "callId">,
  participantIds: readonly string[],
): Promise<void> {
  const missing = [...new Set(participantIds)].sort();
  await db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE live_call SET missing = ${missing}::uuid[]
      WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid AND missing <> ${missing}::uuid[]`;
    if (count > 0) await publishCallChanged(tx, callId, "state");
  });
}

/** Who the media server says is in the room now, by identity; `isMuted` of the microphone, null without one. */
export type InRoom = { identity: string; isMuted: boolean | null };

/** `unknown`: identities that are in the room and of whom no row says so. `memberMsAgo`: null when none ever came. */
export type RoomSeen = { unknown: string[]; memberMsAgo: number | null; ageMs: number };

/**
 * Sets presence right by what the media server says: a leave that nobody heard is written now, a mute as it is.
 * @param atMs now, on the call clock
 */
export async function reportRoom(
  { workspaceId, callId }: Pick<LiveRef, "workspaceId" | "callId">,
  inRoom: readonly InRoom[],
  atMs: number,
): Promise<RoomSeen> {
  return db.$transaction(async (tx) => {
    const open = await tx.participantPresence.findMany({
      where: { workspaceId, callId, leftMs: null },
      select: { identity: true, joinedMs: true, isMuted: true },
    });
    let isChanged = false;
    for (const { identity, joinedMs, isMuted } of open) {
      const found = inRoom.find((one) => one.identity === identity);
      const is = found
        ? { isMuted: found.isMuted ?? isMuted }
        : { leftMs: Math.max(whole(atMs), joinedMs) };
      if (found && is.isMuted === isMuted) continue;
      isChanged = true;
      await tx.participantPresence.updateMany({
        where: { workspaceId, callId, identity, joinedMs },
        data: is,
      });
    }
    if (inRoom.some(({ identity }) => identity.startsWith("rep:")))
      await seeMembers(tx, workspaceId, callId);
    if (isChanged) await publishCallChanged(tx, callId, "people");
    const [seen] = await tx.$queryRaw<{ ago: number | null; age: number }[]>(Prisma.sql`
      SELECT (extract(epoch FROM now() - last_member_at) * 1000)::float8 AS ago,
        (extract(epoch FROM now() - created_at) * 1000)::float8 AS age
      FROM live_call WHERE workspace_id = ${workspaceId}::uuid AND call_id = ${callId}::uuid`);
    const known = new Set(open.map(({ identity }) => identity));
    return {
      unknown: inRoom.flatMap(({ identity }) => (known.has(identity) ? [] : [identity])),
      memberMsAgo: seen?.ago ?? null,
      ageMs: seen?.age ?? 0,
    };
  });
}
