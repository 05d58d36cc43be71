import { beforeEach, describe, expect, test } from "vitest";
import { assembleRecording } from "#app/core/jobs/recording-assemble.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { getCallMetrics } from "#app/core/pages/call-metrics.server.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { getRecord } from "#app/core/pages/recording.server.ts";
import { findRecordingRow } from "#app/core/pages/recordings.server.ts";
import { aMember, aParticipant, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aPipeline, publish, recordingOf, runTo, stageOf, take } from "#tests/support/pipeline.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { correctWords, revertTranscript } from "../transcript/transcript-writes.server.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { retryRecording } from "./retry.server.ts";
import type { RecordingRef } from "./stages.server.ts";
import { publishRecognition, skipRecognition } from "./transcribe.server.ts";
import { measureCurrent, settleWords, type TrackSound } from "./voice.server.ts";

await queueForFile();
let rep: SignedIn;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  rep = await aMember(await aWorkspace());
});

const S = 1_000;
const TURN = "we would like to see how the new plan works before the end of";
type Track = { id: string; participantId: string };

/** A call of two people, about to be recognised. */
async function aCallOfTwo(): Promise<{ ref: RecordingRef; tracks: [Track, Track] }> {
  const ref = await aPipeline(rep);
  await runTo(ref, "normalise");
  const { workspaceId, recordingId, callId } = ref;
  await db.call.updateMany({ where: { id: callId }, data: { state: "available" } });
  const aTrack = async (name: string, lane: number): Promise<Track> => {
    const { id: participantId } = await aParticipant(
      { workspaceId, id: callId },
      { name, side: lane === 0 ? "R" : "C", lane },
    );
    const id = newId();
    const source = "microphone" as const;
    await db.track.create({
      data: { workspaceId, id, recordingId, participantId, source, lane, durationMs: 120 * S },
    });
    return { id, participantId };
  };
  return { ref, tracks: [await aTrack("Mari", 0), await aTrack("Jonas", 1)] };
}

/** A minute of talk: twelve turns of five seconds, every ten. */
const TURNS = Array.from({ length: 12 }, (_, n) => ({
  fromMs: n * 10 * S,
  toMs: n * 10 * S + 5 * S,
}));
const soundOf = (
  { id, participantId }: Track,
  { turns = 12, voiceDb = -25, isSilent = false } = {},
): TrackSound => ({
  ...{ trackId: id, participantId, isSilent },
  voice: TURNS.slice(0, turns),
  voiceDb: turns === 0 ? null : voiceDb,
});

/** The words of a track's first turns. */
const segmentsOf = ({ id, participantId }: Track, turns: number) =>
  TURNS.slice(0, turns).map(({ fromMs, toMs }) => ({
    ...{ trackId: id, participantId, t0Ms: fromMs, t1Ms: toMs },
    words: spreadWords(cutWords(TURN), { startMs: fromMs, endMs: toMs }),
    timing: "engine" as const,
  }));

const ENGINE = { engine: "openai-http", model: "whisper-1", language: "en", dictionary: "0" };

/** Recognises the call: words for so many turns of each track. */
async function recognise(
  ref: RecordingRef,
  tracks: readonly Track[],
  turns: readonly number[],
  sounds = tracks.map((track) => soundOf(track)),
): Promise<void> {
  await publishRecognition(await take(ref, "transcribe"), {
    ...{ ...ENGINE, vad: 2, sounds },
    segments: tracks.flatMap((track, at) => segmentsOf(track, turns[at] ?? 0)),
  });
}

/** Numbers and summary. */
async function derive(ref: RecordingRef): Promise<void> {
  for (const stage of ["metrics", "summary"] as const) await publish(await take(ref, stage));
}
const noticesOf = async ({ callId: targetId }: RecordingRef) =>
  (await db.notification.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } })).map(
    ({ kind }) => kind,
  );
const versionsOf = ({ callId }: RecordingRef) =>
  db.transcript.findMany({
    where: { callId },
    orderBy: { number: "asc" },
    select: { number: true, isCurrent: true, coveredMs: true },
  });

