import { expect, test } from "vitest";
import { deriveTranscript } from "#app/core/jobs/transcript-derive.job.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type Said,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { FLAGS } from "../words/flags.ts";
import { parseTranscript } from "./import/parse-transcript.ts";
import { publishTranscript } from "./publish.server.ts";
import {
  exportTranscript,
  getSegmentsAround,
  getTranscriptIndex,
  getTranscriptPage,
} from "./transcript-reads.server.ts";
import { correctSpeaker, correctWords, revertTranscript } from "./transcript-writes.server.ts";
import { findWordsAt } from "./words-at.server.ts";
import { decodeIndex, decodePage, wordsOf, wordText } from "./wire-decode.ts";
import { cutWords, spreadWords } from "../words/words.ts";

await queueForFile();

/** A call of Aki with Maria; `outsider` is in no team of theirs. */
async function aScene(said: (aki: string, maria: string) => Said[]) {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team] });
  const colleague = await aMember(workspace, { teams: [team] });
  const outsider = await aMember(workspace);
  const call = await aCall(rep, { title: "Renewal" });
  const aki = await aParticipant(call, { side: "R", name: "Aki", lane: 0, memberId: rep.memberId });
  const maria = await aParticipant(call, { side: "C", name: "Maria", lane: 1 });
  await aTranscript(call, said(aki.id, maria.id));
  return { workspace, rep, colleague, outsider, call, aki, maria };
}
const talk = (aki: string, maria: string): Said[] => [
  { participantId: aki, t0Ms: 0, t1Ms: 4_000, text: "we use hub spot for this" },
  { participantId: maria, t0Ms: 3_500, t1Ms: 5_000, text: "hub spot, really?" },
  { participantId: null, t0Ms: 6_000, t1Ms: 7_000, text: "somebody spoke" },
];

type Actor = Parameters<typeof getTranscriptIndex>[0];
async function lines(actor: Actor, callId: string, number: number) {
  const index = decodeIndex(await getTranscriptIndex(actor, callId, number));
  const page = decodePage(index, 0, await getTranscriptPage(actor, callId, number, 0));
  return page.text.map((text, n) => `${index.lanes[index.lane[n] ?? 0]?.name ?? ""}: ${text}`);
}

test("the wire carries the words, lanes and times of the rows", async () => {
  const { rep, call, aki, maria } = await aScene(talk);
  const wire = await getTranscriptIndex(rep, call.id, 1);
  expect(wire.lanes).toEqual([
    { id: aki.id, name: "Aki", side: "R" },
    { id: maria.id, name: "Maria", side: "C" },
    { id: "", name: "", side: null },
  ]);
  const table = decodeIndex(wire);
  expect([...table.t0Ms]).toEqual([0, 3_500, 6_000]);
  expect([...table.lane]).toEqual([0, 1, 2]);
  const page = decodePage(table, 0, await getTranscriptPage(rep, call.id, 1, 0));
  const [from, to] = wordsOf(page, 1);
  expect(Array.from({ length: to - from }, (_, n) => wordText(page, 1, from + n))).toEqual([
    "hub",
    "spot,",
    "really?",
  ]);
  expect(page.startMs[from]).toBe(3_500);
});

test("who may not see the call gets not_found, for the index, pages, slices, files and edits", async () => {
  const { outsider, call } = await aScene(talk);
  const refused = { code: "not_found" };
  await expect(getTranscriptIndex(outsider, call.id, 1)).rejects.toMatchObject(refused);
  await expect(getTranscriptPage(outsider, call.id, 1, 0)).rejects.toMatchObject(refused);
  await expect(getSegmentsAround(outsider, call.id, 1, 0)).rejects.toMatchObject(refused);
  await expect(exportTranscript(outsider, call.id, 1, "txt")).rejects.toMatchObject(refused);
  await expect(
    revertTranscript(outsider, call.id, { intent: "revert_transcript", number: 1, to: 1 }),
  ).rejects.toMatchObject(refused);
});

const words = {
  intent: "correct_words",
  number: 1,
  segment: 0,
  firstWord: 2,
  lastWord: 3,
  before: "hub spot",
  after: "HubSpot",
  addTerm: false,
} as const;

