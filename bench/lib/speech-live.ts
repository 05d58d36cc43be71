import type { SegmentOut } from "#media/speech/engine.ts";
import { FIT_AFTER_MS } from "#media/speech/live-fit.ts";
import { createPocketsphinx, type PocketsphinxEngine } from "#media/speech/pocketsphinx-engine.ts";
import { scoreWords } from "#media/speech/score-words.ts";
import { speakCall, spokenForm, type Turn } from "#media/speech/test-call.ts";
import {
  fittedWarp,
  hearLive,
  LIVE_START_MS,
  monologue,
  openLiveTrack,
  sayLive,
} from "#media/speech/test-live.ts";
import { type openWorkbench, readTurns } from "#media/speech/test-tools.ts";
import type { Judge } from "./speech-limits.ts";

type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

const unit = "errors per word";

/** The words of a track that is heard while it is spoken (speech.md §8, gate 1 of §16). */
export async function measureLive(bench: Workbench, judge: Judge): Promise<void> {
  const { programs } = bench.engines;
  for (const [voice, last] of [
    ["rms", 9],
    ["slt", 8],
  ] as const) {
    const { turns, pcm } = await speakCall(programs, await readTurns("sales-call", 4, last), voice);
    const finals = await withEngine(bench, (engine) => hearLive(engine, pcm));
    reportTurns(judge, `live-${voice}`, turns, finals);
  }
  const long = await monologue(programs, await readTurns("sales-call", 4, 10), "rms");
  const finals = await withEngine(bench, (engine) => hearLive(engine, long.pcm));
  const heard = textsOf(finals);
  judge.figure("live-monologue", "wer", { unit, value: scoreWords(long.said, heard).wer });
  judge.figure("live-monologue", "lost-or-doubled", {
    unit: "of words",
    value: Math.abs(heard.length - long.said.length) / long.said.length,
  });
  judge.figure("live-monologue", "pieces", { unit: "", value: finals.length });
  await withEngine(bench, (engine) => measureFitted(bench, engine, judge));
}

/** Turns of a high voice once its warp was found. */
async function measureFitted(
  { engines }: Workbench,
  engine: PocketsphinxEngine,
  judge: Judge,
): Promise<void> {
  const call = await speakCall(engines.programs, await readTurns("sales-call", 0, 20), "slt");
  let spokenMs = 0;
  const last = call.turns.findIndex((turn) => {
    spokenMs += turn.endMs - turn.startMs;
    return spokenMs >= FIT_AFTER_MS[0] + 4_000;
  });
  const from = ((call.turns[last]?.endMs ?? 0) + 1_000) * 16;
  const to = (call.turns[last + 6]?.startMs ?? 0) * 16;
  const finals: SegmentOut[] = [];
  const track = await openLiveTrack(engine, finals);
  await sayLive(track, call.pcm, { from: 0, to: from });
  await fittedWarp(engine, 1);
  const next = await openLiveTrack(engine, finals, track);
  await fittedWarp(engine, 2);
  await sayLive(next, call.pcm, { from, to });
  await track.close();
  await next.close();
  const later = finals.filter(({ startMs }) => startMs >= LIVE_START_MS + from / 16);
  reportTurns(judge, "live-fitted", call.turns.slice(last + 1, last + 6), later);
}

function reportTurns(
  { figure }: Judge,
  set: string,
  turns: readonly Turn[],
  finals: readonly SegmentOut[],
): void {
  const said = turns.flatMap(({ words }) => words.map(({ text }) => text));
  const heard = textsOf(finals.toSorted((a, b) => a.startMs - b.startMs));
  const note = `${said.length} words said`;
  figure(set, "wer", { unit, value: scoreWords(said, heard).wer, note });
  figure(set, "pieces-amiss", { unit: "", value: Math.abs(finals.length - turns.length) });
}

async function withEngine<T>(
  { engines, dir }: Workbench,
  work: (engine: PocketsphinxEngine) => Promise<T>,
): Promise<T> {
  const { programs } = engines;
  const engine = createPocketsphinx({ programs, missing: [], cacheDir: `${dir}/cache` });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

const textsOf = (segments: readonly SegmentOut[]): string[] =>
  spokenForm(segments).map(({ text }) => text);
