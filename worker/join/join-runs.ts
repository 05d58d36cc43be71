import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BrowserRun, JoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import type {
  Assembled,
  AssembledGap,
  AssembledPart,
  AssembledTrack,
} from "#app/core/domain/recording/assemble.server.ts";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { errorName } from "#app/core/platform/error-facts.ts";
import { log } from "#app/core/platform/log.server.ts";
import { withoutSpans } from "#app/core/platform/ranges.ts";
import type { Demuxer } from "#media/ffmpeg/magic.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import { runPlan } from "#media/ffmpeg/plan/run.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { type Joined, joinRuns } from "#media/recorder/join.ts";
import { folderOf } from "../stages/media-store.ts";

export type JoinJob = {
  /** Under the jobs root of `tools`. */
  jobDir: string;
  tools: Pick<MediaTools, "ffmpeg">;
  signal: AbortSignal;
};

/** Recorders of a browser begin together, but for this. */
const TOGETHER_MS = 250;
/** A hole nobody notices. */
const LEAST_GAP_MS = 150;
/** Around a pause a browser is no more exact. */
const PAUSE_MS = 300;

type SoundSource = "microphone" | "tab" | "mix";
type Lane = {
  source: SoundSource;
  participantId: string | null;
  name: string;
  parts: BrowserRun[];
  made: Joined;
};

/**
 * The pieces of each source as one track with its place in time, by stream copy; the page's own sum is the mix.
 * @throws MediaError `unreadable` where nothing of any source can be read
 */
export async function makeJoined(
  source: JoinSource,
  attempt: AttemptRef,
  job: JoinJob,
): Promise<Assembled> {
  const read: { run: BrowserRun; file: string }[] = [];
  for (const [at, run] of source.runs.entries()) {
    if (run.source === "screen") continue;
    const file = await readRun(run, `run-${at}`, job);
    if (file !== null) read.push({ run, file });
  }
  const sources = (["microphone", "tab", "mix"] as const).filter((one) =>
    read.some(({ run }) => run.source === one),
  );
  // All lanes end together: where the longest ends, or where the browser said it was when it was killed.
  const first: Lane[] = [];
  let endMs = 0;
  for (const one of sources) {
    const lane = await joinLane(one, read, 0, `${one}.ogg`, job);
    endMs = Math.max(endMs, lane.made.durationMs);
    first.push(lane);
  }
  if (endMs === 0)
    throw new MediaError("unreadable", "nothing of a browser's recording can be read");
  const wholeMs = Math.max(endMs, Math.min(source.lengthMs, endMs + LONGEST_TAIL_MS));
  const lanes: Lane[] = [];
  for (const lane of first) {
    if (lane.made.durationMs >= wholeMs - LEAST_GAP_MS) lanes.push(lane);
    else {
      const again = await joinLane(lane.source, read, wholeMs, `${lane.source}-whole.ogg`, job);
      lanes.push({ ...again, made: { ...again.made, runs: lane.made.runs } });
    }
  }
  return publishable(source, lanes, wholeMs, attempt, job);
}

/** More than a killed browser loses; a longer tail waits on a device and never came: then the call is partial. */
const LONGEST_TAIL_MS = 10_000;

async function joinLane(
  source: SoundSource,
  read: readonly { run: BrowserRun; file: string }[],
  endMs: number,
  name: string,
  { jobDir, signal }: JoinJob,
): Promise<Lane> {
  const own = read
    .filter(({ run }) => run.source === source)
    .toSorted((a, b) => a.run.startMs - b.run.startMs);
  const files = own.map(({ run, file }) => ({ file: join(jobDir, file), startMs: run.startMs }));
  const made = await joinRuns(join(jobDir, name), files, endMs, signal);
  const participantId = source === "mix" ? null : (own[0]?.run.participantId ?? null);
  return { source, participantId, name, parts: own.map(({ run }) => run), made };
}

/** @returns name of the run as Ogg in the job folder; null where nothing of it can be read */
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
    signal.throwIfAborted();
    log.warn({ name: errorName(error), source: run.source }, "a browser's run cannot be read");
    return null;
  } finally {
    await rm(join(jobDir, file), { force: true });
  }
}

