import { rm } from "node:fs/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { findTranscribeSource } from "#app/core/domain/recording/transcribe.server.ts";
import { measureCurrent } from "#app/core/domain/recording/voice.server.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { measureRecording as measureJob } from "#app/core/jobs/recording-measure.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { Handlers } from "../handle.ts";
import { troubleOf } from "../stages/guarded.ts";
import { measureTracks } from "../stages/track-sound.ts";

/** How long a missing program or a full disk is waited for before the next look. */
const AGAIN_SECONDS = 600;

/** Measures the sound of a live call's tracks, and by it the words that came while the call ran. */
export const measureRecording: Handlers["recording.measure"] = async (
  { workspaceId, recordingId },
  { signal, context },
) => {
  const system = asSystem(workspaceId, "recording.measure");
  const source = await findTranscribeSource(system, recordingId);
  if (!source) return;
  const folder = await context.jobFolder(`${recordingId}-measure`);
  try {
    const sounds = await measureTracks(source.tracks, { folder, context, signal });
    await measureCurrent(source.ref, sounds);
  } catch (error) {
    signal.throwIfAborted();
    const trouble = troubleOf(error);
    if (trouble.kind === "fail" && trouble.isTransient) throw error;
    log.warn({ recording: recordingId, cause: trouble.cause }, "tracks cannot be measured");
    if (trouble.kind === "fail") return;
    const key = `${recordingId} ${Date.now()}`;
    const payload = { v: 1, workspaceId, recordingId } as const;
    await db.$transaction((tx) =>
      enqueue(tx, measureJob, key, payload, { startAfter: AGAIN_SECONDS }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
