import { expect, test } from "vitest";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { transcribeRecording } from "#app/core/jobs/recording-transcribe.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { previewTranscript } from "./import-preview.server.ts";
import { exportTranscript } from "../transcript/transcript-reads.server.ts";
import { importTranscript } from "./import.server.ts";
import { importForm, previewForm } from "./upload.schema.ts";

await queueForFile();

const form = (text: string, more: object = {}) =>
  importForm.parse({ consent: true, name: "call.json", text, ...more });
const said = (text: string): string =>
  JSON.stringify([
    { speaker: "Ana", start: 0, end: 2, text },
    { speaker: "Bo", start: 2, end: 4, text: "Good morning." },
  ]);

const wordsOf = async (callId: string) => {
  const { id } = await db.transcript.findFirstOrThrow({ where: { callId, isCurrent: true } });
  return db.segment.findMany({ where: { baseId: id }, orderBy: [{ t0Ms: "asc" }, { no: "asc" }] });
};
const callOf = ({ workspaceId }: { workspaceId: string }, id: string) => ({
  workspaceId_id: { workspaceId, id },
});

test("an imported transcript is a call with people, words and stages, and nothing of it waits for media", async () => {
  const actor = await aMember(await aWorkspace());
  const { callId, recordingId } = await importTranscript(
    actor,
    form(said("Hello there."), { title: "Imported" }),
  );
  const call = await db.call.findFirstOrThrow({
    where: { id: callId },
    include: { participants: { orderBy: { lane: "asc" } }, transcripts: true },
  });
  expect(call).toMatchObject({
    title: "Imported",
    state: "available",
    durationMs: 4_000,
    quality: "B",
    ownerId: actor.memberId,
  });
  expect(call.participants).toMatchObject([
    { name: "Ana", side: "R" },
    { name: "Bo", side: "C" },
  ]);
  expect(call.transcripts).toMatchObject([{ number: 1, origin: "import", isCurrent: true }]);
  const stages = await db.stage.findMany({ where: { recordingId } });
  expect(Object.fromEntries(stages.map(({ name, state }) => [name, state]))).toEqual({
    upload: "done",
    inspect: "skipped",
    normalise: "skipped",
    transcribe: "skipped",
    metrics: "waiting",
    summary: "waiting",
  });
  expect(await queued(deriveTranscript)).toEqual([
    { v: 1, workspaceId: actor.workspaceId, callId, number: 1 },
  ]);
  expect(await queued(transcribeRecording)).toEqual([]);
});

test("what cannot be read is named with its first line, and nothing is made until it was seen", async () => {
  const actor = await aMember(await aWorkspace());
  await expect(importTranscript(actor, form("{"))).rejects.toMatchObject({
    code: "validation_failed",
    fields: { text: [expect.stringMatching(/^transcript_/)] },
  });
  const srt =
    "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:xx,000 --> 00:00:04,000\nYes.\n\n3\n00:00:09,000 --> 00:00:07,000\nBye.\n";
  await expect(importTranscript(actor, form(srt))).rejects.toMatchObject({
    fields: { text: ["transcript_time?line=6&n=1", "transcript_reversed?line=10&n=1"] },
  });
  const json = JSON.stringify({ segments: [{ start: 2, end: 1.5, text: "one" }] });
  await expect(importTranscript(actor, form(json))).rejects.toMatchObject({
    fields: { text: ["transcript_reversed_row?row=1&n=1"] },
  });
  const meet = "Attendees\n00:00:00\nMari: Hello.\nJo: Yes.\n";
  await expect(importTranscript(actor, form(meet))).rejects.toMatchObject({
    fields: { text: ["transcript_left_out?line=1&n=1"] },
  });
  expect(await db.call.count({ where: { workspaceId: actor.workspaceId } })).toBe(0);
  const { callId } = await importTranscript(actor, form(srt, { isChecked: true }));
  expect((await wordsOf(callId)).map(({ text }) => text)).toEqual(["Hello.", "Yes.", "Bye."]);
});

test("a look at a transcript says who speaks, how long, how its times were had, and what was not read", async () => {
  const actor = await aMember(await aWorkspace(), { timeZone: "Asia/Tokyo" });
  const look = (text: string, more: object = {}) =>
    previewTranscript(actor, previewForm.parse({ text, ...more }));
  const meet = "Attendees\n00:00:00\nMari: Hello.\nJo: Yes.\n00:05:00\nMari: Bye.\n";
  expect(await look(meet)).toMatchObject({
    speakers: [
      { name: "Mari", side: "R", turns: 2 },
      { name: "Jo", side: "C", turns: 1 },
    ],
    ...{ turns: 3, nameless: 0, format: "txt", timing: "between", faults: [] },
    leftOut: { count: 1, at: { line: 1 }, text: "Attendees" },
    opening: [{ name: "Mari", t0Ms: 0, text: "Hello." }, {}, {}],
  });
  const dated = "2026-11-20 14:02:33 Mari: Hello.\n2026-11-20 14:02:41 Jo: Yes.\n";
  expect(await look(dated)).toMatchObject({
    startedAt: "2026-11-20T05:02:33.000Z",
    clock: { kind: "calendar", first: "14:02:33" },
  });
  const clock = "14:02:33 Mari: Hello.\n14:02:41 Jo: Yes.\n";
  expect(await look(clock)).toMatchObject({
    clock: { kind: "day", first: "14:02:33", choices: [] },
  });
  expect(await look("Mari: Hello.\nJo: Yes.\n", { minutes: "2" })).toMatchObject({
    ...{ timing: "made_up", lengthMs: 120_000 },
  });
  expect(await db.call.count({ where: { workspaceId: actor.workspaceId } })).toBe(0);
});

