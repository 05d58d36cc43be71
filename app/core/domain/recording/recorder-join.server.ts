import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { System } from "../access/actor.ts";
import { readTimeline, type StoredTimeline } from "./recorder-timeline.ts";
import type { RecordingRef } from "./stages.server.ts";

/** Pieces stay for as long as a call may be made anew from them. */
const KEPT_DAYS = 8;
const BATCH = 200;
const UNMADE_PICTURE = {
  name: "picture",
  state: { notIn: ["done", "skipped"] },
} as const satisfies Prisma.StageWhereInput;

export type RunSource = "microphone" | "tab" | "mix" | "screen";
/** One run of the browser's recorder: its pieces in order, from the first on. */
export type BrowserRun = {
  source: RunSource;
  participantId: string;
  /** Name of the run, of the browser's choice. */
  part: string;
  mime: string;
  /** Ms of the call. */
  startMs: number;
  /** What can be read of it, in order: where pieces are missing, what follows them as well if its container allows it. */
  keys: string[];
  lacksPieces: boolean;
};
export type JoinSource = {
  ref: RecordingRef;
  /** By source and start. */
  runs: BrowserRun[];
  /** Runs of which nothing can be read because their first piece is missing. */
  lost: Pick<BrowserRun, "source" | "participantId" | "startMs">[];
  timeline: StoredTimeline;
  /** How long the browser says it was, or the longest call; what is missing at its end is a gap. */
  lengthMs: number;
  /** Why it is over: `BrowserRecorder.endReason`. */
  endReason: string | null;
  isOnePerson: boolean;
  /** False: the microphone of a recording without a tab holds everybody in the room. */
  isOwnVoice: boolean;
  /** The browser kept something back, or pieces are missing. */
  isPartial: boolean;
};

/** A browser's recording that is stopped; null for any other. */
export async function findJoinSource(
  { workspaceId }: System,
  recordingId: string,
): Promise<JoinSource | null> {
  const found = await db.recording.findFirst({
    where: {
      ...{ workspaceId, id: recordingId, method: "recorder" },
      state: { notIn: ["receiving", "interrupted", "discarded", "media_removed"] },
    },
    select: {
      ...{ callId: true, isPartial: true },
      browserRecorders: {
        select: {
          ...{ timeline: true, lengthMs: true, endReason: true },
          ...{ isOnePerson: true, isOwnVoice: true },
        },
      },
      call: { select: { startedAt: true, createdAt: true } },
    },
  });
  const [recorder] = found?.browserRecorders ?? [];
  if (!found || !recorder) return null;
  const { callId, call } = found;
  const zero = (call.startedAt ?? call.createdAt).getTime();
  const { runs, lost } = await listRuns(workspaceId, callId, zero);
  return {
    ...recorder,
    ...{ ref: { workspaceId, recordingId, callId }, runs, lost },
    timeline: readTimeline(recorder.timeline),
    lengthMs: Math.min(recorder.lengthMs, env().LIMIT_UPLOAD_HOURS * 3_600_000),
    isPartial: found.isPartial || lost.length > 0 || runs.some(({ lacksPieces }) => lacksPieces),
  };
}

async function listRuns(
  workspaceId: string,
  callId: string,
  zero: number,
): Promise<Pick<JoinSource, "runs" | "lost">> {
  const chunks = await db.localChunk.findMany({
    where: { workspaceId, callId, isPrimary: true },
    orderBy: [{ t0: "asc" }, { part: "asc" }, { seq: "asc" }],
    select: {
      ...{ part: true, seq: true, source: true, participantId: true },
      ...{ mime: true, t0: true, key: true },
    },
  });
  const runs: BrowserRun[] = [];
  const lost: JoinSource["lost"] = [];
  for (const [part, pieces] of Map.groupBy(chunks, (chunk) => chunk.part)) {
    const [first] = pieces;
    if (!first || !isRunSource(first.source)) continue;
    const { source, participantId, mime, t0, seq } = first;
    const startMs = Math.max(0, Number(t0) - zero);
    // Only the first piece says how the others are to be read.
    if (seq !== 0) lost.push({ source, participantId, startMs });
    else {
      const unbroken = pieces.filter((piece, at) => piece.seq === at);
      const lacksPieces = unbroken.length < pieces.length;
      // WebM and Ogg find their place again behind a hole; MP4 does not.
      const keys = (mime.includes("mp4") ? unbroken : pieces).map(({ key }) => key);
      runs.push({ source, participantId, part, mime, startMs, keys, lacksPieces });
    }
  }
  return { runs, lost };
}

const isRunSource = (source: string): source is RunSource =>
  ["microphone", "tab", "mix", "screen"].includes(source);

/** Tracks that play and have no waveform yet, with their files. */
export async function listUndrawn({ workspaceId, recordingId }: RecordingRef) {
  const tracks = await db.track.findMany({
    where: { workspaceId, recordingId, files: { none: { kind: "peaks" } } },
    orderBy: { lane: "asc" },
    select: {
      id: true,
      durationMs: true,
      files: { where: { kind: "track" }, select: { key: true } },
    },
  });
  return tracks.flatMap(({ id, durationMs, files: [file] }) =>
    file ? [{ trackId: id, durationMs, key: file.key }] : [],
  );
}

/** What everybody hears of a recording that plays: its mix, or its one track; null before it plays. */
export async function findSound({
  workspaceId,
  recordingId,
}: RecordingRef): Promise<{ key: string; durationMs: number | null } | null> {
  const found = await db.file.findMany({
    where: { workspaceId, recordingId, kind: { in: ["mix", "track"] } },
    select: { kind: true, key: true, durationMs: true },
  });
  return found.find(({ kind }) => kind === "mix") ?? found[0] ?? null;
}

/** Whether a row names a file of this folder of the store. */
export async function isNamed(
  { workspaceId, recordingId }: RecordingRef,
  folder: string,
): Promise<boolean> {
  const named = await db.file.count({
    where: { workspaceId, recordingId, key: { startsWith: `${folder}/` } },
    take: 1,
  });
  return named > 0;
}

/**
 * Removes the pieces of recordings that are joined for good: of those whose picture failed they stay, so that it can be
 * tried again. @returns of how many recordings
 */
export async function deleteJoinedPieces(): Promise<number> {
  const done = await db.recording.findMany({
    where: {
      method: "recorder",
      OR: [
        { state: { in: ["media_removed", "discarded"] } },
        { state: { in: ["ready", "ready_partial"] }, stages: { none: UNMADE_PICTURE } },
      ],
      updatedAt: { lt: new Date(now().getTime() - KEPT_DAYS * 86_400_000) },
      call: { localChunks: { some: { isPrimary: true } } },
    },
    select: { workspaceId: true, callId: true },
    take: BATCH,
  });
  for (const { workspaceId, callId } of done) {
    const where = { workspaceId, callId, isPrimary: true };
    const pieces = await db.localChunk.findMany({ where, select: { key: true } });
    for (const { key } of pieces) await blobs().delete(key);
    await db.localChunk.deleteMany({ where });
  }
  return done.length;
}
