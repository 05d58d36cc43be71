import { spokenTokens } from "#media/speech/align.ts";
import type { Alignable } from "#media/speech/aligner.ts";
import { percentile, speakCall } from "#media/speech/test-call.ts";
import { type openWorkbench, readTurns } from "#media/speech/test-tools.ts";
import { startErrors, writeOut } from "#media/speech/test-written.ts";
import type { Judge } from "./speech-limits.ts";

type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/** Written texts placed on what was said, and others refused: both voices, turns 5…24 (speech.md §16, gate 4). */
export async function measureAlignment({ engines }: Workbench, { figure }: Judge): Promise<void> {
  const { aligner, programs } = engines;
  if (aligner === undefined) throw new Error("no aligner");
  const options = {
    bias: [{ text: "HubSpot", boost: 8 }],
    signal: new AbortController().signal,
  };
  const texts = await readTurns("sales-call", 5, 24);
  const voices = await Promise.all(
    (["rms", "slt"] as const).map((voice) => speakCall(programs, texts, voice)),
  );
  const turns = voices.flatMap((call) => call.turns);
  const items = turns.map(({ text, startMs, pcm }, n): Alignable => {
    return { id: String(n), startMs, pcm, text: writeOut(text) };
  });
  const right = await aligner.align(items, options);
  const shifted = items.map((item, n) => ({
    ...item,
    text: items[(n + 1) % items.length]?.text ?? "",
  }));
  const wrong = await aligner.align(shifted, options);
  const errors = turns.flatMap((turn, n) => startErrors(turn.words, right.get(String(n)) ?? []));
  const written = items.reduce((sum, { text }) => sum + spokenTokens(text).length, 0);
  const found = [...right.values()].reduce((sum, words) => sum + words.length, 0);

  const ofTexts = { unit: "of texts", note: `${items.length} texts` };
  figure("alignment", "accepted-right", { ...ofTexts, value: right.size / items.length });
  figure("alignment", "accepted-wrong", { ...ofTexts, value: wrong.size / items.length });
  figure("alignment", "placed", { unit: "of words", value: found / written });
  figure("alignment", "compared", { unit: "words", value: errors.length });
  figure("alignment", "start", {
    unit: "ms",
    of: "p90",
    value: percentile(errors, 0.9),
    ours: [0.5, 0.9].map((share) => percentile(errors, share)),
  });
}
