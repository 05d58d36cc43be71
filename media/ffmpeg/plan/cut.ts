import type { Demuxer } from "../magic.ts";
import { AAC_MONO, type FfmpegPlan, NO_TAGS, ON_ONE_CLOCK, seconds } from "./plan.ts";

export type CutLane = {
  name: string;
  demuxer: Demuxer;
  /** Where the lane starts in the call, milliseconds ≥ 0. */
  offsetMs: number;
  /** Of its sound; null where nobody knows. */
  durationMs: number | null;
  /** When the lane is silent under a tone, on the clock of the cut. */
  silences?: readonly CutRange[];
};
export type CutRange = { t0Ms: number; t1Ms: number };
export type CutPlan = FfmpegPlan & {
  mix: string;
  /** 8 kHz s16le of each lane, in their order. */
  peakPcm: string[];
};

/** A codec's first packets after a seek are decoded without those before them: they are thrown away with this much. */
const PREROLL_MS = 500;
/** Ranges begin and end without a click. */
const FADE_MS = 10;
/** Filters cost by the frame, not by the sample: of long ones an hour takes half the time. */
const LONG_FRAME_MS = 200;
const LONG_FRAMES = `asetnsamples=n=${LONG_FRAME_MS * 48}:p=0`;
const SHAPE = "aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=mono";

/** Sound between two commands: as it was summed, so that nothing is lost before its loudness is known. */
const RAW = ["-c:a", "pcm_f32le", "-ar", "48000", "-ac", "1", "-bitexact", "-f", "wav"];
export const RAW_MIX = "mix.wav";
export const MIX = "mix.m4a";

/**
 * One command that makes the sound of these ranges of a call, joined in their order, and the samples that each lane's
 * waveform is read from. Each range is one seeked input of each lane, cut on exact samples: the encoder is never given
 * a sample from outside. Of several ranges the sound is raw: `levelPlan` makes them equally loud.
 */
export function cutPlan(lanes: readonly CutLane[], ranges: readonly CutRange[]): CutPlan {
  const inputs: FfmpegPlan["inputs"][number][] = [];
  const graph: string[] = [];
  for (const [at, lane] of lanes.entries()) {
    const pieces = ranges.map((range, n) => {
      const label = `[lane${at}range${n}]`;
      const chain = chainOf(lane, range, inputs.length);
      if (chain.from !== null) inputs.push(inputOf(lane, chain.from));
      graph.push(`${chain.filter}${label}`);
      return label;
    });
    graph.push(
      `${pieces.join("")}concat=n=${pieces.length}:v=0:a=1${silenced(lane.silences ?? [])},asplit=2[mix${at}][peak${at}]`,
    );
  }
  const mixed = lanes.map((_, at) => `[mix${at}]`);
  const silences = lanes.flatMap((lane) => lane.silences ?? []);
  if (silences.length > 0) {
    graph.push(`${toneOf(silences, ranges)}[tone]`);
    mixed.push("[tone]");
  }
  graph.push(`${mixed.join("")}amix=inputs=${mixed.length}:duration=longest:normalize=0[mix]`);
  const peakPcm = lanes.map((_, at) => `lane-${at}.p8`);
  const isRaw = ranges.length > 1;
  const mix = isRaw ? RAW_MIX : MIX;
  const coded = isRaw ? RAW : AAC_MONO;
  const sound = ["-filter_complex", graph.join(";"), "-map", "[mix]", ...coded, ...NO_TAGS];
  const samples = (at: number) => ["-map", `[peak${at}]`, "-c:a", "pcm_s16le", "-ar", "8000"];
  return {
    inputs,
    outputs: [
      { name: mix, options: sound },
      ...peakPcm.map((name, at) => ({
        name,
        options: [...samples(at), "-ac", "1", "-f", "s16le"],
      })),
    ],
    mix,
    peakPcm,
  };
}

/** As long as a fade. */
const LEVEL_FRAMES = `asetnsamples=n=${FADE_MS * 48}:p=0`;

