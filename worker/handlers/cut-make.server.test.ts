import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { changePersonForm } from "#app/core/domain/call/call-edit.schema.ts";
import { changePerson } from "#app/core/domain/call/people.server.ts";
import { editClipForm, newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { saveClip } from "#app/core/domain/share/clip-saved.server.ts";
import { CARD_MS } from "#app/core/domain/cut/card.ts";
import { claimCut, publishCut, sendCut } from "#app/core/domain/cut/cut-work.server.ts";
import {
  deleteUnnamedCuts,
  renewCutWords,
  requeueCuts,
} from "#app/core/domain/cut/upkeep.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { listLinks } from "#app/core/domain/share/link-list.server.ts";
import { retryLink } from "#app/core/domain/share/link-changes.server.ts";
import { makeLink } from "#app/core/domain/share/link-writes.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { makeCut } from "#app/core/jobs/cut-make.job.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCut } from "#tests/support/cuts.ts";
import {
  aMember,
  aParticipant,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { decode } from "#tests/support/tones.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { clipOutput } from "./clip-output.ts";
import { cutMake } from "./cut-make.ts";
import { transcodeRecording } from "./recording-transcode.ts";

const RATE = 16_000;
const at = (ms: number) => Math.round((ms * RATE) / 1000);
const folder = mkdtempSync(join(tmpdir(), "parley-cut-"));
let context: WorkerContext;
let rep: SignedIn;
await queueForFile();
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

/** Ten seconds, of which each second has a pitch of its own: 300 Hz, 400 Hz, … */
function pitches(): Buffer {
  const file = join(folder, "pitches.wav");
  const expression = "0.5*sin(2*PI*(300+100*floor(t))*t)";
  const source = ["-f", "lavfi", "-i", `aevalsrc=${expression}:d=10:s=48000`];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...source, file]);
  return readFileSync(file);
}
const job = () => ({ signal: new AbortController().signal, context });

/** Ten seconds of noise that is like itself nowhere: what is heard of it can be told from what is not. */
function noise(): Buffer {
  const file = join(folder, "noise.wav");
  const source = ["-f", "lavfi", "-i", "anoisesrc=d=10:c=white:r=16000:a=0.5:seed=7"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...source, file]);
  return readFileSync(file);
}

/** A call of ten seconds with its sound and words, and a cut of it that is to be made. */
async function aScene(range = { t0Ms: 4_000, t1Ms: 6_000 }, bytes = pitches()) {
  const { callId, recordingId } = await uploaded(rep, [{ bytes }]);
  const { workspaceId } = rep;
  await transcodeRecording({ v: 1, workspaceId, recordingId }, job());
  const call = { id: callId, workspaceId };
  const elena = await aParticipant(call, { name: "Elena Duarte" });
  const said = Array.from({ length: 10 }, (_, n) => ({
    ...{ participantId: elena.id, t0Ms: n * 1_000, t1Ms: n * 1_000 + 900, text: `word${n}` },
  }));
  await aTranscript(call, said);
  const cut = await aCut(call, range);
  const make = () => cutMake({ v: 1, workspaceId, cutId: cut.id }, job());
  const read = () =>
    db.cut.findFirstOrThrow({
      where: { workspaceId, id: cut.id },
      include: { files: { orderBy: { kind: "asc" } } },
    });
  return { call, cut, make, read };
}
async function keysOf(workspaceId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs().list(`${workspaceId}/cuts`)) keys.push(key);
  return keys;
}
/** Share of each second's pitch in a stretch of sound, by the loudest of them. */
function pitchesIn(pcm: Int16Array): number[] {
  const power = (hz: number) => {
    const step = 2 * Math.cos((2 * Math.PI * hz) / RATE);
    let [before, last] = [0, 0];
    for (const value of pcm) [before, last] = [last, value + step * last - before];
    return last * last + before * before - step * last * before;
  };
  const all = Array.from({ length: 10 }, (_, n) => power(300 + 100 * n));
  const most = Math.max(...all);
  return all.flatMap((value, n) => (value > 0.02 * most ? [n] : []));
}

