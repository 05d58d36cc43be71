import { randomBytes } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { trashCall } from "#app/core/domain/call/call-writes.server.ts";
import {
  changeLinkPassword,
  removeLinkAddress,
} from "#app/core/domain/share/link-changes.server.ts";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { edge } from "#app/http/edge.server.ts";
import { paths } from "#app/paths.ts";
import { holdIntervals } from "#tests/support/intervals.ts";
import { aReadyLink, type ReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { allow, browsersOf, codeIn, PAGE, aScene, PART, type Scene } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);
/** Tries that were counted. */
async function pointsOf(key: string): Promise<number> {
  const [row] = await db.$queryRaw<{ points: number }[]>`
    SELECT points FROM rate_limit WHERE key = ${key}`;
  return row?.points ?? 0;
}

describe("guesses", () => {
  test("a thousand made-up addresses lead nowhere, and soon are not looked at", async () => {
    const guesser = aBrowser();
    const counts = new Map<number, number>();
    for (let n = 0; n < 1_000; n += 1) {
      const path = `/shared/${randomBytes(16).toString("base64url")}?_data=${encodeURIComponent(PAGE)}`;
      const { status } = await guesser.ask(path);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    expect([...counts]).toEqual([
      [404, 60],
      [429, 940],
    ]);
    // Also on the page itself, and on a form that is sent without script.
    for (const form of [undefined, { intent: "password", password: "a guess of mine" }]) {
      const path = `/shared/${randomBytes(16).toString("base64url")}`;
      const { status, headers } = await guesser.ask(path, form && { form });
      expect(status).toBe(429);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test.each(["x", "%00", "%2e%2e%2f", "A".repeat(3_000)])("%.20s is no link", async (path) => {
    const answer = await aBrowser().ask(`/shared/${path}?_data=${encodeURIComponent(PAGE)}`);
    expect(answer.status).toBe(404);
  });

  test("passwords and codes run out for an address, whatever links and mailboxes it turns to", async () => {
    const { owner, call } = await aScene();
    const address = "198.21.9.9";
    const wrong = { intent: "password", password: "a guess of mine" };
    const answers: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { urlPath } = await aReadyLink(owner, call, { password: "quiet harbour" });
      const guesser = aBrowser(address);
      const tries = n < 4 ? 5 : 1;
      for (let of = 0; of < tries; of += 1)
        answers.push((await guesser.send(urlPath, wrong)).status);
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 422), 429]);

    const people = Array.from({ length: 5 }, (_, n) => `person${n}@north.example`);
    const link = await aReadyLink(owner, call, { addresses: people.join(" ") });
    const codes: number[] = [];
    for (const [n, email] of people.entries()) {
      const guesser = aBrowser(address);
      await guesser.send(link.urlPath, { intent: "send_code", email });
      const code = await codeIn(email);
      const guess = { intent: "code", code: code === "000000" ? "000001" : "000000" };
      for (let of = 0; of < (n < 4 ? 5 : 1); of += 1)
        codes.push((await guesser.send(link.urlPath, guess)).status);
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
    // From elsewhere the link goes on, and its own tries are those that were let through.
    expect(await pointsOf(`share-code-link:${link.linkId}`)).toBe(20);
  });

  test("codes run out for a link, from many addresses together", async () => {
    const { owner, call } = await aScene();
    const email = "elena@north.example";
    const link = await aReadyLink(owner, call, { addresses: email });
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "send_code", email });
    const code = await codeIn(email);
    const guess = { intent: "code", code: code === "000000" ? "000001" : "000000" };
    await browser.send(link.urlPath, guess);
    await db.$executeRaw`UPDATE rate_limit SET points = 100 WHERE key = ${`share-code-link:${link.linkId}`}`;
    expect((await browser.send(link.urlPath, { intent: "code", code })).status).toBe(429);
    expect((await browser.data(link.urlPath)).view["step"]).toBe("code");
  });

  test("an address has codes sent twenty times an hour, whomever it names", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { addresses: "elena@north.example" });
    const sent: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const email = `guess${n}@north.example`;
      const browser = aBrowser("198.21.9.10");
      sent.push((await browser.send(link.urlPath, { intent: "send_code", email })).status);
    }
    expect(sent).toEqual([...Array.from({ length: 20 }, () => 302), 429]);
  });

  test("a program that keeps no cookie is let in to an open link a thousand times, and then waits", async () => {
    const { owner, call } = await aScene();
    const { urlPath } = await aReadyLink(owner, call);
    const address = "198.21.9.11";
    expect((await aBrowser(address).data(urlPath)).status).toBe(200);
    await db.$executeRaw`UPDATE rate_limit SET points = 1000 WHERE key = ${`share-visit:${address}`}`;
    expect((await aBrowser(address).data(urlPath)).status).toBe(429);
    expect((await aBrowser().data(urlPath)).status).toBe(200);
  });

  test("the addresses of members ask a visitor to sign in, or are not there", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, PART);
    const browser = aBrowser();
    await browser.data(link.urlPath);
    for (const path of [
      paths.media(link.mixId),
      paths.transcript(call.id, 1),
      paths.transcriptPage(call.id, 1, 0),
      paths.transcriptExport(call.id, 1, "vtt"),
      paths.metricsJson(call.id),
      paths.evidence(call.id, { t: 0, end: 1 }),
    ])
      expect([path, (await browser.ask(path)).status]).toEqual([path, 401]);
    const page = await browser.ask(paths.playback(call.id), { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/^\/signin/),
    ]);
    for (const path of [`${paths.cutWords(link.cutId)}/1`, `${paths.cutWords(link.cutId)}/99`])
      expect((await browser.ask(path)).status).toBe(404);
  });
});

