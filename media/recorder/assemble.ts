import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { seconds } from "#media/ffmpeg/plan/plan.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { PACKET_MS, type Part, PIECE_TAIL_MS, placeParts, SETTLE_MS } from "./concat.ts";
import { type JournalFacts, journalFacts, type RecordedPart } from "./journal-facts.ts";
import { parseJournal, type Source } from "./journal.ts";
import { countPackets } from "./ogg.ts";
import { mergePeaks } from "./peaks.ts";
import { OPUS_OGG } from "./sink.ts";
import { spliceOgg } from "./splice.ts";

type Job = {
  /** Under the jobs root of `tools`; the caller makes it, stores what it likes and removes it. */
  jobDir: string;
  tools: Pick<MediaTools, "ffmpeg">;
  signal: AbortSignal;
};

/** `packets` where they are counted already. A piece is a span of a member's safety copy. */
export type PartFile = Omit<Part, "packets"> & { dir: string; packets?: number };
export type Span = { fromMs: number; toMs: number };

export type Recovered = {
  facts: JournalFacts;
  /** With its packets: what truly is in the file. */
  parts: (RecordedPart & { dir: string; packets: number })[];
  /** True end of a part, for `findGaps`. */
  endOf: (part: RecordedPart) => number | null;
  /** End of the last sound, milliseconds on the call clock. */
  endMs: number;
};

/**
 * Reads what the recorders of a call left behind, whatever became of them.
 * @param dir folder of the recorder; a part whose file is gone has no packets
 */
export async function readRecording(dir: string): Promise<Recovered> {
  const text = await readFile(join(dir, "journal.jsonl"), "utf8").catch(() => "");
  const facts = journalFacts(parseJournal(text).lines);
  const parts = await Promise.all(
    facts.parts.map(async (part) => {
      return { ...part, dir, packets: await countPackets(join(dir, part.file)).catch(() => 0) };
    }),
  );
  const ends = new Map(
    parts.map(({ file, startMs, packets }) => [file, startMs + packets * PACKET_MS]),
  );
  return {
    facts,
    parts,
    endOf: ({ file }) => ends.get(file) ?? null,
    endMs: Math.max(0, ...ends.values()),
  };
}

export type MadeTrack = {
  name: string;
  durationMs: number;
  sizeBytes: number;
  sha256: Uint8Array<ArrayBuffer>;
};

/**
 * One file from the parts of one lane, by stream copy: its zero is the call's, what nobody recorded is silence.
 * @param name of the result in the job folder, plain
 * @param endMs length of the result, so that all lanes end together
 * @throws as the file system
 */
export async function assembleTrack(
  { name, parts, endMs }: { name: string; parts: readonly PartFile[]; endMs: number },
  { jobDir, signal }: Pick<Job, "jobDir" | "signal">,
): Promise<MadeTrack> {
  const placed = await Promise.all(
    parts.map(async ({ dir, packets: known, ...part }): Promise<Part> => {
      const file = join(dir, part.file); // names of two rooms may be alike
      return { ...part, file, packets: known ?? (await countPackets(file).catch(() => 0)) };
    }),
  );
  const { packets, ...made } = await spliceOgg(
    join(jobDir, name),
    placeParts(placed),
    Math.ceil(endMs / PACKET_MS),
    signal,
  );
  return { name, durationMs: packets * PACKET_MS, ...made };
}

/**
 * The playable mix: the live one by stream copy, and only the spans it lacks or has wrong rendered anew, so
 * that it takes no longer for a longer call.
 * @param tracks assembled, in the job folder, without coaches; asked for only where a span must be rendered
 * @param redo spans where sound went into the tracks that the live mix cannot have
 */
