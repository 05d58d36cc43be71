import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import { inspectMedia, type MediaInfo } from "#media/ffmpeg/inspect.ts";
import { normaliseMedia } from "#media/ffmpeg/normalise.ts";
import { makePicture, mustEncode } from "#media/ffmpeg/picture.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { judge, skip } from "./lib/figures.ts";
import { pair } from "./lib/pair.ts";
import { runBench } from "./lib/run.ts";

// The transcode pipeline (reliability §8.1) against the very ffmpeg lines it runs, bare, at the same niceness.

const BENCH = "transcode";
const CLIP_S = 120;
const VOICES = [
  "-f",
  "lavfi",
  "-i",
  "sine=frequency=220:sample_rate=48000,tremolo=f=3:d=0.9",
  "-f",
  "lavfi",
  "-i",
  "anoisesrc=color=pink:amplitude=0.05:seed=7:sample_rate=48000",
];
const mixed = (first: number): string[] => [
  "-filter_complex",
  `[${first}:a][${first + 1}:a]amix=inputs=2:normalize=0,aformat=channel_layouts=mono[a]`,
];
/** Moving, with noise: neither a still nor a test card that costs nothing to encode. */
const PICTURE = "testsrc2=size=1280x720:rate=30,noise=alls=6:all_seed=7:allf=t";

type Source = { name: string; path: string; playableShare: number };
type Lines = string[][];

/** Clips of two minutes: a picture that must be encoded, one that is only packed anew, and sound alone. */
async function makeClips(folder: string): Promise<Source[]> {
  const [encode, remux, sound] = ["encode.mkv", "remux.mp4", "sound.m4a"].map((name) =>
    join(folder, name),
  );
  const tail = ["-t", String(CLIP_S), "-shortest"];
  await ffmpeg([
    "-f",
    "lavfi",
    "-i",
    PICTURE,
    ...VOICES,
    ...mixed(1),
    "-map",
    "0:v",
    "-map",
    "[a]",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-crf",
    "23",
    "-pix_fmt",
    "yuv422p",
    "-c:a",
    "aac",
    ...tail,
    encode ?? "",
  ]);
  await ffmpeg([
    "-i",
    encode ?? "",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-crf",
    "23",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "copy",
    remux ?? "",
  ]);
  await ffmpeg([
    ...VOICES,
    ...mixed(0),
    "-map",
    "[a]",
    "-c:a",
    "aac",
    "-b:a",
    "96k",
    ...tail,
    sound ?? "",
  ]);
  return [
    { name: "picture", path: encode ?? "", playableShare: 0.15 },
    { name: "picture-remux", path: remux ?? "", playableShare: 0.15 },
    { name: "sound", path: sound ?? "", playableShare: 0.02 },
  ];
}

const ffmpeg = (args: string[], cwd = "/", program: string[] = ["ffmpeg"]): Promise<void> =>
  new Promise((resolve, reject) => {
    const [file = "", ...before] = program;
    const child = spawn(file, [...before, ...args], { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-2_000)));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg: ${said}`))));
  });

/** The lines that conversion runs, as they reach the sandbox. fluent-ffmpeg's own questions are none of them. */
async function linesOf(source: Source, tools: MediaTools, jobsRoot: string): Promise<Lines> {
  const record = join(jobsRoot, "..", "recorded");
  const wrapper = join(jobsRoot, "..", "recording-ffmpeg");
  rmSync(record, { force: true });
  writeFileSync(record, "");
  writeFileSync(
    wrapper,
    `#!/bin/sh\n{ printf '%s\\0' "$@"; printf '\\n\\0'; } >> '${record}'\nexec '${tools.ffmpeg}' "$@"\n`,
  );
  chmodSync(wrapper, 0o755);
  await convert(source, { ...tools, ffmpeg: wrapper }, jobsRoot);
  return readFileSync(record, "utf8")
    .split("\n\0")
    .map((line) => line.split("\0").filter((part, at, all) => at < all.length - 1 || part !== ""))
    .filter((line) => line.includes("-i"));
}

/** A job of its own folder with the clip in it. @returns seconds, and what was made */
async function inJob<T>(
  source: Source,
  jobsRoot: string,
  work: (jobDir: string) => Promise<T>,
): Promise<{ seconds: number; made: T }> {
  const jobDir = mkdtempSync(join(jobsRoot, "job-"));
  try {
    copyFileSync(source.path, join(jobDir, "original"));
    const from = performance.now();
    const made = await work(jobDir);
    return { seconds: (performance.now() - from) / 1000, made };
  } finally {
    rmSync(jobDir, { recursive: true, force: true });
  }
}

