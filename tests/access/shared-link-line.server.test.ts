import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { embedKeyForm } from "#app/core/domain/embed/embed.schema.ts";
import { makeEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { deliver } from "#tests/support/emails.ts";
import { aReadyLink, type ReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { aScene, allow, PAGE } from "./link-visitors.ts";
import { outsiderOf } from "./outsider.ts";
import { clearAttempts } from "./replay.ts";
import { type Door, serve } from "./served.ts";

const app = await appForFile({ draws: true });
let line: Door;
beforeAll(async () => {
  line = await serve(app);
});
afterAll(() => line.close());
beforeEach(() => clearAttempts());

type Headers = Record<string, string>;
const OURS: Headers = { origin: new URL(env().appUrl).origin, "sec-fetch-site": "same-origin" };
/** Requests that a page of another site, or no page at all, sends with the browser's cookie. */
const FOREIGN: Headers[] = [
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: OURS["origin"] ?? "", "sec-fetch-site": "cross-site" },
  { origin: OURS["origin"] ?? "", "sec-fetch-site": "same-site" },
  { origin: OURS["origin"] ?? "", "sec-fetch-site": "none" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: `${OURS["origin"]}.evil.example` },
  { origin: "https://evil.example", "x-forwarded-host": "evil.example", host: "evil.example" },
  {},
];
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A browser on the line, which says in its headers what it likes. */
function aBrowser(headers: Headers = {}) {
  const jar = new Map<string, string>();
  const say = async (request: string, own: Headers = {}, body = "") => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await line.say(request, { ...(cookie && { cookie }), ...headers, ...own }, body);
    for (const given of answer.headers.getSetCookie()) {
      const [pair = ""] = given.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer;
  };
  const send = (urlPath: string, form: Record<string, string>, own: Headers = OURS) =>
    say(`POST ${paths.shared(urlPath)}`, { ...FORM, ...own }, `${new URLSearchParams(form)}`);
  const page = (urlPath: string, own: Headers = {}) =>
    say(`GET ${paths.shared(urlPath)}`, { accept: "text/html", ...own });
  return { jar, say, send, page };
}

describe("a request that another site caused", () => {
  const visitsOf = ({ linkId }: ReadyLink) =>
    db.shareVisit.findMany({ where: { linkId }, orderBy: { id: "asc" } });

  test("meets no condition, sends no code and uses up no try, whatever it says of itself", async () => {
    const { owner, call } = await aScene();
    const email = "elena@north.example";
    const closed = await aReadyLink(owner, call, { password: "quiet harbour", addresses: email });
    const counted = await aReadyLink(owner, call, { maxViews: "1" });
    const victim = aBrowser();
    await victim.send(closed.urlPath, { intent: "password", password: "quiet harbour" });
    const before = [await visitsOf(closed), await visitsOf(counted)];
    for (const foreign of FOREIGN) {
      const sent = await Promise.all([
        victim.send(closed.urlPath, { intent: "password", password: "quiet harbour" }, foreign),
        victim.send(closed.urlPath, { intent: "password", password: "a guess" }, foreign),
        victim.send(closed.urlPath, { intent: "send_code", email }, foreign),
        victim.send(closed.urlPath, { intent: "again" }, foreign),
        victim.send(closed.urlPath, { intent: "other_address" }, foreign),
        victim.send(closed.urlPath, { intent: "code", code: "123456" }, foreign),
        victim.send(counted.urlPath, { intent: "open" }, foreign),
      ]);
      expect([foreign, sent.map(({ status }) => status)]).toEqual([foreign, sent.map(() => 403)]);
    }
    expect([await visitsOf(closed), await visitsOf(counted)]).toEqual(before);
    expect(await deliver(email)).toEqual([]);
    const tries = await db.$queryRaw<{ key: string }[]>`
      SELECT key FROM rate_limit WHERE key LIKE 'share-%' AND points > 0`;
    expect(tries).toEqual([]);
    // The same from our own page is taken.
    expect((await victim.send(closed.urlPath, { intent: "send_code", email })).status).toBe(302);
    expect((await victim.send(counted.urlPath, { intent: "open" })).status).toBe(302);
  });

  test("writes nothing down as played", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const victim = aBrowser();
    await victim.page(link.urlPath);
    const beat = JSON.stringify({ ranges: [{ t0Ms: 0, t1Ms: 5_000 }], isOpened: true });
    const pulse = (own: Headers) =>
      victim.say(
        `POST ${paths.cutPulse(link.cutId)}`,
        { "content-type": "application/json", ...own },
        beat,
      );
    for (const foreign of FOREIGN) expect((await pulse(foreign)).status).toBe(403);
    const seen = async () => (await visitsOf(link)).map(({ viewedAt, heard }) => [viewedAt, heard]);
    expect(await seen()).toEqual([[null, null]]);
    expect((await pulse(OURS)).status).toBe(200);
    expect(await seen()).toEqual([[expect.any(Date), expect.anything()]]);
  });
});

