import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { lockCall } from "../call-lock.server.ts";
import type { System } from "../access/actor.ts";
import { type RecordingRef, sendStage, type StageAttempt } from "./stages.server.ts";
import { publishPipelineChanged } from "../call/call-changed.server.ts";
import { commentOnNotes } from "../comment/live-notes.server.ts";
import { awaitPicture, refuseRemoved, type StoredFile } from "./transcode.server.ts";

export type AssembleSource = {
  ref: RecordingRef;
  language: string;
  /** Folder of the recorder, as its row names it. */
  dir: string;
  transcriptId: string;
  /** The call clock's zero on the wall. */
  zero: Date;
  /** A worker still has the call: its recorder or its last words are not done. */
  isKept: boolean;
  /** By lane. `memberId`: whose browser kept a safety copy. */
  people: { participantId: string; memberId: string | null; lane: number }[];
  pauses: { fromMs: number; toMs: number }[];
  isPlayable: boolean;
};

/** A room's recording whose call is over; null when there is nothing to assemble. */
export async function findAssembleSource(
  { workspaceId }: System,
  recordingId: string,
): Promise<AssembleSource | null> {
  const found = await db.recording.findFirst({
    where: {
      workspaceId,
      id: recordingId,
      method: "room",
      state: { notIn: ["receiving", "interrupted", "discarded", "media_removed"] },
    },
    select: {
      callId: true,
      stages: { where: { name: "normalise" }, select: { state: true } },
      call: {
        select: {
          language: true,
          startedAt: true,
          createdAt: true,
          callSpans: { where: { kind: "pause" }, select: { t0Ms: true, t1Ms: true } },
          participants: {
            orderBy: { lane: "asc" },
            select: { id: true, memberId: true, lane: true },
          },
          liveCall: { select: { transcriptId: true, room: true } },
          liveRecorders: { select: { room: true, dir: true, owner: true, leaseUntil: true } },
        },
      },
    },
  });
  const { call } = found ?? {};
  const recorder = call?.liveRecorders.find(({ room }) => room === call.liveCall?.room);
  if (!found || !call?.liveCall || !recorder) return null;
  return {
    ref: { workspaceId, recordingId, callId: found.callId },
    language: call.language ?? "en",
    dir: recorder.dir,
    transcriptId: call.liveCall.transcriptId,
    zero: call.startedAt ?? call.createdAt,
    isKept: recorder.owner !== null && (recorder.leaseUntil ?? new Date(0)) > new Date(),
    people: call.participants.map(({ id, memberId, lane }) => ({
      participantId: id,
      memberId,
      lane,
    })),
    pauses: call.callSpans.flatMap(({ t0Ms, t1Ms }) =>
      t1Ms === null ? [] : [{ fromMs: t0Ms, toMs: t1Ms }],
    ),
    isPlayable: found.stages[0]?.state === "done",
  };
}

type LaneSource = "microphone" | "screen_audio" | "coach" | "tab";
export type AssembledTrack = {
  participantId: string | null;
  /** `mix`: everybody's, as that of an upload with one lane. */
  source: LaneSource | "mix";
  audio: StoredFile;
  /** Null: they follow. */
  peaks: StoredFile | null;
};
export type AssembledGap = {
  participantId: string | null;
  t0Ms: number;
  t1Ms: number;
  cause: string;
  /** The safety copy that fills it; null: it stays silent. */
  filledFrom: string | null;
};
export type AssembledPart = {
  participantId: string | null;
  identity: string;
  source: LaneSource | "mix" | "screen";
  attempt: number;
  n: number;
  file: string;
  startMs: number;
  durationMs: number;
  endCause: string | null;
};
export type Assembled = {
  tracks: AssembledTrack[];
  /** Absent where the one track is what everybody hears. */
  mix: StoredFile | null;
  gaps: AssembledGap[];
  parts: AssembledPart[];
  durationMs: number;
  isPartial: boolean;
  /** `A` where it is not said: every lane is one person's. */
  quality?: "A" | "B" | "C";
  /** Length of a picture that is still to be made. */
  pictureMs?: number | null;
  /** Recognised by a job of its own. */
  isUnheard?: boolean;
};

/**
 * From here on the call plays. Made again, when a safety copy came late, tracks keep their ids and only their
 * files change. @throws StageLost
 */
