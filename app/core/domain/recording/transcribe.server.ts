import { db, Prisma } from "#app/core/platform/db.server.ts";
import type { System } from "../access/actor.ts";
import { lockCall } from "../call-lock.server.ts";
import { type NewSegment, publishTranscript } from "../transcript/publish.server.ts";
import {
  hasWords,
  leaveWhatFollows,
  type RecordingRef,
  type StageAttempt,
} from "./stages.server.ts";
import { noteSounds, type TrackSound } from "./voice.server.ts";

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
  sounds: TrackSound[];
};

/**
 * The words become the call's next transcript version; metrics follow in the same job. Where the words that people read
 * are the better ones, nothing follows: what was made of those stays.
 */
export async function publishRecognition(
  attempt: StageAttempt,
  { dictionary, vad, sounds, ...made }: Recognised,
): Promise<void> {
  const { workspaceId, callId, recordingId } = attempt;
  await db.$transaction(
    async (tx) => {
      await lockCall(tx, attempt);
      await noteSounds(tx, attempt, sounds);
      const { isCurrent } = await publishTranscript(tx, {
        workspaceId,
        callId,
        recordingId,
        origin: "engine",
        createdBy: null,
        settings: { dictionary, vad },
        voice: sounds,
        ...made,
      });
      if (isCurrent)
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
      else await leaveWhatFollows(tx, attempt);
      await attempt.publish(tx);
    },
    { timeout: 60_000 },
  );
}

/**
 * No engine for this call: the stage says why; numbers and summary have nothing to work on.
 * @param sounds of its tracks, where people miss the words: how long people talk is said with it
 */
export async function skipRecognition(
  attempt: StageAttempt,
  cause: string,
  sounds: readonly TrackSound[],
): Promise<void> {
  const { workspaceId, recordingId } = attempt;
  await db.$transaction(async (tx) => {
    await lockCall(tx, attempt);
    await noteSounds(tx, attempt, sounds);
    await leaveWhatFollows(tx, attempt);
    if (!(await hasWords(tx, attempt)))
      await tx.stage.updateMany({
        where: { workspaceId, recordingId, name: { in: ["metrics", "summary"] }, state: "waiting" },
        data: { state: "skipped", cause: "no_transcript", endedAt: new Date() },
      });
    await attempt.skip(tx, cause);
  });
}