test("the files and words of a cut are those of its range alone", async () => {
  const { call, make, read } = await aScene();
  await make();
  const { state, files, words, wordsVersion, lanes } = await read();
  expect({ state, wordsVersion, lanes }).toEqual({
    ...{ state: "ready", wordsVersion: 1, lanes: [{ name: "", side: null }] },
  });
  expect(files.map(({ kind, lane, mime }) => ({ kind, lane, mime }))).toEqual([
    { kind: "mix", lane: null, mime: "audio/mp4" },
    { kind: "peaks", lane: 0, mime: "application/octet-stream" },
  ]);
  const [mix, peaks] = files;
  const sound = await buffer(await blobs().get(mix?.key ?? ""));
  expect(Number(mix?.bytes)).toBe(sound.length);
  writeFileSync(join(folder, "cut.m4a"), sound);
  const pcm = await decode(join(folder, "cut.m4a"), RATE);
  expect(Math.abs(pcm.length - at(2_000))).toBeLessThanOrEqual(at(22));
  expect(pitchesIn(pcm.subarray(at(50), at(950)))).toEqual([4]);
  expect(pitchesIn(pcm.subarray(at(1_050), at(1_950)))).toEqual([5]);
  expect(pitchesIn(pcm)).toEqual([4, 5]);
  expect((await buffer(await blobs().get(peaks?.key ?? ""))).length).toBe(20);
  const said = JSON.stringify(words);
  expect(said.match(/word\d/g)).toEqual(["word4", "word5"]);
  // Nothing in it leads to the call.
  for (const secret of [call.id, call.workspaceId, rep.memberId])
    expect(said).not.toContain(secret);
});

/** How like a stretch is to the most similar place of a sound, 0–1. */
function likeness(stretch: Int16Array, sound: Int16Array): number {
  const powers = new Float64Array(sound.length + 1);
  for (const [n, value] of sound.entries()) powers[n + 1] = (powers[n] ?? 0) + value * value;
  const own = Math.sqrt(stretch.reduce((sum, value) => sum + value * value, 0));
  let most = 0;
  for (let lag = 0; lag + stretch.length <= sound.length; lag += 1) {
    let product = 0;
    for (let n = 0; n < stretch.length; n += 1)
      product += (stretch[n] ?? 0) * (sound[lag + n] ?? 0);
    const there = Math.sqrt((powers[lag + stretch.length] ?? 0) - (powers[lag] ?? 0));
    if (there > 0) most = Math.max(most, Math.abs(product) / (own * there));
  }
  return most;
}

test("every sample that leaves is one of the range, or silence: nothing outside is anywhere in it", async () => {
  const range = { t0Ms: 4_000, t1Ms: 6_000 };
  const { make, read } = await aScene(range, noise());
  await make();
  const mix = (await read()).files.find(({ kind }) => kind === "mix");
  writeFileSync(join(folder, "leaves.m4a"), await buffer(await blobs().get(mix?.key ?? "")));
  const [left, source] = [
    await decode(join(folder, "leaves.m4a"), RATE),
    await decode(join(folder, "noise.wav"), RATE),
  ];
  const stretchAt = (ms: number) => source.subarray(at(ms), at(ms + 250));
  for (const inside of [4_100, 5_000, 5_700])
    expect([inside, likeness(stretchAt(inside), left) > 0.8]).toEqual([inside, true]);
  // The last frame of AAC before and after the range may fade; what is further away may not be there at all.
  for (const outside of [0, 1_500, 3_000, 3_700, 6_050, 6_500, 8_000, 9_700])
    expect([outside, likeness(stretchAt(outside), left) < 0.1]).toEqual([outside, true]);
}, 120_000);

/** Ten seconds of one voice: like the other nowhere, and low enough for the coder to keep its shape. */
function voice(seed: number): Buffer {
  const file = join(folder, `voice-${seed}.wav`);
  const source = `anoisesrc=d=10:c=white:r=16000:a=0.5:seed=${seed},highpass=f=200,lowpass=f=1500`;
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source, file]);
  return readFileSync(file);
}

