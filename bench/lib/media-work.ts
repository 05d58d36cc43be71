import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspectMedia } from "#media/ffmpeg/inspect.ts";
import { detectIsolation } from "#media/ffmpeg/isolation.ts";
import { normaliseMedia } from "#media/ffmpeg/normalise.ts";
import { mixPlan } from "#media/ffmpeg/plan/mix.ts";
import { pcmPlan } from "#media/ffmpeg/plan/pcm.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import type { BiasTerm } from "#media/speech/engine.ts";
import { openEngines } from "#media/speech/open-engines.ts";
import { recognise } from "#media/speech/recognise.ts";
import type { Stack } from "./run.ts";

export type MediaWork = {
  /** Why it cannot be done here, or null. */
  missing: string | null;
  /** Two voices, converted, mixed and recognised one after the other. @returns what was said, and the seconds it took */
  run: (files: Buffer[], bias: readonly BiasTerm[]) => Promise<{ text: string; seconds: number }>;
};

/** The floor of "ready": the same programs on the same sound, without upload, queue, database and files to keep. */
export async function openMediaWork(folder: string, stack: Stack): Promise<MediaWork> {
  const jobsRoot = join(folder, "floor-jobs");
  mkdirSync(jobsRoot, { recursive: true });
  const tools = await detectIsolation({
    binDir: join(folder, "floor-bin"),
    jobsRoot,
    isUnisolatedAllowed: true,
  });
  const engines = await openEngines({
    searchPath: process.env["PATH"] ?? "",
    cacheDir: join(folder, "floor-speech"),
    tmpDir: join(folder, "floor-tmp"),
  });
  stack.onEnd(() => engines.close());
  const engine = engines.engine("pocketsphinx");
  const { signal } = stack;
  const missing = !tools.isUsable
    ? tools.reason
    : engine
      ? null
      : `not installed: ${engines.missing.join()}`;

  const run: MediaWork["run"] = async (files, bias) => {
    if (!engine) throw new Error(missing ?? "");
    const jobDir = mkdtempSync(join(jobsRoot, "job-"));
    const from = performance.now();
    try {
      const lanes = [];
      for (const [at, file] of files.entries()) {
        writeFileSync(join(jobDir, "original"), file);
        const job = { jobDir, name: "original", tools, signal };
        const info = await inspectMedia(job);
        const made = await normaliseMedia({ ...job, info, lanes: "mixed" });
        renameSync(join(jobDir, made.mix.name), join(jobDir, `voice-${at}.m4a`));
        lanes.push({
          name: `voice-${at}.m4a`,
          demuxer: "mov",
          audioIndex: 0,
          offsetMs: 0,
          durationMs: made.durationMs,
        } as const);
      }
      await runFfmpeg(mixPlan(lanes), { tools, cwd: jobDir, signal });
      const said: string[] = [];
      for (const { name, durationMs } of lanes) {
        const pcm = pcmPlan({ name, demuxer: "mov", audioIndex: 0, output: "voice.s16" });
        await runFfmpeg(pcm, { tools, cwd: jobDir, signal, durationMs });
        const heard = recognise({
          engine,
          ...(engines.aligner && { aligner: engines.aligner }),
          pcmFile: join(jobDir, "voice.s16"),
          language: "en",
          bias,
          signal,
        });
        for await (const { words } of heard.segments) said.push(...words.map(({ text }) => text));
      }
      return { text: said.join(" "), seconds: (performance.now() - from) / 1000 };
    } finally {
      rmSync(jobDir, { recursive: true, force: true });
    }
  };
  return { missing, run };
}
