import { afterAll, describe, expect, test } from "vitest";
import { noteBytes, playingOf } from "#app/core/domain/embed/embed-access.server.ts";
import { revokeEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { restoreCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { publishCutOf } from "#tests/support/shares.ts";
import { openApp } from "./app.ts";
import { aKey, anEmbeddedCall, askFramed, dataOf, jsonOf, SITE } from "./embed-scene.ts";
import { allow } from "./link-visitors.ts";
import { serve } from "./served.ts";

await queueForFile();
const app = await openApp();
const door = await serve(app);
const { ask, open, page, aPlayer } = askFramed(door);
afterAll(() => {
  door.close();
  app.close();
});

const appOrigin = new URL(env().appUrl).origin;

describe("the page of a player", () => {
  test("has the headers of its class, for the sites of its key and our own pages alone", async () => {
    const { headers, status } = await page(await anEmbeddedCall());
    expect(status).toBe(200);
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' ${appOrigin} 'nonce-${nonce}'`,
      ...["style", "img", "media", "connect"].map((kind) => `${kind}-src 'self' ${appOrigin}`),
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
    const scene = await anEmbeddedCall();
    const { text } = await page(scene);
    expect(text).not.toContain("secret");
    expect(text).toContain("Kestrel Freight");
    for (const id of [scene.owner.memberId, scene.elena.id, scene.link.linkId, scene.owner.name])
      expect(text).not.toContain(id);
    const titled = await aKey(scene.owner, scene.link, { showsTitle: "true" });
    expect((await open(scene.call.id, { k: titled.secret })).text).toContain("A secret offer");
  });

  test("takes what its address asks for, and ignores what is bad", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    const [ours, theirs] = [await anEmbeddedCall(), await anEmbeddedCall()];
    // No key says where it may be framed: the note says nothing, and any site may show it.
    await refused(open(ours.call.id, {}), 403, "'self' *");
    await refused(open(ours.call.id, { k: "A".repeat(32) }), 403, "'self' *");
    await refused(open(ours.call.id, { k: theirs.key.secret }), 403, "'self' *");
    await refused(open("x".repeat(400), { k: ours.key.secret }), 403, "'self' *");
  });

  test("being opened as a page of its own", async () => {
    const scene = await anEmbeddedCall();
    const asDocument = page(scene, {}, { "sec-fetch-dest": "document" });
    await refused(asDocument, 403, `'self' ${SITE}`);
  });

  test("whatever Origin, Referer and X-Forwarded-Host say, no other site may frame it", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
    const { sound } = await aPlayer(scene);
    await db.member.updateMany({
      where: { id: scene.owner.memberId },
      data: { state: "deactivated" },
    });
    await refused(page(scene), 410, `'self' ${SITE}`);
    expect((await ask(sound)).status).toBe(410);
  });

  test("what a rule of the workspace forbids now, and only that", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    const [ours, theirs] = [await anEmbeddedCall(), await anEmbeddedCall()];
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
    const [ours, theirs] = [await anEmbeddedCall(), await anEmbeddedCall()];
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
      { of: theirs.call.id },
      { play: "x" },
    ])
      expect((await ask(query(fields))).status).toBe(403);
  });

  test("the doors of a link's visitors and of members know nothing of it", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall({ transcript: "false" });
    const { data } = await aPlayer(scene);
    expect(data.words).toBeNull();
    const path = `${paths.embedMedia(scene.link.cutId, "words")}?s=${data.signature}`;
    expect((await ask(path)).status).toBe(404);
    const nameless = await anEmbeddedCall({ names: "false" });
    const { data: given } = await aPlayer(nameless);
    const { text } = await ask(`${given.words ?? ""}?s=${given.signature}`);
    expect(text).toContain("zero");
    expect(text).not.toContain("Elena");
  });

  test("what was heard in a frame without an origin of its own is sent as text, and counts", async () => {
    const scene = await anEmbeddedCall();
    const { sound, data } = await aPlayer(scene);
    await ask(sound);
    const send = (headers: Record<string, string>) =>
      door.say(
        `POST ${data.heard}?s=${data.signature}`,
        { "content-type": "text/plain;charset=UTF-8", ...headers },
        JSON.stringify({ ranges: [{ t0Ms: 0, t1Ms: 2_000 }] }),
      );
    const sandboxed = { origin: "null", "sec-fetch-site": "cross-site" };
    expect((await send({ ...sandboxed, cookie: "__Host-sid=x" })).status).toBe(403);
    expect((await send(sandboxed)).status).toBe(200);
    const visit = await db.shareVisit.findFirst({ where: { linkId: scene.link.linkId } });
    expect([...(visit?.heard ?? [])][0]).toBe(0b11);
  });

  test("a key whose traffic is used up gives no more, and says when it does again", async () => {
    const scene = await anEmbeddedCall();
    const { sound, data } = await aPlayer(scene);
    expect((await ask(sound)).status).toBe(200);
    const playing = await playingOf(scene.link.cutId, data.signature);
    await noteBytes(playing, 20_000_000_001);
    const refused = await ask(sound);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await anEmbeddedCall();
    expect((await ask((await aPlayer(other)).sound)).status).toBe(200);
  });
});