/** A clip of two voices on tracks of their own, of which Mari's word 5 is bleeped, from 5 s to 5.9 s of the call. */
async function aMaskedClip() {
  const { workspaceId } = rep;
  const { callId, recordingId } = await uploaded(rep, [
    { bytes: voice(11), speaker: "Mari", side: "R" },
    { bytes: voice(12), speaker: "Elena", side: "C" },
  ]);
  await transcodeRecording({ v: 1, workspaceId, recordingId }, job());
  const call = { id: callId, workspaceId };
  const people = await db.participant.findMany({ where: { workspaceId, callId } });
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? null;
  const words = (name: string) =>
    Array.from({ length: 10 }, (_, n) => ({
      ...{ participantId: idOf(name), t0Ms: n * 1_000, t1Ms: n * 1_000 + 900 },
      text: `${name.toLowerCase()}${n}`,
    }));
  await aTranscript(
    call,
    [...words("Mari"), ...words("Elena")].toSorted((a, b) => a.t0Ms - b.t0Ms),
  );
  const pieces = [
    { t0Ms: 8_000, t1Ms: 9_900 },
    { t0Ms: 4_000, t1Ms: 6_900 },
  ];
  const masks = [{ participantId: idOf("Mari"), t0Ms: 5_000, t1Ms: 5_900 }];
  const form = {
    title: "Masked",
    card: "Masked",
    pieces: JSON.stringify(pieces),
    masks: JSON.stringify(masks),
  };
  const clipId = await makeClip(rep, callId, newClipForm.parse(form));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
  const make = () => cutMake({ v: 1, workspaceId, cutId }, job());
  const read = () => db.cut.findFirstOrThrow({ where: { id: cutId }, include: { files: true } });
  const sound = async (kind: "mix" | "mp3" | "mp4" = "mix") => {
    const file = (await read()).files.find((one) => one.kind === kind);
    writeFileSync(join(folder, `clip.${kind}`), await buffer(await blobs().get(file?.key ?? "")));
    return decode(join(folder, `clip.${kind}`), RATE);
  };
  const keep = () => clipOutput({ v: 1, workspaceId, cutId }, job());
  const voices = {
    mari: await decode(join(folder, "voice-11.wav"), RATE),
    elena: await decode(join(folder, "voice-12.wav"), RATE),
  };
  return { call, clipId, form, make, keep, read, sound, voices };
}

/** How like two stretches are that lie on each other, 0–1; the coder may move them by up to 20 ms. */
function sameness(one: Int16Array, sound: Int16Array, from: number): number {
  const slack = at(20);
  const near = sound.subarray(Math.max(0, from - slack), from + one.length + slack);
  return likeness(one, near);
}
const sum = (one: Int16Array, other: Int16Array) =>
  Int16Array.from(one, (value, n) => value + (other[n] ?? 0));

test("a clip is its pieces in their order; a bleeped word is gone from its voice alone", async () => {
  const { make, keep, read, sound, voices } = await aMaskedClip();
  await make();
  const { words, quote, made, lanes } = await read();
  await keep();
  const clip = await sound();
  expect(Math.abs(clip.length - at(4_800))).toBeLessThanOrEqual(at(22));
  const both = (ms: number, length: number) =>
    sum(
      voices.mari.subarray(at(ms), at(ms + length)),
      voices.elena.subarray(at(ms), at(ms + length)),
    );
  // The clip's first 1.9 s are the call's from 8 s on, the rest the call's from 4 s on.
  for (const [ms, there] of [
    [8_050, 50],
    [9_600, 1_600],
    [4_050, 1_950],
    [4_600, 2_500],
    [6_000, 3_900],
    [6_600, 4_500],
  ] as const)
    expect([ms, sameness(both(ms, 250), clip, at(there)) > 0.95]).toEqual([ms, true]);
  const kept = { mp3: await sound("mp3"), mp4: await sound("mp4") };
  // The same is heard in the page, and in each file that it is kept as: there behind its title.
  for (const [of, pcm, startsMs] of [
    ["mix", clip, 0],
    ["mp3", kept.mp3, 0],
    ["mp4", kept.mp4, CARD_MS],
  ] as const) {
    for (const ms of [5_050, 5_300, 5_600]) {
      const apart = (voice: Int16Array) =>
        sameness(voice.subarray(at(ms), at(ms + 250)), pcm, at(startsMs + ms - 2_100));
      const heard = [apart(voices.elena) > 0.9, apart(voices.mari) < 0.3];
      expect([of, ms, ...heard]).toEqual([of, ms, true, true]);
    }
    for (const [ms, there] of [
      [8_050, 50],
      [6_600, 4_500],
    ] as const)
      expect([of, ms, sameness(both(ms, 250), pcm, at(startsMs + there)) > 0.95]).toEqual([
        ...[of, ms, true],
      ]);
    expect(Math.abs(pcm.length - at(startsMs + 4_800))).toBeLessThanOrEqual(at(25));
  }
  for (const outside of [1_000, 3_000, 7_300])
    expect([outside, likeness(both(outside, 250), clip) < 0.3]).toEqual([outside, true]);
  const said = JSON.stringify(words);
  expect(said.match(/mari\d|■/g)?.toSorted()).toEqual(["mari4", "mari6", "mari8", "mari9", "■"]);
  expect(said.match(/elena\d/g)?.toSorted()).toEqual([
    "elena4",
    "elena5",
    "elena6",
    "elena8",
    "elena9",
  ]);
  expect(quote).toMatch(/^(mari8 elena8|elena8 mari8) /);
  expect(made).toMatchObject({ revision: 1 });
  expect(lanes).toEqual([
    { name: "Mari", side: "R" },
    { name: "Elena", side: "C" },
  ]);
}, 120_000);

