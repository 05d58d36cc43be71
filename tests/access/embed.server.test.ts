import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { embedKeyForm, mintForm } from "#app/core/domain/embed/embed.schema.ts";
import {
  deleteEndedTokens,
  listKeysOfLinks,
  makeEmbedKey,
  mintEmbedToken,
  revokeEmbedKey,
  rotateEmbedKey,
} from "#app/core/domain/embed/embed-keys.server.ts";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { restoreCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink, publishCutOf, type ReadyLink } from "#tests/support/shares.ts";
import { type App, openApp } from "./app.ts";
import { allow } from "./link-visitors.ts";
import { type Door, serve } from "./served.ts";

await queueForFile();
let app: App;
let door: Door;
beforeAll(async () => {
  app = await openApp();
  door = await serve(app);
});
afterAll(() => {
  door.close();
  app.close();
});

const SITE = "https://desk.example";
const appOrigin = new URL(env().appUrl).origin;

async function aScene(form: Record<string, string> = {}) {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const call = await aCall(owner, { title: "A secret offer", durationMs: 60_000 });
  const elena = await aParticipant(call, { name: "Elena Duarte", side: "C" });
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 1_000, t1Ms: 3_000, text: "zero one" },
  ]);
  const link = await aReadyLink(owner, call, { audience: "anyone", embed: "true", ...form });
  const key = await aKey(owner, link);
  return { workspace, owner, call, elena, link, key };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

async function aKey(owner: Member, { linkId }: ReadyLink, fields: Record<string, string> = {}) {
  const wish = embedKeyForm.parse({ linkId, origins: SITE, ...fields });
  const { keyId } = await makeEmbedKey(owner, wish);
  return { keyId, secret: await secretOf(owner, linkId, keyId) };
}
async function secretOf({ workspaceId }: Member, linkId: string, keyId: string): Promise<string> {
  const found = await listKeysOfLinks(workspaceId, [linkId]);
  return found.find((key) => key.keyId === keyId)?.key ?? "";
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  door.say(`GET ${path}`, { "sec-fetch-dest": "iframe", ...headers });
const open = (callId: string, query: Record<string, string>, headers = {}) =>
  ask(paths.embedPlayback(callId, query), headers);
const page = ({ call, key }: Scene, query: Record<string, string> = {}, headers = {}) =>
  open(call.id, { k: key.secret, ...query }, headers);

/** The raw client takes no chunks apart: the text may stand between their lengths. */
const jsonOf = (text: string) =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));

const playerData = z.object({
  ...{ sound: z.string(), words: z.string().nullable(), pulse: z.string(), heard: z.string() },
  ...{ signature: z.string(), start: z.number(), end: z.number().nullable() },
  ...{ lane: z.string().nullable(), transcript: z.boolean().nullable() },
});

/** What a player of this page is given: its addresses, without running its script. */
function dataOf(text: string) {
  const attribute = /data-player="([^"]*)"/.exec(text)?.[1] ?? "{}";
  const json = attribute.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return playerData.parse(JSON.parse(json));
}
async function aPlayer(scene: Scene, query: Record<string, string> = {}) {
  const { text } = await page(scene, query);
  const data = dataOf(text);
  return { data, sound: `${data.sound}?s=${data.signature}` };
}

