import { rm } from "node:fs/promises";
import { join } from "node:path";
import { asSystem } from "#app/core/domain/access/actor.ts";
import {
  type CallDictionary,
  dictionaryFor,
} from "#app/core/domain/dictionary/dictionary.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import {
  claimStage,
  type StageAttempt,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import {
  findTranscribeSource,
  publishRecognition,
  type Recognised,
  skipRecognition,
  type TranscribeSource,
  type VoiceTrack,
} from "#app/core/domain/recording/transcribe.server.ts";
import type { TrackSound } from "#app/core/domain/recording/voice.server.ts";
import { flagBleed } from "#app/core/domain/transcript/bleed.ts";
import type { NewSegment } from "#app/core/domain/transcript/publish.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { type SegmentOut, SpeechError, type SpeechEngine } from "#media/speech/engine.ts";
import { recognise } from "#media/speech/recognise.ts";
import { withoutInventions } from "#media/speech/stock.ts";
import { VAD_VERSION } from "#media/speech/vad.ts";
import { deriveStage } from "../stages/derive-stage.ts";
import { guarded } from "../stages/guarded.ts";
import type { Handlers } from "../handle.ts";
import { heardWords } from "../stages/heard-words.ts";
import { type Resume, openResume } from "../stages/resume.ts";
import { watchStage } from "../stages/stage-watch.ts";
import { decodeTrack, measureTracks, soundOf } from "../stages/track-sound.ts";
import type { WorkerContext } from "../context.ts";

export const transcribeRecording: Handlers["recording.transcribe"] = (payload, context) =>
  transcribe(payload, context);

/** Recognises every track, then derives metrics, hits and search from the words. */
export async function transcribe(
  { workspaceId, recordingId }: { workspaceId: string; recordingId: string },
  { signal, context }: { signal: AbortSignal; context: WorkerContext },
): Promise<void> {
  const source = await findTranscribeSource(
    asSystem(workspaceId, "recording.transcribe"),
    recordingId,
  );
  if (!source) return;
  try {
    const transcribe = await claimStage(source.ref, "transcribe");
    if (transcribe && !(await transcribeStage(transcribe, source, context, signal))) return;
    await deriveStage(source.ref, signal);
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
  }
}

/** @returns whether there are words to go on with */
async function transcribeStage(
  attempt: StageAttempt,
  source: TranscribeSource,
  context: WorkerContext,
  signal: AbortSignal,
): Promise<boolean> {
  const choice = context.choose(source.language);
  const engine =
    choice.engine === "off" ? undefined : context.engines().engine(choice.engine, source.language);
  if (!engine) {
    const cause = "notice" in choice ? choice.notice : "engine_missing";
    if (await isStillComing(cause)) await attempt.wait("parts_preparing");
    else await leaveOut(attempt, source, cause, context, signal);
    return false;
  }
  return guarded(
    attempt,
    signal,
    () => recogniseByWhatIsLeft(attempt, source, engine, context, signal),
    (made) => publishRecognition(attempt, made),
  );
}