describe("over the line", () => {
  const server = edge(app.build).listen(0, "127.0.0.1");
  afterAll(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
  const port = () => (server.address() as AddressInfo).port;
  const open = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
    new Promise((done, failed) => {
      get({ port: port(), host: "127.0.0.1", path, headers }, done).once("error", failed);
    });

  test("nobody frames it, nobody indexes it, it has no microphone, and knows no other site", async () => {
    const scene = await aScene();
    const link = await aReadyLink(scene.owner, scene.call);
    const { headers } = await open(paths.shared(link.urlPath));
    expect(headers).toMatchObject({
      ...{ "x-frame-options": "DENY", "x-robots-tag": "noindex, nofollow" },
      ...{ "referrer-policy": "same-origin", "cache-control": "private, no-store" },
    });
    expect(headers["permissions-policy"]).toContain("microphone=(), camera=(), display-capture=()");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).toContain("connect-src 'self';");
  });

  const long = Buffer.alloc(24 * 1024 * 1024, 7);
  type Watched = { scene: Scene; link: ReadyLink; email: string };

  /** A reader of a long answer who takes the first bytes and no more, until `rest` is asked for. */
  async function aReader(form: Record<string, string> = {}) {
    const scene = await aScene();
    const email = "elena@north.example";
    const conditions = { addresses: email, download: "true", ...form };
    const link = await aReadyLink(scene.owner, scene.call, conditions, long);
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "send_code", email });
    await browser.send(link.urlPath, { intent: "code", code: await codeIn(email) });
    const cookie = `__Host-visitor=${browser.jar.get("__Host-visitor") ?? ""}`;
    let isBrokenOff = false;
    server.once("request", (_request, sending) => {
      sending.once("close", () => (isBrokenOff = true));
    });
    const answer = await open(paths.cutFile(link.mixId), { cookie, range: "bytes=0-" });
    expect(answer.statusCode).toBe(206);
    let got = 0;
    answer.on("data", (chunk: Buffer) => (got += chunk.length));
    answer.on("error", () => undefined);
    await new Promise<void>((done) => answer.once("data", () => done()));
    answer.pause();
    const rest = async () => {
      const isOver = new Promise((done) => answer.once("close", done));
      answer.resume();
      await isOver;
      return { isWhole: answer.complete, got };
    };
    return { scene, link, email, cookie, isBrokenOff: () => isBrokenOff, rest };
  }

  const ENDS: [string, (watched: Watched) => Promise<unknown>][] = [
    ["the link is revoked", ({ scene, link }) => revokeLink(scene.owner, link.linkId)],
    [
      "its password is another",
      ({ scene, link }) => changeLinkPassword(scene.owner, link.linkId, "another harbour"),
    ],
    [
      "its person is taken off",
      ({ scene, link, email }) => removeLinkAddress(scene.owner, link.linkId, email),
    ],
    [
      "all links are switched off",
      ({ scene }) => allow(scene.workspace.id, { blockedAt: new Date().toISOString() }),
    ],
    ["its call is in the trash", ({ scene }) => trashCall(scene.owner, scene.call.id)],
    [
      "its time is over",
      ({ link: { linkId: id } }) =>
        db.sharedLink.updateMany({ where: { id }, data: { expiresAt: new Date(0) } }),
    ],
  ];

  test.each(ENDS)(
    "an answer that runs is cut off within two seconds once %s",
    async (_name, end) => {
      const pass = holdIntervals();
      const reader = await aReader();
      await end(reader);
      expect(reader.isBrokenOff()).toBe(false);
      pass(2_000);
      await expect.poll(reader.isBrokenOff).toBe(true);
      // What lies in the system's buffers still comes; the rest never does.
      const { isWhole, got } = await reader.rest();
      expect(isWhole).toBe(false);
      expect(got).toBeLessThan(long.length);
      const { cookie } = reader;
      const again = await open(paths.cutFile(reader.link.mixId), { cookie, range: "bytes=0-" });
      expect([401, 410]).toContain(again.statusCode);
    },
  );

  const GOES_ON: [string, (watched: Watched) => Promise<unknown>][] = [
    [
      "another link of its call is revoked",
      async ({ scene: { owner, call } }) =>
        revokeLink(owner, (await aReadyLink(owner, call)).linkId),
    ],
    [
      "its views are used up",
      ({ link: { linkId: id } }) =>
        db.sharedLink.updateMany({ where: { id }, data: { views: 9, maxViews: 9 } }),
    ],
    [
      "its words are corrected",
      ({ scene: { owner, call } }) =>
        correctWords(owner, call.id, {
          ...{ number: 1, segment: 2, firstWord: 0, lastWord: 0, before: "two", after: "twenty" },
          ...{ intent: "correct_words", scope: "here", addTerm: false },
        }),
    ],
  ];

  test.each(GOES_ON)("an answer that runs is given whole where %s", async (_name, change) => {
    const pass = holdIntervals();
    const reader = await aReader();
    await change(reader);
    pass(2_000);
    expect(await reader.rest()).toEqual({ isWhole: true, got: long.length });
  });
});
