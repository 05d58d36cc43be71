import { afterAll, describe, expect, test } from "vitest";
import { revokeEmbedKey, rotateEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { makeLink, revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { openApp } from "./app.ts";
import { aKey, anEmbeddedCall, askFramed, jsonOf, type Scene } from "./embed-scene.ts";
import { allow } from "./link-visitors.ts";
import { serve } from "./served.ts";

await queueForFile();
const app = await openApp();
const door = await serve(app);
const { ask } = askFramed(door);
afterAll(() => {
  door.close();
  app.close();
});

describe("oEmbed", () => {
  const about = (query: Record<string, string>) =>
    ask(`/oembed?${new URLSearchParams(query).toString()}`);
  const url = ({ link }: Scene) => env().appUrl + paths.shared(link.urlPath);

  test("answers as the specification says, with the key of the link", async () => {
    const scene = await anEmbeddedCall();
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

  test("is found on the page of the link, by people and by programs that draw a card, where it would be answered", async () => {
    const scene = await anEmbeddedCall();
    const bot = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
    /** What the page names, for both. */
    const named = async (urlPath: string) => {
      const data = `${paths.shared(urlPath)}?_data=routes/public/shared`;
      const [person, program] = await Promise.all([ask(data), ask(data, bot)]);
      const [one, other] = [person, program].map(({ text }) => jsonOf(text)["oembed"] ?? null);
      expect(other).toBe(one);
      return one;
    };
    const { link, owner, call, workspace } = scene;
    expect(await named(link.urlPath)).toBe(
      `${env().appUrl}/oembed?${new URLSearchParams({ url: url(scene) }).toString()}`,
    );
    const asks = await aReadyLink(owner, call, { password: "quiet harbour" });
    const keyless = await aReadyLink(owner, call, { audience: "anyone" });
    const preparing = await makeLink(
      ...([owner, call.id, newLinkForm.parse({ audience: "anyone", embed: "true" })] as const),
    );
    await aKey(owner, preparing);
    for (const { urlPath } of [asks, keyless, preparing]) expect(await named(urlPath)).toBeNull();
    await allow(workspace.id, { embed: "off" });
    expect(await named(link.urlPath)).toBeNull();
    await allow(workspace.id, {});
    expect(await named(link.urlPath)).not.toBeNull();
    await revokeEmbedKey(owner, scene.key.keyId);
    expect(await named(link.urlPath)).toBeNull();
  });

  test("gives the newest key that a site may frame; one for our own pages is not given", async () => {
    const scene = await anEmbeddedCall();
    const keyIn = async () =>
      /[?;&]k=([\w-]{32})/.exec(
        String(jsonOf((await about({ url: url(scene) })).text)["html"]),
      )?.[1];
    expect(await keyIn()).toBe(scene.key.secret);
    await aKey(scene.owner, scene.link, { origins: "" });
    expect(await keyIn()).toBe(scene.key.secret);
    const newer = await aKey(scene.owner, scene.link, { origins: "https://blog.example" });
    expect(await keyIn()).toBe(newer.secret);
    await rotateEmbedKey(scene.owner, newer.keyId, 24);
    expect(await keyIn()).not.toBe(newer.secret);
    await allow(scene.workspace.id, { embed: "listed", embedOrigins: ["https://desk.example"] });
    expect(await keyIn()).toBe(scene.key.secret);
  });

  test("keeps to the maxima, and says the title only where the key does", async () => {
    const scene = await anEmbeddedCall();
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
    const scene = await anEmbeddedCall();
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
    for (const more of ["?", "?t=5&theme=dark", "#t=5", "/"])
      expect(await status({ url: url(scene) + more, format: "json" })).toBe(200);
    for (const maximum of ["0", "1.5", "1e3", "x", "-1", " "])
      expect(await status({ url: url(scene), maxheight: maximum })).toBe(400);
    expect(await status({ url: url(scene), maxwidth: "-1" })).toBe(400);
    expect(await status({})).toBe(400);
    await revokeEmbedKey(scene.owner, scene.key.keyId);
    expect(await status({ url: url(scene) })).toBe(401);
    await revokeLink(scene.owner, scene.link.linkId);
    expect(await status({ url: url(scene) })).toBe(404);
    expect(await db.shareVisit.count({ where: { linkId: scene.link.linkId } })).toBe(0);
  });
});
