import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { discardUpload } from "#app/core/domain/recording/upload-answers.server.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import { beginUpload } from "#app/core/domain/recording/upload.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { deriveTranscript } from "./transcript-derive.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-words-"));
let context: WorkerContext;
await queueForFile();
let rep: SignedIn;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  rep = await aMember(await aWorkspace(), { name: "Mari Kato" });
});

/** A WAV of eight seconds: a tone on each channel. */
function tones(channels: 1 | 2): Buffer {
  const file = join(folder, `${channels}.wav`);
  const inputs = [440, 660]
    .slice(0, channels)
    .flatMap((hz) => ["-f", "lavfi", "-i", `sine=${hz}:d=8`]);
  const apart = channels === 2 ? ["-filter_complex", "join=inputs=2:channel_layout=stereo"] : [];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...inputs, ...apart, file]);
  return readFileSync(file);
}

const CAPTIONS = {
  name: "call.vtt",
  text: `WEBVTT

00:00:00.500 --> 00:00:02.000
<v Mari Kato>What would change for your team?

00:00:02.500 --> 00:00:05.000
<v Ana Costa>We would send the forecast on Mondays.
`,
};
/** Three people: two of ours. */
const THREE = {
  name: "call.srt",
  text: `1
00:00:00,500 --> 00:00:02,000
Mari Kato: Hello, thank you for the time.

2
00:00:02,000 --> 00:00:04,000
Theo Brandt: Hello from me as well.

3
00:00:04,000 --> 00:00:06,000
Ana Costa: Good morning.
`,
  speakers: [
    { name: "Mari Kato", side: "R" },
    { name: "Theo Brandt", side: "R" },
    { name: "Ana Costa", side: "C" },
  ],
};

const job = (recordingId: string) => ({ v: 1 as const, workspaceId: rep.workspaceId, recordingId });
const running = () => ({ signal: new AbortController().signal, context });

const derive = (callId: string) =>
  deriveTranscript({ v: 1, workspaceId: rep.workspaceId, callId, number: 1 }, running());

/** Runs the stages up to the numbers. */
async function run({
  callId,
  recordingId,
}: {
  callId: string;
  recordingId: string;
}): Promise<void> {
  await transcodeRecording(job(recordingId), running());
  await derive(callId);
}
const stagesOf = async (recordingId: string) =>
  Object.fromEntries(
    (await db.stage.findMany({ where: { recordingId } })).map(({ name, state, cause }) => [
      name,
      cause === null ? state : `${state} ${cause}`,
    ]),
  );
const tracksOf = async (recordingId: string) =>
  (
    await db.track.findMany({
      where: { recordingId },
      orderBy: { lane: "asc" },
      select: { participant: { select: { name: true } } },
    })
  ).map(({ participant }) => participant?.name ?? null);
const namesOf = async (callId: string) =>
  (await db.participant.findMany({ where: { callId }, orderBy: { name: "asc" } })).map(
    ({ name, side }) => `${side} ${name}`,
  );
const wordsOf = async (callId: string) => {
  const { id, origin } = await db.transcript.findFirstOrThrow({
    where: { callId, isCurrent: true },
  });
  const said = await db.segment.findMany({
    where: { baseId: id },
    orderBy: { t0Ms: "asc" },
    select: { text: true, t0Ms: true, participant: { select: { name: true } } },
  });
  return {
    origin,
    said: said.map(({ text, t0Ms, participant }) => [participant?.name ?? null, t0Ms, text]),
  };
};
const SAID = [
  ["Mari Kato", 500, "What would change for your team?"],
  ["Ana Costa", 2_500, "We would send the forecast on Mondays."],
];

test("captions that come with a recording are its words from the first moment, and nothing is recognised", async () => {
  const { callId, recordingId } = await uploaded(rep, [{ bytes: tones(1) }], {
    transcript: CAPTIONS,
  });
  expect(await wordsOf(callId)).toEqual({ origin: "import", said: SAID });
  // An edit in the meantime would ask for numbers: they wait for the length of the recording.
  await derive(callId);
  expect(await stagesOf(recordingId)).toMatchObject({ metrics: "waiting", inspect: "waiting" });
  await db.recording.updateMany({ where: { id: recordingId }, data: { state: "processing" } });
  await db.stage.updateMany({ where: { recordingId, name: "inspect" }, data: { state: "done" } });
  await derive(callId);
  expect(await stagesOf(recordingId)).toMatchObject({ metrics: "waiting", normalise: "waiting" });
  await run({ callId, recordingId });
  expect(await stagesOf(recordingId)).toMatchObject({
    normalise: "done",
    transcribe: "skipped imported",
    metrics: "done",
  });
  expect(await namesOf(callId)).toEqual(["C Ana Costa", "R Mari Kato"]);
  expect(await tracksOf(recordingId)).toEqual([null]);
  const view = await getPlayback(rep, callId);
  expect(view.call).toMatchObject({ state: "available", quality: "B", durationMs: 8_000 });
  expect(view.recording?.mixUrl).not.toBeNull();
  expect(view.lanes.map(({ name, audioUrl, spoken }) => [name, audioUrl !== null, spoken])).toEqual(
    [
      ["", true, null],
      ["Mari Kato", false, [{ t0Ms: 500, t1Ms: 2_000 }]],
      ["Ana Costa", false, [{ t0Ms: 2_500, t1Ms: 5_000 }]],
    ],
  );
  expect(view.metrics).not.toBeNull();
});

