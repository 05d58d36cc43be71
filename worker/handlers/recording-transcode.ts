import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asSystem } from "#app/core/domain/access/actor.ts";
import {
  claimStage,
  type StageAttempt,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import {
  findTranscodeSource,
  type NewMedia,
  type NewTrack,
  publishInspection,
  publishMedia,
  type TranscodeSource,
} from "#app/core/domain/recording/transcode.server.ts";
import { clearUnfit, noteUnfit } from "#app/core/domain/recording/unfit-files.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { MediaError, refusal } from "#media/ffmpeg/media-error.ts";
import { type MadeLane, normaliseMedia, type NormalisedMedia } from "#media/ffmpeg/normalise.ts";
import { mustEncode } from "#media/ffmpeg/picture.ts";
import { mixPlan } from "#media/ffmpeg/plan/mix.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { mapConcurrent } from "../stages/map-concurrent.ts";
import type { Handlers } from "../handle.ts";
import { folderOf, store } from "../stages/media-store.ts";
import {
  type Inspected,
  inspectOriginal,
  mediaJob,
  type UploadBench,
} from "../stages/originals.ts";
import { watchStage } from "../stages/stage-watch.ts";
import { whoIsOn } from "../stages/who-is-on.ts";
import { guarded } from "../stages/guarded.ts";

/** A job may have two cores (reliability §8.1), and sound is made on one. */
const FILES_AT_ONCE = 2;

/** Inspects an upload's originals, then makes what plays: tracks, mix, peaks, picture. */
export const transcodeRecording: Handlers["recording.transcode"] = async (
  { workspaceId, recordingId },
  { signal, context },
) => {
  const source = await findTranscodeSource(
    asSystem(workspaceId, "recording.transcode"),
    recordingId,
  );
  if (!source) return;
  const inspect = await claimStage(source.ref, "inspect");
  const folder = await context.jobFolder(`${recordingId}-transcode-${inspect?.number ?? "again"}`);
  const bench: UploadBench = { source, folder, context, signal };
  let lost = "";
  try {
    let inspected: Inspected[] | null = null;
    const look = async () => {
      await clearUnfit(source.ref);
      return (inspected = await inspectAll(bench));
    };
    if (
      inspect &&
      !(await guarded(inspect, signal, look, (found) =>
        publishInspection(inspect, kindsOf(source, found)),
      ))
    )
      return;
    const attempt = await claimStage(source.ref, "normalise");
    if (!attempt) return;
    lost = folderOf(attempt);
    const make = async () => makeMedia(bench, attempt, inspected ?? (await inspectAll(bench)));
    await guarded(attempt, signal, make, (made) => publishMedia(attempt, made));
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    if (lost !== "") await blobs().deleteFolder(lost); // no row will ever name it
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** All files are looked at, so that all that cannot be used are named. @throws the first refusal */
async function inspectAll(bench: UploadBench): Promise<Inspected[]> {
  const looked = await mapConcurrent(
    bench.source.originals,
    FILES_AT_ONCE,
    bench.signal,
    (_, at, signal) =>
      notingUnfit(bench, at, () => inspectOriginal({ ...bench, signal }, at)).catch(
        (error: unknown) => {
          if (error instanceof MediaError && error.isPermanent) return error;
          throw error;
        },
      ),
  );
  return looked.map((one) => {
    if (one instanceof MediaError) throw one;
    return one;
  });
}

/** A recording of several files says which of them cannot be used. */
async function notingUnfit<T>(
  { source: { ref, originals } }: UploadBench,
  at: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const original = originals[at];
    if (original && error instanceof MediaError && error.isPermanent)
      await noteUnfit(ref, original.key);
    throw error;
  }
}

const kindsOf = (source: TranscodeSource, inspected: Inspected[]) =>
  source.originals.flatMap(({ fileId }, at) => {
    const info = inspected[at]?.info;
    return info
      ? [{ fileId, mime: info.mime, codec: info.sound.codec, durationMs: info.durationMs }]
      : [];
  });

async function makeMedia(
  bench: UploadBench,
  attempt: StageAttempt,
  inspected: Inspected[],
): Promise<NewMedia> {
  const files = inspected.map(({ info }) => info.durationMs ?? 0);
  const { signal, report: report } = watchStage(attempt, files, bench.signal);
  const watched: UploadBench = { ...bench, signal };
  try {
    return inspected.length > 1
      ? await makePerSpeaker(watched, attempt, inspected, report)
      : await makeOne(watched, attempt, inspected, report);
  } catch (error) {
    signal.throwIfAborted(); // ffmpeg's own words for being killed say less
    throw error;
  }
}

type Report = (doneMs: number) => void;

/** One file: everybody in one lane, or the one who speaks, or one person per channel or track. */
async function makeOne(
  bench: UploadBench,
  attempt: StageAttempt,
  [one]: Inspected[],
  report: Report,
): Promise<NewMedia> {
  if (!one) throw refusal("ends_early");
  const lanes = ({ auto: "auto", yes: "per-speaker", no: "mixed" } as const)[bench.source.channels];
  const made = await normaliseMedia({ ...mediaJob(bench, one), lanes, onProgressMs: report });
  const { jobDir } = one;
  const tracks: NewTrack[] = [];
  const who = whoIsOn(made, bench.source);
  for (const [at, lane] of made.lanes.entries())
    tracks.push(await storeTrack(jobDir, attempt, lane, at, who[at] ?? "everybody"));
  return {
    tracks,
    mix:
      made.lanes.length > 1
        ? await store(jobDir, attempt, made.mix.name, made.mix.mime, made.durationMs)
        : null,
    ...(await pictureOf(attempt, [{ one, made }])),
    durationMs: made.durationMs,
    isPartial: made.isPartial || bench.source.isPartial,
    mixedTracks: mostMixed([made]),
  };
}

/** Of the file with the most sound tracks in one lane, how many; null where none has several. */
function mostMixed(made: readonly NormalisedMedia[]): number | null {
  const most = Math.max(...made.map(({ mixedTracks }) => mixedTracks));
  return most > 1 ? most : null;
}

/** A file per speaker: each becomes that person's lane, all begin together, the longest gives the length. */
async function makePerSpeaker(
  bench: UploadBench,
  attempt: StageAttempt,
  inspected: Inspected[],
  report: Report,
): Promise<NewMedia> {
  const { folder } = bench;
  const doneMs = inspected.map(() => 0);
  const voices = await mapConcurrent(
    inspected,
    FILES_AT_ONCE,
    bench.signal,
    async (one, at, signal) => {
      const made = await notingUnfit(bench, at, () =>
        normaliseMedia({
          ...mediaJob({ ...bench, signal }, one),
          lanes: "mixed",
          onProgressMs: (ms) => {
            doneMs[at] = ms;
            report(doneMs.reduce((sum, ms) => sum + ms, 0));
          },
        }),
      );
      doneMs[at] = one.info.durationMs ?? made.durationMs;
      const [lane] = made.lanes;
      if (!lane) throw refusal("unreadable");
      const name = `voice-${at}.m4a`;
      await rename(join(one.jobDir, lane.name), join(folder, name));
      return { one, made, lane: { ...lane, name } };
    },
  );
  const tracks: NewTrack[] = [];
  for (const [at, { lane }] of voices.entries()) {
    const voice = bench.source.originals[at]?.voice;
    const who = voice
      ? { participantId: voice.participantId }
      : { side: at === 0 ? ("R" as const) : ("C" as const) };
    tracks.push(await storeTrack(folder, attempt, lane, at, who));
  }
  const durationMs = Math.max(...voices.map(({ made }) => made.durationMs));
  const plan = mixPlan(
    voices.map(({ lane: { name } }) => ({
      name,
      demuxer: "mov" as const,
      audioIndex: 0,
      offsetMs: 0,
    })),
  );
  await runFfmpeg(plan, {
    tools: bench.context.tools(),
    cwd: folder,
    signal: bench.signal,
    durationMs,
  });
  return {
    tracks,
    mix: await store(folder, attempt, "mix.m4a", "audio/mp4", durationMs),
    ...(await pictureOf(attempt, voices)),
    durationMs,
    isPartial: bench.source.isPartial || voices.some(({ made }) => made.isPartial),
    mixedTracks: mostMixed(voices.map(({ made }) => made)),
  };
}

type Converted = { one: Inspected; made: NormalisedMedia };

/** A call shows one picture, of the first file that has one; where it must be encoded, the sound does not wait for it. */
async function pictureOf(
  attempt: StageAttempt,
  converted: Converted[],
): Promise<Pick<NewMedia, "video" | "pictureToCome">> {
  for (const { one, made } of converted) {
    const { video, durationMs } = made;
    if (video) {
      const stored = await store(one.jobDir, attempt, video.name, video.mime, durationMs);
      return { video: stored, pictureToCome: null };
    }
    if (mustEncode(one.info)) return { video: null, pictureToCome: one.info };
  }
  return { video: null, pictureToCome: null };
}

async function storeTrack(
  jobDir: string,
  attempt: StageAttempt,
  lane: MadeLane,
  at: number,
  who: NewTrack["who"],
): Promise<NewTrack> {
  const peaks = `peaks-${at}.i8`;
  await writeFile(join(jobDir, peaks), lane.peaks);
  return {
    who,
    audio: await store(jobDir, attempt, lane.name, lane.mime, lane.durationMs, true),
    peaks: await store(jobDir, attempt, peaks, "application/octet-stream", lane.durationMs),
    durationMs: lane.durationMs,
  };
}
