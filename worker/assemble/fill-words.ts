import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  dictionaryFor,
  type CallDictionary,
} from "#app/core/domain/dictionary/dictionary.server.ts";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import {
  listFilled,
  type LiveEngine,
  publishFilled,
} from "#app/core/domain/recording/live-transcript.server.ts";
import { findTranscribeSource } from "#app/core/domain/recording/transcribe.server.ts";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { summariseVersion } from "#app/core/domain/analysis/summarise.server.ts";
import type { NewSegment } from "#app/core/domain/transcript/publish.server.ts";
import type { Word } from "#app/core/domain/words/words.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { type Span, withoutSpans } from "#app/core/platform/ranges.ts";
import { pcmPlan } from "#media/ffmpeg/plan/pcm.ts";
import { seconds } from "#media/ffmpeg/plan/plan.ts";
import { runFfmpeg } from "#media/ffmpeg/run.ts";
import { recognise } from "#media/speech/recognise.ts";
import { withoutInventions } from "#media/speech/stock.ts";
import { type Range, VAD_VERSION } from "#media/speech/vad.ts";
import { heardWords } from "../stages/heard-words.ts";
import type { SpeechNotes } from "../live/speech-log.ts";
import type { WorkerContext } from "../context.ts";
import type { Assembly, AssemblyJob } from "./make-media.ts";
import { partsOf } from "./lanes.ts";
import type { Fill } from "./safety-copy.ts";

/** Shorter holes hold no word. */
const SHORTEST_MS = 300;
/** A word at the edge is heard whole; whose middle lies outside is left to what was heard before. */
const PAD_MS = 600;
/** Recognised and copied sound of one span. */
const COPY_FLAG = 4;
const INAUDIBLE_FLAG = 2;

type Hole = Span & { lane: number; trackId: string; participantId: string | null; key: string };

/**
 * Recognises what nobody heard while the call ran (the recogniser was away or failed) and what a safety copy
 * has brought since, into the next version of the same transcript; numbers and Highlights follow.
 */
export async function fillWords(
  assembly: Assembly,
  notes: SpeechNotes,
  fills: readonly (readonly Fill[])[],
  context: WorkerContext,
  job: AssemblyJob,
): Promise<void> {
  const { source } = assembly;
  const choice = context.choose(source.language);
  const engine =
    choice.engine === "off" ? undefined : context.engines().engine(choice.engine, source.language);
  if (!engine) return;
  const holes = await findHoles(assembly, notes, fills);
  if (holes.length === 0) return;
  const { workspaceId, callId } = source.ref;
  const dictionary = await dictionaryFor(workspaceId, callId, source.language);
  const { aligner } = context.engines();
  const answers: Answer[] = [];
  const voices = new Map<string, Range[]>();
  for (const hole of holes) {
    const pcm = await soundOf(hole, job);
    const run = recognise({
      engine,
      ...(aligner && { aligner }),
      pcmFile: join(job.jobDir, pcm),
      language: source.language,
      bias: dictionary.bias,
      signal: job.signal,
    });
    for await (const heard of run.segments) answers.push({ hole, heard });
    const voice = (run.sound()?.voice ?? []).map((range) => later(range, startOf(hole)));
    voices.set(hole.trackId, [...(voices.get(hole.trackId) ?? []), ...voice]);
    await rm(join(job.jobDir, pcm), { force: true });
  }
  const segments = said(answers, voices).flatMap(({ hole, heard }): NewSegment[] => {
    const found = inside(hole, heard, dictionary);
    if (!found) return [];
    const isCopied = (fills[hole.lane] ?? []).some(
      ({ fromMs, toMs }) => fromMs < hole.toMs && toMs > hole.fromMs,
    );
    return [isCopied ? { ...found, flags: (found.flags ?? 0) | COPY_FLAG } : found];
  });
  const made: LiveEngine = {
    ...{ engine: engine.id, model: engine.model, dictionary: dictionary.version, vad: VAD_VERSION },
  };
  const spans = holes.map(({ trackId, fromMs, toMs }) => ({ track: trackId, fromMs, toMs }));
  const number = await publishFilled(source.ref, source.transcriptId, made, segments, spans);
  if (number === null) return;
  await deriveVersion(source.ref, number);
  await summariseVersion(source.ref, number);
}