export async function publishAssembly(attempt: StageAttempt, made: Assembled): Promise<void> {
  const { workspaceId, recordingId, callId } = attempt;
  await db.$transaction(async (tx) => {
    await lockCall(tx, attempt);
    await refuseRemoved(tx, attempt);
    await tx.file.deleteMany({
      where: { workspaceId, recordingId, kind: { in: ["track", "mix", "peaks"] } },
    });
    await writeTracks(tx, attempt, made.tracks);
    if (made.mix) await tx.file.createMany({ data: [fileRow(attempt, "mix", made.mix, null)] });
    await tx.gap.deleteMany({ where: { workspaceId, recordingId } });
    await tx.gap.createMany({
      data: made.gaps.map((gap) => ({
        ...gap,
        id: newId(),
        workspaceId,
        recordingId,
        filledAt: gap.filledFrom === null ? null : new Date(),
      })),
    });
    await tx.part.deleteMany({ where: { workspaceId, recordingId } });
    await tx.part.createMany({
      data: made.parts.map((part) => ({ ...part, workspaceId, recordingId })),
      skipDuplicates: true,
    });
    const bytes = made.tracks.reduce((sum, { audio }) => sum + audio.bytes, made.mix?.bytes ?? 0);
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: {
        durationMs: made.durationMs,
        totalBytes: BigInt(bytes),
        ...(made.isPartial && { isPartial: true }),
      },
    });
    await tx.$executeRaw`
        UPDATE call SET state = CASE WHEN state = 'ended' THEN 'available' ELSE state END, duration_ms = ${made.durationMs},
          ended_at = started_at + make_interval(secs => ${made.durationMs / 1000}), quality = ${made.quality ?? "A"}::quality_class
        WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid`;
    // The end of the call made comments of its notes; one that was just being written then came too late for it.
    await commentOnNotes(tx, attempt);
    await passInspection(tx, attempt);
    if (made.isUnheard === true) await sendStage(tx, attempt, "transcribe");
    if (made.pictureMs !== undefined)
      await awaitPicture(
        tx,
        attempt,
        made.pictureMs === null ? null : { durationMs: made.pictureMs },
      );
    await attempt.publish(tx);
  });
}

/** Nothing was sent in, so there was nothing to look into: what the recorder writes is known. */
const passInspection = (tx: Tx, { workspaceId, recordingId }: RecordingRef) =>
  tx.stage.updateMany({
    where: { workspaceId, recordingId, name: "inspect", state: { in: ["waiting", "running"] } },
    data: { state: "done", startedAt: new Date(), endedAt: new Date() },
  });

async function writeTracks(
  tx: Tx,
  { workspaceId, recordingId }: RecordingRef,
  tracks: readonly AssembledTrack[],
): Promise<void> {
  const known = await tx.track.findMany({
    where: { workspaceId, recordingId },
    select: { id: true, participantId: true, source: true },
  });
  const kept = new Set<string>();
  for (const [lane, { participantId, source, audio, peaks }] of tracks.entries()) {
    const same = known.find(
      (row) => row.participantId === participantId && row.source === source && !kept.has(row.id),
    );
    const id = same?.id ?? newId();
    kept.add(id);
    const data = { lane, durationMs: audio.durationMs };
    if (same) await tx.track.updateMany({ where: { workspaceId, id }, data });
    else
      await tx.track.create({
        data: {
          ...{ id, workspaceId, recordingId, participantId, source, sampleRate: 48_000, ...data },
          isExcludedFromShares: source === "coach",
        },
        select: { id: true },
      });
    await tx.file.createMany({
      data: [
        fileRow({ workspaceId, recordingId }, "track", audio, id),
        ...(peaks ? [fileRow({ workspaceId, recordingId }, "peaks", peaks, id)] : []),
      ],
    });
  }
  const gone = known.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  await tx.segment.updateMany({
    where: { workspaceId, trackId: { in: gone } },
    data: { trackId: null },
  });
  await tx.track.deleteMany({ where: { workspaceId, id: { in: gone } } });
}

const fileRow = (
  { workspaceId, recordingId }: Pick<RecordingRef, "workspaceId" | "recordingId">,
  kind: "track" | "mix" | "peaks",
  { key, bytes, sha256, mime, durationMs }: StoredFile,
  trackId: string | null,
) => ({
  ...{ id: newId(), workspaceId, recordingId, trackId, kind, key, sha256, mime, durationMs },
  bytes: BigInt(bytes),
  ...(kind !== "peaks" && { codec: "opus" }),
});