describe("a recording is ready when what is said in it has words", () => {
  test("it says how long people talk and how much has words", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [12, 11]);
    await derive(ref);
    expect(await recordingOf(ref)).toMatchObject({
      ...{ state: "ready", cause: null, voiceMs: 120 * S, coveredMs: 115 * S },
    });
    expect(await noticesOf(ref)).toEqual(["recording_ready"]);
    expect((await getPlayback(rep, ref.callId)).words).toMatchObject({
      ...{ isMissing: false, people: [], silent: [], isQuiet: false },
    });
  });

  test("too few words: it plays, and says so everywhere", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [2, 3]);
    await derive(ref);
    expect(await recordingOf(ref)).toMatchObject({
      state: "ready_partial",
      cause: "words_missing",
    });
    expect(await noticesOf(ref)).toEqual(["words_missing"]);
    expect(
      await db.auditEntry.count({ where: { event: "recording.ready", target: ref.recordingId } }),
    ).toBe(0);
    const lost = { voiceMs: 120 * S, coveredMs: 25 * S };
    const engine = { id: "openai-http", model: "whisper-1" };
    const page = await getPlayback(rep, ref.callId);
    expect(page.words).toMatchObject({ ...lost, engine, isMissing: true, people: [] });
    expect((await getRecord(rep, ref.recordingId)).words).toMatchObject({ ...lost, engine });
    expect((await findRecordingRow(rep, ref.callId))?.words).toEqual({ ...lost, engine });
    expect((await getCallMetrics(rep, ref.callId)).coverage).toMatchObject({
      ...{ ...lost, isMissing: true },
    });
  });

  test("one person’s words are missing among others’", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [12, 1]);
    await derive(ref);
    expect((await recordingOf(ref)).cause).toBe("words_missing");
    expect((await getPlayback(rep, ref.callId)).words?.people).toEqual([
      { id: tracks[1].id, name: "Jonas", voiceMs: 60 * S, coveredMs: 5 * S },
    ]);
  });

  test("a dead track is no lost word, and is named", async () => {
    const { ref, tracks } = await aCallOfTwo();
    const [mine, theirs] = tracks;
    await recognise(
      ref,
      tracks,
      [12, 0],
      [soundOf(mine), soundOf(theirs, { turns: 0, isSilent: true })],
    );
    await derive(ref);
    expect((await recordingOf(ref)).state).toBe("ready");
    expect((await getPlayback(rep, ref.callId)).words).toMatchObject({
      ...{ isMissing: false, silent: ["Jonas"] },
    });
  });

  test("nothing said is nothing lost", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(
      ref,
      tracks,
      [0, 0],
      tracks.map((track) => soundOf(track, { turns: 0 })),
    );
    await derive(ref);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready", voiceMs: 0, coveredMs: 0 });
  });

  test("quiet voices are said to be quiet, with all their words as well", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(
      ref,
      tracks,
      [12, 12],
      tracks.map((track) => soundOf(track, { voiceDb: -47 })),
    );
    await derive(ref);
    const { words, transcript } = await getPlayback(rep, ref.callId);
    expect(words).toMatchObject({ isMissing: false, isQuiet: true });
    expect(transcript?.notice).toBe("quiet");
  });

  test.each([
    ["language_not_supported", "ready_partial", "words_missing"],
    ["engine_missing", "ready_partial", "words_missing"],
  ] as const)("%s: there is talk, and nothing to write it", async (cause, state, why) => {
    const { ref, tracks } = await aCallOfTwo();
    const sounds = tracks.map((track) => soundOf(track));
    await skipRecognition(await take(ref, "transcribe"), cause, sounds);
    expect(await recordingOf(ref)).toMatchObject({ state, cause: why, voiceMs: 120 * S });
    expect((await getPlayback(rep, ref.callId)).words).toMatchObject({
      ...{ isMissing: true, engine: null, coveredMs: 0 },
    });
  });

  test("who turned recognition off misses no word", async () => {
    const { ref } = await aCallOfTwo();
    await skipRecognition(await take(ref, "transcribe"), "off", []);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready", cause: null, voiceMs: null });
  });

  test("the words of a live call are measured when its tracks are there", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [2, 2], []);
    await db.transcript.updateMany({
      where: { callId: ref.callId },
      data: { coveredMs: null, covered: {} },
    });
    await derive(ref);
    expect((await recordingOf(ref)).state).toBe("ready");
    await measureCurrent(
      ref,
      tracks.map((track) => soundOf(track)),
    );
    expect(await recordingOf(ref)).toMatchObject({
      ...{ state: "ready_partial", cause: "words_missing", coveredMs: 20 * S },
    });
    expect(await noticesOf(ref)).toEqual(["recording_ready", "words_missing"]);
  });
});