/** Two voices of ten seconds, between which nothing was recorded: Mari up to 10 s of the call, Elena from 15 s on. */
async function aGappedClip(pieces: readonly { t0Ms: number; t1Ms: number }[]) {
  const { workspaceId } = rep;
  const { callId, recordingId } = await uploaded(rep, [
    { bytes: voice(11), speaker: "Mari", side: "R" },
    { bytes: voice(12), speaker: "Elena", side: "C" },
  ]);
  await transcodeRecording({ v: 1, workspaceId, recordingId }, job());
  const elena = await db.participant.findFirstOrThrow({ where: { callId, name: "Elena" } });
  await db.track.updateMany({
    where: { recordingId, participantId: elena.id },
    data: { offsetMs: 15_000 },
  });
  await db.call.updateMany({ where: { id: callId }, data: { durationMs: 25_000 } });
  const form = newClipForm.parse({ title: "Over the gap", pieces: JSON.stringify(pieces) });
  const clipId = await makeClip(rep, callId, form);
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
  await cutMake({ v: 1, workspaceId, cutId }, job());
  const cut = await db.cut.findFirstOrThrow({ where: { id: cutId }, include: { files: true } });
  const mix = cut.files.find(({ kind }) => kind === "mix");
  writeFileSync(join(folder, "gap.m4a"), await buffer(await blobs().get(mix?.key ?? "")));
  const sound = await decode(join(folder, "gap.m4a"), RATE);
  const loudest = (fromMs: number, toMs: number) =>
    sound
      .subarray(at(fromMs), at(toMs))
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { state: cut.state, sound, loudest };
}

test("a piece over a gap of the recording keeps its length: silent in the gap, on time behind it", async () => {
  const { state, sound, loudest } = await aGappedClip([{ t0Ms: 9_000, t1Ms: 16_000 }]);
  expect(state).toBe("ready");
  expect(Math.abs(sound.length - at(7_000))).toBeLessThanOrEqual(at(22));
  const [mari, elena] = [
    await decode(join(folder, "voice-11.wav"), RATE),
    await decode(join(folder, "voice-12.wav"), RATE),
  ];
  const same = (one: Int16Array, fromMs: number, thereMs: number) =>
    sameness(one.subarray(at(fromMs), at(fromMs + 250)), sound, at(thereMs));
  expect(same(mari, 9_600, 600)).toBeGreaterThan(0.9);
  expect(same(elena, 100, 6_100)).toBeGreaterThan(0.9);
  expect(same(elena, 650, 6_650)).toBeGreaterThan(0.9);
  expect(loudest(1_060, 5_940)).toBeLessThan(40);
}, 60_000);

test("pieces that begin, end or lie in a gap are silent there, and the next one is on time", async () => {
  const pieces = [
    { t0Ms: 11_000, t1Ms: 14_000 },
    { t0Ms: 14_000, t1Ms: 16_000 },
  ];
  const { state, sound, loudest } = await aGappedClip(pieces);
  expect(state).toBe("ready");
  expect(Math.abs(sound.length - at(5_000))).toBeLessThanOrEqual(at(22));
  const elena = await decode(join(folder, "voice-12.wav"), RATE);
  expect(loudest(0, 3_940)).toBeLessThan(40);
  expect(sameness(elena.subarray(at(300), at(550)), sound, at(4_300))).toBeGreaterThan(0.9);
}, 60_000);

