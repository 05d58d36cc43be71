import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cutMedia } from "#media/ffmpeg/cut.ts";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { skip } from "./lib/figures.ts";
import { openInstance } from "./lib/instance.ts";
import { measureKeptClip } from "./lib/kept-clip.ts";
import { measureLibrary } from "./lib/long-library.ts";
import { measureMadeClip } from "./lib/made-clip.ts";
import { pair } from "./lib/pair.ts";
import { signUp } from "./lib/people.ts";
import { makeFolder, runBench, type Stack } from "./lib/run.ts";

// How long a clip's maker waits for it, the page of a library with 2,000 items, and the sound of the longest clip there may
// be (60 minutes in 20 pieces), this one against the plainest ffmpeg lines that do the same work, bare, at the same
// niceness: a seek for each piece and voice, summed, joined and measured by ffmpeg's own meter, with each voice's samples
// for its waveform; then levelled and coded. A line that neither measures nor levels is told beside it. Last, the MP3 and
// the MP4 that a clip is kept as, against one line that makes both.
// `npm run bench -- clip --rounds 3`, `--only made,library,kept,render` for parts of it

const BENCH = "clip";
const { values } = parseArgs({
  options: { only: { type: "string", default: "made,library,kept,render" } },
  strict: false,
});
const isAsked = (part: string): boolean => String(values["only"]).split(",").includes(part);
const GOAL = 1.1;
const PIECES = 20;
const PIECE_S = 180;
/** The call is longer than the clip: what lies between the pieces is skipped. */
const CALL_S = PIECES * (PIECE_S + 15);
const LANES = ["lane-0.m4a", "lane-1.m4a"];
/** In another order than they were said. */
const STARTS = Array.from({ length: PIECES }, (_, n) => ((n * 7) % PIECES) * (PIECE_S + 15) + 3);

const ffmpeg = (args: readonly string[], cwd: string, program = ["ffmpeg"]): void => {
  const [file = "", ...before] = program;
  execFileSync(file, [...before, "-nostdin", "-v", "error", "-y", ...args], { cwd });
};

/** Two voices by turns, each on a track of its own. */
function makeLanes(folder: string): void {
  for (const [at, name] of LANES.entries()) {
    const voice = `anoisesrc=color=pink:amplitude=0.3:seed=${at + 1}:sample_rate=48000`;
    const turns = `volume='if(eq(mod(floor(t/4),2),${at}),1,0.01)':eval=frame`;
    const coded = ["-c:a", "aac", "-aac_coder", "fast", "-b:a", "64k", "-ac", "1"];
    ffmpeg(
      ["-f", "lavfi", "-i", `${voice},${turns}`, "-t", String(CALL_S), ...coded, name],
      folder,
    );
  }
}

const INPUTS = LANES.flatMap((name) =>
  STARTS.flatMap((start) => ["-ss", String(start), "-t", String(PIECE_S), "-i", name]),
);
const CODED = ["-c:a", "aac", "-aac_coder", "fast", "-b:a", "64k", "-ar", "48000", "-ac", "1"];
/** Every voice's pieces joined as `[l0]`, `[l1]` … */
const joined = LANES.map((_, lane) => {
  const pieces = STARTS.map((__, n) => `[${lane * PIECES + n}:a]`).join("");
  return `${pieces}concat=n=${PIECES}:v=0:a=1[l${lane}]`;
});
const all = (label: string): string => LANES.map((_, lane) => `[${label}${lane}]`).join("");
const SUM = `amix=inputs=${LANES.length}:normalize=0`;

/** The lines that are measured against; they are written here, and do not follow what the product does. */
const SAME_WORK: string[][] = [
  [
    ...INPUTS,
    "-filter_complex",
    [
      ...joined,
      ...LANES.map((_, lane) => `[l${lane}]asplit=2[m${lane}][p${lane}]`),
      `${all("m")}${SUM},ebur128=framelog=verbose[mix]`,
    ].join(";"),
    ...["-map", "[mix]", "-c:a", "pcm_f32le", "raw.wav"],
    ...LANES.flatMap((_, lane) => {
      const samples = ["-c:a", "pcm_s16le", "-ar", "8000", "-ac", "1", "-f", "s16le"];
      return ["-map", `[p${lane}]`, ...samples, `${lane}.p8`];
    }),
  ],
  ["-i", "raw.wav", "-af", "volume=1.1", ...CODED, "-movflags", "+faststart", "plain.m4a"],
];
const WITHOUT_LEVELS: string[][] = [
  [
    ...[...INPUTS, "-filter_complex", [...joined, `${all("l")}${SUM}[mix]`].join(";")],
    ...["-map", "[mix]", ...CODED, "-movflags", "+faststart", "plain.m4a"],
  ],
];