/** Writes the pieces of a run behind one another; one is held at a time. */
export async function bringRun(run: BrowserRun, path: string, signal: AbortSignal): Promise<void> {
  for (const key of run.keys) {
    signal.throwIfAborted();
    await pipeline(await blobs().get(key), createWriteStream(path, { flags: "a" }));
  }
}

async function publishable(
  source: JoinSource,
  lanes: readonly Lane[],
  durationMs: number,
  attempt: AttemptRef,
  { jobDir }: JoinJob,
): Promise<Assembled> {
  const tracks: AssembledTrack[] = [];
  let mix: Assembled["mix"] = null;
  const spoken = lanes.filter((lane) => lane.source !== "mix");
  for (const { source: of, participantId, name, made } of lanes) {
    const key = `${folderOf(attempt)}/${of}.ogg`;
    const bytes = await blobs().putFile(key, join(jobDir, name));
    const { sha256 } = made;
    const audio = { key, bytes, sha256, mime: "audio/ogg", durationMs: made.durationMs };
    if (of !== "mix") tracks.push({ participantId, source: of, audio, peaks: null });
    else if (spoken.length > 1) mix = audio;
  }
  const hasTab = spoken.some((lane) => lane.source === "tab");
  return {
    ...{ tracks, mix, durationMs },
    gaps: spoken.flatMap((lane) => gapsOf(source, lane, durationMs)),
    parts: lanes.flatMap(partRows),
    isPartial: source.isPartial,
    quality: hasTab && !source.isOnePerson ? "B" : "A",
    pictureMs: source.runs.some((run) => run.source === "screen") ? durationMs : null,
    isUnheard: true,
  };
}

/** What a lane should have and has not, but for pauses; why, as the browser knows it. */
function gapsOf({ timeline }: JoinSource, lane: Lane, endMs: number): AssembledGap[] {
  const heard = lane.made.runs.flatMap((run) => run ?? []);
  // Runs go on in silence while a device is exchanged: only the browser knows of that.
  const told = timeline.gaps.filter((gap) => gap.source === lane.source && gap.t1Ms > gap.t0Ms);
  const found = [
    ...lane.made.holes,
    ...told.map(({ t0Ms, t1Ms }) => ({ fromMs: t0Ms, toMs: Math.min(t1Ms, endMs) })),
  ];
  let done = TOGETHER_MS;
  for (const { fromMs, toMs } of heard) {
    if (fromMs > done) found.push({ fromMs: done === TOGETHER_MS ? 0 : done, toMs: fromMs });
    done = Math.max(done, toMs);
  }
  if (endMs > done) found.push({ fromMs: done, toMs: endMs });
  const pauses = timeline.pauses.map(({ t0Ms, t1Ms }) => ({
    fromMs: t0Ms - PAUSE_MS,
    toMs: t1Ms + PAUSE_MS,
  }));
  return found
    .flatMap((gap) => withoutSpans([gap], pauses))
    .filter(({ fromMs, toMs }) => toMs - fromMs >= LEAST_GAP_MS)
    .map(({ fromMs, toMs }) => ({
      ...{ participantId: lane.participantId, t0Ms: Math.round(fromMs), t1Ms: Math.round(toMs) },
      cause:
        timeline.gaps.find(
          ({ t0Ms, t1Ms, source: of }) =>
            (of === undefined || of === lane.source) &&
            t0Ms <= toMs + PAUSE_MS &&
            t1Ms >= fromMs - PAUSE_MS,
        )?.cause ?? "closed",
      filledFrom: null,
    }));
}

const partRows = ({ source, parts, made }: Lane): AssembledPart[] =>
  parts.map(({ participantId, part, startMs }, n) => {
    const run = made.runs[n];
    return {
      ...{ participantId, identity: part, source, attempt: 1, n, file: part, endCause: null },
      startMs: run?.fromMs ?? startMs,
      durationMs: run ? run.toMs - run.fromMs : 0,
    };
  });