test("of one track of everybody a bleep covers everybody, in the words too", async () => {
  const { call, cut, make, read } = await aScene();
  const participants = await db.participant.findMany({ where: { callId: call.id } });
  const elena = participants.find(({ name }) => name === "Elena Duarte");
  const masks = [{ participantId: elena?.id ?? null, t0Ms: 4_000, t1Ms: 4_900 }];
  await db.cut.updateMany({ where: { id: cut.id }, data: { masks } });
  await make();
  const mix = (await read()).files.find(({ kind }) => kind === "mix");
  writeFileSync(join(folder, "all.m4a"), await buffer(await blobs().get(mix?.key ?? "")));
  const pcm = await decode(join(folder, "all.m4a"), RATE);
  // Pitch 7 is the tone's own, 1 kHz; the pitch of the second is not there.
  expect(pitchesIn(pcm.subarray(at(100), at(800)))).toEqual([7]);
  expect(pitchesIn(pcm.subarray(at(1_050), at(1_950)))).toEqual([5]);
  expect(JSON.stringify((await read()).words).match(/word\d|■/g)).toEqual(["■", "word5"]);
});

test("a clip that is saved again goes on as it was until its new files are there, and never mixes both", async () => {
  const { clipId, form, make, read } = await aMaskedClip();
  await make();
  const before = await read();
  const pieces = JSON.stringify([{ t0Ms: 1_000, t1Ms: 3_000 }]);
  const slow = await claimCutAgain(before);
  await saveClip(rep, clipId, editClipForm.parse({ ...form, pieces, version: "1" }));
  expect(await read()).toMatchObject({
    ...{ state: "queued", revision: 2, words: before.words, made: before.made },
    files: before.files,
  });
  // Who still worked on the revision before has lost it.
  await expect(
    publishCut(slow, { media: null, voices: [], words: null, wordsVersion: 1, quote: null }),
  ).rejects.toMatchObject({ name: "CutLost" });
  await make();
  const after = await read();
  expect(after).toMatchObject({ state: "ready", made: { revision: 2 }, durationMs: 1_900 });
  expect(after.files.every(({ revision }) => revision === 2)).toBe(true);
  expect(JSON.stringify(after.words).match(/mari\d|■/g)).toEqual(["mari1", "mari2"]);
}, 120_000);

/** Another worker that has begun to make a cut anew. */
async function claimCutAgain({ workspaceId, id: cutId }: { workspaceId: string; id: string }) {
  await db.cut.updateMany({ where: { workspaceId, id: cutId }, data: { state: "queued" } });
  const claim = await claimCut({ workspaceId, cutId });
  if (!claim) throw new Error("nothing was claimed");
  return claim;
}

test("a coach is in no cut: neither heard, nor drawn, nor read", async () => {
  const { call, make, read } = await aScene();
  const coach = await aParticipant(call, { role: "coach", name: "Otis", lane: 4 });
  await db.segment.updateMany({
    where: { workspaceId: call.workspaceId, text: "word5" },
    data: { participantId: coach.id },
  });
  await db.track.updateMany({
    where: { workspaceId: call.workspaceId },
    data: { isExcludedFromShares: true },
  });
  await make();
  expect(await read()).toMatchObject({ state: "failed", cause: "no_audio", files: [] });
  await db.track.updateMany({
    where: { workspaceId: call.workspaceId },
    data: { isExcludedFromShares: false },
  });
  await db.cut.updateMany({ where: { callId: call.id }, data: { state: "queued" } });
  await make();
  expect(JSON.stringify((await read()).words).match(/word\d|Otis/g)).toEqual(["word4"]);
});

