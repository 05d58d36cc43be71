import { afterAll, describe, expect, test } from "vitest";
import { mintForm } from "#app/core/domain/embed/embed.schema.ts";
import {
  allowSite,
  deleteEndedTokens,
  listOwnEmbedKeys,
  mintEmbedToken,
  revokeEmbedKey,
  rotateEmbedKey,
} from "#app/core/domain/embed/embed-keys.server.ts";
import { deleteOldRefusals } from "#app/core/domain/embed/refused-sites.server.ts";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { listCallLinks } from "#app/core/pages/call-links.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { openApp } from "./app.ts";
import {
  aKey,
  anEmbeddedCall,
  askFramed,
  dataOf,
  type Scene,
  SITE,
  viewOf,
} from "./embed-scene.ts";
import { allow } from "./link-visitors.ts";
import { serve } from "./served.ts";

await queueForFile();
const app = await openApp();
const door = await serve(app);
const { ask, open, page } = askFramed(door);
afterAll(() => {
  door.close();
  app.close();
});

describe("keys", () => {
  test("one that is replaced goes on beside the new one for as long as was said", async () => {
    const scene = await anEmbeddedCall();
    const { keyId } = await rotateEmbedKey(scene.owner, scene.key.keyId, 24);
    const next = (await viewOf(scene.owner, scene.link.linkId, keyId)).key;
    for (const k of [scene.key.secret, next])
      expect((await open(scene.call.id, { k })).status).toBe(200);
    await expect(rotateEmbedKey(scene.owner, scene.key.keyId, 24)).rejects.toMatchObject({
      code: "invalid_state",
    });
    const at = await rotateEmbedKey(scene.owner, keyId, 0);
    expect((await open(scene.call.id, { k: next })).status).toBe(410);
    const last = (await viewOf(scene.owner, scene.link.linkId, at.keyId)).key;
    expect((await open(scene.call.id, { k: last })).status).toBe(200);
  });

  test("a token is one reader's, ends by itself, and with its key", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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

  test("of two presses at the same time, one makes a successor; and the workspace's sites count again", async () => {
    const scene = await anEmbeddedCall();
    const rotate = () => rotateEmbedKey(scene.owner, scene.key.keyId, 24);
    const made = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await db.embedKey.count({ where: { linkId: scene.link.linkId } })).toBe(2);
    const other = await anEmbeddedCall();
    await allow(other.workspace.id, { embed: "listed", embedOrigins: ["https://other.example"] });
    await expect(rotateEmbedKey(other.owner, other.key.keyId, 24)).rejects.toMatchObject({
      fields: { origins: ["not_permitted"] },
    });
  });

  test("end with their link, and none is made for one that has ended or is switched off", async () => {
    const scene = await anEmbeddedCall({ days: "7" });
    const view = () => viewOf(scene.owner, scene.link.linkId, scene.key.keyId);
    const { expiresAt } = await db.sharedLink.findFirstOrThrow({
      where: { id: scene.link.linkId },
    });
    expect(await view()).toMatchObject({
      ...{ state: "active", endsWithLink: true, endsAt: expiresAt?.toISOString() },
    });
    const soon = await aKey(scene.owner, scene.link, { days: "1" });
    expect(await viewOf(scene.owner, scene.link.linkId, soon.keyId)).toMatchObject({
      endsWithLink: false,
    });
    await allow(scene.workspace.id, { embed: "off" });
    expect((await view()).state).toBe("policy");
    await allow(scene.workspace.id, {});
    expect((await view()).state).toBe("active");
    await revokeLink(scene.owner, scene.link.linkId);
    expect((await view()).state).toBe("link");
    await expect(aKey(scene.owner, scene.link)).rejects.toMatchObject({ code: "invalid_state" });
    expect(await listOwnEmbedKeys(scene.owner)).toEqual([]);
  });

  test("their code publishes the title of the link, never the call's own", async () => {
    const scene = await anEmbeddedCall({ title: "Rollout plan" });
    await aKey(scene.owner, scene.link, { showsTitle: "true" });
    const { links } = await listCallLinks(scene.owner, scene.call.id);
    const codes = links.flatMap(({ keys }) => keys.map(({ snippet }) => snippet));
    expect(codes).toHaveLength(2);
    expect(codes.join()).not.toContain("A secret offer");
    expect(codes[0]).toContain('title="Call: Rollout plan"');
    expect(codes[1]).toContain('title="Call"');
    const [listed] = await listOwnEmbedKeys(scene.owner);
    expect(listed).toMatchObject({ title: "Rollout plan", subjectTitle: "A secret offer" });
  });
});