test("people are brought in as they were corrected: renamed, two as one, and no person at all", async () => {
  const actor = await aMember(await aWorkspace());
  const text =
    "Spkr 1: Hello.\nJo: Yes.\nNote: it rains.\nMari K.: Good.\nNote: again.\nJo: Bye.\n";
  const speakers = [
    { name: "Spkr 1", as: "Mari Kato", side: "C" },
    { name: "Jo", side: "R" },
    { name: "Note", as: "", side: "C" },
    { name: "Mari K.", as: "Mari Kato", side: "C" },
  ];
  const { callId } = await importTranscript(actor, form(text, { speakers }));
  const people = await db.participant.findMany({ where: { callId }, orderBy: { lane: "asc" } });
  expect(people).toMatchObject([
    { name: "Mari Kato", side: "C" },
    { name: "Jo", side: "R" },
  ]);
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name ?? null;
  const words = await wordsOf(callId);
  expect(words.map(({ participantId, text: said }) => [nameOf(participantId), said])).toEqual([
    ["Mari Kato", "Hello."],
    ["Jo", "Yes."],
    [null, "Note: it rains."],
    ["Mari Kato", "Good."],
    [null, "Note: again."],
    ["Jo", "Bye."],
  ]);
});

test("when the call began: as the form says in the reader's zone, else as the file says", async () => {
  const actor = await aMember(await aWorkspace(), { timeZone: "Asia/Tokyo" });
  const dated = "2026-11-20 14:02:33 Mari: Hello.\n2026-11-20 14:02:41 Jo: Yes.\n";
  const startOf = async (more: object) => {
    const { callId } = await importTranscript(actor, form(dated, more));
    return (await db.call.findUniqueOrThrow({ where: callOf(actor, callId) })).startedAt;
  };
  expect(await startOf({})).toEqual(new Date("2026-11-20T05:02:33Z"));
  expect(await startOf({ startedAt: "2026-11-19T15:30" })).toEqual(
    new Date("2026-11-19T06:30:00Z"),
  );
  expect(await startOf({ startedAt: "2026-11-19T15:30", zone: "Europe/Berlin" })).toEqual(
    new Date("2026-11-19T14:30:00Z"),
  );
  await expect(startOf({ startedAt: "0026-11-19T15:30" })).rejects.toMatchObject({
    fields: { startedAt: ["date_too_early"] },
  });
});

test("characters that the database cannot hold do not stop an import", async () => {
  const actor = await aMember(await aWorkspace());
  const { callId } = await importTranscript(actor, form(said("Hel\u0000lo \ud800 there.")));
  expect(await db.transcript.count({ where: { callId } })).toBe(1);
});

test("a file of ours comes in as it is: people without a name, and two of one name", async () => {
  const actor = await aMember(await aWorkspace());
  const word = (text: string, at: number) => [text, at, at + 500, 90, 0];
  const segment = (speaker: number, at: number) => ({
    ...{ speaker, startMs: at, endMs: at + 500, text: "Hello.", timing: "engine" },
    words: [word("Hello.", at)],
  });
  const text = JSON.stringify({
    ...{ format: "parley.transcript", version: 1, title: null, language: "en", startedAt: null },
    speakers: [
      { name: "", side: "R" },
      { name: "Acme", side: "C" },
      { name: "Acme", side: "R" },
    ],
    segments: [segment(0, 0), segment(1, 1_000), segment(2, 2_000)],
  });
  const { callId } = await importTranscript(actor, form(text));
  const people = await db.participant.findMany({ where: { callId }, orderBy: { lane: "asc" } });
  expect(people.map(({ name, side }) => [name, side])).toEqual([
    ["", "R"],
    ["Acme", "C"],
    ["Acme", "R"],
  ]);
  const words = await wordsOf(callId);
  expect(words.map(({ participantId }) => participantId)).toEqual(people.map(({ id }) => id));
  expect(words.map(({ text: said, timing }) => [said, timing])).toEqual(
    words.map(() => ["Hello.", "engine"]),
  );
});

test("times that were made up are so in the JSON that is exported, and when that is brought in again", async () => {
  const actor = await aMember(await aWorkspace());
  const timingOf = async (callId: string) =>
    (await db.transcript.findFirstOrThrow({ where: { callId } })).settings;
  const timed = "[0:01] Ana: Hello there.\n[0:04] Bo: Good morning.\n";
  for (const [text, timing] of [
    ["Ana: Hello there.\nBo: Good morning.\n", "made_up"],
    [timed, "given"],
  ] as const) {
    const first = await importTranscript(actor, form(text, { name: "a.txt" }));
    const { body } = await exportTranscript(actor, first.callId, 1, "json");
    const again = await importTranscript(actor, form(body));
    expect(await timingOf(again.callId)).toMatchObject({ format: "json", timing });
  }
});