test("after a correction the words are made anew, and the files stay", async () => {
  const { call, make, read } = await aScene();
  await make();
  const before = await read();
  await correctWords(rep, call.id, {
    ...{ intent: "correct_words", number: 1, segment: 4, firstWord: 0, lastWord: 0 },
    ...{ before: "word4", after: "corrected", scope: "here", addTerm: false },
  });
  const ref = { workspaceId: call.workspaceId, callId: call.id };
  expect(await renewCutWords(ref)).toBe(1);
  expect(await read()).toMatchObject({ state: "queued", wordsVersion: 1 });
  await make();
  const { state, wordsVersion, words, files } = await read();
  expect({ state, wordsVersion }).toEqual({ state: "ready", wordsVersion: 2 });
  expect(JSON.stringify(words).match(/word\d|corrected/g)).toEqual(["corrected", "word5"]);
  expect(files).toEqual(before.files);
  expect(await renewCutWords(ref)).toBe(0);
});

test("who was named anew is called so in words and lanes, also where a cut was being made", async () => {
  const { call, cut, make, read } = await aScene();
  const { workspaceId, id: callId } = call;
  const ofCall = { workspaceId, callId };
  const elena = await db.participant.findFirstOrThrow({
    where: { ...ofCall, name: "Elena Duarte" },
  });
  await db.track.updateMany({
    where: { workspaceId, recording: { callId } },
    data: { participantId: elena.id },
  });
  await make();
  const rename = async (name: string) => {
    const { version } = await db.participant.findFirstOrThrow({ where: { id: elena.id } });
    const input = { participantId: elena.id, version, name, side: "C" };
    await changePerson(rep, callId, changePersonForm.parse(input));
  };
  const names = async () => JSON.stringify([(await read()).lanes, (await read()).words]);
  expect(await names()).toContain("Elena Duarte");
  await rename("Customer");
  // Until then the words from before are shown, and nothing is 404.
  expect(await read()).toMatchObject({ state: "queued", wordsVersion: 0 });
  // A worker that has read the name of now, while it is changed once more.
  const slow = await claimCut({ workspaceId, cutId: cut.id });
  if (!slow) throw new Error("nothing was claimed");
  await rename("Buyer");
  const old = { media: null, voices: [], words: null, wordsVersion: 1, quote: null };
  await expect(publishCut(slow, old)).rejects.toMatchObject({ name: "CutLost" });
  await make();
  expect(await names()).not.toMatch(/Elena|Customer/);
  expect((await read()).lanes).toEqual([{ name: "Buyer", side: "C" }]);
  expect(await read()).toMatchObject({ state: "ready", wordsVersion: 1 });
});

test("words whose renewal failed are tried again with the next correction", async () => {
  const { call, make, read } = await aScene();
  await make();
  await db.cut.updateMany({
    where: { callId: call.id },
    data: { state: "failed", wordsVersion: 0 },
  });
  expect(await renewCutWords({ workspaceId: call.workspaceId, callId: call.id })).toBe(1);
  await make();
  expect(await read()).toMatchObject({ state: "ready", wordsVersion: 1 });
});

test("made twice there is one set of files, and an attempt that was overtaken leaves none", async () => {
  const { call, cut, make, read } = await aScene();
  const slow = await claimCut({ workspaceId: call.workspaceId, cutId: cut.id });
  await make(); // another worker, after the first one fell silent
  const { files } = await read();
  if (!slow) throw new Error("nothing was claimed");
  await expect(
    publishCut(slow, {
      media: { files: [] },
      voices: [],
      words: null,
      wordsVersion: 1,
      quote: null,
    }),
  ).rejects.toMatchObject({ name: "CutLost" });
  await make();
  expect((await read()).files).toEqual(files);
  expect((await keysOf(call.workspaceId)).toSorted()).toEqual(
    files.map(({ key }) => key).toSorted(),
  );
});

test("a worker that was stopped hands the cut back, and the next one makes it", async () => {
  const { call, cut, make, read } = await aScene();
  const stopping = new AbortController();
  const stopped = cutMake(
    { v: 1, workspaceId: call.workspaceId, cutId: cut.id },
    { context, signal: stopping.signal },
  );
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(await read()).toMatchObject({ state: "rendering", files: [] });
  expect(await keysOf(call.workspaceId)).toEqual([]);
  await make();
  expect(await read()).toMatchObject({ state: "ready", attempt: 2 });
});

