import { randomBytes } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { edge } from "#app/http/edge.server.ts";
import { paths } from "#app/paths.ts";
import { type SignedIn } from "#tests/support/factories.ts";
import { holdIntervals } from "#tests/support/intervals.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { allow, browsersOf, PAGE, aScene, PART, addressesOf } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);

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

  test("unknown, revoked, expired, used up and blocked: one page, the same to the byte but for its address", async () => {
    const { owner, call, workspace } = await aScene();
    const made = (form: Record<string, string> = {}) => aReadyLink(owner, call, form);
    const [revoked, expired, used, blocked] = [
      await made(),
      await made(),
      await made({ maxViews: "1" }),
      await made(),
    ];
    await revokeLink(owner, revoked.linkId);
    const over = { expiresAt: new Date(Date.now() - 1) };
    await db.sharedLink.updateMany({ where: { id: expired.linkId }, data: over });
    await db.sharedLink.updateMany({ where: { id: used.linkId }, data: { views: 1 } });
    const pageOf = async (urlPath: string) => {
      const { status, text } = await aBrowser().ask(`/shared/${urlPath}`);
      // What differs by request: its nonce and its time, and the address itself.
      const body = text
        .replaceAll(urlPath, "ADDRESS")
        .replaceAll(/nonce="[^"]*"/g, "")
        .replaceAll(/"nowIso":"[^"]*"/g, "");
      return { status, body };
    };
    const unknown = await pageOf(randomBytes(16).toString("base64url"));
    expect(unknown.status).toBe(404);
    expect(unknown.body).toContain("This link does not work");
    expect(unknown.body).not.toContain(workspace.name);
    for (const { urlPath } of [revoked, expired, used])
      expect(await pageOf(urlPath)).toEqual({ status: 410, body: unknown.body });
    await allow(workspace.id, { needs: "password" });
    expect(await pageOf(blocked.urlPath)).toEqual({ status: 410, body: unknown.body });
  });

  test.each(["x", "%00", "%2e%2e%2f", "A".repeat(3_000)])("%.20s is no link", async (path) => {
    const answer = await aBrowser().ask(`/shared/${path}?_data=${encodeURIComponent(PAGE)}`);
    expect(answer.status).toBe(404);
  });

  test("who says to come from elsewhere, or to be another host, gets nothing more", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const lies = {
      ...{ origin: "https://evil.example", referer: `${env().appUrl}/playback/${call.id}` },
      ...{
        "x-forwarded-host": "evil.example",
        "x-forwarded-for": "127.0.0.1",
        host: "evil.example",
      },
    };
    const browser = aBrowser();
    const { view } = await browser.data(link.urlPath, "", lies);
    expect(view["step"]).toBe("password");
    for (const path of addressesOf(link))
      expect((await browser.ask(path, { headers: lies })).status).toBe(404);
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
  let owner: SignedIn;
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

  test("a reader who takes nothing of a long answer is cut off within two seconds of the end", async () => {
    const pass = holdIntervals();
    const scene = await aScene();
    owner = scene.owner;
    const long = Buffer.alloc(24 * 1024 * 1024, 7);
    /** A reader who takes the first bytes and no more, until `rest` is asked for. */
    const aReader = async () => {
      const link = await aReadyLink(owner, scene.call, {}, long);
      const browser = aBrowser();
      await browser.data(link.urlPath);
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
      return { link, cookie, isBrokenOff: () => isBrokenOff, rest };
    };
    const [reader, other] = [await aReader(), await aReader()];
    const { link, cookie } = reader;
    await revokeLink(owner, link.linkId);
    expect(reader.isBrokenOff()).toBe(false);
    pass(2_000);
    await expect.poll(reader.isBrokenOff).toBe(true);
    expect(await other.rest()).toEqual({ isWhole: true, got: long.length });
    // What lies in the system's buffers still comes; the rest never does.
    const { isWhole, got } = await reader.rest();
    expect(isWhole).toBe(false);
    expect(got).toBeLessThan(long.length);
    expect((await open(paths.cutFile(link.mixId), { cookie })).statusCode).toBe(410);
  });
});
