import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  Assembled,
  AssembledGap,
  AssembledTrack,
  AssembleSource,
  LocalPart,
} from "#app/core/domain/recording/assemble.server.ts";
import type { AttemptRef } from "#app/core/domain/recording/stages.server.ts";
import type { StoredFile } from "#app/core/domain/recording/transcode.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { type Span, withoutSpans } from "#app/core/platform/ranges.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import {
  assembleMix,
  assemblePeaks,
  assembleTrack,
  type MadeTrack,
  type PartFile,
  type Recovered,
} from "#media/recorder/assemble.ts";
import { PACKET_MS } from "#media/recorder/concat.ts";
import { findGaps, type RecordedGap } from "#media/recorder/journal-facts.ts";
import { silentOgg } from "#media/recorder/ogg.ts";
import { folderOf } from "../stages/media-store.ts";
import { isOfLane, type Lane, partRows, partsOf } from "./lanes.ts";
import { type Fill, fillGaps } from "./safety-copy.ts";
import { takeOverGaps } from "./take-over-gaps.ts";

export type AssemblyJob = {
  /** Under the jobs root of `tools`. */
  jobDir: string;
  tools: Pick<MediaTools, "ffmpeg">;
  signal: AbortSignal;
};
export type Assembly = {
  source: AssembleSource;
  recovered: Recovered;
  lanes: Lane[];
  /** Folder of the recorder. */
  dir: string;
  endMs: number;
};

/** What was recorded although the call was paused: its worker was not there to tell the recorder. Longer than the way of an order. */
const ORDER_MS = 150;

/** Spans whose sound must not exist: paused, as the people saw it, and not by the recorder. */
export function unheardPauses({ source, recovered, endMs }: Assembly): Span[] {
  const kept = recovered.facts.pauses.map(({ fromMs, toMs }) => ({
    fromMs: fromMs - ORDER_MS,
    toMs: (toMs ?? endMs) + ORDER_MS,
  }));
  return withoutSpans(source.pauses, kept);
}

/** Everybody's gaps inside the call, pauses left out. */
export function gapsOf({ source, recovered, lanes, endMs }: Assembly): RecordedGap[] {
  const between = lanes.flatMap((lane) =>
    takeOverGaps(
      recovered.parts
        .filter((part) => isOfLane(lane, part))
        .map(({ packets, ...part }) => ({ ...part, endMs: part.startMs + packets * PACKET_MS })),
    ),
  );
  const gaps = [...findGaps(recovered.facts, recovered.endOf, endMs), ...between];
  return gaps.flatMap((gap) =>
    withoutSpans([gap], source.pauses).map((span) => ({ ...gap, ...span })),
  );
}

export type Made = Assembled & {
  /** By lane. */
  fills: Fill[][];
};

/**
 * Tracks, mix and waveforms by stream copy, however long the call was.
 * @param copies safety copies to fill gaps from; none: gaps stay silent
 */
export async function makeMedia(
  assembly: Assembly,
  copies: readonly LocalPart[],
  attempt: AttemptRef,
  job: AssemblyJob,
): Promise<Made> {
  const { recovered, lanes, endMs } = assembly;
  const gaps = gapsOf(assembly);
  const quiet = await quietPieces(unheardPauses(assembly), job);
  const making = Promise.all(
    lanes.map((lane, at) => makeLane({ assembly, lane, at, gaps, copies, quiet }, job)),
  );
  const mixing = makeMix(assembly, { making, isFilling: copies.length > 0, quiet }, job);
  const [made, mix] = await Promise.all([making, mixing]);
  const [tracks, mixed] = await Promise.all([
    Promise.all(made.map((one, at) => storeLane(one, at, attempt, job))),
    mix && storeTrack(mix, attempt, job),
  ]);
  return {
    tracks,
    mix: mixed,
    gaps: lanes.flatMap((lane, at) => gapRows(lane, gaps, made[at]?.fills ?? [])),
    parts: partRows(recovered, lanes),
    durationMs: Math.ceil(endMs / PACKET_MS) * PACKET_MS,
    isPartial: recovered.facts.attempts.at(-1)?.endedBy === "diskFull",
    fills: made.map(({ fills }) => fills),
  };
}

type Quiet = Span & { part: PartFile };

async function quietPieces(spans: readonly Span[], { jobDir }: AssemblyJob): Promise<Quiet[]> {
  return Promise.all(
    spans.map(async (span, at) => {
      const file = `quiet-${at}.ogg`;
      const packets = Math.ceil((span.toMs - span.fromMs) / PACKET_MS);
      await writeFile(join(jobDir, file), silentOgg(packets));
      return { ...span, part: { dir: jobDir, file, startMs: span.fromMs, isPiece: true } };
    }),
  );
}

type LaneWork = {
  assembly: Assembly;
  lane: Lane;
  at: number;
  gaps: readonly RecordedGap[];
  copies: readonly LocalPart[];
  quiet: readonly Quiet[];
};
type MadeLane = { lane: Lane; track: MadeTrack; peaks: Int8Array; fills: Fill[] };
type MixWork = {
  making: Promise<readonly MadeLane[]>;
  isFilling: boolean;
  quiet: readonly Quiet[];
};

