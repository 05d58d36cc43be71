import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BrowserRun, JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import type {
  Assembled,
  AssembledPart,
  AssembledTrack,
} from "#app/core/domain/recording/assemble.server.ts";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import type { Demuxer } from "#media/ffmpeg/magic.ts";
import { asMediaError, MediaError } from "#media/ffmpeg/media-error.ts";
import { runPlan } from "#media/ffmpeg/plan/run.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { joinRuns } from "#media/recorder/join.ts";
import { gapsOf, LEAST_GAP_MS } from "./gap-rows.ts";
import { makeMix } from "./join-mix.ts";
import { storeLane } from "./store-lane.ts";
import type { JoinedLane, JoinJob, LeftOut, SoundSource } from "./lanes.ts";

type ReadRun = { run: BrowserRun; file: string };

/**
 * The pieces of each source as one track with its place in time, by stream copy. A run that cannot be read is left out,
 * and the recording is partial then.
 * @throws MediaError `unreadable` where nothing of any source can be read, others as ffmpeg's end means them;
 * FfmpegError where ffmpeg itself died
 */
export async function makeJoined(
  source: JoinSource,
  attempt: AttemptRef,
  job: JoinJob,
): Promise<Assembled> {
  const { read, leftOut } = await readRuns(source, job);
  const first = await joinLanes(read, job);
  const endMs = Math.max(0, ...first.map(({ made }) => made.durationMs));
  if (endMs === 0)
    throw new MediaError("unreadable", "nothing of a browser's recording can be read");
  const wholeMs = Math.max(endMs, source.lengthMs);
  const lanes: JoinedLane[] = [];
  for (const lane of first) lanes.push(await lengthen(lane, read, wholeMs, job));
  return publishable({ source, lanes, leftOut, durationMs: wholeMs }, attempt, job);
}

/** All lanes end together: where the longest ends, or where the browser said the recording does. */
async function lengthen(
  lane: JoinedLane,
  read: readonly ReadRun[],
  wholeMs: number,
  job: JoinJob,
): Promise<JoinedLane> {
  if (lane.made.durationMs >= wholeMs - LEAST_GAP_MS) return lane;
  const again = await joinLane(lane.source, read, wholeMs, `${lane.source}-whole.ogg`, job);
  return { ...again, made: { ...again.made, runs: lane.made.runs } };
}

async function readRuns(
  source: JoinSource,
  job: JoinJob,
): Promise<{ read: ReadRun[]; leftOut: LeftOut[] }> {
  const read: ReadRun[] = [];
  const leftOut: LeftOut[] = source.lost.map((run) => ({ ...run, cause: "lost" }));
  for (const [at, run] of source.runs.entries()) {
    if (run.source === "screen") continue;
    const file = await readRun(run, `run-${at}`, job);
    if (file === null) leftOut.push({ ...run, cause: "encoder" });
    else read.push({ run, file });
  }
  return { read, leftOut };
}

async function joinLanes(read: readonly ReadRun[], job: JoinJob): Promise<JoinedLane[]> {
  const lanes: JoinedLane[] = [];
  for (const source of ["microphone", "tab", "mix"] as const)
    if (read.some(({ run }) => run.source === source))
      lanes.push(await joinLane(source, read, 0, `${source}.ogg`, job));
  return lanes;
}

async function joinLane(
  source: SoundSource,
  read: readonly ReadRun[],
  endMs: number,
  name: string,
  { jobDir, signal }: JoinJob,
): Promise<JoinedLane> {
  const own = read
    .filter(({ run }) => run.source === source)
    .toSorted((a, b) => a.run.startMs - b.run.startMs);
  const files = own.map(({ run, file }) => ({ file: join(jobDir, file), startMs: run.startMs }));
  const made = await joinRuns(join(jobDir, name), files, endMs, signal);
  const participantId = source === "mix" ? null : (own[0]?.run.participantId ?? null);
  return { source, participantId, name, parts: own.map(({ run }) => run), made };
}

/**
 * @returns name of the run as Ogg in the job folder; null where nothing of it can be read
 * @throws where this machine is in trouble and not the run
 */
