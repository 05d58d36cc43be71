import { type BiasTerm, SAMPLES_PER_MS, type SegmentOut, type Word } from "#media/speech/engine.ts";
import { recognise } from "#media/speech/recognise.ts";
import { scoreWords } from "#media/speech/score-words.ts";
import { percentile, speakCall, spokenForm, type Turn } from "#media/speech/test-call.ts";
import { collect, type openWorkbench, readTurns } from "#media/speech/test-tools.ts";
import { BIAS_BRANDS, SPOKEN_BRANDS } from "./brands.ts";
import type { Judge } from "./speech-limits.ts";

type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/** The turns that name the terms begin here: the run without a dictionary hears them only. */
const COMPARED_FROM = 8;
const TERMS = new Set(SPOKEN_BRANDS.map((term) => term.toLowerCase()));
const NEVER_SAID = new Set(BIAS_BRANDS.map((term) => term.toLowerCase()));

/** The built-in engine by itself on turns 5…24 of the script, with what it is sure of (speech.md §16, gates 1–3). */
export async function measureEngine(bench: Workbench, { figure }: Judge): Promise<void> {
  for (const voice of ["rms", "slt"] as const) {
    const texts = await readTurns("sales-call", 5, 24);
    const call = await speakCall(bench.engines.programs, texts, voice);
    const track = await bench.writeTrack(call.pcm, `${voice}.s16`);
    const bias = [...SPOKEN_BRANDS, ...BIAS_BRANDS].map((text) => ({ text, boost: 8 }));
    const segments = await hear(bench, track, bias);
    const helped = compare(call.turns, segments);
    const some = call.turns.slice(COMPARED_FROM);
    const from = ((some[0]?.startMs ?? 0) - 500) * SAMPLES_PER_MS;
    const part = await bench.writeTrack(call.pcm.subarray(from), `${voice}-part.s16`);
    const plain = compare(some, await hear(bench, part, []));
    const samePart = compare(some, segments.slice(COMPARED_FROM));
    // Of one run some 15 words are wrong: their mean is uncertain by 0.1. Both runs have three times as many.
    const right = [...helped.sureOfRight, ...plain.sureOfRight];
    const wrong = [...helped.sureOfWrong, ...plain.sureOfWrong];
    const invented = spokenForm(segments).filter(({ text }) => NEVER_SAID.has(text)).length;

    const set = `engine-${voice}`;
    const words = { unit: "errors per word" };
    figure(set, "pieces-amiss", { unit: "", value: Math.abs(segments.length - texts.length) });
    figure(set, "wer", { ...words, value: helped.wer, note: `${helped.said} words said` });
    figure(set, "worse", {
      ...words,
      value: samePart.wer - plain.wer,
      ours: [samePart.wer, plain.wer],
      note: `from turn ${COMPARED_FROM} on: with a dictionary, without one`,
    });
    figure(set, "terms", { unit: "found of said", value: helped.found / helped.terms });
    figure(set, "false-brands", { unit: "words", value: invented });
    figure(set, "start", { unit: "ms", of: "p90", value: helped.startP90 });
    figure(set, "confidence-gap", {
      unit: "right − wrong",
      value: mean(right) - mean(wrong),
      note: `${wrong.length} wrong words`,
    });
  }
}

async function hear(
  bench: Workbench,
  pcmFile: string,
  bias: readonly BiasTerm[],
): Promise<SegmentOut[]> {
  const engine = bench.engines.engine("pocketsphinx");
  if (engine === undefined) throw new Error("no engine");
  const { signal } = new AbortController();
  return collect(recognise({ engine, pcmFile, language: "en", bias, signal }).segments);
}

function compare(turns: readonly Turn[], segments: readonly SegmentOut[]) {
  const said = turns.flatMap(({ words }) => words);
  const heard = spokenForm(segments);
  const { wer, pairs } = scoreWords(texts(said), texts(heard));
  const right = new Set(pairs.map(([, at]) => at));
  const sureOf = (words: readonly Word[]) => words.map(({ confidence }) => confidence ?? 0);
  const starts = pairs.map(([i, j]) =>
    Math.abs((said[i]?.startMs ?? 0) - (heard[j]?.startMs ?? 0)),
  );
  return {
    wer,
    said: said.length,
    terms: said.filter(({ text }) => TERMS.has(text)).length,
    found: pairs.filter(([i]) => TERMS.has(said[i]?.text ?? "")).length,
    startP90: percentile(starts, 0.9),
    sureOfRight: sureOf(heard.filter((_, n) => right.has(n))),
    sureOfWrong: sureOf(heard.filter((_, n) => !right.has(n))),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const texts = (words: readonly Word[]): string[] => words.map(({ text }) => text);