/** Beside the lanes, which it waits for only where something of theirs goes into it; null where the one lane is all there is. */
async function makeMix(
  { recovered, lanes, endMs }: Assembly,
  { making, isFilling, quiet }: MixWork,
  job: AssemblyJob,
): Promise<MadeTrack | null> {
  const isSpoken = ({ source }: Lane): boolean => source !== "coach";
  if (lanes.length === 1 && lanes.every(isSpoken)) return null;
  const tracks = async () =>
    (await making).filter(({ lane }) => isSpoken(lane)).map(({ track }) => track);
  const fills = isFilling ? (await making).flatMap((made) => made.fills) : [];
  return assembleMix(
    recovered,
    { name: "mix.ogg", tracks, endMs, redo: [...fills, ...quiet] },
    job,
  );
}

async function makeLane(work: LaneWork, job: AssemblyJob): Promise<MadeLane> {
  const { assembly, lane, at, gaps, quiet } = work;
  const { recovered, dir, endMs } = assembly;
  const parts: PartFile[] = [...partsOf(recovered, lane), ...quiet.map(({ part }) => part)];
  const own = gaps.filter((gap) => isOfLane(lane, gap));
  const copies = work.copies.filter(
    ({ participantId }) => lane.source === "microphone" && participantId === lane.participantId,
  );
  let fills: Fill[] = [];
  if (own.length > 0 && copies.length > 0) {
    const base = await assembleTrack({ name: `base-${at}.ogg`, parts, endMs }, job);
    const zeroMs = assembly.source.zero.getTime();
    fills = await fillGaps({ track: base.name, gaps: own, copies, zeroMs, at }, job);
  }
  const whole = [...parts, ...fills.map(({ part }) => part)];
  const track = await assembleTrack({ name: `track-${at}.ogg`, parts: whole, endMs }, job);
  const peaks = await assemblePeaks(recovered, dir, (one) => isOfLane(lane, one), track.durationMs);
  for (const { fromMs, toMs } of quiet)
    peaks.fill(0, Math.floor(fromMs / 100), Math.ceil(toMs / 100));
  for (const fill of fills)
    for (const [n, peak] of fill.peaks.entries()) {
      const bin = Math.floor(fill.fromMs / 100) + n;
      if (bin < peaks.length) peaks[bin] = Math.max(peaks[bin] ?? 0, peak);
    }
  return { lane, track, peaks, fills };
}

/** A gap as rows: what is filled, from where, and what stays silent. */
function gapRows(lane: Lane, gaps: readonly RecordedGap[], fills: readonly Fill[]): AssembledGap[] {
  const row = (span: Span, cause: string, filledFrom: string | null): AssembledGap => ({
    participantId: lane.participantId,
    t0Ms: Math.max(0, Math.round(span.fromMs)),
    t1Ms: Math.round(span.toMs),
    ...{ cause, filledFrom },
  });
  return gaps
    .filter((gap) => isOfLane(lane, gap))
    .flatMap((gap) => [
      ...fills
        .filter(({ fromMs, toMs }) => fromMs < gap.toMs && toMs > gap.fromMs)
        .map(({ fromMs, toMs, from }) => row({ fromMs, toMs }, gap.cause, from)),
      ...withoutSpans([gap], fills)
        .filter(({ fromMs, toMs }) => fills.length === 0 || toMs - fromMs >= 2 * PACKET_MS)
        .map((span) => row(span, gap.cause, null)),
    ]);
}

async function storeLane(
  { lane: { participantId, source }, track, peaks }: MadeLane,
  at: number,
  attempt: AttemptRef,
  job: AssemblyJob,
): Promise<AssembledTrack> {
  const name = `peaks-${at}.i8`;
  await writeFile(join(job.jobDir, name), peaks);
  const sha256 = digest(Buffer.from(peaks));
  const [audio, drawn] = await Promise.all([
    storeTrack(track, attempt, job),
    store({ name, durationMs: track.durationMs, sha256 }, "application/octet-stream", attempt, job),
  ]);
  return { participantId, source, audio, peaks: drawn };
}

type Finished = Pick<StoredFile, "durationMs" | "sha256"> & { name: string };

const storeTrack = (track: MadeTrack, attempt: AttemptRef, job: AssemblyJob): Promise<StoredFile> =>
  store(track, "audio/ogg", attempt, job);

/** Moves a finished file under the attempt's own folder: nothing reads it in the job's any more. */
async function store(
  { name, durationMs, sha256 }: Finished,
  mime: string,
  attempt: AttemptRef,
  { jobDir }: AssemblyJob,
): Promise<StoredFile> {
  const key = `${folderOf(attempt)}/${name}`;
  const bytes = await blobs().putFile(key, join(jobDir, name));
  return { key, bytes, sha256, mime, durationMs };
}

const digest = (bytes: Uint8Array): StoredFile["sha256"] =>
  new Uint8Array(createHash("sha256").update(bytes).digest());