describe("who says to come from elsewhere", () => {
  test("has the tries of where they are: no address in a header renews them", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const guesser = aBrowser();
    const answers: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const elsewhere = {
        "x-forwarded-for": `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
        "x-real-ip": `203.0.113.${n}`,
        "x-parley-remote-address": `203.0.113.${n}`,
      };
      const form = { intent: "password", password: `guess ${n} of mine` };
      answers.push((await guesser.send(link.urlPath, form, { ...OURS, ...elsewhere })).status);
    }
    expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test("and to be another host, is answered with nothing of that host: page, onward, mail, card", async () => {
    const { owner, call, workspace } = await aScene();
    await allow(workspace.id, { embed: "any" });
    const open = await aReadyLink(owner, call, { embed: "true" });
    await makeEmbedKey(owner, embedKeyForm.parse({ linkId: open.linkId, origins: "*" }));
    const email = "elena@north.example";
    const closed = await aReadyLink(owner, call, { addresses: email });
    const lies = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.example",
    };
    const browser = aBrowser();
    const page = await browser.page(open.urlPath, lies);
    const address = env().appUrl + paths.shared(open.urlPath);
    const card = await browser.say(`GET ${paths.oembed(address)}`, lies);
    const onward = await browser.send(
      closed.urlPath,
      { intent: "send_code", email },
      { ...OURS, ...lies },
    );
    expect([page.status, card.status, onward.status]).toEqual([200, 200, 302]);
    expect(onward.headers.get("location")).toBe(paths.shared(closed.urlPath));
    expect(card.text).toContain(env().appUrl);
    for (const { text, headers } of [page, card, onward])
      expect(text + JSON.stringify([...headers])).not.toContain("evil.example");
    const facts = JSON.stringify((await deliver(email)).map((mail) => mail.facts));
    expect(facts).toContain(env().appUrl + paths.shared(closed.urlPath));
    expect(facts).not.toContain("evil.example");
  });
});

describe("programs that draw a card of a link", () => {
  const AGENTS = [
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "Twitterbot/1.0",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Iframely/1.3.1 (+https://iframely.com/docs/about)",
  ];

  test.each(AGENTS)("see its workspace's name and nothing else: %s", async (agent) => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { message: "For you alone", title: "An own title" });
    const card = aBrowser({ "user-agent": agent });
    const page = await card.page(link.urlPath);
    expect(page.status).toBe(200);
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.text).toContain("<title>Kestrel Freight</title>");
    expect(page.text).not.toMatch(/secret|own title|For you|Mari|Elena|three|\/media\//);
    expect(page.text).not.toMatch(/property="og:|name="(?:description|twitter)/);
    const data = await outsiderOf(line).get(
      `${paths.shared(link.urlPath)}?_data=${encodeURIComponent(PAGE)}`,
      { "user-agent": agent },
    );
    expect(JSON.parse(data.text)).toEqual({ kind: "preview", workspace: "Kestrel Freight" });
    const head = await card.say(`HEAD ${paths.shared(link.urlPath)}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(card.jar.size).toBe(0);
    expect(await db.shareVisit.count({ where: { linkId: link.linkId } })).toBe(0);
  });

  test("have no sound, no words and no view, also with the cookie of a browser that was let in", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const browser = aBrowser();
    await browser.page(link.urlPath);
    const [agent = ""] = AGENTS;
    for (const path of [
      ...[paths.cutFile(link.mixId), `${paths.cutWords(link.cutId)}/0`],
      paths.cutCaptions(link.cutId),
    ]) {
      expect((await browser.say(`GET ${path}`, { "user-agent": agent })).status).toBe(404);
      expect((await browser.say(`HEAD ${path}`, { "user-agent": agent })).status).toBe(404);
    }
    const { views } = await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } });
    expect(views).toBe(0);
    expect((await browser.say(`GET ${paths.cutFile(link.mixId)}`)).status).toBe(200);
  });
});
