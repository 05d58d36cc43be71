import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { makeLink } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { aHouse, summarise } from "#tests/support/summaries.ts";
import { appForFile } from "./app-for-file.ts";
import { aScene, browsersOf } from "./link-visitors.ts";
import { undone } from "./outsider.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);
const HTML = { headers: { accept: "text/html" } };

const shown = z.object({
  summary: z.array(
    z.object({ quotes: z.array(z.object({ name: z.string(), quote: z.string() })) }),
  ),
});
const worded = z.object({
  words: z.object({
    first: z.number(),
    total: z.number(),
    page: z.object({ text: z.array(z.string()) }),
  }),
  moreWords: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
});

test("where names are off none of them is in the page, the words, the captions, the summary or a file", async () => {
  const house = await aHouse();
  const { workspaceId, rep, callId } = house;
  await summarise(house);
  const call = { id: callId, workspaceId };
  const of = { transcript: "true", summary: "true", download: "true" };
  const [named, unnamed] = [
    await aReadyLink(rep, call, { ...of, names: "true" }),
    await aReadyLink(rep, call, { ...of, names: "false" }),
  ];
  const given = async (link: typeof named) => {
    const browser = aBrowser();
    const data = await browser.data(link.urlPath);
    const page = await browser.ask(paths.shared(link.urlPath), HTML);
    const words = await Promise.all(
      ["index", "0"].map((part) => browser.ask(`${paths.cutWords(link.cutId)}/${part}`)),
    );
    const captions = await browser.ask(paths.cutCaptions(link.cutId));
    const file = await browser.ask(`${paths.cutFile(link.mixId)}?download=1`);
    const answers = [page, ...words, captions, file];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const heads = answers.map(({ headers }) => JSON.stringify([...headers]));
    const text = [data.text, ...heads, ...answers.slice(0, -1).map((answer) => answer.text)];
    return { text: undone(text.join("\n")), view: data.view, page: undone(page.text) };
  };
  const [open, closed] = [await given(named), await given(unnamed)];
  expect(open.text).toMatch(/Elena Duarte[\s\S]*<v Elena Duarte>/);
  expect(closed.text).not.toMatch(/Elena|Duarte|Mari|Kato|<v /);
  const quotes = shown.parse(closed.view).summary.flatMap((section) => section.quotes);
  expect(quotes.length).toBeGreaterThan(0);
  expect(quotes.filter(({ name }) => name !== "")).toEqual([]);
  // Sides are what the voices are called by.
  const { name } = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  expect(closed.page).toContain("Other side");
  expect(closed.page).toMatch(new RegExp(`segment-name[^>]*>${name}<`));
});

test("asking how long a file is, and for its waveform, is no view", async () => {
  const { owner, call } = await aScene();
  const link = await aReadyLink(owner, call);
  const browser = aBrowser();
  await browser.data(link.urlPath);
  const cookie = `__Host-visitor=${browser.jar.get("__Host-visitor") ?? ""}`;
  const url = new URL(paths.cutFile(link.mixId), env().appUrl);
  const { status, headers } = await app.ask(
    new Request(url, { method: "HEAD", headers: { cookie } }),
  );
  expect([status, Number(headers.get("content-length"))]).toEqual([200, link.bytes.length]);
  await browser.ask(paths.cutFile(link.peaksId));
  const views = async () =>
    (await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } })).views;
  expect(await views()).toBe(0);
  await browser.ask(paths.cutFile(link.mixId));
  expect(await views()).toBe(1);
});

describe("without script", () => {
  /** A call of so many sentences, a second each, and a link to it. */
  async function aLongLink(count: number) {
    const workspace = await aWorkspace({ name: "Kestrel Freight" });
    const owner = await aMember(workspace, { name: "Mari Kato" });
    const call = await aCall(owner, { durationMs: count * 1_000 });
    const elena = await aParticipant(call, { name: "Elena Duarte", side: "C" });
    await aTranscript(
      call,
      Array.from({ length: count }, (_, n) => ({
        ...{ participantId: elena.id, text: `sentence${n}x` },
        ...{ t0Ms: n * 1_000, t1Ms: n * 1_000 + 900 },
      })),
    );
    return { owner, call, link: await aReadyLink(owner, call) };
  }

  test("every word can be reached by links, from wherever the page begins", async () => {
    const { link } = await aLongLink(620);
    const browser = aBrowser();
    const read: string[] = [];
    const seen: (number | null)[] = [];
    for (let page: number | null = 1; page !== null; ) {
      const { view } = await browser.data(link.urlPath, `&page=${page}`);
      const { words, moreWords } = worded.parse(view);
      expect(words.first).toBe(read.length);
      const { text } = await browser.ask(`${paths.shared(link.urlPath)}?page=${page}`, HTML);
      for (const [number, label] of [
        [moreWords.before, "Earlier in the transcript"],
        [moreWords.after, "More of the transcript"],
      ] as const)
        if (number === null) expect(text).not.toContain(label);
        else expect(text).toMatch(new RegExp(`\\?page=${number}#words"[^>]*>${label}`));
      read.push(...words.page.text);
      seen.push(page);
      page = moreWords.after;
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(read).toEqual(Array.from({ length: 620 }, (_, n) => `sentence${n}x`));
    const at = worded.parse((await browser.data(link.urlPath, "&t=600")).view);
    expect([at.words.first, at.moreWords]).toEqual([512, { before: 3, after: null }]);
    for (const odd of ["99", "-1", "2.5", "x", ""])
      expect((await browser.data(link.urlPath, `&page=${odd}`)).status).toBe(200);
  });

  test("a short transcript is on the page as a whole, and what begins later begins there", async () => {
    const { link } = await aLongLink(20);
    const { text } = await aBrowser().ask(`${paths.shared(link.urlPath)}?t=7`, HTML);
    expect(text).not.toContain("#words");
    expect(undone(text)).toContain(`src="${paths.cutFile(link.mixId)}#t=7"`);
  });

  test("a page that waits for its recording asks again by itself", async () => {
    const { owner, call } = await aScene();
    const { urlPath } = await makeLink(owner, call.id, newLinkForm.parse({ names: "true" }));
    const { text } = await aBrowser().ask(paths.shared(urlPath), HTML);
    expect(text).toMatch(/<noscript><meta http-equiv="refresh" content="5"\/?><\/noscript>/i);
  });
});

describe("who is on the recording", () => {
  test("writes to the maker of the link, without its title, once it is open", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const browser = aBrowser();
    const before = await browser.ask(paths.shared(link.urlPath), HTML);
    expect(undone(before.text)).toContain("Ask the person who sent you the link to remove you.");
    expect(before.text).not.toMatch(/mailto:|removalEmail/);
    await browser.send(link.urlPath, { intent: "password", password: "quiet harbour" });
    const { text } = await browser.ask(paths.shared(link.urlPath), HTML);
    const subject = encodeURIComponent("Request to be removed from a recording of Kestrel Freight");
    expect(undone(text)).toContain(`href="mailto:${owner.email}?subject=${subject}"`);
  });
});

test("captions go with the words, not with the sound", async () => {
  const { owner, call } = await aScene();
  const browser = aBrowser();
  for (const [form, isOffered] of [
    [{ transcript: "true", download: "false" }, true],
    [{ transcript: "false", download: "true" }, false],
  ] as const) {
    const link = await aReadyLink(owner, call, form);
    const { text } = await browser.ask(paths.shared(link.urlPath), HTML);
    expect(text.includes("Download the captions")).toBe(isOffered);
    expect(text.includes("Download the audio")).toBe(!isOffered);
  }
});