/** Sound of microphones of which no words stand in the transcript, whatever the reason. */
async function findHoles(
  assembly: Assembly,
  notes: SpeechNotes,
  fills: readonly (readonly Fill[])[],
): Promise<Hole[]> {
  const { source, recovered, lanes } = assembly;
  const system = asSystem(source.ref.workspaceId, "recording.assemble");
  const tracks = (await findTranscribeSource(system, source.ref.recordingId))?.tracks ?? [];
  const done = await listFilled(source.ref, source.transcriptId);
  return lanes.flatMap((lane, at) => {
    const track = tracks.find(({ participantId }) => participantId === lane.participantId);
    if (lane.source !== "microphone" || !track) return [];
    const sound = partsOf(recovered, lane).map(({ startMs, packets }) => ({
      fromMs: startMs,
      toMs: startMs + packets * 20,
    }));
    const heard = lane.ids.flatMap((id) => notes.heard.get(`${id}/microphone`) ?? []);
    const copied = (fills[at] ?? []).map(({ fromMs, toMs }) => ({ fromMs, toMs }));
    const known = [...source.pauses, ...(done.get(track.trackId) ?? [])];
    return withoutSpans([...withoutSpans(sound, heard), ...copied], known)
      .filter(({ fromMs, toMs }) => toMs - fromMs >= SHORTEST_MS)
      .map((hole) => ({
        ...hole,
        ...{ lane: at, trackId: track.trackId, participantId: track.participantId, key: track.key },
      }));
  });
}

async function soundOf(hole: Hole, { jobDir, tools, signal }: AssemblyJob): Promise<string> {
  const name = `hole-${hole.lane}.ogg`;
  await blobs().getFile(hole.key, join(jobDir, name));
  const fromMs = startOf(hole);
  const output = `hole-${hole.lane}.s16`;
  const plan = pcmPlan({ name, demuxer: "ogg", audioIndex: 0, output });
  const options = ["-ss", seconds(fromMs), "-t", seconds(hole.toMs + PAD_MS - fromMs)];
  const inputs = plan.inputs.map((input) => ({ ...input, options }));
  await runFfmpeg({ ...plan, inputs }, { tools, cwd: jobDir, signal });
  return output;
}

type Heard = Parameters<typeof heardWords>[0];
type Answer = { hole: Hole; heard: Heard };

/** Where the sound of a hole begins, on the clock of the call. */
const startOf = (hole: Hole): number => Math.max(0, hole.fromMs - PAD_MS);
const later = <R extends Range>(range: R, ms: number): R => ({
  ...range,
  ...{ startMs: range.startMs + ms, endMs: range.endMs + ms },
});

/** Without what the engine made up: that shows over all holes of a track, of which each is short. */
function said(answers: readonly Answer[], voices: ReadonlyMap<string, Range[]>): Answer[] {
  return [...voices].flatMap(([trackId, voice]) => {
    const own = answers.filter(({ hole }) => hole.trackId === trackId);
    const kept = withoutInventions(
      own.map(({ hole, heard }) => later(heard, startOf(hole))),
      voice,
    );
    return own.filter((_, at) => (kept[at]?.words.length ?? 0) > 0);
  });
}

/** What was said inside the hole; null where that is nothing. */
function inside(hole: Hole, heard: Heard, dictionary: CallDictionary): NewSegment | null {
  const offsetMs = startOf(hole);
  const { words, rawWords } = heardWords(heard, offsetMs, dictionary);
  const isIn = ({ startMs, endMs }: Word) => {
    const middle = (startMs + endMs) / 2;
    return middle >= hole.fromMs && middle < hole.toMs;
  };
  const said = words.filter(isIn);
  const [first] = said;
  const last = said.at(-1);
  if (!first || !last) return null;
  return {
    ...{ participantId: hole.participantId, trackId: hole.trackId },
    t0Ms: Math.round(first.startMs),
    t1Ms: Math.round(Math.max(last.endMs, first.startMs)),
    words: said.map((word, at) => (at === 0 ? { ...word, isSpaced: false } : word)),
    rawWords: rawWords?.filter(isIn) ?? null,
    timing: heard.timing,
    flags: heard.isInaudible === true ? INAUDIBLE_FLAG : 0,
  };
}
