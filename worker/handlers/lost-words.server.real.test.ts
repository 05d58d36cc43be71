import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { wavOf } from "#media/ffmpeg/wav.ts";
import { createOpenAiHttp } from "#media/speech/openai-http.ts";
import { startServer } from "#media/speech/test-server.ts";
import { makeNoVoice, makeSound } from "#media/speech/test-sounds.ts";
import { spokenCall } from "#tests/faults/sounds.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { recordingOf, stageOf } from "#tests/support/pipeline.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { db, Prisma } from "#app/core/platform/db.server.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { summarise } from "./call-summarise.ts";
import { measureRecording } from "./recording-measure.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { transcribe } from "./recording-transcribe.ts";

const RATE = 16_000;
const never = new AbortController().signal;
let context: WorkerContext;
let talk: Int16Array;
let rep: SignedIn;
await queueForFile();
beforeAll(async () => {
  context = await openWorkerContext();
  talk = samplesOf((await spokenCall(4)).wav);
});
afterAll(() => context.close());
beforeEach(async () => {
  rep = await aMember(await aWorkspace());
});

const samplesOf = (wav: Buffer): Int16Array =>
  new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
const silence = (seconds: number) => new Int16Array(seconds * RATE);
function joined(...parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  // No file is the same as another.
  all[all.length - 1] = randomInt(1, 9);
  return all;
}

/** What a server answers to a stretch of so many seconds, the n-th of its kind. */
type Answer = (seconds: number, n: number) => string;
const WORDS = "we can look at what the new plan costs for your team and when it would start".split(
  " ",
);
const all: Answer = (seconds) =>
  Array.from({ length: Math.ceil(seconds * 2.4) }, (_, n) => WORDS[n % WORDS.length]).join(" ");
const nothing: Answer = () => "";
const third: Answer = (seconds, n) => (n % 3 === 0 ? all(seconds, n) : "");
const stock =
  (text: string): Answer =>
  () =>
    text;

/** The whole way of an upload, recognised by a server that answers so. */
async function made(
  files: readonly Int16Array[],
  answer: Answer | "pocketsphinx",
  { language = "en" } = {},
) {
  const server = await startServer(({ form }, n) => {
    const file = form.get("file");
    const seconds = file instanceof File ? (file.size - 44) / (2 * RATE) : 0;
    return { body: { text: answer === "pocketsphinx" ? "" : answer(seconds, n) } };
  });
  try {
    const { callId, recordingId } = await uploaded(
      rep,
      files.map((pcm, n) => ({
        bytes: wavOf(pcm),
        ...(files.length > 1 && { speaker: ["Mari", "Jonas"][n] ?? "", side: n === 0 ? "R" : "C" }),
      })),
      { channels: "no" },
    );
    await db.call.updateMany({ where: { id: callId }, data: { language } });
    const engine = createOpenAiHttp({
      ...{ baseUrl: server.baseUrl, model: "whisper-1", fetch, concurrency: 1 },
    });
    const heard: WorkerContext =
      answer === "pocketsphinx"
        ? context
        : {
            ...context,
            choose: () => ({ engine: "openai-http" }),
            engines: () => ({ ...context.engines(), aligner: undefined, engine: () => engine }),
          };
    const { workspaceId } = rep;
    const ref = { workspaceId, recordingId, callId };
    await transcodeRecording({ v: 1, workspaceId, recordingId }, { signal: never, context });
    await transcribe(ref, { signal: never, context: heard });
    await summarise({ workspaceId, callId }, never);
    const { state, cause, voiceMs, coveredMs } = await recordingOf(ref);
    const { words, transcript } = await getPlayback(rep, callId);
    const voice = voiceMs === null ? null : Math.round(voiceMs / 1_000);
    const share = voiceMs === null || voiceMs === 0 ? null : (coveredMs ?? 0) / voiceMs;
    return {
      ref,
      state,
      cause,
      voice,
      share,
      view: words,
      said: transcript?.words ?? null,
      asked: server.asked.length,
    };
  } finally {
    await server.close();
  }
}
const talkS = () => talk.length / RATE;

test.each([
  ["a silent file", () => silence(60)],
  ["a hold tone", () => makeNoVoice("American ringing", 60)],
  ["music", () => makeNoVoice("a flute's melody", 60)],
  ["a steady tone", () => makeSound("tone", 60)],
  ["noise", () => makeNoVoice("noise bursts", 60)],
])("%s is ready without words: no speech was found", { timeout: 120_000 }, async (_, sound) => {
  const { state, cause, voice } = await made([joined(sound())], nothing);
  expect({ state, cause }).toEqual({ state: "ready", cause: null });
  expect(voice).toBeLessThan(10);
});