/** Who turned recognition off misses nothing; where it was wanted, how long people talk is measured and said. */
async function leaveOut(
  attempt: StageAttempt,
  source: TranscribeSource,
  cause: string,
  context: WorkerContext,
  signal: AbortSignal,
): Promise<void> {
  if (cause === "off" || cause === "no_engine") {
    await skipRecognition(attempt, cause, []);
    return;
  }
  const folder = await context.jobFolder(`${attempt.recordingId}-voice-${attempt.number}`);
  try {
    await guarded(
      attempt,
      signal,
      () => measureTracks(source.tracks, { folder, context, signal }),
      (sounds) => skipRecognition(attempt, cause, sounds),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** On a first start the recogniser is still being installed: the call waits for it instead of going without. */
async function isStillComing(cause: string): Promise<boolean> {
  if (cause !== "no_engine" && cause !== "engine_missing") return false;
  const parts = await listComponents();
  return parts.some(({ name, state }) => name === "packages" && state === "preparing");
}

/**
 * A model that was taken away in the middle ends the attempt, and the call begins again with the engine that is left: no
 * call has words of two engines.
 */
async function recogniseByWhatIsLeft(
  attempt: StageAttempt,
  source: TranscribeSource,
  engine: SpeechEngine,
  context: WorkerContext,
  signal: AbortSignal,
): Promise<Recognised> {
  try {
    return await recogniseAll(attempt, source, engine, context, signal);
  } catch (error) {
    if (!(error instanceof SpeechError) || engine.id !== "sherpa-onnx") throw error;
    signal.throwIfAborted();
    await context.lookForModels();
    const choice = context.choose(source.language);
    const isThere = context.engines().models.some(({ manifest }) => manifest.name === engine.model);
    const next =
      choice.engine === "off" || isThere
        ? undefined
        : context.engines().engine(choice.engine, source.language);
    if (next === undefined) throw error;
    log.warn(
      { recording: attempt.recordingId, model: engine.model, engine: next.id },
      "the model of a call is gone: it is recognised anew",
    );
    return recogniseByWhatIsLeft(attempt, source, next, context, signal);
  }
}

async function recogniseAll(
  attempt: StageAttempt,
  source: TranscribeSource,
  engine: SpeechEngine,
  context: WorkerContext,
  stopping: AbortSignal,
): Promise<Recognised> {
  const folder = await context.jobFolder(`${attempt.recordingId}-transcribe-${attempt.number}`);
  const dictionary = await dictionaryFor(attempt.workspaceId, attempt.callId, source.language);
  const resume = await openResume(
    attempt.recordingId,
    [engine.id, engine.model, source.language, dictionary.version, VAD_VERSION].join("|"),
  );
  const tracks = source.tracks.map(({ durationMs }) => durationMs);
  const { signal, report: report } = watchStage(attempt, tracks, stopping);
  try {
    await attempt.progress(0, Math.max(0, ...tracks), "ms");
    const heard: { source: VoiceTrack["source"]; segments: NewSegment[] }[] = [];
    const sounds: TrackSound[] = [];
    let before = 0;
    for (const track of source.tracks) {
      const start = before;
      const found = await recogniseTrack({
        track,
        folder,
        engine,
        dictionary,
        resume,
        context,
        signal,
        language: source.language,
        report: (ms) => report(start + ms),
      });
      heard.push({ source: track.source, segments: found.segments });
      sounds.push(found.sound);
      before += track.durationMs;
    }
    await resume.close();
    return {
      engine: engine.id,
      model: engine.model,
      language: source.language,
      dictionary: dictionary.version,
      vad: VAD_VERSION,
      segments: withoutEcho(heard),
      sounds,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A browser's own recording hears the tab twice where its speakers are loud: then the microphone's words are marked. */
function withoutEcho(
  heard: readonly { source: VoiceTrack["source"]; segments: NewSegment[] }[],
): NewSegment[] {
  const others = heard.flatMap(({ source, segments }) => (source === "tab" ? segments : []));
  return heard.flatMap(({ source, segments }) =>
    source === "microphone" ? flagBleed(segments, others) : segments,
  );
}

type TrackBench = {
  track: VoiceTrack;
  folder: string;
  engine: SpeechEngine;
  dictionary: CallDictionary;
  resume: Resume;
  context: WorkerContext;
  signal: AbortSignal;
  language: string;
  report: (doneMs: number) => void;
};

async function recogniseTrack(
  bench: TrackBench,
): Promise<{ segments: NewSegment[]; sound: TrackSound }> {
  const { track, folder, engine, dictionary, resume, context, signal, language, report } = bench;
  const pcm = join(folder, await decodeTrack(track, bench));
  const { aligner } = context.engines();
  const run = recognise({
    engine,
    ...(aligner && { aligner }),
    pcmFile: pcm,
    language,
    bias: dictionary.bias,
    signal,
    onProgressMs: report,
    resume: (id) => resume.find(track.trackId, id),
  });
  const found: SegmentOut[] = [];
  for await (const segment of run.segments) {
    resume.keep(track.trackId, segment);
    found.push(segment);
  }
  await rm(pcm, { force: true });
  const speech = run.sound();
  if (!speech) throw new SpeechError("bad_audio", "a track was not measured");
  const segments = withoutInventions(found, speech.voice).map((segment) =>
    newSegment(track, segment, dictionary),
  );
  return { segments, sound: soundOf(track, speech) };
}

const INAUDIBLE_FLAG = 2;

function newSegment(
  { trackId, participantId, offsetMs }: VoiceTrack,
  segment: SegmentOut,
  dictionary: CallDictionary,
): NewSegment {
  const { words, rawWords, t0Ms, t1Ms } = heardWords(segment, offsetMs, dictionary);
  return {
    participantId,
    trackId,
    t0Ms,
    t1Ms,
    words,
    rawWords,
    timing: segment.timing,
    flags: segment.isInaudible === true ? INAUDIBLE_FLAG : 0,
  };
}