export async function assembleMix(
  { facts, parts: all }: Recovered,
  {
    name,
    tracks,
    endMs,
    redo = [],
  }: {
    name: string;
    tracks: () => Promise<readonly MadeTrack[]>;
    endMs: number;
    redo?: readonly Span[];
  },
  job: Job,
): Promise<MadeTrack> {
  const { jobDir } = job;
  const heard = all.filter(({ source }) => source !== "mix" && source !== "coach");
  const live = all
    .filter(({ source }) => source === "mix")
    .map((part) => ({ ...part, settleMs: settleOf(part, heard) }));
  const lacking = holes(live, endMs).filter((hole) => heard.some((part) => overlaps(part, hole)));
  const parts: PartFile[] = [...live];
  for (const [at, { fromMs, toMs }] of [...lacking, ...facts.late, ...redo].entries()) {
    const file = `${name}.span-${at}.ogg`;
    const lengthMs = Math.min(toMs + PIECE_TAIL_MS, endMs) - fromMs;
    if (lengthMs < PACKET_MS) continue;
    const made = await tracks();
    if (made.length === 0) break;
    await render(made, fromMs, lengthMs, file, job);
    parts.push({ dir: jobDir, file, startMs: fromMs, isPiece: true });
  }
  return assembleTrack({ name, parts, endMs }, job);
}

/** Tracks that an attempt takes over begin behind its mix: until they have settled the older mix counts. */
const TAKE_OVER_MS = 5000;

function settleOf(mix: RecordedPart, heard: readonly RecordedPart[]): number {
  const begun = heard
    .filter(({ attempt }) => attempt === mix.attempt)
    .map(({ startMs }) => startMs - mix.startMs)
    .filter((ms) => ms >= 0 && ms <= TAKE_OVER_MS);
  return Math.max(0, ...begun) + SETTLE_MS;
}

const overlaps = ({ startMs, packets }: Part, { fromMs, toMs }: Span) =>
  packets > 0 && startMs < toMs && startMs + packets * PACKET_MS > fromMs;

/** What lies before, between and behind parts; a hole of a packet or two is rounding. */
function holes(parts: readonly Part[], endMs: number): Span[] {
  const found: Span[] = [];
  let done = 0;
  const hole = (to: number) => {
    if (to - done > 2) found.push({ fromMs: done * PACKET_MS, toMs: to * PACKET_MS });
  };
  for (const { from, packets } of placeParts(parts)) {
    hole(from);
    done = from + packets;
  }
  hole(Math.floor(endMs / PACKET_MS));
  return found;
}

/** Sums the tracks, as the live mixer does. */
async function render(
  tracks: readonly MadeTrack[],
  fromMs: number,
  lengthMs: number,
  output: string,
  job: Job,
): Promise<void> {
  const span = ["-ss", seconds(fromMs), "-t", seconds(lengthMs)];
  const inputs = tracks.map(({ name }) => ({ name, demuxer: "ogg" as const, options: span }));
  const graph = `amix=inputs=${tracks.length}:duration=longest:normalize=0`;
  const options = ["-filter_complex", graph, "-ac", "1", "-ar", "48000", ...OPUS_OGG];
  await runFfmpeg(
    { inputs, outputs: [{ name: output, options }] },
    {
      ...job,
      cwd: job.jobDir,
      durationMs: lengthMs,
    },
  );
}

/**
 * The waveform of one lane: every attempt wrote its own, all by the call clock.
 * @param isOf which tracks belong to the lane
 * @returns one int8 in 0–127 per 100 ms
 */
export async function assemblePeaks(
  recovered: Recovered,
  dir: string,
  isOf: (track: { id: string; source: Source }) => boolean,
  durationMs: number,
): Promise<Int8Array> {
  const stems = new Set(
    recovered.parts
      .filter(isOf)
      .map(({ file }) => `${file.split(".").slice(0, -2).join(".")}.peaks`),
  );
  const names = (await readdir(dir).catch(() => [])).filter((name) => stems.has(name));
  const peaks = await Promise.all(names.map((name) => readFile(join(dir, name))));
  return mergePeaks(peaks, Math.ceil(durationMs / 100));
}