test("with a channel a side, each is the one person of that side, and is so when made once more", async () => {
  const { callId, recordingId } = await uploaded(rep, [{ bytes: tones(2) }], {
    channels: "yes",
    transcript: CAPTIONS,
  });
  await run({ callId, recordingId });
  expect(await tracksOf(recordingId)).toEqual(["Mari Kato", "Ana Costa"]);
  await db.stage.updateMany({
    where: { recordingId, name: { in: ["inspect", "normalise"] } },
    data: { state: "waiting" },
  });
  await run({ callId, recordingId });
  expect(await tracksOf(recordingId)).toEqual(["Mari Kato", "Ana Costa"]);
  expect(await namesOf(callId)).toEqual(["C Ana Costa", "R Mari Kato"]);
  expect(await wordsOf(callId)).toEqual({ origin: "import", said: SAID });
});

test("of two on one side it is not known who is on its channel, and nobody is invented", async () => {
  const { callId, recordingId } = await uploaded(rep, [{ bytes: tones(2) }], {
    channels: "yes",
    transcript: THREE,
  });
  await run({ callId, recordingId });
  expect(await tracksOf(recordingId)).toEqual([null, "Ana Costa"]);
  expect(await namesOf(callId)).toEqual(["C Ana Costa", "R Mari Kato", "R Theo Brandt"]);
});

test("a third track adds nobody to those who are known", async () => {
  const file = join(folder, "three.mkv");
  const inputs = [440, 550, 660].flatMap((hz) => ["-f", "lavfi", "-i", `sine=${hz}:d=3`]);
  const maps = ["-map", "0", "-map", "1", "-map", "2"];
  execFileSync("ffmpeg", [
    "-nostdin",
    "-v",
    "error",
    "-y",
    ...inputs,
    ...maps,
    "-c:a",
    "aac",
    file,
  ]);
  const { callId, recordingId } = await uploaded(rep, [{ bytes: readFileSync(file) }], {
    channels: "yes",
    transcript: CAPTIONS,
  });
  await run({ callId, recordingId });
  expect(await tracksOf(recordingId)).toEqual(["Mari Kato", "Ana Costa", null]);
  expect(await namesOf(callId)).toEqual(["C Ana Costa", "R Mari Kato"]);
});

test("who is named for a file and speaks in the transcript is one person", async () => {
  const files = [
    { bytes: tones(1), speaker: "ana costa", side: "C" as const },
    { bytes: tones(1), speaker: "Lee Moss", side: "R" as const },
  ];
  const { callId, recordingId } = await uploaded(rep, files, { transcript: CAPTIONS });
  await run({ callId, recordingId });
  expect(await namesOf(callId)).toEqual(["R Lee Moss", "R Mari Kato", "C ana costa"]);
  expect(await tracksOf(recordingId)).toEqual(["ana costa", "Lee Moss"]);
  expect((await wordsOf(callId)).said[1]?.[0]).toBe("ana costa");
});

test("media that are made again do not have the words recognised", async () => {
  const { callId, recordingId } = await uploaded(rep, [{ bytes: tones(1) }], {
    transcript: CAPTIONS,
  });
  await db.stage.updateMany({
    where: { recordingId, name: "inspect" },
    data: { state: "failed", cause: "media_crashed" },
  });
  await db.recording.updateMany({ where: { id: recordingId }, data: { state: "failed" } });
  await retryRecording(rep, recordingId);
  await run({ callId, recordingId });
  expect((await stagesOf(recordingId))["transcribe"]).toBe("skipped imported");
  expect(await wordsOf(callId)).toEqual({ origin: "import", said: SAID });
});

test("an upload that is discarded leaves none of its words", async () => {
  const form = beginUploadForm.parse({
    consent: true,
    transcript: CAPTIONS,
    files: [{ name: "a.wav", size: 9 }],
  });
  const { callId, recordingId } = await beginUpload(rep, form);
  expect(await db.segment.count({ where: { workspaceId: rep.workspaceId } })).toBe(2);
  await discardUpload(rep, recordingId);
  expect(await db.segment.count({ where: { workspaceId: rep.workspaceId } })).toBe(0);
  expect(await db.transcript.count({ where: { callId } })).toBe(0);
});

test("captions that cannot be read whole stop the upload, with their first line", async () => {
  const upload = (text: string, isChecked = false) =>
    beginUpload(
      rep,
      beginUploadForm.parse({
        consent: true,
        transcript: { name: "a.vtt", text, isChecked },
        files: [{ name: "a.wav", size: 9 }],
      }),
    );
  await expect(upload("{")).rejects.toMatchObject({ code: "validation_failed" });
  const reversed = CAPTIONS.text.replace("00:00:05.000", "00:00:01.000");
  await expect(upload(reversed)).rejects.toMatchObject({
    fields: { text: ["transcript_reversed?line=6&n=1"] },
  });
  expect(await db.call.count({ where: { workspaceId: rep.workspaceId } })).toBe(0);
  await upload(reversed, true);
});

test.each([
  ["one", [false, true], ["1.wav"]],
  ["two", [true, false, true], ["0.wav", "2.wav"]],
])("of several files %s that cannot be used are named", async (_what, areDamaged, names) => {
  const damaged = Buffer.from("RIFF\0\0\0\0WAVE, and no sound".repeat(9));
  const files = areDamaged.map((isDamaged, at) => ({
    bytes: isDamaged ? damaged : tones(1),
    speaker: `Speaker ${at}`,
  }));
  const { callId, recordingId } = await uploaded(rep, files);
  await run({ callId, recordingId });
  const view = await getPlayback(rep, callId);
  expect(view.recording).toMatchObject({ state: "failed", unfitFiles: names });
});
