import { db, Prisma } from "#app/core/platform/db.server.ts";
import type { System } from "../access/actor.ts";
import { type NewSegment, publishTranscript } from "../transcript/publish.server.ts";
import type { RecordingRef, StageAttempt } from "./stages.server.ts";

export type VoiceTrack = {
  trackId: string;
  /** What it was recorded from: `microphone`, `tab`, `phone`. */
  source: string;
  participantId: string | null;
  key: string;
  mime: string;
  offsetMs: number;
  durationMs: number;
};
export type TranscribeSource = { ref: RecordingRef; language: string; tracks: VoiceTrack[] };

/** The tracks whose words are wanted; null when the recording is gone. */
export async function findTranscribeSource(
  system: System,
  recordingId: string,
): Promise<TranscribeSource | null> {
  const { workspaceId } = system;
  const found = await db.recording.findFirst({
    where: {
      workspaceId,
      id: recordingId,
      state: { notIn: ["receiving", "interrupted", "discarded", "media_removed"] },
    },
    select: {
      callId: true,
      call: { select: { language: true } },
      tracks: {
        // A shared screen's sound and a coach are nobody's words in the call.
        where: { source: { notIn: ["screen_audio", "coach"] } },
        orderBy: { lane: "asc" },
        select: {
          id: true,
          participantId: true,
          source: true,
          offsetMs: true,
          durationMs: true,
          files: { where: { kind: "track" }, select: { key: true, mime: true } },
        },
      },
    },
  });
  if (!found) return null;
  return {
    ref: { workspaceId, recordingId, callId: found.callId },
    language: found.call.language ?? "en",
    tracks: found.tracks.flatMap(({ id, files: [file], durationMs, ...track }) =>
      file ? [{ ...track, trackId: id, ...file, durationMs: durationMs ?? 0 }] : [],
    ),
  };
}

export type Recognised = {
  engine: string;
  model: string;
  language: string;
  dictionary: string;
  /** Version of the voice detection that cut the tracks. */
  vad: number;
  segments: NewSegment[];
};

/** The words become the call's next transcript version; metrics follow in the same job. */
export async function publishRecognition(
  attempt: StageAttempt,
  { dictionary, vad, ...made }: Recognised,
): Promise<void> {
  const { workspaceId, callId, recordingId } = attempt;
  await db.$transaction(
    async (tx) => {
      await publishTranscript(tx, {
        workspaceId,
        callId,
        recordingId,
        origin: "engine",
        createdBy: null,
        settings: { dictionary, vad },
        ...made,
      });
      await tx.recording.update({
        where: { workspaceId_id: { workspaceId, id: recordingId } },
        data: {
          engines: {
            speech: made.engine,
            speechModel: made.model,
          } satisfies Prisma.InputJsonObject,
        },
        select: { id: true },
      });
      await attempt.publish(tx);
    },
    { timeout: 60_000 },
  );
}

/** No engine for this call: the stage says why; numbers and summary have nothing to work on. */
export async function skipRecognition(attempt: StageAttempt, cause: string): Promise<void> {
  const { workspaceId, recordingId } = attempt;
  await db.$transaction(async (tx) => {
    await tx.stage.updateMany({
      where: { workspaceId, recordingId, name: { in: ["metrics", "summary"] }, state: "waiting" },
      data: { state: "skipped", cause: "no_transcript", endedAt: new Date() },
    });
    await attempt.skip(tx, cause);
  });
}
