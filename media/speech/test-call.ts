/** Test audio: one side of a call spoken by flite, with the true time of every word (speech.md §15). */
import { SAMPLES_PER_MS, type Word } from "./engine.ts";
import { speak, spokenWords, type Voice } from "./flite.ts";
import type { Programs } from "./pocketsphinx.ts";
import { readManifest } from "./sherpa-model.ts";
import { createSherpaOnnx, type SherpaOnnx } from "./sherpa-onnx.ts";
import { seeded } from "./test-tools.ts";

export type Turn = { text: string; startMs: number; endMs: number; words: Word[]; pcm: Int16Array };
export type TestCall = { turns: Turn[]; pcm: Int16Array };

/** The engine of the model folder the machine names in SPEECH_MODELS, or why there is none to test with. */
export async function openModel(
  modelDir: string | undefined,
): Promise<{ engine: SherpaOnnx; whyNot?: never } | { engine?: never; whyNot: string }> {
  if (modelDir === undefined || modelDir === "")
    return { whyNot: "needs SPEECH_MODELS: no model folder" };
  const manifest = await readManifest(modelDir);
  if (manifest === undefined) return { whyNot: "needs SPEECH_MODELS: no valid parley-model.json" };
  return manifest.languages.includes("en")
    ? { engine: createSherpaOnnx({ modelDir, manifest }) }
    : { whyNot: "needs SPEECH_MODELS: the model knows no English" };
}

/** Turns with seeded pauses of 0.7–2.7 s between them and ±6 LSB of noise throughout. */
export async function speakCall(
  programs: Programs,
  texts: readonly string[],
  voice: Voice,
): Promise<TestCall> {
  const random = seeded(20_260_610);
  const turns: Turn[] = [];
  let nowMs = 0;
  for (const text of texts) {
    nowMs += 700 + Math.floor(random() * 2000);
    const [pcm, truth] = await Promise.all([
      speak(programs, text, voice),
      spokenWords(programs, text, voice),
    ]);
    const startMs = nowMs;
    const words = truth.map((word) => ({
      ...word,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    }));
    nowMs += Math.ceil(pcm.length / SAMPLES_PER_MS);
    turns.push({ text, startMs, endMs: nowMs, words, pcm });
  }
  const pcm = Int16Array.from({ length: (nowMs + 1000) * SAMPLES_PER_MS }, () =>
    Math.round(random() * 12 - 6),
  );
  for (const turn of turns) pcm.set(turn.pcm, turn.startMs * SAMPLES_PER_MS);
  return { turns, pcm };
}

/** Lower-case words of segments, terms in the spelling of the script ("HubSpot" → hubspot). */
export function spokenForm(segments: readonly { words: readonly Word[] }[]): Word[] {
  return segments.flatMap(({ words }) =>
    words.flatMap((word) =>
      word.text
        .toLowerCase()
        .split(/[^a-z']+/)
        .filter(Boolean)
        .map((text) => ({ ...word, text })),
    ),
  );
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
