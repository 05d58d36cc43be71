import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { getClip } from "#app/core/domain/clip/clip-reads.server.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { makeClipLink } from "#app/core/domain/share/clip-link.server.ts";
import { newClipLinkForm } from "#app/core/domain/share/link.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { aMember, aTranscript, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { findSound } from "#tests/support/find-sound.ts";
import {
  alike,
  allPackets,
  mixOf,
  NOISE_RATE,
  noiseWav,
  samplesOf,
  stretch,
} from "#tests/support/noises.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext } from "#worker/context.ts";
import { clipOutput } from "#worker/handlers/clip-output.ts";
import { cutMake } from "#worker/handlers/cut-make.ts";
import { transcodeRecording } from "#worker/handlers/recording-transcode.ts";
import { type App, openApp } from "./app.ts";
import { PAGE } from "./link-visitors.ts";
import { type Got, type Outsider, outsiderOf, undone } from "./outsider.ts";
import { type Door, serve } from "./served.ts";

const SECONDS = 36;
/** In the order in which they are heard. */
const PIECES = [
  { t0Ms: 24_000, t1Ms: 30_000 },
  { t0Ms: 8_000, t1Ms: 12_000 },
];
const LENGTH_MS = 10_000;
const wordOf = (second: number) => `plover${second}x`;
const isInside = (ms: number) => PIECES.some(({ t0Ms, t1Ms }) => ms >= t0Ms && ms < t1Ms);
const seconds = Array.from({ length: SECONDS }, (_, second) => second);
const INSIDE = seconds.filter((second) => isInside(second * 1_000)).map(wordOf);
const OUTSIDE = seconds.filter((second) => !isInside(second * 1_000)).map(wordOf);

const clipFile = (fileId: string): string => `/media/clip/${fileId}`;
const clipWords = (clipId: string, format: "vtt" | "txt"): string =>
  `/media/clip/${clipId}/words/${format}`;

await queueForFile();
let app: App;
let door: Door;
let house: Awaited<ReturnType<typeof aHouse>>;
beforeAll(async () => {
  app = await openApp(null, { draws: true });
  door = await serve(app);
  house = await aHouse();
});
afterAll(() => {
  door.close();
  app.close();
});

/** A private call of two voices, and a clip of it that the workspace sees and a link shows outside. */
async function aHouse() {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const colleague = await aMember(workspace);
  // One is soft where the clip's second piece lies: it is made as loud as the first.
  const levels = ["gte(t,13)", "1"];
  const wavs = levels.map((isLoud, n) => noiseWav({ seconds: SECONDS, seed: 21 + n, isLoud }));
  const sides = [
    { speaker: "Mari Kato", side: "R" as const },
    { speaker: "Elena Duarte", side: "C" as const },
  ];
  const { callId, recordingId } = await uploaded(
    owner,
    wavs.map((bytes, n) => ({ bytes, ...sides[n] })),
  );
  const { workspaceId } = owner;
  await db.call.updateMany({ where: { id: callId }, data: { visibility: "private" } });
  const context = await openWorkerContext();
  try {
    const job = { context, signal: new AbortController().signal };
    await transcodeRecording({ v: 1, workspaceId, recordingId }, job);
    await withWords(owner, callId);
    const form = { title: "The price", pieces: JSON.stringify(PIECES), hasCaptions: "true" };
    const input = newClipForm.parse({ ...form, visibility: "workspace" });
    const clipId = await makeClip(owner, callId, input);
    const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId } });
    await cutMake({ v: 1, workspaceId, cutId }, job);
    await clipOutput({ v: 1, workspaceId, cutId }, job);
    const link = newClipLinkForm.parse({
      ...{ names: "true", transcript: "true", download: "true", audience: "anyone" },
      revision: "1",
    });
    const { urlPath } = await makeClipLink(owner, clipId, link);
    const source = mixOf(await Promise.all(wavs.map(samplesOf)));
    return { owner, colleague, callId, recordingId, clipId, cutId, urlPath, source };
  } finally {
    await context.close();
  }
}