describe("the page of a player", () => {
  test("has the headers of its class, for the sites of its key and our own pages alone", async () => {
    const { headers, status } = await page(await aScene());
    expect(status).toBe(200);
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      ...["style-src 'self'", "img-src 'self'", "media-src 'self'", "connect-src 'self'"],
      ...["form-action 'none'", "base-uri 'none'", "object-src 'none'"],
      `frame-ancestors 'self' ${SITE}`,
    ]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    for (const absent of ["x-frame-options", "cross-origin-opener-policy", "set-cookie"])
      expect(headers.has(absent)).toBe(false);
  });

  test("shows no title but where its key does, and no id of a person", async () => {
    const scene = await aScene();
    const { text } = await page(scene);
    expect(text).not.toContain("secret");
    expect(text).toContain("Kestrel Freight");
    for (const id of [scene.owner.memberId, scene.elena.id, scene.link.linkId, scene.owner.name])
      expect(text).not.toContain(id);
    const titled = await aKey(scene.owner, scene.link, { showsTitle: "true" });
    expect((await open(scene.call.id, { k: titled.secret })).text).toContain("A secret offer");
  });

  test("takes what its address asks for, and ignores what is bad", async () => {
    const scene = await aScene();
    const good = await page(scene, { t: "12", end: "20", theme: "dark", lang: "ja", lane: "them" });
    expect(good.text).toMatch(/<html lang="ja" data-theme="dark">/);
    expect(dataOf(good.text)).toMatchObject({ start: 12, end: 20, lane: "them" });
    const bad = await page(scene, {
      ...{ t: "900", end: "5", theme: "x'", lang: "xx", lane: "9", transcript: "maybe" },
    });
    expect(bad.text).toMatch(/<html lang="en" data-theme="auto">/);
    expect(dataOf(bad.text)).toMatchObject({ start: 0, end: 5, lane: null, transcript: null });
  });

  test("reads no cookie: a member's session, theme or language change nothing", async () => {
    const scene = await aScene();
    const cookie = `__Host-sid=${scene.owner.token}; theme=dark; lang=ja; __Host-visitor=x`;
    const { text, headers, status } = await page(scene, {}, { cookie });
    expect(status).toBe(200);
    expect(text).toMatch(/<html lang="en" data-theme="auto">/);
    expect(headers.has("set-cookie")).toBe(false);
    const without = await open(scene.call.id, {}, { cookie });
    expect([without.status, without.text]).toEqual([
      403,
      expect.stringContaining("This recording is not available here"),
    ]);
  });
});

