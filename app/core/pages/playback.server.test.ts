import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { playbackWith } from "#tests/support/playback.ts";
import { getPlayback } from "./playback.server.ts";
import { getRecord } from "./recording.server.ts";

type Saying = { confidence: number; text: string };

/** A call of a rep with a customer, in a version the recogniser doubts as much as said. */
async function aScene(said: readonly Saying[]) {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const call = await aCall(rep);
  const mari = await aParticipant(call, { side: "R", name: "Mari Kato", memberId: rep.memberId });
  const elena = await aParticipant(call, { side: "C", name: "Elena Duarte", lane: 1 });
  const transcript = await aTranscript(
    call,
    said.map(({ text }, n) => ({
      participantId: n % 2 === 0 ? mari.id : elena.id,
      t0Ms: n * 10_000,
      t1Ms: n * 10_000 + 5_000,
      text,
    })),
  );
  for (const [no, { text, confidence }] of said.entries()) {
    const words = text.split(" ").map((word, n) => ({
      text: word,
      startMs: no * 10_000 + n * 500,
      endMs: no * 10_000 + n * 500 + 400,
      confidence,
      isSpaced: n > 0,
    }));
    await db.segment.updateMany({
      where: { workspaceId: call.workspaceId, baseId: transcript.id, no },
      data: { words: encodeWords(words, no * 10_000).bytes },
    });
  }
  return { workspace, team, rep, call, mari, elena, transcript };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const question = { kind: "question", rule: "question.wh", ruleVersion: 1 } as const;
function aHit({ call, transcript }: Scene, more: object) {
  const key = { id: newId(), workspaceId: call.workspaceId, transcriptId: transcript.id };
  return db.hit.create({
    data: { ...question, ...key, callId: call.id, t0Ms: 0, t1Ms: 0, ...more },
  });
}

test("a question is shown in the words it was asked with, a topic in none", async () => {
  const scene = await aScene([
    { text: "well how do you plan trucks", confidence: 90 },
    { text: "by hand", confidence: 90 },
    { text: "sent you kill him", confidence: 20 },
  ]);
  const { rep, call, mari } = scene;
  await aHit(scene, { participantId: mari.id, side: "R", t0Ms: 500, t1Ms: 2_900 });
  await aHit(scene, { participantId: mari.id, side: "R", t0Ms: 20_000, t1Ms: 22_000 });
  await aHit(scene, { kind: "topic", rule: "topic.demo", t0Ms: 0, t1Ms: 30_000 });
  const { hits } = await getPlayback(rep, call.id);
  expect(hits.map(({ kind, text, isUncertain }) => [kind, text, isUncertain])).toEqual([
    ["topic", null, false],
    ["question", "How do you plan trucks?", false],
    ["question", "Sent you kill him.", true],
  ]);
});

test("words of an engine that gives punctuation are shown as it wrote them", async () => {
  const scene = await aScene([
    { text: "Well, how do you plan trucks", confidence: 90 },
    { text: "By hand.", confidence: 90 },
  ]);
  await aHit(scene, { participantId: scene.mari.id, side: "R", t0Ms: 500, t1Ms: 2_900 });
  const { hits } = await getPlayback(scene.rep, scene.call.id);
  expect(hits[0]?.text).toBe("how do you plan trucks");
});

test("until the numbers of a corrected version are made, those of the version before are shown and say so", async () => {
  const scene = await aScene([{ text: "how do you plan trucks", confidence: 90 }]);
  const { rep, call, transcript, mari } = scene;
  const place = { participantId: mari.id, side: "R", t0Ms: 0, t1Ms: 2_900 } as const;
  await aHit(scene, place);
  const numbersOf = (transcriptId: string) =>
    db.metricSet.create({
      data: {
        id: newId(),
        workspaceId: call.workspaceId,
        callId: call.id,
        transcriptId,
        config: METRICS_CONFIG,
        lexiconHash: new Uint8Array(32),
        quality: "A",
        detail: { metrics: [], silences: [], overlaps: [] },
      },
    });
  await numbersOf(transcript.id);
  const shown = async () => {
    const { metrics, hits, countedVersion } = await getPlayback(rep, call.id);
    return [metrics?.config, hits.length, countedVersion];
  };
  expect(await shown()).toEqual([METRICS_CONFIG, 1, null]);

  await db.transcript.update({
    where: { workspaceId_id: { workspaceId: call.workspaceId, id: transcript.id } },
    data: { isCurrent: false },
  });
  const corrected = await aTranscript(call, [], { number: 2 });
  expect(await shown()).toEqual([METRICS_CONFIG, 1, 1]);
  await numbersOf(corrected.id);
  expect(await shown()).toEqual([METRICS_CONFIG, 0, null]);
});

test("a promise keeps the clause its rule quoted", async () => {
  const scene = await aScene([{ text: "sure I will send the offer today", confidence: 90 }]);
  const promise = { kind: "promise", rule: "promise.will", label: "I will send the offer" };
  await aHit(scene, { ...promise, participantId: scene.mari.id, t0Ms: 500, t1Ms: 2_900 });
  const { hits } = await getPlayback(scene.rep, scene.call.id);
  expect(hits[0]?.text).toBe("I will send the offer.");
});

test("quotes of which most words are doubted are left out and counted", async () => {
  const scene = await aScene([
    { text: "the discount is twelve percent", confidence: 90 },
    { text: "zent you kill him", confidence: 30 },
  ]);
  const { rep, call, transcript, mari, elena } = scene;
  const { workspaceId } = call;
  const runId = newId();
  await db.summaryRun.create({
    data: {
      id: runId,
      workspaceId,
      callId: call.id,
      transcriptId: transcript.id,
      engine: "highlights",
      state: "done",
    },
  });
  const quotes = [
    { section: "proposal", by: mari.id, t0Ms: 0, quote: "the discount is twelve percent" },
    { section: "issue", by: elena.id, t0Ms: 10_000, quote: "zent you kill him" },
  ];
  for (const [ord, { section, by, t0Ms, quote }] of quotes.entries()) {
    const id = newId();
    await db.summaryOutput.create({
      data: { id, workspaceId, runId, section, ord, type: "bullets", certainty: "said" },
    });
    await db.evidence.create({
      data: {
        id: newId(),
        workspaceId,
        outputId: id,
        ownerKind: "output",
        ownerId: id,
        ord: 0,
        baseId: transcript.id,
        segment: ord,
        participantId: by,
        t0Ms,
        t1Ms: t0Ms + 2_500,
        quote,
      },
    });
  }
  const { summary } = await playbackWith("summary", rep, call.id);
  expect(summary?.outputs.map(({ section }) => section)).toEqual(["proposal"]);
  expect(summary?.outputs[0]?.evidence[0]?.quote).toBe("The discount is twelve percent.");
  expect(summary).toMatchObject({ uncertainQuotes: 1, uncertainSections: ["issue"] });
});

/** A call's numbers as the metrics stage leaves them, `talkRatio` null behind the display gate. */
async function withNumbers(
  owner: Scene["rep"],
  talkRatio: number | null,
  daysAgo: number,
  more: object = {},
) {
  const startedAt = new Date(Date.now() - daysAgo * 86_400_000);
  const call = await aCall(owner, { startedAt, ...more });
  await db.metricRow.create({
    data: {
      workspaceId: call.workspaceId,
      config: METRICS_CONFIG,
      callId: call.id,
      subject: call.id,
      side: "R",
      startedAt,
      kind: "upload",
      durationMs: 600_000,
      speechMs: 300_000,
      talkRatio,
    },
  });
}

test("the owner's median is over calls that are long enough, recent and in the same language, for them and who leads them", async () => {
  const scene = await aScene([]);
  const { rep, call, team, workspace } = scene;
  const colleague = await aMember(workspace, { teams: [team] });
  const lead = await aMember(workspace, { role: "manager", scopeTeams: [team] });
  const elsewhere = await aTeam(workspace);
  const other = await aMember(workspace, {
    ...{ role: "manager", teams: [team], scopeTeams: [elsewhere] },
  });
  const admin = await aMember(workspace, { role: "admin" });
  for (const share of [0.4, 0.5, 0.6, 0.7, 0.8]) await withNumbers(rep, share, 7);
  await withNumbers(rep, null, 7);
  await withNumbers(rep, 0.1, 100);
  await withNumbers(rep, 0.1, 7, { language: "ja" });
  await withNumbers(colleague, 0.1, 7);
  await withNumbers(rep, 0.9, 7, { visibility: "private" });
  const own = await playbackWith("statistics", rep, call.id);
  expect(own.medians.ofReader).toBe(true);
  expect(own.medians.byKey["talk_ratio"]?.n).toBe(6);
  expect(own.medians.byKey["talk_ratio"]?.median).toBeCloseTo(0.65);
  for (const reader of [lead, admin]) {
    const theirs = await playbackWith("statistics", reader, call.id);
    expect(theirs.medians).toMatchObject({ ofReader: false, owner: "Mari Kato" });
    expect(theirs.medians.byKey["talk_ratio"]?.n).toBe(5);
    expect(theirs.medians.byKey["talk_ratio"]?.median).toBeCloseTo(0.6);
  }
  // Of a colleague there are no figures (decisions §11), whatever of theirs one may open.
  for (const reader of [colleague, other])
    for (const tab of ["statistics", "summary"] as const) {
      const { medians } = await playbackWith(tab, reader, call.id);
      expect(medians).toEqual({ ofReader: false, owner: "Mari Kato", byKey: {} });
    }
});

test("four calls make no median", async () => {
  const { rep, call } = await aScene([]);
  for (const share of [0.4, 0.5, 0.6, 0.7]) await withNumbers(rep, share, 7);
  expect((await playbackWith("statistics", rep, call.id)).medians.byKey).toEqual({});
});

test("a lane names a share only where the call is long enough for one", async () => {
  const { rep, call, mari, transcript } = await aScene([]);
  const recording = await aRecording(call);
  await aTrack(recording, { participantId: mari.id });
  const share = (reason: string | null) => ({
    key: "participation",
    side: "R",
    participantId: mari.id,
    value: 0.68,
    unit: "ratio",
    parts: {},
    n: null,
    at: null,
    reason,
  });
  const lane = async (reason: string | null) => {
    const { workspaceId } = call;
    await db.metricSet.deleteMany({ where: { workspaceId, callId: call.id } });
    await db.metricSet.create({
      data: {
        id: newId(),
        workspaceId,
        transcriptId: transcript.id,
        callId: call.id,
        config: METRICS_CONFIG,
        lexiconHash: new Uint8Array(32),
        quality: "A",
        detail: { metrics: [share(reason)], silences: [], overlaps: [] },
      },
    });
    return (await getPlayback(rep, call.id)).lanes[0]?.talkShare;
  };
  expect(await lane(null)).toBe(0.68);
  expect(await lane("too_short")).toBeNull();
});

test("what was not recorded is said of persons and of stretches, on the call's page and on its record", async () => {
  const { rep, call, elena } = await aScene([]);
  const { workspaceId, id: callId } = call;
  const recording = await aRecording(call);
  await aParticipant(call, { side: "C", name: "Ana Lopes", lane: 2, isRecorded: false });
  const gap = { workspaceId, recordingId: recording.id, participantId: elena.id };
  await db.gap.createMany({
    data: [
      { ...gap, id: newId(), t0Ms: 20_000, t1Ms: 25_700, cause: "link" },
      { ...gap, id: newId(), t0Ms: 30_000, t1Ms: 30_000, cause: "recorder" },
    ],
  });
  const span = { workspaceId, callId, participantId: elena.id };
  await db.callSpan.createMany({
    data: [
      { ...span, kind: "pause", t0Ms: 10_000, t1Ms: 12_000 },
      { ...span, kind: "hold", t0Ms: 40_000, t1Ms: 45_000 },
      { ...span, kind: "hold", t0Ms: 50_000, t1Ms: null },
    ],
  });
  const view = await getPlayback(rep, callId);
  expect(view.marks.map(({ kind, name, t0Ms, cause }) => [t0Ms, kind, name, cause])).toEqual([
    [10_000, "pause", null, null],
    [20_000, "gap", "Elena Duarte", "link"],
    [40_000, "hold", "Elena Duarte", null],
  ]);
  expect(view.people.map(({ name, isRecorded }) => [name, isRecorded])).toEqual([
    ["Mari Kato", true],
    ["Elena Duarte", true],
    ["Ana Lopes", false],
  ]);
  const record = await getRecord(rep, recording.id);
  expect(record.marks).toEqual(view.marks);
  expect(record.unrecorded).toEqual(["Ana Lopes"]);
});
