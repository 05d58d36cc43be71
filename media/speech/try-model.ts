import { createSherpaOnnx } from "./sherpa-onnx.ts";
import type { Sandbox } from "./sherpa-sandbox.ts";
import type { SherpaManifest } from "./sherpa-model.ts";
import { knowsLanguage, type SegmentIn, SpeechError, type SpeechEngine } from "./engine.ts";
import { speak } from "./flite.ts";
import { ModelError } from "./model-error.ts";
import type { Programs } from "./pocketsphinx.ts";

/** Without a voice on this machine it hears this much of nothing, which shows that it loads and decodes. */
const SILENCE_SAMPLES = 32_000;
export const TRIED_SENTENCE = "could we move the kickoff to tuesday morning";

/** What a model or engine made of a sentence; `isSpoken` false: there was no voice, and it heard silence. */
export type Heard = { text: string; isSpoken: boolean; ms: number };

/**
 * Says a sentence and lets the engine hear it.
 * @param programs with a voice; undefined: silence is heard
 * @throws SpeechError
 */
export async function hearSentence(
  engine: SpeechEngine,
  programs: Programs | undefined,
  { sentence, language, signal }: { sentence: string; language: string; signal: AbortSignal },
): Promise<Heard> {
  const said = await sayOrBeSilent(programs, sentence, signal);
  const pcm = said ?? new Int16Array(SILENCE_SAMPLES);
  const segment: SegmentIn = { id: "try", startMs: 0, endMs: Math.round(pcm.length / 16), pcm };
  const began = performance.now();
  const texts: string[] = [];
  let lost: SpeechError | undefined;
  const onSegmentFailed = (_: string, error: SpeechError): void => void (lost = error);
  // oxlint-disable-next-line typescript/require-await -- the contract wants an asynchronous stream
  async function* one(): AsyncGenerator<SegmentIn> {
    yield segment;
  }
  for await (const heard of engine.transcribe(one(), {
    language,
    bias: [],
    signal,
    onSegmentFailed,
  }))
    texts.push(heard.text);
  if (lost !== undefined) throw lost;
  return { text: texts.join(" "), isSpoken: said !== undefined, ms: performance.now() - began };
}

async function sayOrBeSilent(
  programs: Programs | undefined,
  sentence: string,
  signal: AbortSignal,
): Promise<Int16Array | undefined> {
  if (programs === undefined) return undefined;
  try {
    return await speak(programs, sentence, "slt");
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SpeechError) return undefined;
    throw error;
  }
}

/**
 * Loads a model that is about to be installed, in its child, and lets it hear a sentence.
 * @returns what it heard @throws ModelError `does_not_load`
 */
export async function tryModel(
  { modelDir, manifest }: { modelDir: string; manifest: SherpaManifest },
  o: { sandbox: Sandbox | undefined; programs: Programs | undefined; signal: AbortSignal },
): Promise<string> {
  const engine = createSherpaOnnx({ modelDir, manifest, sandbox: o.sandbox });
  try {
    const { ok, detail } = await engine.check();
    if (!ok) throw new ModelError("does_not_load", detail);
    // The voice speaks English: a model of other languages hears nothing of it that could be judged.
    const isEnglish = knowsLanguage(manifest.languages, "en");
    const { text } = await hearSentence(engine, isEnglish ? o.programs : undefined, {
      ...{ sentence: TRIED_SENTENCE, language: manifest.languages[0] ?? "en", signal: o.signal },
    });
    return isEnglish ? text : "";
  } catch (error) {
    if (error instanceof SpeechError) throw new ModelError("does_not_load", error.message);
    throw error;
  } finally {
    await engine.close();
  }
}