test.each([
  ["en", "Thank you for watching!"],
  ["en", "Thank you."],
  ["ja", "ご視聴ありがとうございました。"],
])("stock phrases on noise (%s: %s) are no words of the call", async (language, text) => {
  const noise = joined(makeNoVoice("noise bursts", 60));
  const { state, said, view } = await made([noise], stock(text), { language });
  expect({ state, said, isMissing: view?.isMissing }).toEqual({
    ...{ state: "ready", said: 0, isMissing: false },
  });
});

test("an engine that gives all words", async () => {
  const { state, voice, share } = await made([joined(talk)], all);
  expect(state).toBe("ready");
  expect(voice).toBeGreaterThan(0.5 * talkS());
  expect(share).toBeGreaterThan(0.85);
});

test("half a minute of talk in a quarter of an hour", async () => {
  const some = talk.subarray(0, 30 * RATE);
  const { state, voice } = await made([joined(silence(420), some, silence(450))], all);
  expect(state).toBe("ready");
  expect(voice).toBeGreaterThan(12);
  expect(voice).toBeLessThanOrEqual(30);
});

test.each([
  ["nothing", nothing],
  ["a third", third],
  ["a stock phrase", stock("Thank you for watching!")],
  ["a polite phrase", stock("Thank you.")],
  ["a stock phrase in Japanese", stock("ご視聴ありがとうございました")],
])("an engine that answers %s has lost the words", async (_, answer) => {
  const { state, cause, view, voice } = await made([joined(talk)], answer);
  expect({ state, cause }).toEqual({ state: "ready_partial", cause: "words_missing" });
  expect(view).toMatchObject({
    ...{ isMissing: true, engine: { id: "openai-http", model: "whisper-1" } },
  });
  expect(voice).toBeGreaterThan(0.5 * talkS());
});

test("talk in a language no engine knows says how much there is, and which engine is wanted", async () => {
  const { ref, state, view, voice } = await made([joined(talk)], "pocketsphinx", {
    language: "ja",
  });
  expect(state).toBe("ready_partial");
  expect(await stageOf(ref, "transcribe")).toMatchObject({
    ...{ state: "skipped", cause: "language_not_supported" },
  });
  expect(view).toMatchObject({ isMissing: true, engine: null, coveredMs: 0 });
  expect(voice).toBeGreaterThan(0.5 * talkS());
});

test("one dead track of two is named; the other has its words", async () => {
  const { state, view } = await made([joined(talk), silence(Math.round(talkS()))], all);
  expect(state).toBe("ready");
  expect(view).toMatchObject({ isMissing: false, silent: ["Jonas"] });
});

test("one track of two whose words did not come is named", async () => {
  const { asked } = await made([joined(talk)], all);
  // Tracks are recognised one after the other: the second gets nothing.
  const { state, view } = await made([joined(talk), joined(silence(3), talk)], (seconds, n) =>
    n < asked ? all(seconds, n) : "",
  );
  expect(state).toBe("ready_partial");
  expect(view?.people.map(({ name }) => name)).toEqual(["Jonas"]);
});

test("words that came while a call ran are measured by the sound of its tracks", async () => {
  const { ref, share } = await made([joined(talk)], third);
  const { workspaceId, recordingId } = ref;
  // As a live call leaves it: words, tracks, and nothing measured.
  await db.track.updateMany({ where: { recordingId }, data: { voiceMs: null } });
  await db.transcript.updateMany({
    where: { callId: ref.callId },
    data: { covered: Prisma.DbNull, coveredMs: null },
  });
  await db.recording.updateMany({
    where: { id: recordingId },
    data: { state: "ready", cause: null, voiceMs: null, coveredMs: null },
  });
  await measureRecording({ v: 1, workspaceId, recordingId }, { signal: never, context });
  const found = await recordingOf(ref);
  expect(found).toMatchObject({ state: "ready_partial", cause: "words_missing" });
  expect((found.coveredMs ?? 0) / (found.voiceMs ?? 1)).toBeCloseTo(share ?? 0, 2);
});

test("very quiet clean speech keeps its words, and is said to be quiet", async () => {
  const quiet = talk.map((sample) => Math.round(sample * 10 ** (-25 / 20)));
  const loud = await made([joined(talk)], "pocketsphinx");
  const found = await made([joined(quiet)], "pocketsphinx");
  expect(found.state).toBe("ready");
  expect(found.view?.isQuiet).toBe(true);
  expect(loud.view?.isQuiet).toBe(false);
  expect(found.said ?? 0).toBeGreaterThan(0.9 * (loud.said ?? 0));
});