describe("recognised again", () => {
  /** All of it is recognised, in version 1, and Retry is pressed as words were missing. */
  async function again(turns: readonly number[]) {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, turns);
    await derive(ref);
    await retryRecording(rep, ref.recordingId);
    expect(await queued(transcribeRecording)).toMatchObject([{ recordingId: ref.recordingId }]);
    return { ref, tracks };
  }

  test("with more words, these take the place of the others", async () => {
    const { ref, tracks } = await again([3, 3]);
    await recognise(ref, tracks, [12, 12]);
    expect(await stageOf(ref, "metrics")).toMatchObject({ state: "waiting" });
    await derive(ref);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready", cause: null });
    expect(await versionsOf(ref)).toEqual([
      { number: 1, isCurrent: false, coveredMs: 30 * S },
      { number: 2, isCurrent: true, coveredMs: 120 * S },
    ]);
  });

  test("with fewer, nothing changes for who reads it until a person says so", async () => {
    const { ref, tracks } = await again([5, 5]);
    const before = await getPlayback(rep, ref.callId);
    const ended = await stageOf(ref, "metrics");
    await recognise(ref, tracks, [2, 2]);
    expect(await versionsOf(ref)).toEqual([
      { number: 1, isCurrent: true, coveredMs: 50 * S },
      { number: 2, isCurrent: false, coveredMs: 20 * S },
    ]);
    // What follows the words is as it was, and nothing is made again.
    expect(ended.state).toBe("waiting");
    for (const name of ["metrics", "summary"] as const)
      expect(await stageOf(ref, name)).toMatchObject({ state: "done", cause: null });
    const { number, words, segments } = (await getPlayback(rep, ref.callId)).transcript ?? {};
    expect({ number, words, segments }).toEqual({
      number: 1,
      words: before.transcript?.words,
      segments: 10,
    });
    expect(await recordingOf(ref)).toMatchObject({
      ...{ state: "ready_partial", cause: "words_missing", coveredMs: 50 * S },
    });
    expect((await getPlayback(rep, ref.callId)).transcript?.beside).toBe("fewer");

    await revertTranscript(rep, ref.callId, { intent: "revert_transcript", number: 1, to: 2 });
    await settleWords(ref.workspaceId, ref.callId);
    expect((await getPlayback(rep, ref.callId)).transcript).toMatchObject({
      ...{ number: 3, segments: 4 },
    });
    expect(await recordingOf(ref)).toMatchObject({ coveredMs: 20 * S });
    // And back: enough of them would be ready again.
    await revertTranscript(rep, ref.callId, { intent: "revert_transcript", number: 3, to: 1 });
    expect((await getPlayback(rep, ref.callId)).transcript).toMatchObject({
      ...{ number: 4, segments: 10 },
    });
    // They were not written by hand: better ones take their place.
    await settleWords(ref.workspaceId, ref.callId);
    await retryRecording(rep, ref.recordingId);
    await recognise(ref, tracks, [12, 12]);
    await derive(ref);
    expect((await getPlayback(rep, ref.callId)).transcript).toMatchObject({
      ...{ number: 5, segments: 24 },
    });
    expect(await recordingOf(ref)).toMatchObject({ state: "ready", cause: null });
  });

  test("words that were corrected by hand stay, whatever an engine gives", async () => {
    const { ref, tracks } = await again([3, 3]);
    await correctWords(rep, ref.callId, {
      ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 0, lastWord: 0 },
      ...{ before: "we", after: "they", scope: "here", addTerm: false },
    });
    await recognise(ref, tracks, [12, 12]);
    expect(await versionsOf(ref)).toEqual([
      { number: 1, isCurrent: false, coveredMs: 30 * S },
      { number: 2, isCurrent: true, coveredMs: 30 * S },
      { number: 3, isCurrent: false, coveredMs: 120 * S },
    ]);
    // Chosen by hand, they are read, and nothing is missing any more.
    await revertTranscript(rep, ref.callId, { intent: "revert_transcript", number: 2, to: 3 });
    await settleWords(ref.workspaceId, ref.callId);
    expect(await recordingOf(ref)).toMatchObject({ state: "ready", cause: null });
  });

  test("Retry of a live call recognises its tracks, and takes not the same words again", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [3, 3]);
    await derive(ref);
    await db.recording.updateMany({ where: { id: ref.recordingId }, data: { method: "room" } });
    await retryRecording(rep, ref.recordingId);
    expect(await queued(transcribeRecording)).toMatchObject([{ recordingId: ref.recordingId }]);
    expect(await queued(assembleRecording)).toEqual([]);
  });

  test("a failed summary beside missing words: both are done again", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [3, 3]);
    await publish(await take(ref, "metrics"));
    await (await take(ref, "summary")).fail("unexpected", "", false);
    expect(await recordingOf(ref)).toMatchObject({
      state: "ready_partial",
      cause: "words_missing",
    });
    await retryRecording(rep, ref.recordingId);
    expect(await queued(transcribeRecording)).toHaveLength(1);
    for (const name of ["transcribe", "summary"] as const)
      expect(await stageOf(ref, name)).toMatchObject({ state: "waiting", cause: null });
  });

  test("words from before anything was measured are measured when poorer ones come", async () => {
    const { ref, tracks } = await again([4, 4]);
    await db.transcript.updateMany({
      where: { callId: ref.callId },
      data: { covered: Prisma.DbNull, coveredMs: null },
    });
    await recognise(ref, tracks, [1, 1]);
    expect(await versionsOf(ref)).toEqual([
      { number: 1, isCurrent: true, coveredMs: 40 * S },
      { number: 2, isCurrent: false, coveredMs: 10 * S },
    ]);
    expect(await recordingOf(ref)).toMatchObject({
      ...{ state: "ready_partial", cause: "words_missing", coveredMs: 40 * S },
    });
  });

  test("one person’s words are not given for more of another’s", async () => {
    const { ref, tracks } = await again([4, 3]);
    await recognise(ref, tracks, [12, 1]);
    expect(await versionsOf(ref)).toMatchObject([
      { number: 1, isCurrent: true },
      { number: 2, isCurrent: false },
    ]);
  });

  test.each([
    ["fails for good", { state: "failed", cause: "engine_failed" }],
    ["is left out", { state: "skipped", cause: "language_not_supported" }],
  ] as const)("that %s, the words and what was made of them stay", async (how, stage) => {
    const { ref } = await again([4, 4]);
    const attempt = await take(ref, "transcribe");
    if (how === "is left out") await skipRecognition(attempt, stage.cause, []);
    else await attempt.fail(stage.cause, "", false);
    expect(await stageOf(ref, "transcribe")).toMatchObject(stage);
    for (const name of ["metrics", "summary"] as const)
      expect(await stageOf(ref, name)).toMatchObject({ state: "done", cause: null });
    expect(await recordingOf(ref)).toMatchObject({ state: "ready_partial", coveredMs: 40 * S });
  });

  test("a version that was chosen stays, unless it lacks words and the new one does not", async () => {
    const { ref, tracks } = await aCallOfTwo();
    await recognise(ref, tracks, [9, 9]);
    await derive(ref);
    await db.transcript.updateMany({
      where: { callId: ref.callId },
      data: { settings: { isReverted: true } },
    });
    await db.stage.updateMany({
      where: { recordingId: ref.recordingId, name: { in: ["transcribe", "metrics", "summary"] } },
      data: { state: "waiting" },
    });
    await recognise(ref, tracks, [11, 11]);
    expect((await getPlayback(rep, ref.callId)).transcript).toMatchObject({
      ...{ number: 1, beside: "chosen" },
    });
  });

  test("who recognised is said of the words people read", async () => {
    const { ref, tracks } = await again([5, 5]);
    await publishRecognition(await take(ref, "transcribe"), {
      ...{ ...ENGINE, engine: "pocketsphinx", model: "en-us", vad: 2 },
      sounds: tracks.map((track) => soundOf(track)),
      segments: segmentsOf(tracks[0], 2),
    });
    expect((await getPlayback(rep, ref.callId)).words?.engine?.id).toBe("openai-http");
    await revertTranscript(rep, ref.callId, { intent: "revert_transcript", number: 1, to: 2 });
    await settleWords(ref.workspaceId, ref.callId);
    expect((await getPlayback(rep, ref.callId)).words?.engine?.id).toBe("pocketsphinx");
    expect((await findRecordingRow(rep, ref.callId))?.words?.engine?.id).toBe("pocketsphinx");
  });
});
