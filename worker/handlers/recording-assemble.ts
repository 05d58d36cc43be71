import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { dropPausedChunks } from "#app/core/domain/live/local-copy.server.ts";
import {
  type AssembleSource,
  findAssembleSource,
  listLocalParts,
  publishAssembly,
  publishNothing,
  reopenMedia,
} from "#app/core/domain/recording/assemble.server.ts";
import { findJoinSource } from "#app/core/domain/recording/recorder-join.server.ts";
import { finishLiveTranscript } from "#app/core/domain/recording/live-transcript.server.ts";
import { isUnmeasured } from "#app/core/domain/recording/voice.server.ts";
import {
  areWordsTaken,
  claimStage,
  type StageAttempt,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { assembleRecording as assembleJob } from "#app/core/jobs/recording-assemble.job.ts";
import { measureRecording } from "#app/core/jobs/recording-measure.job.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { MediaError } from "#media/ffmpeg/media-error.ts";
import { readRecording } from "#media/recorder/assemble.ts";
import { VAD_VERSION } from "#media/speech/vad.ts";
import { fillWords } from "../assemble/fill-words.ts";
import { lanesOf } from "../assemble/lanes.ts";
import {
  type Assembly,
  type AssemblyJob,
  gapsOf,
  type Made,
  makeMedia,
} from "../assemble/make-media.ts";
import { readCallJournal } from "../live/call-journal.ts";
import { deriveStage } from "../stages/derive-stage.ts";
import { guarded, publishGuarded } from "../stages/guarded.ts";
import type { Handlers } from "../handle.ts";
import { folderOf } from "../stages/media-store.ts";
import { recorderFolder } from "#app/core/domain/live/recorder-folder.server.ts";
import { endOrphan, isRecorderOf } from "../live/recorders.ts";
import { readSpeechLog, type SpeechNotes } from "../live/speech-log.ts";
import type { WorkerContext } from "../context.ts";
import { joinRecording } from "./recording-join.ts";
import { transcribe } from "./recording-transcribe.ts";

const LOOK_MS = 30;
/** A recorder closes its files within ten seconds of the end; one that nobody looks after is ended then. */
const RECORDER_MS = 12_000;
/** The last words mostly come at once. Where the recogniser is busy the job comes back for them: others end meanwhile. */
const WORDS_MS = 1_000;
const AGAIN_SECONDS = 1;

type Bench = {
  source: AssembleSource;
  dir: string;
  context: WorkerContext;
  job: AssemblyJob;
};

/**
 * A live call is over: its parts become what plays, its words transcript version 1, within seconds and however
 * long it was. Then, behind what people already see, gaps are filled from safety copies, and what nobody heard
 * is recognised into the next version. Sent again when pieces of a copy come late.
 */
export const assembleRecording: Handlers["recording.assemble"] = async (
  { workspaceId, recordingId },
  { signal, context },
) => {
  const system = asSystem(workspaceId, "recording.assemble");
  const browsers = await findJoinSource(system, recordingId);
  if (browsers) {
    await joinRecording(browsers, { signal, context });
    return;
  }
  const source = await findAssembleSource(system, recordingId);
  if (!source) return;
  const dir = recorderFolder(source.dir);
  await untilRecorded(source, dir, signal);
  const jobDir = await context.jobFolder(`${recordingId}-assemble`);
  const bench: Bench = { source, dir, context, job: { jobDir, tools: context.tools(), signal } };
  try {
    const assembly = await recover(bench);
    const first = await claimStage(source.ref, "normalise");
    if (first && !(await mediaStage(bench, assembly, first, false))) return;
    const notes = await untilHeard(source, dir, signal);
    if (notes === null) {
      await comeBack(source);
      return;
    }
    if (notes.engine) {
      await words(bench, assembly, notes.engine);
      await improve(bench, assembly, notes, !first);
    } else await unheard(bench, assembly);
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
  } finally {
    await rm(jobDir, { recursive: true, force: true });
  }
};

async function recover({ source, dir }: Bench): Promise<Assembly> {
  const recovered = await readRecording(dir);
  const lanes = await lanesOf(recovered, source);
  return { source, recovered, lanes, dir, endMs: recovered.endMs };
}

/** @param isFilling gaps are filled from safety copies, which takes a moment: never while somebody waits for the call */
async function mediaStage(
  bench: Bench,
  assembly: Assembly,
  attempt: StageAttempt,
  isFilling: boolean,
): Promise<Made | null> {
  const { source, job } = bench;
  if (assembly.lanes.length === 0) {
    await publishGuarded(attempt, job.signal, () => publishNothing(attempt));
    return null;
  }
  let kept: Made | null = null;
  const work = async (): Promise<Made> => {
    if (!bench.context.tools().isUsable)
      throw new MediaError("sandbox_unavailable", bench.context.tools().reason);
    return makeMedia(assembly, isFilling ? await listLocalParts(source.ref) : [], attempt, job);
  };
  try {
    await guarded(attempt, job.signal, work, async (made) => {
      await publishAssembly(attempt, made);
      kept = made;
    });
  } catch (error) {
    if (error instanceof StageLost) await blobs().deleteFolder(folderOf(attempt)); // no row will ever name it
    throw error;
  }
  return kept;
}

/** Nobody listened: gaps are filled first, then the call is recognised like any other recording, or goes without. */
async function unheard(bench: Bench, assembly: Assembly): Promise<void> {
  const { source, job, context } = bench;
  await fillMedia(bench, assembly);
  await transcribe(source.ref, { signal: job.signal, context });
}

/** The words as they stand become version 1, and numbers follow. */
async function words(
  { source: { ref, transcriptId }, job }: Bench,
  assembly: Assembly,
  engine: NonNullable<SpeechNotes["engine"]>,
): Promise<void> {
  // Taken over once; from then on the stage belongs to a recognition of the tracks, and so does what follows it.
  if (await areWordsTaken(db, ref)) return;
  const attempt = await claimStage(ref, "transcribe");
  if (attempt)
    await publishGuarded(attempt, job.signal, () =>
      finishLiveTranscript(
        attempt,
        transcriptId,
        { ...engine, vad: VAD_VERSION },
        assembly.source.pauses,
      ),
    );
  await deriveStage(ref, job.signal);
}

/** What makes the call better after it can be used: safety copies in its gaps, words of what nobody heard. */
async function improve(
  bench: Bench,
  assembly: Assembly,
  notes: SpeechNotes,
  isAgain: boolean,
): Promise<void> {
  const { source, context, job } = bench;
  const made = await fillMedia(bench, assembly);
  await fillWords(assembly, notes, made?.fills ?? [], context, job);
  if (made || (await isUnmeasured(source.ref))) await sendMeasure(source);
  log.info(
    { callId: source.ref.callId, isAgain, filled: made?.fills.flat().length ?? 0 },
    "a live call is assembled",
  );
}

async function sendMeasure({ ref: { workspaceId, recordingId } }: AssembleSource): Promise<void> {
  // One that runs has begun with what was there before: another of the same key would be dropped.
  const key = `${recordingId} ${Date.now()}`;
  await db.$transaction((tx) =>
    enqueue(tx, measureRecording, key, { v: 1, workspaceId, recordingId }),
  );
}

/** Fills gaps from what the members' browsers kept. @returns null where there was nothing to fill */
async function fillMedia(bench: Bench, assembly: Assembly): Promise<Made | null> {
  const { source } = bench;
  const { workspaceId, callId } = source.ref;
  await dropPausedChunks(workspaceId, callId);
  const copies = await listLocalParts(source.ref);
  const hasGap = gapsOf(assembly).some(({ id }) =>
    assembly.lanes.some(
      ({ ids, participantId }) =>
        ids.includes(id) && copies.some((copy) => copy.participantId === participantId),
    ),
  );
  if (!hasGap || !(await reopenMedia(source.ref))) return null;
  const attempt = await claimStage(source.ref, "normalise");
  return attempt ? mediaStage(bench, assembly, attempt, true) : null;
}

/** Until every recorder of the call has closed its files. */
async function untilRecorded(
  { ref }: AssembleSource,
  dir: string,
  signal: AbortSignal,
): Promise<void> {
  const { callId } = ref;
  const until = performance.now() + RECORDER_MS;
  for (;;) {
    signal.throwIfAborted();
    const { processes, lines } = await readCallJournal(dir);
    const ended = new Set(lines.flatMap(({ type, a }) => (type === "end" ? [a] : [])));
    const open = processes.filter(({ a }) => !ended.has(a));
    const alive: number[] = [];
    for (const { pid } of open) if (await isRecorderOf(pid, callId)) alive.push(pid);
    if (alive.length === 0) return;
    if (performance.now() > until) {
      await Promise.all(alive.map((pid) => endOrphan(pid, callId)));
      return;
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** The words are not there yet: nobody waits for this job, and it holds no place until then. */
async function comeBack({ ref: { workspaceId, recordingId } }: AssembleSource): Promise<void> {
  const payload = { v: 1 as const, workspaceId, recordingId };
  // This job is still running under its own key, and would drop another of the same.
  const key = `${recordingId} words ${Date.now()}`;
  await db.$transaction((tx) =>
    enqueue(tx, assembleJob, key, payload, { startAfter: AGAIN_SECONDS }),
  );
}

/**
 * Until the last words of the call are written, or nobody is there any more to write them.
 * @returns null when they take longer
 */
async function untilHeard(
  { ref }: AssembleSource,
  dir: string,
  signal: AbortSignal,
): Promise<SpeechNotes | null> {
  const until = performance.now() + WORDS_MS;
  const system = asSystem(ref.workspaceId, "recording.assemble");
  for (;;) {
    const notes = await readSpeechLog(dir);
    // Without a recogniser there are no last words: all of it is recognised from the files, or nothing.
    if (notes.isOver || !notes.engine) return notes;
    const now = await findAssembleSource(system, ref.recordingId);
    if (now?.isKept !== true) return readSpeechLog(dir);
    if (performance.now() > until) return null;
    await sleep(LOOK_MS * 3, undefined, { signal });
  }
}
