import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embedKeyForm } from "#app/core/domain/embed/embed.schema.ts";
import { listKeysOfLinks, makeEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { makeLink } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { cutMake } from "#worker/handlers/cut-make.ts";
import { type App, openApp } from "./app.ts";
import { addressesIn, type Got, idsIn, type Outsider, outsiderOf } from "./outsider.ts";
import { PAGE } from "./link-visitors.ts";
import {
  aPlayer as aPlayerOf,
  asWorker,
  aTalk,
  expectNoneOf,
  expectRangesAlone,
  timedWords,
  wordsIn,
} from "./range-house.ts";
import { clearAttempts } from "./replay.ts";
import { type Door, serve } from "./served.ts";

const [T0, T1] = [12_000, 24_000];
const RANGE = { t0Ms: T0, t1Ms: T1 };
const appOrigin = new URL(env().appUrl).origin;
const { inside: INSIDE, outside: OUTSIDE } = wordsIn([RANGE], [T0, T1]);

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

/** A call of two voices that came in by its files, and twelve seconds of it as a link and as a player. */
async function aHouse() {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const { workspaceId } = owner;
  // Both are loud outside; inside they take turns, so that a shifted waveform would show.
  const isLoud = [0, 1].map((turn) => `lt(t,12)+gte(t,24)+eq(mod(floor(t),2),${turn})`);
  return asWorker(async (job) => {
    const talk = await aTalk(owner, job, { seed: 11, isLoud, edges: [T0, T1] });
    const form = newLinkForm.parse({
      ...{ names: "true", transcript: "true", summary: "true", embed: "true", download: "true" },
      ...{ audience: "anyone", t0Ms: String(T0), t1Ms: String(T1) },
    });
    const { linkId, urlPath } = await makeLink(owner, talk.callId, form);
    const cut = await db.cut.findFirstOrThrow({ where: { linkId } });
    await cutMake({ v: 1, workspaceId, cutId: cut.id }, job);
    await makeEmbedKey(owner, embedKeyForm.parse({ linkId, origins: "https://desk.example" }));
    const [key] = await listKeysOfLinks(workspaceId, [linkId]);
    return { ...talk, owner, urlPath, cutId: cut.id, key: key?.key ?? "" };
  });
}

/** A browser at the link, with the data of its page. */
async function aVisitor(query = "") {
  const visitor = outsiderOf(door);
  const page = await visitor.get(paths.shared(house.urlPath) + query, { accept: "text/html" });
  const search = `?_data=${encodeURIComponent(PAGE)}${query.replace("?", "&")}`;
  const data = await visitor.get(paths.shared(house.urlPath) + search);
  expect([page.status, data.status]).toEqual([200, 200]);
  return { visitor, page, data, shown: shownSchema.parse(JSON.parse(data.text)) };
}
const shownSchema = z.object({
  ...{ step: z.literal("shown"), durationMs: z.number(), startMs: z.number().nullable() },
  ...{ audioUrl: z.string(), downloadUrl: z.string(), captionsUrl: z.string() },
  ...{ wordsUrl: z.string(), pulseUrl: z.string() },
  lanes: z.array(z.object({ name: z.string(), peaksUrl: z.string() })),
});

const aPlayer = (query?: Record<string, string>) => aPlayerOf(door, house, query);

const doors = [
  {
    who: "a visitor",
    open: async () => {
      const { visitor, shown } = await aVisitor();
      return { browser: visitor, url: shown.audioUrl };
    },
  },
  {
    who: "a visitor who keeps it",
    open: async () => {
      const { visitor, shown } = await aVisitor();
      return { browser: visitor, url: shown.downloadUrl };
    },
  },
  {
    who: "a player on another site",
    open: async () => {
      const { site, sound } = await aPlayer();
      return { browser: site, url: sound };
    },
  },
];

const expectNothingOutside = (got: Got, of: string) => expectNoneOf(got, of, OUTSIDE);

describe.each(doors)("the sound that leaves to $who", ({ open }) => {
  test("is that of the range, and nothing of what lies outside is anywhere in it", async () => {
    const { browser, url } = await open();
    const { status, headers, body } = await browser.get(url);
    expect([status, Number(headers.get("content-length"))]).toEqual([200, body.length]);
    await expectRangesAlone(body, house.source, [RANGE]);
  });

  test("is the same by parts, however oddly they are asked for", async () => {
    const { browser, url } = await open();
    const { body: whole } = await browser.get(url);
    const size = whole.length;
    const parts: Buffer[] = [];
    for (let from = 0; from < size; from += 7_919) {
      const range = `bytes=${from}-${from + 7_918}`;
      const part = await browser.get(url, { range });
      expect([range, part.status]).toEqual([range, 206]);
      parts.push(part.body);
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    const odd = [
      ...["bytes=0-", "bytes=0-0", "bytes=1-", "bytes=-500", "bytes=-0", `bytes=-${size * 9}`],
      ...[`bytes=${size - 1}-`, `bytes=${size}-`, `bytes=0-${size * 9}`, "bytes=9-3"],
      ...["bytes=0-9,20-29", "bytes=-1,-2", "bytes=0-,0-", "seconds=0-40", "bytes=abc", "bytes="],
      ...["bytes=99999999999999999999-", "bytes=-1-5", "bytes=0x10-0x20", "bytes= 5 - 9"],
    ];
    for (const range of odd) {
      const { status, headers, body } = await browser.get(url, { range });
      const written = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "");
      const own = written && whole.subarray(Number(written[1]), Number(written[2]) + 1);
      const isOwn =
        (status === 200 && body.equals(whole)) ||
        (status === 206 && own !== null && own.length > 0 && body.equals(own)) ||
        (status === 416 && !/ftyp|mdat/.test(body.toString("latin1")) && body.length < 2_000);
      expect([range, status, isOwn]).toEqual([range, status, true]);
    }
  });
});

test("waveforms are those of the range, and as long", async () => {
  const { visitor, shown } = await aVisitor();
  expect(shown.lanes.map(({ name }) => name)).toEqual(["Mari Kato", "Elena Duarte"]);
  for (const [lane, { peaksUrl }] of shown.lanes.entries()) {
    const { status, body } = await visitor.get(peaksUrl);
    expect([lane, status, body.length]).toEqual([lane, 200, (T1 - T0) / 100]);
    const levels = Array.from({ length: 12 }, (_, second) =>
      Math.max(...body.subarray(second * 10 + 2, second * 10 + 8).map((level) => level)),
    );
    const [loud, soft] = [0, 1].map((turn) => levels.filter((_, n) => (n + lane) % 2 === turn));
    expect(Math.min(...(loud ?? []))).toBeGreaterThan(Math.max(...(soft ?? [])));
  }
});

test("words, captions and data are those of the range", async () => {
  const { visitor, page, data, shown } = await aVisitor();
  const { site, page: frame, words } = await aPlayer();
  const given = {
    page,
    data,
    frame,
    index: await visitor.get(`${shown.wordsUrl}/index`),
    words: await visitor.get(`${shown.wordsUrl}/0`),
    captions: await visitor.get(shown.captionsUrl),
    played: await site.get(words),
  };
  for (const [of, got] of Object.entries(given)) {
    expect([of, got.status]).toEqual([of, 200]);
    expectNothingOutside(got, of);
  }
  for (const of of ["page", "data", "words", "captions", "played"] as const)
    expect([of, INSIDE.filter((word) => !given[of].text.toLowerCase().includes(word))]).toEqual([
      of,
      [],
    ]);
  const times = given.captions.text.match(/\d\d:\d\d\.\d{3}/g) ?? [];
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter((time) => time > "00:12.000")).toEqual([]);
  for (const beyond of ["1", "2", "9999"])
    expect((await visitor.get(`${shown.wordsUrl}/${beyond}`)).status).toBe(404);
});