const { signal } = new AbortController();

/** What the worker does: look, convert, read the peaks; the call plays; then the picture, where it must be encoded. */
const convert = (source: Source, tools: MediaTools, jobsRoot: string) =>
  inJob(source, jobsRoot, async (jobDir) => {
    const from = performance.now();
    const job = { jobDir, name: "original", tools, signal };
    const info: MediaInfo = await inspectMedia(job);
    const made = await normaliseMedia({ ...job, info, lanes: "mixed" });
    const playable = (performance.now() - from) / 1000;
    const video = mustEncode(info) ? await makePicture({ ...job, info }) : made.video;
    const names = [...made.lanes, ...(video ? [video] : [])].map(({ name }) => name);
    return { playable, files: sizes(jobDir, names) };
  });

const runLines = (
  source: Source,
  lines: Lines,
  jobsRoot: string,
  program: string[],
  made: string[],
) =>
  inJob(source, jobsRoot, async (jobDir) => {
    for (const line of lines) await ffmpeg(line, jobDir, program);
    return sizes(jobDir, made);
  });

const sizes = (folder: string, names: string[]): string =>
  names.map((name) => `${name} ${statSync(join(folder, name)).size}`).join();

/** Encoders of several threads share their bits by who is first: the same films differ in a few bytes on a busy machine. */
const SIZE_TOLERANCE = 0.01;

function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((list) => list.split(",").map((file) => file.split(" ")));
  return (
    a?.length === b?.length &&
    (a ?? []).every(([name, size], at) => {
      const [otherName, otherSize] = b?.[at] ?? [];
      return (
        name === otherName &&
        Math.abs(Number(size) - Number(otherSize)) <= SIZE_TOLERANCE * Number(size)
      );
    })
  );
}

const NICE = ["nice", "-n", "10", "ffmpeg"];

async function measure(source: Source, tools: MediaTools, jobsRoot: string): Promise<void> {
  const lines = await linesOf(source, tools, jobsRoot);
  const first = await convert(source, tools, jobsRoot);
  const names = first.made.files.split(",").map((file) => file.split(" ")[0] ?? "");
  const bare = () => runLines(source, lines, jobsRoot, NICE, names);
  const playables: number[] = [];
  const versions = { ffmpeg: tools.version, isolation: String(tools.level) };
  await pair({
    bench: BENCH,
    case: source.name,
    unit: "s",
    // Of a second's work, finding out what the file is remains a part: there the length of the wait is judged.
    ...(source.name === "picture" && { goal: { op: "<=" as const, value: 1.05 } }),
    floor: async () => (await bare()).seconds,
    ours: async (round) => {
      const { seconds, made } = await convert(source, tools, jobsRoot);
      if (round > 0) playables.push(made.playable);
      return seconds;
    },
    same: async () => isAlike((await bare()).made, first.made.files),
    versions,
  });
  const playable = Math.max(...playables) / CLIP_S;
  judge(
    {
      bench: BENCH,
      case: `${source.name}-playable`,
      unit: "of duration",
      of: "max",
      ours: playables.map((s) => s / CLIP_S),
      value: playable,
      goal: { op: "<=", value: source.playableShare },
    },
    versions,
  );
  await pair({
    bench: BENCH,
    case: `${source.name}-sandbox`,
    unit: "s",
    goal: { op: "<=", value: 1.1 },
    floor: async () => (await bare()).seconds,
    ours: async () => (await runLines(source, lines, jobsRoot, [tools.ffmpeg], names)).seconds,
    same: async () =>
      isAlike(
        (await runLines(source, lines, jobsRoot, [tools.ffmpeg], names)).made,
        first.made.files,
      ),
    versions,
  });
}

await runBench(async (stack) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  stack.onEnd(() => rm(folder, { recursive: true, force: true }));
  const jobsRoot = join(folder, "jobs");
  mkdirSync(jobsRoot);
  const tools = await detectIsolation({
    binDir: join(folder, "bin"),
    jobsRoot,
    isUnisolatedAllowed: true,
  });
  if (!tools.hasFfmpeg) {
    skip(BENCH, "all", tools.reason);
    return;
  }
  const sources = await makeClips(folder);
  for (const source of sources) await measure(source, tools, jobsRoot);
});
