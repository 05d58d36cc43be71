import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { VoiceTrack } from "#app/core/domain/recording/transcribe.server.ts";
import type { TrackSound } from "#app/core/domain/recording/voice.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { pcmPlan } from "#media/ffmpeg/plan/pcm.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { findTrackSpeech, type TrackSpeech } from "#media/speech/segments.ts";
import type { WorkerContext } from "../context.ts";

type Bench = { folder: string; context: Pick<WorkerContext, "tools">; signal: AbortSignal };

/** @returns name of the track in the folder as speech recognition takes it: s16le, 16 kHz, mono */
export async function decodeTrack(
  { trackId, key, mime, durationMs }: VoiceTrack,
  { folder, context, signal }: Bench,
): Promise<string> {
  const name = `${trackId}.media`;
  const demuxer = mime === "audio/ogg" ? "ogg" : "mov";
  const output = `${trackId}.s16`;
  await blobs().getFile(key, join(folder, name));
  await runFfmpeg(pcmPlan({ name, demuxer, audioIndex: 0, output }), {
    ...{ tools: context.tools(), cwd: folder, signal, durationMs },
  });
  await rm(join(folder, name), { force: true });
  return output;
}

/** What was found in a track's sound, on the clock of the call. */
export const soundOf = (
  { trackId, participantId, offsetMs }: VoiceTrack,
  { voice, voiceDb, isSilent }: TrackSpeech,
): TrackSound => ({
  ...{ trackId, participantId, voiceDb, isSilent },
  voice: voice.map(({ startMs, endMs }) => ({
    fromMs: startMs + offsetMs,
    toMs: endMs + offsetMs,
  })),
});

/** Measures tracks that no engine hears. */
export async function measureTracks(
  tracks: readonly VoiceTrack[],
  bench: Bench,
): Promise<TrackSound[]> {
  const sounds: TrackSound[] = [];
  for (const track of tracks) {
    const pcm = join(bench.folder, await decodeTrack(track, bench));
    sounds.push(soundOf(track, await findTrackSpeech(pcm, bench.signal)));
    await rm(pcm, { force: true });
  }
  return sounds;
}