describe("refuses, without a title", () => {
  const refused = async (asked: ReturnType<typeof open>, status: number, ancestors: string) => {
    const { status: got, text, headers } = await asked;
    expect(got).toBe(status);
    expect(text).toContain("This recording is not available here");
    expect(text).not.toMatch(/secret|Elena|Kestrel|data-player|<script/);
    expect(headers.get("content-security-policy")).toContain(`frame-ancestors ${ancestors}`);
  };

  test("no key, a guessed key, and the key of another call", async () => {
    const [ours, theirs] = [await aScene(), await aScene()];
    await refused(open(ours.call.id, {}), 403, "'none'");
    await refused(open(ours.call.id, { k: "A".repeat(32) }), 403, "'none'");
    await refused(open(ours.call.id, { k: theirs.key.secret }), 403, "'none'");
    await refused(open("x".repeat(400), { k: ours.key.secret }), 403, "'none'");
  });

  test("being opened as a page of its own", async () => {
    const scene = await aScene();
    const asDocument = page(scene, {}, { "sec-fetch-dest": "document" });
    await refused(asDocument, 403, `'self' ${SITE}`);
  });

  test("whatever Origin, Referer and X-Forwarded-Host say, no other site may frame it", async () => {
    const scene = await aScene();
    const { headers, text } = await page(
      scene,
      {},
      {
        origin: "https://evil.example",
        referer: "https://evil.example/page",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      },
    );
    expect(headers.get("content-security-policy")).toMatch(
      /frame-ancestors 'self' https:\/\/desk\.example$/,
    );
    expect(text).not.toContain("evil");
  });

  test("a key that was revoked, expired, or whose link ended, in all that belongs to it", async () => {
    const scene = await aScene();
    const { data, sound } = await aPlayer(scene);
    const statuses = async () =>
      Promise.all(
        [sound, `${data.words ?? ""}?s=${data.signature}`, data.pulse].map(
          async (path) => (await ask(path)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await db.embedKey.updateMany({
      where: { id: scene.key.keyId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await statuses()).toEqual([410, 410, 410]);
    await refused(page(scene), 410, `'self' ${SITE}`);
    await db.embedKey.updateMany({
      where: { id: scene.key.keyId },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    });
    expect(await statuses()).toEqual([200, 200, 200]);
    await trashCall(scene.owner, scene.call.id);
    expect(await statuses()).toEqual([410, 410, 410]);
    await restoreCall(scene.owner, scene.call.id);
    expect(await statuses()).toEqual([200, 200, 200]);
    await db.participant.updateMany({
      where: { id: scene.elena.id },
      data: { consent: "withdrawn" },
    });
    expect(await statuses()).toEqual([410, 410, 410]);
    await db.participant.updateMany({ where: { id: scene.elena.id }, data: { consent: "agreed" } });
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    expect(await statuses()).toEqual([410, 410, 410]);
    const other = await aKey(scene.owner, scene.link);
    expect((await open(scene.call.id, { k: other.secret })).status).toBe(200);
    await revokeLink(scene.owner, scene.link.linkId);
    await refused(open(scene.call.id, { k: other.secret }), 410, `'self' ${SITE}`);
  });

  test("corrected words replace those from before in one write, and it plays on", async () => {
    const scene = await aScene();
    const { data, sound } = await aPlayer(scene);
    await correctWords(scene.owner, scene.call.id, {
      ...{ number: 1, segment: 0, firstWord: 0, lastWord: 0, before: "zero", after: "nought" },
      ...{ intent: "correct_words", scope: "here", addTerm: false },
    });
    const words = `${data.words ?? ""}?s=${data.signature}`;
    for (const path of [sound, words, data.pulse]) expect((await ask(path)).status).toBe(200);
    expect((await ask(words)).text).toContain("zero");
    await db.cut.updateMany({ where: { id: scene.link.cutId }, data: { state: "queued" } });
    await publishCutOf(scene.call, scene.link.cutId);
    const { text } = await ask(words);
    expect(text).toContain("nought");
    expect(text).not.toContain("zero");
  });

  test("a link whose maker is gone", async () => {
    const scene = await aScene();
    const { sound } = await aPlayer(scene);
    await db.member.updateMany({
      where: { id: scene.owner.memberId },
      data: { state: "deactivated" },
    });
    await refused(page(scene), 410, `'self' ${SITE}`);
    expect((await ask(sound)).status).toBe(410);
  });

  test("what a rule of the workspace forbids now, and only that", async () => {
    const scene = await aScene();
    const any = async (rule: Parameters<typeof allow>[1]) => {
      await allow(scene.workspace.id, rule);
      const { status, headers } = await page(scene);
      const policy = headers.get("content-security-policy") ?? "";
      return [status, policy.slice(policy.indexOf("frame-ancestors") + 16)];
    };
    expect(await any({ embed: "off" })).toEqual([410, "'self'"]);
    expect(await any({ embed: "listed", embedOrigins: ["https://other.example"] })).toEqual([
      ...[200, "'self'"],
    ]);
    expect(await any({ needs: "password" })).toEqual([410, `'self' ${SITE}`]);
    expect(await any({ blockedAt: new Date().toISOString() })).toEqual([410, `'self' ${SITE}`]);
    expect(await any({})).toEqual([200, `'self' ${SITE}`]);
  });
});

describe("the media of a player", () => {
  test("answers ranges, counts one view, and what left", async () => {
    const scene = await aScene();
    const { sound, data } = await aPlayer(scene);
    const part = await ask(sound, { range: "bytes=10-19" });
    expect([part.status, part.text]).toEqual([206, scene.link.bytes.subarray(10, 20).toString()]);
    expect(part.headers.get("cache-control")).toBe("no-store");
    expect(part.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(part.headers.has("set-cookie")).toBe(false);
    await ask(sound);
    const key = () => db.embedKey.findFirstOrThrow({ where: { id: scene.key.keyId } });
    expect((await key()).views).toBe(1);
    await expect.poll(async () => Number((await key()).bytes)).toBeGreaterThanOrEqual(300_010);
    const heard = await door.say(
      `POST ${data.heard}?s=${data.signature}`,
      { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      JSON.stringify({ ranges: [{ t0Ms: 3_000, t1Ms: 6_000 }] }),
    );
    expect(heard.status).toBe(200);
    const visits = await db.shareVisit.findMany({ where: { linkId: scene.link.linkId } });
    expect(visits).toMatchObject([{ embedKeyId: scene.key.keyId, email: null }]);
    expect([...(visits[0]?.heard ?? [])][0]).toBe(0b111000);
    const second = await aPlayer(scene);
    await ask(second.sound);
    expect((await key()).views).toBe(2);
    const entries = await db.auditEntry.findMany({
      where: { target: scene.call.id, event: { startsWith: "embed." } },
    });
    expect(entries.map(({ event }) => event)).toEqual(["embed.made"]);
  });

  test("refuses every signature that was changed, and that of another cut", async () => {
    const [ours, theirs] = [await aScene(), await aScene()];
    const { data, sound } = await aPlayer(ours);
    const other = await aPlayer(theirs);
    expect((await ask(sound)).status).toBe(200);
    const parts = data.signature.split(".");
    const changed = parts.map((_, at) =>
      parts
        .map((part, n) => {
          if (n !== at) return part;
          if (part === "") return ours.key.keyId;
          return part.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
        })
        .join("."),
    );
    const later = (Date.now() + 86_400_000).toString(36);
    // The last sign of a checksum has two spare bits: each other spelling of it is another signature.
    const last = data.signature.slice(-1);
    const spelled = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
      .split("")
      .filter((sign) => sign !== last)
      .map((sign) => data.signature.slice(0, -1) + sign);
    for (const s of [
      ...changed,
      ...spelled,
      "",
      "x",
      [later, ...parts.slice(1)].join("."),
      other.data.signature,
    ])
      expect((await ask(`${data.sound}?s=${s}`)).status).toBe(403);
    expect((await ask(data.sound)).status).toBe(403);
    expect((await ask(`${other.data.sound}?s=${data.signature}`)).status).toBe(403);
    expect((await ask(`${data.words ?? ""}?s=${other.data.signature}`)).status).toBe(403);
  });

  test("a signature is renewed by the key alone, for this cut", async () => {
    const [ours, theirs] = [await aScene(), await aScene()];
    const { data } = await aPlayer(ours);
    const renewed = await ask(data.pulse);
    const signature = String(jsonOf(renewed.text)["signature"]);
    expect((await ask(`${data.sound}?s=${signature}`)).status).toBe(200);
    expect(renewed.headers.get("access-control-allow-origin")).toBe("*");
    const query = (fields: Record<string, string>) => {
      const url = new URL(data.pulse, appOrigin);
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      return url.pathname + url.search;
    };
    for (const fields of [
      { k: theirs.key.secret },
      { k: "" },
      { call: theirs.call.id },
      { play: "x" },
    ])
      expect((await ask(query(fields))).status).toBe(403);
  });

  test("the doors of a link's visitors and of members know nothing of it", async () => {
    const scene = await aScene();
    const { data } = await aPlayer(scene);
    for (const path of [
      `${paths.cutFile(scene.link.mixId)}?s=${data.signature}`,
      `${paths.cutWords(scene.link.cutId)}/index?s=${data.signature}`,
      `${paths.cutCaptions(scene.link.cutId)}?s=${data.signature}`,
    ])
      expect((await ask(path)).status).toBe(404);
    expect((await ask(`${paths.media(scene.link.mixId)}?s=${data.signature}`)).status).toBe(401);
  });

  test("without words, none leave", async () => {
    const scene = await aScene({ transcript: "false" });
    const { data } = await aPlayer(scene);
    expect(data.words).toBeNull();
    const path = `${paths.embedMedia(scene.link.cutId, "words")}?s=${data.signature}`;
    expect((await ask(path)).status).toBe(404);
    const nameless = await aScene({ names: "false" });
    const { data: given } = await aPlayer(nameless);
    const { text } = await ask(`${given.words ?? ""}?s=${given.signature}`);
    expect(text).toContain("zero");
    expect(text).not.toContain("Elena");
  });
});

describe("keys", () => {
  test("one that is replaced goes on beside the new one for as long as was said", async () => {
    const scene = await aScene();
    const { keyId } = await rotateEmbedKey(scene.owner, scene.key.keyId, 24);
    const next = await secretOf(scene.owner, scene.link.linkId, keyId);
    for (const k of [scene.key.secret, next])
      expect((await open(scene.call.id, { k })).status).toBe(200);
    await expect(rotateEmbedKey(scene.owner, scene.key.keyId, 24)).rejects.toMatchObject({
      code: "invalid_state",
    });
    const at = await rotateEmbedKey(scene.owner, keyId, 0);
    expect((await open(scene.call.id, { k: next })).status).toBe(410);
    const last = await secretOf(scene.owner, scene.link.linkId, at.keyId);
    expect((await open(scene.call.id, { k: last })).status).toBe(200);
  });

  test("a token is one reader's, ends by itself, and with its key", async () => {
    const scene = await aScene();
    const wish = mintForm.parse({ keyId: scene.key.keyId, minutes: "5", label: "Elena at Alder" });
    const { token } = await mintEmbedToken(scene.owner, wish);
    const { text, status } = await open(scene.call.id, { k: token });
    expect(status).toBe(200);
    const data = dataOf(text);
    await ask(`${data.sound}?s=${data.signature}`);
    expect(await db.shareVisit.findFirst({ where: { linkId: scene.link.linkId } })).toMatchObject({
      label: "Elena at Alder",
    });
    await db.embedToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await open(scene.call.id, { k: token })).status).toBe(410);
    expect((await ask(`${data.sound}?s=${data.signature}`)).status).toBe(410);
    expect(await deleteEndedTokens()).toBe(0);
    await db.embedToken.updateMany({ data: { expiresAt: new Date(Date.now() - 2 * 86_400_000) } });
    expect(await deleteEndedTokens()).toBe(1);
    const again = await mintEmbedToken(scene.owner, wish);
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    expect((await open(scene.call.id, { k: again.token })).status).toBe(410);
  });

  test("are made for links that ask for nothing, and for sites that are allowed", async () => {
    const scene = await aScene();
    for (const form of [
      { password: "quiet harbour" },
      { addresses: "a@b.example" },
      { maxViews: "3" },
    ])
      await expect(
        aReadyLink(scene.owner, scene.call, { embed: "true", ...form }),
      ).rejects.toMatchObject({ fields: { embed: ["not_permitted"] } });
    const plain = await aReadyLink(scene.owner, scene.call, { audience: "anyone" });
    await expect(aKey(scene.owner, plain)).rejects.toMatchObject({ code: "invalid_state" });
    await expect(aKey(scene.owner, scene.link, { origins: "*" })).rejects.toMatchObject({
      fields: { origins: ["not_permitted"] },
    });
    await allow(scene.workspace.id, { embed: "any", embedOrigins: ["https://*.a.example"] });
    await expect(aKey(scene.owner, scene.link)).rejects.toMatchObject({
      fields: { origins: ["not_permitted"] },
    });
    await aKey(scene.owner, scene.link, { origins: "https://x.a.example" });
    await allow(scene.workspace.id, { embed: "any" });
    const any = await aKey(scene.owner, scene.link, { origins: "*" });
    const { headers } = await open(scene.call.id, { k: any.secret });
    expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'self' \*$/);
  });

  test("another workspace's members can do nothing with them", async () => {
    const scene = await aScene();
    const admin = await aMember(await aWorkspace(), { role: "admin" });
    const wish = mintForm.parse({ keyId: scene.key.keyId });
    for (const run of [
      () => revokeEmbedKey(admin, scene.key.keyId),
      () => rotateEmbedKey(admin, scene.key.keyId, 1),
      () => mintEmbedToken(admin, wish),
      () => aKey(admin, scene.link),
    ])
      await expect(run()).rejects.toMatchObject({ code: "not_found" });
    expect((await page(scene)).status).toBe(200);
  });
});

describe("oEmbed", () => {
  const about = (query: Record<string, string>) =>
    ask(`/oembed?${new URLSearchParams(query).toString()}`);
  const url = ({ link }: Scene) => env().appUrl + paths.shared(link.urlPath);

  test("answers as the specification says, with the key of the link", async () => {
    const scene = await aScene();
    const { status, text, headers } = await about({ url: url(scene) });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const answer = jsonOf(text);
    const { html, ...facts } = answer;
    expect(facts).toEqual({
      ...{ version: "1.0", type: "video", width: 640, height: 360, cache_age: 3_600 },
      ...{ author_name: "Kestrel Freight", provider_name: "Parley", provider_url: env().appUrl },
    });
    expect(text).not.toMatch(/secret|Mari|Elena/);
    const src = /src="([^"]+)"/.exec(String(html))?.[1] ?? "";
    const { pathname, search } = new URL(src.replaceAll("&#38;", "&"));
    expect((await ask(pathname + search)).status).toBe(200);
    expect(html).toContain('loading="lazy"');
  });

  test("is found on the page of the link, and by programs that draw a card of it", async () => {
    const scene = await aScene();
    const about = `${env().appUrl}/oembed?${new URLSearchParams({ url: url(scene) }).toString()}`;
    const data = `${paths.shared(scene.link.urlPath)}?_data=routes/public/shared`;
    const bot = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
    for (const headers of [{}, bot])
      expect(jsonOf((await ask(data, headers)).text)["oembed"]).toBe(about);
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    for (const headers of [{}, bot])
      expect(jsonOf((await ask(data, headers)).text)["oembed"]).toBeUndefined();
  });

  test("keeps to the maxima, and says the title only where the key does", async () => {
    const scene = await aScene();
    const small = jsonOf(
      (await about({ url: url(scene), maxwidth: "300", maxheight: "150" })).text,
    );
    expect([small["width"], small["height"]]).toEqual([300, 150]);
    expect(small["html"]).toContain('width="300" height="150"');
    const wide = jsonOf((await about({ url: url(scene), maxwidth: "9000", format: "json" })).text);
    expect([wide["width"], wide["title"]]).toEqual([640, undefined]);
    const titled = await aKey(scene.owner, scene.link, { showsTitle: "true" });
    const byKey = env().appUrl + paths.embedPlayback(scene.call.id, { k: titled.secret });
    const named = jsonOf((await about({ url: byKey })).text);
    expect(named["title"]).toBe("A secret offer");
  });

  test("404 unknown, 401 private or with a condition, 501 for another format, 400 for none", async () => {
    const scene = await aScene();
    const status = async (query: Record<string, string>) => (await about(query)).status;
    const base = env().appUrl;
    expect(await status({ url: `${base}/shared/${"A".repeat(22)}` })).toBe(404);
    expect(await status({ url: `${base}/playback/${scene.call.id}` })).toBe(404);
    expect(await status({ url: "https://elsewhere.example/shared/x" })).toBe(404);
    expect(await status({ url: `${base}${paths.embedPlayback(scene.call.id)}` })).toBe(404);
    expect(await status({ url: "nonsense" })).toBe(404);
    const asks = await aReadyLink(scene.owner, scene.call, { password: "quiet harbour" });
    const plain = await aReadyLink(scene.owner, scene.call, { audience: "anyone" });
    for (const { urlPath } of [asks, plain])
      expect(await status({ url: `${base}${paths.shared(urlPath)}` })).toBe(401);
    expect(await status({ url: url(scene), format: "xml" })).toBe(501);
    expect(await status({ url: url(scene), maxwidth: "-1" })).toBe(400);
    expect(await status({})).toBe(400);
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    expect(await status({ url: url(scene) })).toBe(401);
    await revokeLink(scene.owner, scene.link.linkId);
    expect(await status({ url: url(scene) })).toBe(404);
    expect(await db.shareVisit.count({ where: { linkId: scene.link.linkId } })).toBe(0);
  });
});