/** Nobody said a word that might be recorded: the call has no media, and says so (product §5.1). */
export async function publishNothing(attempt: StageAttempt): Promise<void> {
  const { workspaceId, recordingId, callId } = attempt;
  await db.$transaction(async (tx) => {
    await commentOnNotes(tx, attempt);
    await passInspection(tx, attempt);
    await tx.stage.updateMany({
      where: { workspaceId, recordingId, state: "waiting" },
      data: { state: "skipped", cause: "no_media", endedAt: new Date() },
    });
    await attempt.publish(tx);
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: { state: "discarded", cause: "no_media" },
    });
    await tx.call.updateMany({
      where: { workspaceId, id: callId, state: { in: ["ended", "available"] } },
      data: { state: "empty", stateReason: "no_media" },
    });
    await publishPipelineChanged(tx, attempt);
  });
}

/** The waveform of a track that plays already. */
export async function publishPeaks(
  ref: RecordingRef,
  trackId: string,
  peaks: StoredFile,
): Promise<void> {
  const { workspaceId, recordingId } = ref;
  await db.$transaction(async (tx) => {
    // It may be gone meanwhile: then its waveform is nobody's.
    if ((await tx.track.count({ where: { workspaceId, id: trackId, recordingId } })) === 0) return;
    await tx.file.deleteMany({ where: { workspaceId, trackId, kind: "peaks" } });
    await tx.file.createMany({ data: [fileRow(ref, "peaks", peaks, trackId)] });
    await publishPipelineChanged(tx, ref);
  });
}

/** Puts the media stage back: something came that makes the files better. What plays goes on playing meanwhile. */
export async function reopenMedia({ workspaceId, recordingId }: RecordingRef): Promise<boolean> {
  const { count } = await db.stage.updateMany({
    where: { workspaceId, recordingId, name: "normalise", state: "done" },
    data: { state: "waiting", cause: null },
  });
  return count > 0;
}

export type LocalPart = {
  part: string;
  participantId: string;
  mime: string;
  t0: number;
  keys: string[];
};

/** Safety copies of the call's members: pieces of each part in order, from its first on. `t0`: ms since 1970, by our clock. */
export async function listLocalParts({ workspaceId, callId }: RecordingRef): Promise<LocalPart[]> {
  const chunks = await db.localChunk.findMany({
    where: { workspaceId, callId, source: "microphone" },
    orderBy: [{ part: "asc" }, { seq: "asc" }],
    select: { part: true, seq: true, participantId: true, mime: true, t0: true, key: true },
  });
  const parts = Map.groupBy(chunks, ({ part }) => part);
  return [...parts].flatMap(([part, all]) => {
    const [first] = all;
    // Only the first piece says how the others are to be read.
    if (first?.seq !== 0) return [];
    const { participantId, mime, t0 } = first;
    return [{ part, participantId, mime, t0: Number(t0), keys: all.map(({ key }) => key) }];
  });
}

/**
 * Recordings that play with gaps for which pieces of a safety copy have come since they were last begun: one that comes
 * while they are assembled is not in them. Each is assembled again.
 * @returns how many
 */
export async function requeueLateCopies(): Promise<number> {
  const late = await db.$queryRaw<{ workspace_id: string; recording_id: string }[]>`
    SELECT DISTINCT r.workspace_id, r.id AS recording_id
    FROM recording r
    JOIN stage s ON s.workspace_id = r.workspace_id AND s.recording_id = r.id AND s.name = 'normalise' AND s.state = 'done'
    JOIN gap g ON g.workspace_id = r.workspace_id AND g.recording_id = r.id AND g.filled_from IS NULL AND g.participant_id IS NOT NULL
    JOIN local_chunk k ON k.workspace_id = r.workspace_id AND k.call_id = r.call_id AND k.participant_id = g.participant_id
    WHERE r.method = 'room' AND r.state IN ('ready', 'ready_partial') AND k.created_at > s.started_at
    LIMIT 100`;
  for (const { workspace_id: workspaceId, recording_id: recordingId } of late)
    await db.$transaction((tx) =>
      enqueue(tx, assembleRecording, recordingId, { v: 1, workspaceId, recordingId }),
    );
  return late.length;
}