describe("a site that is not on the list", () => {
  const from = (referer: string, destination = "iframe") => ({
    ...{ referer, "sec-fetch-dest": destination },
  });
  const refused = async (scene: Scene) =>
    (await viewOf(scene.owner, scene.link.linkId, scene.key.keyId)).refused;

  test("is noted beside the key for seven days, whatever else asks", async () => {
    const scene = await anEmbeddedCall();
    await page(scene, {}, from("https://shop.example:8443/page?x=1"));
    await page(scene, {}, from("https://shop.example:8443/other"));
    await page(scene, {}, from("http://blog.example/"));
    // Listed, our own pages, not a frame, no address, and what is no site.
    for (const headers of [
      from(`${SITE}/page`),
      from(`${env().appUrl}/setting/general`),
      from("https://mail.example/", "document"),
      from("https://mail.example/", "empty"),
      from("javascript:alert(1)"),
      from("https://[::1]/"),
      from("about:blank"),
      {},
    ])
      expect((await page(scene, {}, headers)).headers.has("set-cookie")).toBe(false);
    await open(scene.call.id, { k: "A".repeat(32) }, from("https://mail.example/"));
    expect(await refused(scene)).toEqual(["http://blog.example", "https://shop.example:8443"]);
    const age = (days: number) =>
      db.embedRefusal.updateMany({
        where: { keyId: scene.key.keyId, origin: "http://blog.example" },
        data: { seenAt: new Date(Date.now() - days * 86_400_000) },
      });
    await age(6.9);
    await deleteOldRefusals();
    expect(await refused(scene)).toEqual(["https://shop.example:8443", "http://blog.example"]);
    await age(7.1);
    expect(await refused(scene)).toEqual(["https://shop.example:8443"]);
    await deleteOldRefusals();
    expect(await db.embedRefusal.count({ where: { keyId: scene.key.keyId } })).toBe(1);
  });

  test("of many that are made up, the newest are kept, and a key is not asked for ever", async () => {
    const scene = await anEmbeddedCall();
    for (let n = 0; n < 70; n += 1)
      expect((await page(scene, {}, from(`https://x${n}.example/`))).status).toBe(200);
    const sites = await refused(scene);
    expect(sites).toHaveLength(20);
    expect(sites[0]).toBe("https://x59.example");
  });

  test("is put on the list by who may change the link, and plays then", async () => {
    const scene = await anEmbeddedCall();
    const site = "https://shop.example";
    await page(scene, {}, from(`${site}/page`));
    const stranger = await aMember(await aWorkspace(), { role: "admin" });
    const colleague = await aMember(scene.workspace, { role: "rep" });
    for (const actor of [stranger, colleague])
      await expect(allowSite(actor, scene.key.keyId, site)).rejects.toMatchObject({
        code: "not_found",
      });
    await allow(scene.workspace.id, { embed: "listed", embedOrigins: [SITE] });
    await expect(allowSite(scene.owner, scene.key.keyId, site)).rejects.toMatchObject({
      fields: { origins: ["not_permitted"] },
    });
    await allow(scene.workspace.id, {});
    await Promise.all([
      allowSite(scene.owner, scene.key.keyId, site),
      allowSite(scene.owner, scene.key.keyId, site),
    ]);
    const { origins, refused: left } = await viewOf(
      ...([scene.owner, scene.link.linkId, scene.key.keyId] as const),
    );
    expect([origins, left]).toEqual([[SITE, site], []]);
    const { headers } = await page(scene, {}, from(`${site}/page`));
    expect(headers.get("content-security-policy")).toMatch(
      /frame-ancestors 'self' https:\/\/desk\.example https:\/\/shop\.example$/,
    );
    const log = await db.auditEntry.findMany({
      where: { target: scene.call.id, event: "embed.allowed" },
    });
    expect(log).toHaveLength(1);
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    await expect(
      allowSite(scene.owner, scene.key.keyId, "https://y.example"),
    ).rejects.toMatchObject({ code: "invalid_state" });
  });
});