test("of a word at an edge the longer part decides, and its times are those of the range", async () => {
  const { visitor, shown } = await aVisitor();
  const [index, page] = [
    await visitor.get(`${shown.wordsUrl}/index`),
    await visitor.get(`${shown.wordsUrl}/0`),
  ];
  const words = timedWords(index.text, page.text);
  expect(words.map(({ text }) => text).toSorted()).toEqual(INSIDE.toSorted());
  expect(words.filter(({ t0Ms, t1Ms }) => t0Ms < 0 || t1Ms < t0Ms || t1Ms > T1 - T0)).toEqual([]);
  const atEdges = words.filter(({ text }) => !text.startsWith("plover"));
  expect(atEdges).toEqual([
    { text: "evenly12x", t0Ms: 0, t1Ms: 400 },
    { text: "longerafter12x", t0Ms: 0, t1Ms: 500 },
    { text: "beginsat12x", t0Ms: 0, t1Ms: 400 },
    { text: "longerbefore24x", t0Ms: 11_500, t1Ms: 12_000 },
    { text: "endsat24x", t0Ms: 11_600, t1Ms: 12_000 },
  ]);
});

test("a time outside is ignored, wherever it is asked for", async () => {
  for (const query of ["?t=30", "?t=12", "?t=2&end=35", "?t=-5", "?t=00:30", "?t=1e9"]) {
    const { visitor, page, data, shown } = await aVisitor(query);
    const startsAt = query === "?t=2&end=35" ? 2_000 : null;
    expect([query, shown.startMs, shown.durationMs]).toEqual([query, startsAt, T1 - T0]);
    for (const got of [page, data]) expectNothingOutside(got, query);
    const whole = await visitor.get(shown.audioUrl);
    const asked = await visitor.get(`${shown.audioUrl}${query}`);
    expect(asked.body.equals(whole.body)).toBe(true);
    for (const path of [`${shown.wordsUrl}/0`, `${shown.wordsUrl}/index`, shown.captionsUrl])
      expectNothingOutside(await visitor.get(path + query), path + query);
  }
  for (const asked of [{ t: "30" }, { t: "30", end: "35" }, { t: "-5" }, { t: "12", end: "999" }]) {
    const { site, page, data, sound, words } = await aPlayer(asked);
    expect([asked, data.start, data.end]).toEqual([asked, 0, null]);
    expectNothingOutside(page, "embed");
    expectNothingOutside(await site.get(`${words}&t=30`), "words of a player");
    const [plain, more] = [await site.get(sound), await site.get(`${sound}&t=30&end=35`)];
    expect(more.body.equals(plain.body)).toBe(true);
  }
});