/**
 * One command that codes the joined ranges, each with its gain. It changes where both neighbours are faded out, to within
 * a frame of 10 ms.
 */
export function levelPlan(ranges: readonly CutRange[], gains: readonly number[]): FfmpegPlan {
  let end = 0;
  const ends = ranges.map(({ t0Ms, t1Ms }) => (end += t1Ms - t0Ms));
  const gain = (at: number) => (gains[at] ?? 1).toFixed(4);
  const expression = ranges.reduceRight(
    (rest, _, at) =>
      rest === "" ? gain(at) : `if(lt(t,${seconds(ends[at] ?? 0)}),${gain(at)},${rest})`,
    "",
  );
  return {
    inputs: [{ name: RAW_MIX, demuxer: "wav", options: [] }],
    outputs: [
      {
        name: MIX,
        options: [
          "-af",
          `${LEVEL_FRAMES},volume='${expression}':eval=frame`,
          ...AAC_MONO,
          ...NO_TAGS,
        ],
      },
    ],
  };
}

/** Filters switch on and off by frame: short ones keep the edges. */
const SHORT_FRAMES = "asetnsamples=n=240:p=0";
/** Heard as a tone, and quiet enough to hear the others through it. */
const TONE_LEVEL = 0.4;

const during = (ranges: readonly CutRange[]): string =>
  ranges.map(({ t0Ms, t1Ms }) => `between(t,${seconds(t0Ms)},${seconds(t1Ms)})`).join("+");

const silenced = (silences: readonly CutRange[]): string =>
  silences.length === 0 ? "" : `,${SHORT_FRAMES},volume=0:enable='${during(silences)}'`;

/** A tone where somebody is silent, over the whole length. */
function toneOf(silences: readonly CutRange[], ranges: readonly CutRange[]): string {
  const length = ranges.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  return `sine=frequency=1000:sample_rate=48000:duration=${seconds(length)},${SHAPE},${SHORT_FRAMES},volume=${TONE_LEVEL},volume=0:enable='not(${during(silences)})'`;
}

const inputOf = ({ name, demuxer }: CutLane, fromMs: number) => ({
  name,
  demuxer,
  options: fromMs > 0 ? ["-ss", seconds(fromMs)] : [],
});

/** @returns `from`: where the lane is opened, ms of its own; null where it has no sound in the range */
function chainOf(lane: CutLane, { t0Ms, t1Ms }: CutRange, input: number) {
  const lengthMs = t1Ms - t0Ms;
  const startMs = t0Ms - lane.offsetMs;
  const exact = `apad=whole_dur=${seconds(lengthMs)},atrim=end=${seconds(lengthMs)},asetpts=PTS-STARTPTS`;
  const isSilent =
    startMs + lengthMs <= 0 || (lane.durationMs !== null && startMs >= lane.durationMs);
  if (isSilent)
    return {
      from: null,
      filter: `anullsrc=r=48000:cl=mono,${SHAPE},atrim=end=${seconds(lengthMs)}`,
    };
  const from = Math.max(0, startMs - PREROLL_MS);
  const before = startMs - from;
  const late = before < 0 ? `,adelay=${Math.round(-before)}:all=1` : "";
  const start = Math.max(0, before);
  const cut = `atrim=start=${seconds(start)}:end=${seconds(start + lengthMs)},asetpts=PTS-STARTPTS`;
  // Switched on near the edges alone, by frames: a fade costs as much where it changes nothing.
  const end = Math.max(0, lengthMs - FADE_MS);
  const last = Math.max(0, end - LONG_FRAME_MS);
  const fade = `afade=t=in:d=${seconds(FADE_MS)}:enable='lt(t,${seconds(FADE_MS)})',afade=t=out:st=${seconds(end)}:d=${seconds(FADE_MS)}:enable='gte(t,${seconds(last)})'`;
  return {
    from,
    filter: `[${input}:a:0]${ON_ONE_CLOCK},${SHAPE},${LONG_FRAMES}${late},${cut},${exact},${fade}`,
  };
}