async function withWords({ workspaceId }: SignedIn, callId: string): Promise<void> {
  const people = await db.participant.findMany({ where: { callId }, orderBy: { lane: "asc" } });
  const said = seconds.map((second) => ({
    participantId: people[second % 2]?.id ?? null,
    ...{ t0Ms: second * 1_000, t1Ms: second * 1_000 + 1_000, text: wordOf(second) },
  }));
  await aTranscript({ id: callId, workspaceId }, said);
}

function signedIn({ token }: SignedIn): Outsider {
  const browser = outsiderOf(door);
  browser.jar.set("__Host-sid", token);
  return browser;
}

const secretsOf = (): string[] => [...OUTSIDE, house.callId, house.recordingId];

/** No word and no id of what lies outside, in whatever writing. */
function expectNothingOutside({ body }: Got, of: string, secrets = secretsOf()): void {
  const texts = [undone(body.toString()), body.toString("utf16le")].map((text) =>
    text.toLowerCase(),
  );
  const found = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
  expect([of, found]).toEqual([of, []]);
}

/** The sound of the pieces one after the other, every tenth of a second, and no second of what lies outside. */
async function expectPiecesAlone(of: string, body: Buffer): Promise<void> {
  const left = await samplesOf(body);
  const ms = (left.length * 1_000) / NOISE_RATE;
  expect([of, Math.abs(ms - LENGTH_MS) <= 25]).toEqual([of, true]);
  let before = 0;
  for (const { t0Ms, t1Ms } of PIECES) {
    // Pieces are faded for 10 ms at their edges.
    for (let at = 0; at + 100 <= t1Ms - t0Ms; at += 100) {
      const own = stretch(house.source, t0Ms + at, t0Ms + at + 100);
      const there = stretch(left, before + at, before + at + 100);
      expect([of, t0Ms + at, alike(own, there) >= 0.9]).toEqual([of, t0Ms + at, true]);
    }
    before += t1Ms - t0Ms;
  }
  const isMp4 = body.subarray(4, 8).toString() === "ftyp";
  const all = isMp4 ? allPackets(body) : left;
  for (let at = 0; at < SECONDS * 1_000; at += 500) {
    if (PIECES.some(({ t0Ms, t1Ms }) => at + 1_000 > t0Ms && at < t1Ms)) continue;
    const { alike: most } = findSound(all, stretch(house.source, at, at + 1_000));
    expect([of, at, most < 0.1]).toEqual([of, at, true]);
  }
}

test("a member who may not open the call is given the pieces and nothing else, by every route", async () => {
  const { colleague, clipId } = house;
  const member = signedIn(colleague);
  const { media, kept, source } = await getClip(colleague, clipId);
  expect(source).toBeNull();
  const files = { mix: media?.mixId, mp3: kept.mp3Id, mp4: kept.mp4Id };
  for (const [of, id] of Object.entries(files)) {
    const got = await member.get(clipFile(id ?? ""));
    expect([of, got.status]).toEqual([of, 200]);
    expectNothingOutside(got, of);
    await expectPiecesAlone(of, got.body);
    const kept = await member.get(`${clipFile(id ?? "")}?download=1&t=30&end=36`);
    expect([of, kept.body.equals(got.body)]).toEqual([of, true]);
  }
  for (const { fileId } of media?.peaks ?? []) {
    const { body } = await member.get(clipFile(fileId));
    expect(body.length).toBe(LENGTH_MS / 100);
  }
  for (const format of ["vtt", "txt"] as const) {
    const got = await member.get(clipWords(clipId, format));
    expectNothingOutside(got, format);
    expect(INSIDE.filter((word) => !got.text.toLowerCase().includes(word))).toEqual([]);
  }
}, 240_000);