describe("of all addresses, none leads outside", () => {
  /** Everybody's: they say nothing of a call, or are the link and its player themselves. */
  const EVERYBODYS =
    /^\/(?:$|assets\/|favicon|oembed\?|shared\/|signin|embed\/playback\/[^/]+\?k=|problems\/)/;
  const SHUT = [401, 403, 404, 405];

  /** @returns what was given */
  async function walk(addresses: readonly string[], browser: Outsider): Promise<string[]> {
    const { visitor, shown } = await aVisitor();
    const own = (await visitor.get(shown.audioUrl)).body;
    const given: string[] = [];
    // Who guesses at players is made to wait, which would hide what an address leads to.
    await clearAttempts();
    for (const path of addresses) {
      const got = await browser.get(path, { accept: "*/*" });
      expectNothingOutside(got, path);
      if (/^(?:audio|video)/.test(got.headers.get("content-type") ?? ""))
        expect([path, got.body.equals(own)]).toEqual([path, true]);
      if (SHUT.includes(got.status) || EVERYBODYS.test(path)) continue;
      expect([path, got.status]).toEqual([path, 200]);
      given.push(path);
    }
    return given;
  }

  test("those that the visitor's page and the player's name", async () => {
    const { visitor, page, data, shown } = await aVisitor();
    const { page: frame, data: given, site, sound } = await aPlayer();
    const named = addressesIn([page, data, frame].map(({ text }) => text).join("\n"), appOrigin);
    const ofLink = [
      ...[shown.audioUrl, shown.downloadUrl, shown.captionsUrl],
      ...shown.lanes.map(({ peaksUrl }) => peaksUrl),
    ];
    const ofPlayer = [sound, given.pulse];
    expect(named).toEqual(expect.arrayContaining([...ofLink, ...ofPlayer]));
    // Who has been at neither page has what the player's addresses carry in themselves, and nothing else.
    const media = named.filter((path) => path.startsWith("/media/"));
    expect((await walk(media, outsiderOf(door))).toSorted()).toEqual(ofPlayer.toSorted());
    expect((await walk(media, site)).toSorted()).toEqual(ofPlayer.toSorted());
    expect((await walk(named, visitor)).toSorted()).toEqual([...ofLink, ...ofPlayer].toSorted());
  });

  test("those of a member's screen are shut: sign-in, or as if they were not there", async () => {
    const { owner, callId, recordingId } = house;
    const member = outsiderOf(door);
    member.jar.set("__Host-sid", owner.token);
    const screens: Got[] = [];
    for (const path of [paths.playback(callId), paths.recording(recordingId), paths.recordings()])
      screens.push(await member.get(path, { accept: "text/html" }));
    const text = screens.map((screen) => screen.text).join("\n");
    expect(OUTSIDE.filter((word) => !text.includes(word))).toEqual([]);
    const files = await db.file.findMany({ where: { recordingId }, select: { id: true } });
    const named = addressesIn(text, appOrigin);
    for (const path of [paths.callStream(callId), paths.transcriptPage(callId, 1, 0)])
      named.push(path);
    named.push(
      ...addressesOfCall(callId),
      ...[...idsIn(text), ...files.map(({ id }) => id)].flatMap((id) => [
        ...[paths.media(id), paths.download(id), paths.cutFile(id), paths.playback(id)],
        ...[paths.embedMedia(id, "sound"), paths.embedMedia(id, "words"), paths.embedPlayback(id)],
      ]),
    );
    const { visitor } = await aVisitor();
    const { data } = await aPlayer();
    const all = [...new Set(named)];
    expect(all.filter((path) => !EVERYBODYS.test(path)).length).toBeGreaterThan(100);
    // What lets one into the part lets nobody into the call.
    const withKey = all.map(
      (path) => `${path}${path.includes("?") ? "&" : "?"}k=${house.key}&s=${data.signature}`,
    );
    for (const browser of [outsiderOf(door), visitor])
      for (const list of [all, withKey]) expect(await walk(list, browser)).toEqual([]);
    for (const path of [paths.playback(callId), paths.playback(callId, { t: 30 })]) {
      const { status, headers } = await visitor.get(path, { accept: "text/html" });
      expect([status, headers.get("location")]).toEqual([302, paths.signIn(path)]);
    }
  });
});

/** Every way to what a call holds, named by a page or not. */
const addressesOfCall = (callId: string): string[] => [
  paths.playback(callId),
  paths.playback(callId, { t: 30 }),
  paths.transcript(callId, 1),
  paths.transcriptPage(callId, 1, 0),
  ...(["txt", "vtt", "srt", "json"] as const).map((format) =>
    paths.transcriptExport(callId, 1, format),
  ),
  ...(["txt", "vtt", "csv"] as const).map((format) => paths.commentsFile(callId, format)),
  ...[paths.metricsJson(callId), paths.callAccess(callId), paths.callLinks(callId)],
  ...[paths.callCrm(callId), paths.callDeals(callId), paths.callReviewers(callId)],
  ...[paths.mentionable(callId), paths.callSummaryChoices(callId), paths.heard(callId)],
  ...[paths.evidence(callId, { t: 30, end: 35 }), paths.callStream(callId)],
  ...[paths.consoleCall(callId), paths.callLog(callId), paths.callLabels(callId)],
];
