import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import type { StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { lengthOfSpan, withoutSpans } from "#app/core/platform/ranges.ts";
import { asMediaError } from "#media/ffmpeg/media-error.ts";
import { mixPlan } from "#media/ffmpeg/plan/mix.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { OPUS_OGG } from "#media/recorder/sink.ts";
import { store } from "../stages/media-store.ts";
import { type JoinedLane, type JoinJob, soundOf } from "./lanes.ts";
import { storeLane } from "./store-lane.ts";

/** The recorders of a browser do not begin and end in the same moment; what a mix lacks beyond that is missed. */
const MOST_LACKING_MS = 300;

/**
 * What everybody hears: the page's own sum where it has all the sound that the voices have, for it costs nothing; else
 * the voices are summed.
 * @param own the page's
 * @returns null where the one track is all there is
 * @throws as ffmpeg's end means it (`asMediaError`)
 */
export async function makeMix(
  {
    voices,
    own,
    durationMs,
  }: { voices: readonly JoinedLane[]; own: JoinedLane | undefined; durationMs: number },
  attempt: AttemptRef,
  job: JoinJob,
): Promise<StoredFile | null> {
  if (voices.length === 0) return null;
  if (own && !isLacking(own, voices)) return storeLane(own, attempt, job);
  if (voices.length === 1) return null;
  const name = "mix-of-voices.ogg";
  const lanes = voices.map((lane) => ({
    name: lane.name,
    demuxer: "ogg" as const,
    ...{ audioIndex: 0, offsetMs: 0 },
  }));
  const { jobDir, tools, signal } = job;
  try {
    const plan = mixPlan(lanes, name, OPUS_OGG);
    await runFfmpeg(plan, { tools, cwd: jobDir, signal, durationMs });
  } catch (error) {
    signal.throwIfAborted();
    throw asMediaError(error, signal);
  }
  return store(jobDir, attempt, name, "audio/ogg", durationMs);
}

const isLacking = (mix: JoinedLane, voices: readonly JoinedLane[]): boolean =>
  withoutSpans(voices.flatMap(soundOf), soundOf(mix)).some(
    (span) => lengthOfSpan(span) > MOST_LACKING_MS,
  );
