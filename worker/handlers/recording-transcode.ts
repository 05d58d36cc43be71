import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { claimStage, type Claim, StageLost } from "#app/core/domain/recording/stages.server.ts";
import {
  findTranscodeSource,
  type NewMedia,
  type NewTrack,
  publishInspection,
  publishMedia,
  type StoredFile,
  type TranscodeSource,
} from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import { inspectMedia, type MediaInfo } from "#media/ffmpeg/inspect.ts";
import { type MadeLane, normaliseMedia, type NormalisedMedia } from "#media/ffmpeg/normalise.ts";
import { mixPlan } from "#media/ffmpeg/plan/mix.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { Handlers } from "../handle.ts";
import { watchStage } from "../stage-watch.ts";
import { guarded } from "../guarded.ts";
import type { Workshop } from "../workshop.ts";

type Bench = { source: TranscodeSource; folder: string; workshop: Workshop; signal: AbortSignal };
type Inspected = { name: string; info: MediaInfo };

/** Inspects an upload's originals, then makes what plays: tracks, mix, peaks, picture. */
export const transcodeRecording: Handlers["recording.transcode"] = async (
  { workspaceId, recordingId },
  { signal, workshop },
) => {
  const source = await findTranscodeSource(
    asSystem(workspaceId, "recording.transcode"),
    recordingId,
  );
  if (!source) return;
  const inspect = await claimStage(source.ref, "inspect");
  const folder = await workshop.jobFolder(
    `${recordingId}-transcode-${inspect?.attempt ?? "again"}`,
  );
  const bench: Bench = { source, folder, workshop, signal };
  let lost = "";
  try {
    let inspected: Inspected[] | null = null;
    const look = async () => (inspected = await inspectAll(bench));
    if (
      inspect &&
      !(await guarded(inspect, signal, look, (found) =>
        publishInspection(inspect, kindsOf(source, found)),
      ))
    )
      return;
    const claim = await claimStage(source.ref, "normalise");
    if (!claim) return;
    lost = folderOf(claim);
    const make = async () => makeMedia(bench, claim, inspected ?? (await inspectAll(bench)));
    await guarded(claim, signal, make, (made) => publishMedia(claim, made));
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    if (lost !== "") await blobs().deleteFolder(lost); // no row will ever name it
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function inspectAll({ source, folder, workshop, signal }: Bench): Promise<Inspected[]> {
  const all: Inspected[] = [];
  for (const [at, { key }] of source.originals.entries()) {
    const name = `original-${at}`;
    await blobs().getFile(key, join(folder, name));
    const info = await inspectMedia({
      jobDir: folder,
      name,
      tools: workshop.tools(),
      signal,
      maxDurationMs: env().LIMIT_UPLOAD_HOURS * 3_600_000,
    });
    all.push({ name, info });
  }
  return all;
}

const kindsOf = (source: TranscodeSource, inspected: Inspected[]) =>
  source.originals.flatMap(({ fileId }, at) => {
    const info = inspected[at]?.info;
    return info
      ? [{ fileId, mime: info.mime, codec: info.sound.codec, durationMs: info.durationMs }]
      : [];
  });

async function makeMedia(bench: Bench, claim: Claim, inspected: Inspected[]): Promise<NewMedia> {
  const files = inspected.map(({ info }) => info.durationMs ?? 0);
  const { signal, tell } = watchStage(claim, files, bench.signal);
  const watched: Bench = { ...bench, signal };
  try {
    return inspected.length > 1
      ? await makePerSpeaker(watched, claim, inspected, tell)
      : await makeOne(watched, claim, inspected, tell);
  } catch (error) {
    signal.throwIfAborted(); // ffmpeg's own words for being killed say less
    throw error;
  }
}

type Tell = (doneMs: number) => void;

/** One file: everybody in one lane, or one person per channel. */
async function makeOne(
  bench: Bench,
  claim: Claim,
  [one]: Inspected[],
  tell: Tell,
): Promise<NewMedia> {
  if (!one) throw new MediaError("unreadable", "The upload has no file");
  const lanes = ({ auto: "auto", yes: "channel-per-speaker", no: "mixed" } as const)[
    bench.source.channels
  ];
  const made = await normaliseMedia({ ...common(bench, one), lanes, onProgressMs: tell });
  const tracks: NewTrack[] = [];
  for (const [at, lane] of made.lanes.entries()) {
    const who =
      lane.channel === "left"
        ? ({ side: "R" } as const)
        : lane.channel === "right"
          ? ({ side: "C" } as const)
          : ("everybody" as const);
    tracks.push(await storeTrack(bench.folder, claim, lane, at, who));
  }
  return {
    tracks,
    mix:
      made.lanes.length > 1
        ? await store(bench.folder, claim, made.mix.name, made.mix.mime, made.durationMs)
        : null,
    video:
      made.video &&
      (await store(bench.folder, claim, made.video.name, made.video.mime, made.durationMs)),
    durationMs: made.durationMs,
    isPartial: made.isPartial || bench.source.isPartial,
  };
}

/** A file per speaker: each becomes that person's lane, all begin together, the longest gives the length. */
async function makePerSpeaker(
  bench: Bench,
  claim: Claim,
  inspected: Inspected[],
  tell: Tell,
): Promise<NewMedia> {
  const tracks: NewTrack[] = [];
  const lanes: { name: string; durationMs: number }[] = [];
  let before = 0;
  let isPartial = bench.source.isPartial;
  let video: StoredFile | null = null;
  for (const [at, one] of inspected.entries()) {
    const start = before;
    const made: NormalisedMedia = await normaliseMedia({
      ...common(bench, one),
      lanes: "mixed",
      onProgressMs: (ms) => tell(start + ms),
    });
    before += one.info.durationMs ?? made.durationMs;
    isPartial ||= made.isPartial;
    const [lane] = made.lanes;
    if (!lane) throw new MediaError("unreadable", "The file ends before any sound");
    const name = `voice-${at}.m4a`;
    await rename(join(bench.folder, lane.name), join(bench.folder, name));
    lanes.push({ name, durationMs: made.durationMs });
    if (made.video && !video)
      video = await store(bench.folder, claim, made.video.name, made.video.mime, made.durationMs);
    const participantId = bench.source.originals[at]?.participantId ?? null;
    tracks.push(
      await storeTrack(
        bench.folder,
        claim,
        { ...lane, name },
        at,
        participantId === null ? { side: at === 0 ? "R" : "C" } : { participantId },
      ),
    );
  }
  const durationMs = Math.max(...lanes.map((lane) => lane.durationMs));
  const plan = mixPlan(
    lanes.map(({ name }) => ({ name, demuxer: "mov" as const, audioIndex: 0, offsetMs: 0 })),
  );
  await runFfmpeg(plan, {
    tools: bench.workshop.tools(),
    cwd: bench.folder,
    signal: bench.signal,
    durationMs,
  });
  return {
    tracks,
    mix: await store(bench.folder, claim, "mix.m4a", "audio/mp4", durationMs),
    video,
    durationMs,
    isPartial,
  };
}

const common = ({ folder, workshop, signal }: Bench, { name, info }: Inspected) => ({
  jobDir: folder,
  name,
  info,
  tools: workshop.tools(),
  signal,
  maxDurationMs: env().LIMIT_UPLOAD_HOURS * 3_600_000,
});

async function storeTrack(
  folder: string,
  claim: Claim,
  lane: MadeLane,
  at: number,
  who: NewTrack["who"],
): Promise<NewTrack> {
  const peaks = `peaks-${at}.i8`;
  await writeFile(join(folder, peaks), lane.peaks);
  return {
    who,
    audio: await store(folder, claim, lane.name, lane.mime, lane.durationMs, true),
    peaks: await store(folder, claim, peaks, "application/octet-stream", lane.durationMs),
    durationMs: lane.durationMs,
  };
}

const folderOf = ({ workspaceId, recordingId, stage, attempt }: Claim): string =>
  `${workspaceId}/${recordingId}/${stage}-${attempt}`;

/** Puts a finished file under the attempt's own folder, with its checksum. @param isCopied the job still needs it */
async function store(
  folder: string,
  claim: Claim,
  name: string,
  mime: string,
  durationMs: number,
  isCopied = false,
): Promise<StoredFile> {
  const path = join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  const key = `${folderOf(claim)}/${name}`;
  const bytes = isCopied
    ? await blobs().put(key, createReadStream(path))
    : await blobs().putFile(key, path);
  return { key, bytes, sha256: new Uint8Array(hash.digest()), mime, durationMs };
}