async function readRun(
  run: BrowserRun,
  name: string,
  { jobDir, tools, signal }: JoinJob,
): Promise<string | null> {
  const file = `${name}.bin`;
  const output = `${name}.ogg`;
  await bringRun(run, join(jobDir, file), signal);
  const isMp4 = run.mime.includes("mp4");
  const demuxer: Demuxer = isMp4 ? "mov" : run.mime.includes("ogg") ? "ogg" : "matroska";
  const isOpus = !isMp4 || run.mime.includes("opus");
  try {
    await runFfmpeg(runPlan({ name: file, demuxer, isOpus, output }), {
      tools,
      cwd: jobDir,
      signal,
    });
    return output;
  } catch (error) {
    leaveOut(run, error, signal);
    return null;
  } finally {
    await rm(join(jobDir, file), { force: true });
  }
}

/** A run whose reading ended with this error goes without. @throws the error, where it says nothing about the run */
export function leaveOut(run: BrowserRun, error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  const known = asMediaError(error, signal);
  if (!(known instanceof MediaError) || known.code !== "unreadable") throw known;
  log.warn({ source: run.source, part: run.part }, "a browser's run cannot be read");
}

/** Writes the pieces of a run behind one another; one is held at a time. */
export async function bringRun(run: BrowserRun, path: string, signal: AbortSignal): Promise<void> {
  for (const key of run.keys) {
    signal.throwIfAborted();
    await pipeline(await blobs().get(key), createWriteStream(path, { flags: "a" }));
  }
}

type Joining = {
  source: JoinSource;
  lanes: readonly JoinedLane[];
  leftOut: readonly LeftOut[];
  durationMs: number;
};

async function publishable(
  { source, lanes: joined, leftOut, durationMs }: Joining,
  attempt: AttemptRef,
  job: JoinJob,
): Promise<Assembled> {
  const hasTab = joined.some((lane) => lane.source === "tab");
  const isMixed = (!hasTab && !source.isOwnVoice) || joined.every(isMix);
  const lanes = isMixed ? joined.map((lane) => ({ ...lane, participantId: null })) : joined;
  const voices = lanes.filter((lane) => !isMix(lane));
  // Where no voice can be read, their sum may be.
  const spoken = voices.length > 0 ? voices : lanes;
  // Made first: a track that is stored is no more in the job folder.
  const mix = await makeMix({ voices, own: lanes.find(isMix), durationMs }, attempt, job);
  const tracks: AssembledTrack[] = [];
  for (const lane of spoken) {
    const source = isMixed ? "mix" : lane.source;
    const audio = await storeLane(lane, attempt, job);
    tracks.push({ participantId: lane.participantId, source, audio, peaks: null });
  }
  const silent = isMixed ? [] : silentLanes(lanes, leftOut);
  return {
    ...{ tracks, mix, durationMs },
    gaps: [...spoken, ...silent].flatMap((lane) => gapsOf(source, lane, leftOut, durationMs)),
    parts: lanes.flatMap(partRows),
    isPartial: source.isPartial || leftOut.length > 0,
    quality: isMixed ? "C" : hasTab && !source.isOnePerson ? "B" : "A",
    pictureMs: source.runs.some((run) => run.source === "screen") ? durationMs : null,
    isUnheard: true,
  };
}

const isMix = ({ source }: Pick<JoinedLane, "source">): boolean => source === "mix";

/** Voices of which nothing at all can be read: they have no track, and a gap as long as the call. */
function silentLanes(lanes: readonly JoinedLane[], leftOut: readonly LeftOut[]): JoinedLane[] {
  const made = { durationMs: 0, sizeBytes: 0, sha256: new Uint8Array(), runs: [], holes: [] };
  return (["microphone", "tab"] as const).flatMap((source): JoinedLane[] => {
    const run = leftOut.find((one) => one.source === source);
    if (!run || lanes.some((lane) => lane.source === source)) return [];
    return [{ source, participantId: run.participantId, name: "", parts: [], made }];
  });
}

const partRows = ({ source, participantId, parts, made }: JoinedLane): AssembledPart[] =>
  parts.map(({ part, startMs }, n) => {
    const run = made.runs[n];
    return {
      ...{ participantId, identity: part, source, attempt: 1, n, file: part, endCause: null },
      startMs: run?.fromMs ?? startMs,
      durationMs: run ? run.toMs - run.fromMs : 0,
    };
  });