test("a correction is a new version with its job and its entry; the old one still reads as it did", async () => {
  const { rep, call } = await aScene(talk);
  const before = await lines(rep, call.id, 1);
  expect(await correctWords(rep, call.id, { ...words, scope: "here" })).toEqual({
    number: 2,
    segments: 1,
  });
  expect(await lines(rep, call.id, 2)).toEqual([
    "Aki: we use HubSpot for this",
    "Maria: hub spot, really?",
    ": somebody spoke",
  ]);
  expect(await lines(rep, call.id, 1)).toEqual(before);
  expect(await queued(deriveTranscript)).toContainEqual({
    v: 1,
    workspaceId: call.workspaceId,
    callId: call.id,
    number: 2,
  });
  const entry = await db.auditEntry.findFirst({
    where: { workspaceId: call.workspaceId, target: call.id, event: "transcript.corrected" },
  });
  expect(entry?.after).not.toContain("HubSpot");
  const versions = await db.transcript.findMany({
    where: { workspaceId: call.workspaceId, callId: call.id },
    orderBy: { number: "asc" },
  });
  expect(versions.map(({ isCurrent, origin, words: count }) => [isCurrent, origin, count])).toEqual(
    [
      [false, "engine", 11],
      [true, "edit", 10],
    ],
  );
  const page = await getTranscriptPage(rep, call.id, 2, 0);
  expect(page.flags[0]).toBe(FLAGS.edited);
});

test("everywhere in this call, and added to the dictionary by those who may", async () => {
  const { workspace, rep, call } = await aScene(talk);
  const input = { ...words, scope: "everywhere", addTerm: true } as const;
  await expect(correctWords(rep, call.id, input)).rejects.toMatchObject({ code: "forbidden" });
  const admin = await aMember(workspace, { role: "admin" });
  expect(await correctWords(admin, call.id, input)).toEqual({ number: 2, segments: 2 });
  expect(await lines(rep, call.id, 2)).toEqual([
    "Aki: we use HubSpot for this",
    "Maria: HubSpot, really?",
    ": somebody spoke",
  ]);
  const term = await db.term.findFirst({
    where: { workspaceId: workspace.id },
    select: { term: true, termVariants: { select: { variant: true } } },
  });
  expect(term).toEqual({ term: "HubSpot", termVariants: [{ variant: "hub spot" }] });
});

test("a colleague who only sees the call may read and not correct", async () => {
  const { colleague, call } = await aScene(talk);
  expect(await lines(colleague, call.id, 1)).toHaveLength(3);
  await expect(correctWords(colleague, call.id, { ...words, scope: "here" })).rejects.toMatchObject(
    { code: "forbidden" },
  );
});

test("an edit on top of an older version, or of other words, is refused as changed meanwhile", async () => {
  const { rep, call } = await aScene(talk);
  await correctWords(rep, call.id, { ...words, scope: "here" });
  const conflict = { code: "conflict", fields: { number: ["changed_meanwhile"] } };
  await expect(correctWords(rep, call.id, { ...words, scope: "here" })).rejects.toMatchObject(
    conflict,
  );
  await expect(
    correctWords(rep, call.id, { ...words, number: 2, before: "hub spot", scope: "here" }),
  ).rejects.toMatchObject(conflict);
});

