import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { embedKeyForm } from "#app/core/domain/embed/embed.schema.ts";
import { listKeysOfLinks, makeEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { makeClipLink } from "#app/core/domain/share/clip-link.server.ts";
import { makeLibraryLink } from "#app/core/domain/share/library-link.server.ts";
import {
  newClipLinkForm,
  newLibraryLinkForm,
  newLinkForm,
} from "#app/core/domain/share/link.schema.ts";
import { makeLink } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import {
  aClipItem,
  aLibrary,
  aMember,
  anItem,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { cutMake } from "#worker/handlers/cut-make.ts";
import { type App, openApp } from "./app.ts";
import { PAGE } from "./link-visitors.ts";
import { type Outsider, outsiderOf } from "./outsider.ts";
import {
  aPlayer,
  asWorker,
  aTalk,
  CALL_MS,
  expectNoneOf,
  expectRangesAlone,
  timedWords,
  wordsIn,
} from "./range-house.ts";
import { type Door, serve } from "./served.ts";

const range = (from: number, to: number) => ({ t0Ms: from * 1_000, t1Ms: to * 1_000 });
/** What is cut of the one call; a clip's pieces are in the order in which they are played. */
const RANGES = {
  whole: [range(0, CALL_MS / 1_000)],
  part: [range(12, 20)],
  colleagues: [range(28, 34)],
  first: [range(3, 9)],
  second: [range(24, 33)],
  clip: [range(26, 30), range(10, 14)],
};
type Part = keyof typeof RANGES;
const ITEMS = ["first", "second", "clip"] as const;
const PARTS = ["whole", "part", "colleagues", ...ITEMS] as const;
/** Each link, with what its visitor was let in to. */
const LINKS = [
  { link: "whole", own: ["whole"] },
  { link: "part", own: ["part"] },
  { link: "colleagues", own: ["colleagues"] },
  { link: "library", own: ITEMS },
  { link: "clip", own: ["clip"] },
] as const;
type Link = (typeof LINKS)[number]["link"];

const EDGES = ITEMS.flatMap((item) => RANGES[item]).flatMap(({ t0Ms, t1Ms }) => [t0Ms, t1Ms]);
const wordsOf = (...parts: readonly Part[]) =>
  wordsIn(
    parts.flatMap((part) => RANGES[part]),
    EDGES,
  );
const lengthOf = (part: Part) => RANGES[part].reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
/** Seconds in which the first voice is loud and the second one soft; in the others it is the other way round. */
const TURNS = "011010011100010110111001010001101001";
const isFirsts = (second: number) => TURNS.charAt(second) === "1";
const FIRSTS = Array.from(TURNS, (_, second) => second).filter(isFirsts);
const IS_LOUD = FIRSTS.map((second) => `eq(floor(t),${second})`).join("+");

await queueForFile();
let app: App;
let line: Door;
let house: Awaited<ReturnType<typeof aHouse>>;
beforeAll(async () => {
  app = await openApp(null, { draws: true });
  line = await serve(app);
  house = await aHouse();
});
afterAll(() => {
  line.close();
  app.close();
});

/** A call as a whole, in part, in a library and as a clip, each behind links of their own. */
async function aHouse() {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const colleague = await aMember(workspace, { teams: [team], role: "manager" });
  const { workspaceId } = owner;
  return asWorker(async (job) => {
    const isLoud = [IS_LOUD, `not(${IS_LOUD})`];
    const talk = await aTalk(owner, job, { seed: 31, isLoud, edges: EDGES });
    const links = await madeLinks(owner, colleague, talk.callId);
    const cuts = await db.cut.findMany({ where: { callId: talk.callId } });
    for (const { id: cutId } of cuts) await cutMake({ v: 1, workspaceId, cutId }, job);
    const { linkId } = links.part;
    await makeEmbedKey(owner, embedKeyForm.parse({ linkId, origins: "https://desk.example" }));
    const [key] = await listKeysOfLinks(workspaceId, [linkId]);
    const items = await db.shareItem.findMany({
      where: { linkId: links.library.linkId },
      orderBy: { position: "asc" },
    });
    const cutOf = async (
      where: { linkId: string } | { shareItemId: string } | { clipId: string },
    ) => {
      const cut = await db.cut.findFirstOrThrow({
        where,
        select: { id: true, files: { select: { id: true } } },
      });
      return { cutId: cut.id, fileIds: cut.files.map(({ id }) => id) };
    };
    const [first, second, clip] = items.map(({ id }) => id);
    const parts = {
      whole: await cutOf({ linkId: links.whole.linkId }),
      part: await cutOf({ linkId: links.part.linkId }),
      colleagues: await cutOf({ linkId: links.colleagues.linkId }),
      first: await cutOf({ shareItemId: first ?? "" }),
      second: await cutOf({ shareItemId: second ?? "" }),
      clip: await cutOf({ clipId: links.clipId }),
    };
    const keys = { first: first ?? "", second: second ?? "", clip: clip ?? "" };
    return { ...talk, links, parts, keys, owner, key: key?.key ?? "" };
  });
}

async function madeLinks(owner: SignedIn, colleague: SignedIn, callId: string) {
  const shown = { names: "true", transcript: "true", download: "true", audience: "anyone" };
  const linkTo = (
    maker: SignedIn,
    [only]: readonly { t0Ms: number; t1Ms: number }[],
    more = {},
  ) => {
    const times = only && { t0Ms: String(only.t0Ms), t1Ms: String(only.t1Ms) };
    return makeLink(maker, callId, newLinkForm.parse({ ...shown, ...times, ...more }));
  };
  const pieces = JSON.stringify(RANGES.clip);
  const input = newClipForm.parse({ title: "The price", pieces, visibility: "team" });
  const clipId = await makeClip(owner, callId, input);
  const library = await aLibrary(owner);
  const call = await db.call.findFirstOrThrow({ where: { id: callId } });
  await anItem(library, call, owner, RANGES.first[0]);
  await anItem(library, call, owner, { position: 1, ...RANGES.second[0] });
  await aClipItem(library, { ...library, id: clipId, title: "The price" }, owner, { position: 2 });
  return {
    clipId,
    libraryId: library.id,
    whole: await linkTo(owner, []),
    part: await linkTo(owner, RANGES.part, { embed: "true" }),
    colleagues: await linkTo(colleague, RANGES.colleagues),
    library: await makeLibraryLink(owner, library.id, newLibraryLinkForm.parse(shown)),
    clip: await makeClipLink(owner, clipId, newClipLinkForm.parse({ ...shown, revision: "1" })),
  };
}

const recording = z.object({
  ...{ durationMs: z.number(), audioUrl: z.string(), downloadUrl: z.string() },
  ...{ captionsUrl: z.string(), wordsUrl: z.string() },
  lanes: z.array(z.object({ name: z.string(), peaksUrl: z.string() })),
});
const view = z.union([
  recording.extend({ step: z.literal("shown") }),
  z.object({ step: z.literal("list"), current: recording }).transform(({ current }) => current),
]);

/** A browser that was let in by a link; with the page, and the data, of what it shows. */
async function aVisitor(link: Link, item = "") {
  const { urlPath } = house.links[link];
  const visitor = outsiderOf(line);
  const query = item === "" ? "" : `item=${item}`;
  const page = await visitor.get(`${paths.shared(urlPath)}?${query}`, { accept: "text/html" });
  const search = `?_data=${encodeURIComponent(PAGE)}&${query}`;
  const data = await visitor.get(paths.shared(urlPath) + search);
  expect([page.status, data.status]).toEqual([200, 200]);
  return { visitor, page, data, shown: view.parse(JSON.parse(data.text)) };
}

const shownParts = [
  ...(["whole", "part", "colleagues"] as const).map((part) => ({
    part,
    by: "its own link",
    open: () => aVisitor(part),
  })),
  ...ITEMS.map((part) => ({
    part,
    by: "a link to a library",
    open: () => aVisitor("library", house.keys[part]),
  })),
];

describe.each(shownParts)("what leaves of the $part, by $by", ({ part, open }) => {
  test("is its sound from the first moment to the last, and no other sound of the call", async () => {
    const { visitor, shown } = await open();
    expect(shown.durationMs).toBe(lengthOf(part));
    const { status, body } = await visitor.get(shown.audioUrl);
    expect(status).toBe(200);
    await expectRangesAlone(body, house.source, RANGES[part]);
    const kept = await visitor.get(shown.downloadUrl);
    expect(kept.headers.get("content-disposition")).toContain("attachment");
    expect(kept.body.equals(body)).toBe(true);
  });

  test("is its waveforms, as long as its sound", async () => {
    const { visitor, shown } = await open();
    const said = RANGES[part].flatMap(({ t0Ms, t1Ms }) =>
      Array.from({ length: (t1Ms - t0Ms) / 1_000 }, (_, n) => t0Ms / 1_000 + n),
    );
    expect(shown.lanes.map(({ name }) => name)).toEqual(["Mari Kato", "Elena Duarte"]);
    for (const [lane, { peaksUrl }] of shown.lanes.entries()) {
      const { status, body } = await visitor.get(peaksUrl);
      expect([lane, status, body.length]).toEqual([lane, 200, lengthOf(part) / 100]);
      const levels = said.map((second, n) => ({
        isLoud: isFirsts(second) === (lane === 0),
        level: Math.max(...body.subarray(n * 10 + 2, n * 10 + 8)),
      }));
      const [loud, soft] = [true, false].map((is) =>
        levels.filter(({ isLoud }) => isLoud === is).map(({ level }) => level),
      );
      expect(Math.min(...(loud ?? []))).toBeGreaterThan(Math.max(...(soft ?? [])));
    }
  });

  test("is its words, by the longer part, at times of its own", async () => {
    const { visitor, page, data, shown } = await open();
    const given = {
      ...{ page, data },
      index: await visitor.get(`${shown.wordsUrl}/index`),
      words: await visitor.get(`${shown.wordsUrl}/0`),
      captions: await visitor.get(shown.captionsUrl),
    };
    const { inside, outside } = wordsOf(part);
    for (const [of, got] of Object.entries(given)) {
      expect([of, got.status]).toEqual([of, 200]);
      expectNoneOf(got, of, outside);
    }
    for (const of of ["page", "data", "words", "captions"] as const)
      expect([of, inside.filter((word) => !given[of].text.toLowerCase().includes(word))]).toEqual([
        of,
        [],
      ]);
    const timed = timedWords(given.index.text, given.words.text);
    expect(timed.map(({ text }) => text).toSorted()).toEqual(inside.toSorted());
    const isBeyond = ({ t0Ms, t1Ms }: { t0Ms: number; t1Ms: number }) =>
      t0Ms < 0 || t1Ms <= t0Ms || t1Ms > lengthOf(part);
    expect(timed.filter(isBeyond)).toEqual([]);
    const last = new Date(lengthOf(part)).toISOString().slice(14, 23);
    const times = given.captions.text.match(/\d\d:\d\d\.\d{3}/g) ?? [];
    expect([times.length > 0, times.filter((time) => time > last)]).toEqual([true, []]);
  });
});

describe.each(LINKS)("a visitor of the $link link", ({ link, own }) => {
  const { outside } = wordsOf(...own);
  const post = async (visitor: Outsider, path: string) => {
    const cookie = [...visitor.jar].map((pair) => pair.join("=")).join("; ");
    const origin = new URL(env().appUrl).origin;
    const headers = { cookie, origin, "sec-fetch-site": "same-origin" };
    const json = { ...headers, "content-type": "application/json" };
    const said = await line.say(`POST ${path}`, json, JSON.stringify({ ranges: [] }));
    return { status: said.status, body: Buffer.from(said.text, "latin1") };
  };
  /** Every address of a cut; `said`: what each answered. */
  async function tried(visitor: Outsider, cutId: string, fileIds: readonly string[]) {
    const said: number[] = [];
    for (const path of [
      ...fileIds.flatMap((id) => [paths.cutFile(id), `${paths.cutFile(id)}?download=1`]),
      ...[`${paths.cutWords(cutId)}/index`, `${paths.cutWords(cutId)}/0`],
      paths.cutCaptions(cutId),
    ]) {
      const got = await visitor.get(path);
      expectNoneOf(got, path, outside);
      said.push(got.status);
    }
    const pulse = await post(visitor, paths.cutPulse(cutId));
    expectNoneOf(pulse, "pulse", outside);
    return [...said, pulse.status];
  }

  test("is given nothing by the ids of other cuts of the call", async () => {
    const { visitor } = await aVisitor(link);
    for (const part of PARTS) {
      const { cutId, fileIds } = house.parts[part];
      expect(fileIds).toHaveLength(3);
      const status = own.some((one) => one === part) ? 200 : 404;
      const said = await tried(visitor, cutId, fileIds);
      expect([part, said]).toEqual([part, said.map(() => status)]);
    }
  });

  test("is given nothing by ids that are of no cut, its own included", async () => {
    const { visitor } = await aVisitor(link);
    const { links, keys, parts, owner, callId, recordingId } = house;
    const files = await db.file.findMany({ where: { recordingId }, select: { id: true } });
    const ids = [
      ...[callId, recordingId, owner.memberId, owner.workspaceId, links.clipId, links.libraryId],
      ...LINKS.map((each) => links[each.link].linkId),
      ...[...Object.values(keys), ...files.map(({ id }) => id)],
      ...own.flatMap((part) => parts[part].fileIds),
    ];
    for (const id of ids) {
      const isFile = own.some((part) => parts[part].fileIds.includes(id));
      const said = await tried(visitor, id, isFile ? [] : [id]);
      expect([id, said]).toEqual([id, said.map(() => 404)]);
    }
    for (const part of own) {
      const { status } = await visitor.get(paths.cutFile(parts[part].cutId));
      expect([part, status]).toEqual([part, 404]);
    }
  });
});

test("what a player on another site was signed for opens no other cut", async () => {
  const { site, sound, words, data } = await aPlayer(line, house);
  for (const path of [sound, words]) expect((await site.get(path)).status).toBe(200);
  const { outside } = wordsOf("part");
  const others = PARTS.filter((part) => part !== "part").map((part) => house.parts[part].cutId);
  for (const id of [...others, house.callId, house.links.part.linkId, house.links.whole.linkId])
    for (const what of ["sound", "words"] as const) {
      const path = paths.embedMedia(id, what, { s: data.signature });
      const got = await site.get(path);
      expectNoneOf(got, path, outside);
      expect([path, [401, 403, 404].includes(got.status)]).toEqual([path, true]);
    }
});
