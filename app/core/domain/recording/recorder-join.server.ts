import { blobs } from "#app/core/platform/blob/store.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import type { System } from "../access/actor.ts";
import { readTimeline, type StoredTimeline } from "./recorder-timeline.ts";
import type { RecordingRef } from "./stages.server.ts";

/** Pieces stay for as long as a call may be made anew from them. */
const KEPT_DAYS = 8;
const BATCH = 200;

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
  keys: string[];
};
export type JoinSource = {
  ref: RecordingRef;
  /** By source and start. */
  runs: BrowserRun[];
  timeline: StoredTimeline;
  /** How long the browser says it was; what is missing at its end is a gap. */
  lengthMs: number;
  isOnePerson: boolean;
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
      browserRecorders: { select: { timeline: true, lengthMs: true, isOnePerson: true } },
      call: { select: { startedAt: true, createdAt: true } },
    },
  });
  const [recorder] = found?.browserRecorders ?? [];
  if (!found || !recorder) return null;
  const { callId, isPartial, call } = found;
  const zero = (call.startedAt ?? call.createdAt).getTime();
  return {
    ...{ ref: { workspaceId, recordingId, callId }, isPartial, isOnePerson: recorder.isOnePerson },
    ...{ lengthMs: recorder.lengthMs, timeline: readTimeline(recorder.timeline) },
    runs: await listRuns(workspaceId, callId, zero),
  };
}

async function listRuns(workspaceId: string, callId: string, zero: number): Promise<BrowserRun[]> {
  const chunks = await db.localChunk.findMany({
    where: { workspaceId, callId, isPrimary: true },
    orderBy: [{ t0: "asc" }, { part: "asc" }, { seq: "asc" }],
    select: {
      ...{ part: true, seq: true, source: true, participantId: true },
      ...{ mime: true, t0: true, key: true },
    },
  });
  return [...Map.groupBy(chunks, ({ part }) => part)].flatMap(([part, all]) => {
    // Only the first piece says how the others are to be read, and behind one that is missing nothing can be placed.
    const whole = all.filter(({ seq }, at) => seq === at);
    const [first] = whole;
    if (!first || !isRunSource(first.source)) return [];
    const { source, participantId, mime, t0 } = first;
    const startMs = Math.max(0, Number(t0) - zero);
    return [
      { ...{ source, participantId, part, mime, startMs }, keys: whole.map(({ key }) => key) },
    ];
  });
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
}: RecordingRef): Promise<string | null> {
  const found = await db.file.findMany({
    where: { workspaceId, recordingId, kind: { in: ["mix", "track"] } },
    select: { kind: true, key: true },
  });
  return (found.find(({ kind }) => kind === "mix") ?? found[0])?.key ?? null;
}

/** Removes the pieces of recordings that stand in their own files for good. @returns of how many recordings */
export async function deleteJoinedPieces(): Promise<number> {
  const done = await db.recording.findMany({
    where: {
      method: "recorder",
      state: { in: ["ready", "ready_partial", "media_removed", "discarded"] },
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