test("two people who correct at once: one is told, neither is lost or doubled", async () => {
  const { rep, call } = await aScene(talk);
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(() => correctWords(rep, call.id, { ...words, scope: "here" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(
    await db.transcript.count({
      where: { workspaceId: call.workspaceId, callId: call.id, isCurrent: true },
    }),
  ).toBe(1);
});

test("speakers: one segment, from a word on, or all of a lane; only people of the call", async () => {
  const { rep, call, aki, maria } = await aScene(talk);
  const base = { intent: "correct_speaker", scope: "here" } as const;
  await expect(
    correctSpeaker(rep, call.id, { ...base, number: 1, segment: 0, participantId: call.id }),
  ).rejects.toMatchObject({ code: "validation_failed" });
  await correctSpeaker(rep, call.id, { ...base, number: 1, segment: 2, participantId: maria.id });
  await correctSpeaker(rep, call.id, {
    ...base,
    number: 2,
    segment: 0,
    participantId: maria.id,
    fromWord: 4,
  });
  expect(await lines(rep, call.id, 3)).toEqual([
    "Aki: we use hub spot",
    "Maria: for this",
    "Maria: hub spot, really?",
    "Maria: somebody spoke",
  ]);
  await correctSpeaker(rep, call.id, {
    ...base,
    number: 3,
    segment: 1,
    participantId: aki.id,
    scope: "everywhere",
  });
  expect((await lines(rep, call.id, 4)).every((line) => line.startsWith("Aki: "))).toBe(true);
});

test("reverting brings back an older version as a new one, also over another engine's run", async () => {
  const { rep, call, aki } = await aScene(talk);
  const first = await lines(rep, call.id, 1);
  await correctWords(rep, call.id, { ...words, scope: "here" });
  const second = await lines(rep, call.id, 2);
  const run = spreadWords(cutWords("another engine heard this"), { startMs: 0, endMs: 3_000 }, 80);
  const published = await db.$transaction((tx) =>
    publishTranscript(tx, {
      workspaceId: call.workspaceId,
      callId: call.id,
      recordingId: null,
      origin: "engine",
      engine: "other",
      model: null,
      language: "en",
      settings: {},
      createdBy: null,
      segments: [
        {
          participantId: aki.id,
          trackId: null,
          t0Ms: 0,
          t1Ms: 3_000,
          words: run,
          timing: "engine",
        },
      ],
    }),
  );
  expect(published).toMatchObject({ number: 3, words: 4, segments: 1 });
  expect(await lines(rep, call.id, 3)).toEqual(["Aki: another engine heard this"]);
  await revertTranscript(rep, call.id, { intent: "revert_transcript", number: 3, to: 1 });
  expect(await lines(rep, call.id, 4)).toEqual(first);
  expect(await lines(rep, call.id, 3)).toEqual(["Aki: another engine heard this"]);
  await revertTranscript(rep, call.id, { intent: "revert_transcript", number: 4, to: 2 });
  expect(await lines(rep, call.id, 5)).toEqual(second);
  await correctWords(rep, call.id, {
    ...words,
    number: 5,
    segment: 1,
    firstWord: 0,
    lastWord: 1,
    before: "hub spot,",
    after: "HubSpot,",
    scope: "here",
  });
  expect((await lines(rep, call.id, 6))[1]).toBe("Maria: HubSpot, really?");
  expect(await lines(rep, call.id, 1)).toEqual(first);
});

test("an imported file is published and exported again with its words, speakers and times", async () => {
  const { rep, call, aki, maria } = await aScene(() => []);
  const outcome = parseTranscript(
    new TextEncoder().encode(
      "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Aki>Hello & welcome</v>\n\n00:02.000 --> 00:04.000\n<v Maria>価格は「プラン」です。</v>\n",
    ),
  );
  if (!outcome.isOk) throw new Error("refused");
  const ids = [aki.id, maria.id];
  await db.$transaction((tx) =>
    publishTranscript(tx, {
      workspaceId: call.workspaceId,
      callId: call.id,
      recordingId: null,
      origin: "import",
      engine: null,
      model: null,
      language: "en",
      settings: {},
      createdBy: rep.memberId,
      segments: outcome.document.segments.map(({ speaker, ...segment }) => ({
        ...segment,
        participantId: ids[speaker ?? 0] ?? null,
        trackId: null,
      })),
    }),
  );
  const { body, mime, title } = await exportTranscript(rep, call.id, 2, "vtt");
  expect([title, mime]).toEqual(["Renewal", "text/vtt"]);
  expect(body).toContain("00:00:01.000 --> 00:00:02.500\n<v Aki>Hello &amp; welcome\n");
  expect(body).toContain("<v Maria>価格は「プラン」です。");
  const stored = await db.transcript.findFirst({
    where: { workspaceId: call.workspaceId, callId: call.id, number: 2 },
  });
  expect(stored).toMatchObject({ isCurrent: true, origin: "import", spread: 1, confidence: null });
  expect(
    await db.auditEntry.count({
      where: { workspaceId: call.workspaceId, event: "transcript.exported" },
    }),
  ).toBe(1);
});

test("what a microphone picked up of the other side is on the page alone: not in files, quotes or counts", async () => {
  const { rep, call, aki, maria } = await aScene(() => []);
  const turn = (participantId: string, t0Ms: number, text: string, flags = 0) => ({
    ...{ participantId, trackId: null, t0Ms, t1Ms: t0Ms + 2_000, flags },
    words: spreadWords(cutWords(text), { startMs: t0Ms, endMs: t0Ms + 2_000 }, flags ? 10 : 90),
    timing: "engine" as const,
  });
  const published = await db.$transaction((tx) =>
    publishTranscript(tx, {
      ...{ workspaceId: call.workspaceId, callId: call.id, recordingId: null, createdBy: null },
      ...{ origin: "engine", engine: "x", model: null, language: "en", settings: {} },
      segments: [
        turn(aki.id, 0, "Shall we begin?"),
        turn(maria.id, 3_000, "We start with fifty seats."),
        turn(aki.id, 3_100, "We start with fifty feet.", FLAGS.bleed),
        turn(aki.id, 6_000, "Fine, I write it down."),
      ],
    }),
  );
  const version = { workspaceId: call.workspaceId, callId: call.id, number: 2 };
  const stored = await db.transcript.findFirstOrThrow({ where: version });
  expect([published.words, stored.words, stored.confidence]).toEqual([13, 13, expect.closeTo(0.9)]);
  expect((await getTranscriptPage(rep, call.id, 2, 0)).flags).toEqual([0, 0, FLAGS.bleed, 0]);

  for (const format of ["txt", "vtt", "srt", "json"] as const)
    expect((await exportTranscript(rep, call.id, 2, format)).body).not.toContain("feet");
  const { body } = await exportTranscript(rep, call.id, 2, "json");
  const read = parseTranscript(new TextEncoder().encode(body), { language: "en" });
  expect(read.isOk && read.document.segments.map(({ text, t0Ms }) => [t0Ms, text])).toEqual([
    [0, "Shall we begin?"],
    [3_000, "We start with fifty seats."],
    [6_000, "Fine, I write it down."],
  ]);

  const place = { participantId: aki.id, t0Ms: 0, t1Ms: 9_000 };
  const [said] = await findWordsAt({ ...version, baseId: stored.baseId }, [place]);
  expect(said).toEqual({ text: "Shall we begin? Fine, I write it down.", unsure: 0 });

  const { number } = await correctWords(rep, call.id, {
    ...{ ...words, number: 2, segment: 1, firstWord: 4, lastWord: 4 },
    ...{ before: "seats.", after: "chairs.", scope: "here" },
  });
  const edited = await db.transcript.findFirstOrThrow({ where: { ...version, number } });
  expect(edited.words).toBe(13);
});

test("8,193 segments: published in seconds, the index and any page in milliseconds, 200 around a time", async () => {
  const { rep, call, aki, maria } = await aScene(() => []);
  const text = cutWords("so we talked about pricing for the team and the plan ok");
  const segments = Array.from({ length: 8_193 }, (_, n) => ({
    participantId: n % 2 === 0 ? aki.id : maria.id,
    trackId: null,
    t0Ms: n * 2_000,
    t1Ms: n * 2_000 + 1_900,
    words: spreadWords(text, { startMs: n * 2_000, endMs: n * 2_000 + 1_900 }, 70),
    timing: "engine" as const,
  }));
  await db.$transaction((tx) =>
    publishTranscript(tx, {
      workspaceId: call.workspaceId,
      callId: call.id,
      recordingId: null,
      origin: "engine",
      engine: "x",
      model: null,
      language: "en",
      settings: {},
      createdBy: null,
      segments,
    }),
  );
  expect(decodeIndex(await getTranscriptIndex(rep, call.id, 2)).count).toBe(8_193);
  const slice = await getSegmentsAround(rep, call.id, 2, 8_000_000);
  expect(slice).toMatchObject({ total: 8_193, first: 3_900 });
  expect(slice.page.text).toHaveLength(200);
  const table = decodeIndex(slice.index);
  expect(table.t0Ms[100]).toBe(8_000_000);
  expect((await getTranscriptPage(rep, call.id, 2, 16)).text).toHaveLength(1);
  await expect(getTranscriptPage(rep, call.id, 2, 17)).rejects.toMatchObject({ code: "not_found" });
  expect((await getSegmentsAround(rep, call.id, 1, 0)).total).toBe(0);
});