/** Lets storage be full from the `nth` file that is written on. */
function fullFrom(nth: number) {
  const store = blobs();
  const put = store.put.bind(store);
  let count = 0;
  return vi.spyOn(store, "put").mockImplementation(async (...file) => {
    count += 1;
    if (count < nth) return put(...file);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
}

test.each([1, 2])(
  "a disk that is full at file %d leaves none: its maker reads why, tries again, and there is one set",
  async (nth) => {
    const { call } = await aScene();
    const form = newLinkForm.parse({ audience: "anyone", t0Ms: "4000", t1Ms: "6000" });
    const { linkId } = await makeLink(rep, call.id, form);
    const { id: cutId } = await db.cut.findFirstOrThrow({ where: { linkId } });
    const make = () => cutMake({ v: 1, workspaceId: call.workspaceId, cutId }, job());
    const view = async () => (await listLinks(rep, call.id)).links.find((l) => l.linkId === linkId);
    const full = fullFrom(nth);
    await make();
    await make();
    full.mockRestore();
    expect(await view()).toMatchObject({ state: "preparing", trouble: "storage_full" });
    expect(await keysOf(call.workspaceId)).toEqual([]);

    await retryLink(rep, linkId);
    expect(await view()).toMatchObject({ state: "preparing", trouble: null });
    expect((await queued(makeCut)).some((sent) => sent.cutId === cutId)).toBe(true);
    await expect(retryLink(rep, linkId)).rejects.toMatchObject({ code: "invalid_state" });
    await make();
    expect(await view()).toMatchObject({ state: "active", trouble: null });
    const files = await db.cutFile.findMany({ where: { cutId } });
    expect(files.map(({ kind }) => kind).toSorted()).toEqual(["mix", "peaks"]);
    expect((await keysOf(call.workspaceId)).toSorted()).toEqual(
      files.map(({ key }) => key).toSorted(),
    );
  },
);

test("what a killed worker had stored goes when the next one takes over; another revision's files stay", async () => {
  const { call, cut, make, read } = await aScene();
  const killed = await claimCut({ workspaceId: call.workspaceId, cutId: cut.id });
  if (!killed) throw new Error("nothing was claimed");
  const left = (name: string) => `${call.workspaceId}/cuts/${cut.id}/${name}/mix.m4a`;
  for (const name of ["1-1", "2-1"])
    await blobs().put(left(name), Readable.from([Buffer.alloc(10)]));
  await make();
  const { attempt, files } = await read();
  expect(attempt).toBe(2);
  expect((await keysOf(call.workspaceId)).toSorted()).toEqual(
    [...files.map(({ key }) => key), left("2-1")].toSorted(),
  );
});

test("a cut whose job was lost is sent again", async () => {
  const { cut } = await aScene();
  const later = Date.now() + 120_000;
  vi.useFakeTimers({ now: later, toFake: ["Date"] });
  try {
    await requeueCuts();
  } finally {
    vi.useRealTimers();
  }
  expect((await queued(makeCut)).map(({ cutId }) => cutId)).toContain(cut.id);
});

test("one that waits for its next try keeps its wait, and a short part comes before a whole call", async () => {
  const { call, cut } = await aScene();
  const { workspaceId } = call;
  const ofCut = (cutId: string) => db.$queryRaw<{ priority: number }[]>`
    SELECT priority FROM jobs.job WHERE name = ${makeCut.name} AND data->>'cutId' = ${cutId}`;
  await db.$transaction((tx) => sendCut(tx, { workspaceId, cutId: cut.id }, "1", 300));
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
  try {
    await requeueCuts();
  } finally {
    vi.useRealTimers();
  }
  const [waiting, ...others] = await ofCut(cut.id);
  expect(others).toEqual([]);
  const whole = await aCut(call, { t0Ms: 0, t1Ms: 2 * 3_600_000 });
  await db.$transaction((tx) => sendCut(tx, { workspaceId, cutId: whole.id }));
  const [long] = await ofCut(whole.id);
  expect(waiting?.priority).toBeGreaterThan(long?.priority ?? 0);
});

test("files that no cut names go at night, and those of a cut that is at work stay", async () => {
  const { call, make, read } = await aScene();
  await make();
  const stray = `${call.workspaceId}/cuts/${call.id}/1-1/mix.m4a`;
  await blobs().put(stray, Readable.from([Buffer.alloc(10)]));
  const { files } = await read();
  const named = files.map(({ key }) => key).toSorted();
  await deleteUnnamedCuts();
  expect((await keysOf(call.workspaceId)).toSorted()).toEqual(named);
});