test("a visitor at its link is given the same, and no word of where it was taken from", async () => {
  const visitor = outsiderOf(door);
  const page = await visitor.get(paths.shared(house.urlPath), { accept: "text/html" });
  const data = await visitor.get(
    `${paths.shared(house.urlPath)}?_data=${encodeURIComponent(PAGE)}`,
  );
  expect([page.status, data.status]).toEqual([200, 200]);
  const shown = z
    .object({
      ...{ step: z.literal("shown"), title: z.literal("The price"), durationMs: z.number() },
      ...{ audioUrl: z.string(), downloadUrl: z.string(), captionsUrl: z.string() },
      ...{ wordsUrl: z.string(), startedAt: z.null(), callDurationMs: z.number() },
      lanes: z.array(z.object({ peaksUrl: z.string() })),
    })
    .parse(JSON.parse(data.text));
  expect([shown.durationMs, shown.callDurationMs]).toEqual([LENGTH_MS, LENGTH_MS]);
  for (const [of, got] of Object.entries({ page, data })) expectNothingOutside(got, of);
  const sound = await visitor.get(shown.audioUrl);
  await expectPiecesAlone("visitor", sound.body);
  expect((await visitor.get(shown.downloadUrl)).body.equals(sound.body)).toBe(true);
  for (const path of [shown.captionsUrl, `${shown.wordsUrl}/0`, `${shown.wordsUrl}/index`]) {
    const got = await visitor.get(path);
    expect([path, got.status]).toEqual([path, 200]);
    expectNothingOutside(got, path);
  }
}, 120_000);

test("no other address gives either of them a byte", async () => {
  const { colleague, callId, recordingId, clipId, cutId, urlPath } = house;
  const visitor = outsiderOf(door);
  await visitor.get(paths.shared(urlPath), { accept: "text/html" });
  const [files, cutFiles] = await Promise.all([
    db.file.findMany({ where: { recordingId }, select: { id: true } }),
    db.cutFile.findMany({ where: { cutId }, select: { id: true, kind: true } }),
  ]);
  expect(files.length).toBeGreaterThan(2);
  const ofCall = [
    ...files.flatMap(({ id }) => [
      ...[paths.media(id), paths.download(id), clipFile(id), paths.cutFile(id)],
    ]),
    ...[paths.playback(callId), paths.transcript(callId, 1), paths.transcriptPage(callId, 1, 0)],
    ...(["txt", "vtt", "srt", "json"] as const).map((format) =>
      paths.transcriptExport(callId, 1, format),
    ),
    ...[paths.metricsJson(callId), paths.callLinks(callId), paths.callAccess(callId)],
    ...[paths.evidence(callId, { t: 30, end: 35 }), paths.recording(recordingId)],
    ...[clipWords(callId, "vtt"), paths.cutWords(callId), paths.cutCaptions(callId)],
    paths.callStream(callId),
  ];
  const framed = files.map(({ id }) => paths.embedMedia(id, "sound"));
  /** @param shut what an address answers that gives nothing away */
  const closed = async (
    browser: Outsider,
    list: readonly string[],
    shut: readonly number[] = [404],
  ) => {
    const open: string[] = [];
    for (const path of list) {
      const got = await browser.get(path, { accept: "*/*" });
      // A page that says there is nothing may repeat what was asked for.
      expectNothingOutside(got, path, OUTSIDE);
      if (!shut.includes(got.status)) open.push(`${path}: ${got.status}`);
    }
    return open;
  };
  expect(await closed(signedIn(colleague), ofCall)).toEqual([]);
  // Pages ask to sign in, and what lies behind them answers without.
  const signedOut = [302, 401, 404];
  expect(await closed(visitor, ofCall, signedOut)).toEqual([]);
  for (const browser of [visitor, signedIn(colleague)])
    expect(await closed(browser, framed, [403])).toEqual([]);
  // What a clip is kept as is its members' alone, and its cut opens to whoever came by its link alone.
  const kept = cutFiles.filter(({ kind }) => kind === "mp3" || kind === "mp4");
  expect(kept).toHaveLength(2);
  expect(await closed(visitor, [...kept.map(({ id }) => paths.cutFile(id))])).toEqual([]);
  const ofClip = [
    ...cutFiles.flatMap(({ id }) => [paths.cutFile(id), paths.media(id), clipFile(id)]),
    ...[clipWords(clipId, "txt"), `${paths.cutWords(cutId)}/0`, paths.cutCaptions(cutId)],
  ];
  expect(await closed(outsiderOf(door), ofClip, signedOut)).toEqual([]);
}, 120_000);
