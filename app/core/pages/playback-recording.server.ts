import { visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { WITHOUT_USE } from "#app/core/domain/recording/held-copies.server.ts";
import { STAGES } from "#app/core/domain/recording/pipeline.ts";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import { findUnfitNames } from "#app/core/domain/recording/unfit-files.server.ts";
import { coveredIn } from "#app/core/domain/recording/voice.server.ts";
import { wordsView, type WordsView } from "#app/core/domain/recording/words-views.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import type { VersionRow } from "./playback-source.server.ts";
import type { PlaybackView } from "./playback-views.ts";

const recordingRow = {
  id: true,
  state: true,
  isPartial: true,
  mixedTracks: true,
  cause: true,
  mediaRemovedAt: true,
  method: true,
  durationMs: true,
  stages: true,
  tracks: { orderBy: { lane: "asc" }, include: { participant: { select: { name: true } } } },
  files: { select: { id: true, kind: true, trackId: true, mime: true } },
} as const satisfies Prisma.RecordingSelect;

type RecordingDetail = Prisma.RecordingGetPayload<{ select: typeof recordingRow }>;

/** What `wordsOf` reads of tracks. */
export const tracksOfWords = {
  select: {
    ...{ id: true, voiceMs: true, voiceDb: true, isSilent: true },
    participant: { select: { name: true } },
  },
  orderBy: { lane: "asc" },
} as const satisfies Prisma.Recording$tracksArgs;

type Measured = Prisma.RecordingGetPayload<{
  select: { stages: true; tracks: typeof tracksOfWords };
}>;

/**
 * How much of what is said has words.
 * @param current the version people read
 * @returns null where that was not measured
 */
export function wordsOf(
  { tracks, stages }: Measured,
  current: Pick<VersionRow, "covered" | "engine" | "model"> | null | undefined,
): WordsView | null {
  const covered = coveredIn(
    current?.covered ?? null,
    stages.find(({ name }) => name === "transcribe"),
  );
  if (covered === null) return null;
  const { engine = null, model = null } = current ?? {};
  return wordsView(
    tracks.map(({ participant, ...track }) => ({ ...track, name: participant?.name ?? "" })),
    covered,
    engine === null ? null : { id: engine, model },
  );
}

/** The recording that the page of a call shows. */
export const findRecording = (
  workspaceId: string,
  callId: string,
): Promise<RecordingDetail | null> =>
  db.recording.findFirst({
    where: { workspaceId, callId, isPrimary: true },
    select: recordingRow,
  });

export function stageViews(stages: RecordingDetail["stages"]): StageView[] {
  return [...STAGES, "crm" as const].flatMap((name) => {
    const stage = stages.find((row) => row.name === name);
    if (!stage) return [];
    const unit = stage.unit === "bytes" || stage.unit === "ms" ? stage.unit : null;
    return [
      {
        name,
        state: stage.state,
        done: Number(stage.done),
        total: Number(stage.total),
        unit,
        attempt: stage.attempt,
        cause: stage.cause,
        retryAt: stage.retryAt?.toISOString() ?? null,
        startedAt: stage.startedAt?.toISOString() ?? null,
        endedAt: stage.endedAt?.toISOString() ?? null,
      },
    ];
  });
}

export async function recordingView(
  actor: Member,
  call: { ownerId: string },
  recording: RecordingDetail,
): Promise<PlaybackView["recording"]> {
  const url = (kind: "mix" | "track" | "video" | "thumbnail") => {
    const file = recording.files.find((row) => row.kind === kind);
    return file && recording.mediaRemovedAt === null ? paths.media(file.id) : null;
  };
  return {
    id: recording.id,
    state: recording.state,
    isPartial: recording.isPartial,
    mixedTracks: recording.mixedTracks,
    cause: recording.cause,
    duplicateOf: call.ownerId === actor.memberId ? await duplicateOf(recording, actor) : null,
    unfitFiles: await unfitIn(actor, recording),
    mediaRemovedAt: recording.mediaRemovedAt?.toISOString() ?? null,
    // One lane alone is what everybody hears: mostly no second file was made of it.
    mixUrl: url("mix") ?? (recording.tracks.length === 1 ? url("track") : null),
    videoUrl: url("video"),
    posterUrl: url("thumbnail"),
  };
}

const unfitIn = async (
  { workspaceId }: Member,
  { id: recordingId, state }: RecordingDetail,
): Promise<string[]> => (state === "failed" ? findUnfitNames({ workspaceId, recordingId }) : []);

async function duplicateOf(
  { stages }: RecordingDetail,
  actor: Member,
): Promise<{ callId: string; title: string } | null> {
  const question = stages.find(({ name, cause }) => name === "inspect" && cause === "duplicate");
  if (question?.detail === null || question?.detail === undefined) return null;
  const duplicate = await db.call.findFirst({
    where: {
      id: question.detail,
      recordings: { some: { state: { notIn: [...WITHOUT_USE] } } },
      AND: visible(actor, "call.read"),
    },
    select: { id: true, title: true },
  });
  return duplicate && { callId: duplicate.id, title: duplicate.title };
}