type Made = { seconds: number; durationS: number };

async function inJob(
  lanes: string,
  jobsRoot: string,
  work: (jobDir: string) => Promise<string> | string,
): Promise<Made> {
  const jobDir = mkdtempSync(join(jobsRoot, "job-"));
  try {
    for (const name of LANES) copyFileSync(join(lanes, name), join(jobDir, name));
    const from = performance.now();
    const name = await work(jobDir);
    const seconds = (performance.now() - from) / 1_000;
    const args = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", name];
    const said = execFileSync("ffprobe", args, { cwd: jobDir }).toString();
    return { seconds, durationS: Number(said) };
  } finally {
    rmSync(jobDir, { recursive: true, force: true });
  }
}

const NICE = ["nice", "-n", "10", "ffmpeg"];
const { signal } = new AbortController();

const plain = (lines: string[][], lanes: string, jobsRoot: string): Promise<Made> =>
  inJob(lanes, jobsRoot, (jobDir) => {
    for (const line of lines) ffmpeg(line, jobDir, NICE);
    return "plain.m4a";
  });

const ours = (lanes: string, jobsRoot: string, tools: MediaTools): Promise<Made> =>
  inJob(lanes, jobsRoot, async (jobDir) => {
    const { mix } = await cutMedia({
      ...{ jobDir, tools, signal },
      lanes: LANES.map((name) => ({ name, offsetMs: 0, durationMs: CALL_S * 1_000 })),
      ranges: STARTS.map((start) => ({
        t0Ms: start * 1_000,
        t1Ms: (start + PIECE_S) * 1_000,
      })),
    });
    return mix.name;
  });

/** A whole Parley, in which a clip is made and a library read. */
async function measurePages(stack: Stack): Promise<void> {
  const instance = await openInstance(stack, { SPEECH_ENGINE: "off" });
  const member = await signUp(instance);
  if (isAsked("made")) {
    await instance.startWorker();
    await measureMadeClip(BENCH, instance, member);
  }
  if (isAsked("library")) await measureLibrary(BENCH, instance, member);
}

await runBench(async (stack) => {
  const folder = makeFolder(stack, "parley-bench-");
  const [jobsRoot, lanes] = [join(folder, "jobs"), join(folder, "lanes")];
  for (const made of [jobsRoot, lanes]) mkdirSync(made);
  const tools = await detectIsolation({
    ...{ binDir: join(folder, "bin"), jobsRoot, isUnisolatedAllowed: true },
  });
  if (!tools.hasFfmpeg) {
    skip(BENCH, "render", tools.reason);
    return;
  }
  if (isAsked("made") || isAsked("library")) await measurePages(stack);
  if (isAsked("kept")) await measureKeptClip(BENCH, { jobsRoot, tools });
  if (!isAsked("render")) return;
  makeLanes(lanes);
  for (const { lines, ...about } of [
    { case: "render", lines: SAME_WORK, goal: { op: "<=" as const, value: GOAL } },
    { case: "render-without-levels", lines: WITHOUT_LEVELS },
  ])
    await pair({
      ...about,
      bench: BENCH,
      case: `${about.case}-${(PIECES * PIECE_S) / 60}-minutes`,
      unit: "s",
      floor: async () => (await plain(lines, lanes, jobsRoot)).seconds,
      ours: async () => (await ours(lanes, jobsRoot, tools)).seconds,
      same: async () => {
        const one = await plain(lines, lanes, jobsRoot);
        const other = await ours(lanes, jobsRoot, tools);
        return Math.abs(one.durationS - other.durationS) < 0.05 * PIECES;
      },
      versions: { ffmpeg: tools.version, isolation: String(tools.level) },
    });
});
