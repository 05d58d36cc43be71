import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { findFont } from "#media/ffmpeg/fonts.ts";
import { makeOutputs } from "#media/ffmpeg/output.ts";
import { PICTURE, subtitles } from "#media/ffmpeg/plan/subtitles.ts";
import type { MediaTools } from "#media/ffmpeg/tools.ts";
import { skip } from "./figures.ts";
import { pair } from "./pair.ts";

const SECONDS = 300;
const CARD_MS = 2_500;
const EACH_MS = 4_000;
const CARD = { lines: ["Holding the price"], lastsMs: CARD_MS };
const CUES = Array.from({ length: (SECONDS * 1_000) / EACH_MS }, (_, n) => ({
  ...{ t0Ms: n * EACH_MS, t1Ms: (n + 1) * EACH_MS - 200 },
  lines: [`Elena: sentence ${n} of what is said in this clip`],
}));
const { signal } = new AbortController();

/**
 * The files that a clip is kept as, five minutes with a title card and captions, against one plain ffmpeg line that makes
 * the same two files, at the same niceness.
 */
export async function measureKeptClip(
  bench: string,
  { jobsRoot, tools }: { jobsRoot: string; tools: MediaTools },
): Promise<void> {
  const font = await findFont();
  if (font === null) {
    skip(bench, "kept", "there is no font on this machine");
    return;
  }
  const sound = join(jobsRoot, "kept.m4a");
  const source = `anoisesrc=d=${SECONDS}:c=pink:r=48000:a=0.3:seed=9`;
  ffmpeg(["-f", "lavfi", "-i", source, "-c:a", "aac", "-b:a", "64k", "-ac", "1", sound], jobsRoot);
  const inJob = async (work: (jobDir: string) => Promise<void> | void): Promise<number[]> => {
    const jobDir = mkdtempSync(join(jobsRoot, "kept-"));
    try {
      copyFileSync(sound, join(jobDir, "sound.m4a"));
      mkdirSync(join(jobDir, "fonts"), { recursive: true });
      copyFileSync(font.path, join(jobDir, "fonts", basename(font.path)));
      const text = subtitles({ card: CARD, cues: CUES, family: font.family });
      writeFileSync(join(jobDir, "plain.ass"), text);
      const from = performance.now();
      await work(jobDir);
      const seconds = (performance.now() - from) / 1_000;
      return [seconds, ...["clip.mp3", "clip.mp4"].map((name) => lengthOf(join(jobDir, name)))];
    } finally {
      rmSync(jobDir, { recursive: true, force: true });
    }
  };
  const plain = () => inJob((jobDir) => ffmpeg(LINE, jobDir, ["nice", "-n", "10", "ffmpeg"]));
  const ours = () =>
    inJob(async (jobDir) => {
      await makeOutputs({
        ...{ jobDir, name: "sound.m4a", durationMs: SECONDS * 1_000, tools, signal },
        mp4: { picture: { card: CARD, cues: CUES, font } },
      });
    });
  await pair({
    ...{ bench, case: `kept-${SECONDS / 60}-minutes`, unit: "s" },
    goal: { op: "<=", value: 1.1 },
    floor: async () => (await plain())[0] ?? 0,
    ours: async () => (await ours())[0] ?? 0,
    same: async () => {
      const [one, other] = [await plain(), await ours()];
      return [1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) < 0.1);
    },
    versions: { ffmpeg: tools.version, isolation: String(tools.level) },
  });
}

/** It is written here, and does not follow what the product does. */
const LINE = [
  ...["-i", "sound.m4a", "-filter_complex"],
  [
    "[0:a]asplit=2[mp3][after]",
    `[after]adelay=${CARD_MS}:all=1[sound]`,
    `color=c=white:s=${PICTURE.width}x${PICTURE.height}:r=25:d=${SECONDS + CARD_MS / 1_000},ass=plain.ass:fontsdir=fonts,format=yuv420p[picture]`,
  ].join(";"),
  ...["-map", "[mp3]", "-c:a", "libmp3lame", "-b:a", "96k", "clip.mp3"],
  ...["-map", "[picture]", "-map", "[sound]", "-c:v", "libx264", "-preset", "ultrafast"],
  ...["-tune", "stillimage", "-crf", "26", "-c:a", "aac", "-b:a", "96k"],
  ...["-movflags", "+faststart", "clip.mp4"],
];

function ffmpeg(args: readonly string[], cwd: string, program = ["ffmpeg"]): void {
  const [file = "", ...before] = program;
  execFileSync(file, [...before, "-nostdin", "-v", "error", "-y", ...args], { cwd });
}

const lengthOf = (file: string): number =>
  Number(
    execFileSync("ffprobe", [
      ...["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file],
    ]).toString(),
  );
