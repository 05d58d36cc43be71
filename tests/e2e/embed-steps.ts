import { readFileSync, writeFileSync } from "node:fs";
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type FrameLocator,
  type Page,
  test,
} from "playwright/test";
import { chromiumOnPath } from "#scripts/packages.ts";
import { OTHER_HOSTS } from "./other-site.ts";
import { asNew } from "./send-tone.ts";
import { uploadVoices } from "./upload-voices.ts";
import { speakCall } from "./voices.ts";

/** A browser that finds the hosts of other sites on this machine. */
export const onOtherSites = (...args: string[]) => ({
  executablePath: chromiumOnPath() ?? chromium.executablePath(),
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    ...args,
    `--host-resolver-rules=${OTHER_HOSTS}`,
  ],
});
/** For `test.use`. */
export const EMBED_OPTIONS = {
  contextOptions: { reducedMotion: "reduce" },
  launchOptions: onOtherSites("--autoplay-policy=no-user-gesture-required"),
} as const;

/** A site that keys list, and one that they do not. */
export const DESK = "www.partner.test";
export const ELSEWHERE = "www.elsewhere.test";

export type Made = { callId: string; linkId: string };
const PLAYBACK = encodeURIComponent("routes/work/playback");

export async function command<T>(
  request: APIRequestContext,
  callId: string,
  form: Record<string, string>,
): Promise<T> {
  const answer = await request.post(`/playback/${callId}?_data=${PLAYBACK}`, {
    headers: { "sec-fetch-site": "same-origin" },
    form,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

/** The same files are a call once: a second test of a file finds the call of the first. */
async function findOrUpload(rep: Page, title: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const list = await rep.request.get(
      `/recordings.json?q=${encodeURIComponent(`title:"${title}"`)}`,
    );
    const { data } = (await list.json()) as { data: { callId: string }[] };
    return data[0]?.callId;
  };
  const found = await find();
  if (found !== undefined) return found;
  const spoken = await speakCall();
  test.skip(spoken === null, "no voice on this machine: install flite");
  if (spoken === null) return "";
  for (const file of [spoken.rep, spoken.customer]) writeFileSync(file, asNew(readFileSync(file)));
  await rep.goto("/recordings");
  await uploadVoices(rep, spoken, { title, company: "Alder Works" });
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}

/** A call with words, 20 seconds of it shared for other sites, once its sound is ready. */
export async function aSharedCall(rep: Page, title: string): Promise<Made> {
  const callId = await findOrUpload(rep, title);
  await expect(async () => {
    await rep.goto(`/playback/${callId}`);
    await expect(rep.locator("a.segment-time").first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 400_000 });
  const { linkId } = await command<{ linkId: string }>(rep.request, callId, {
    ...{ intent: "make_link", audience: "anyone", names: "true", transcript: "true" },
    ...{ embed: "true", t0Ms: "1000", t1Ms: "21000" },
  });
  await expect
    .poll(async () => (await links(rep, callId)).find((one) => one.linkId === linkId)?.state, {
      timeout: 120_000,
    })
    .toBe("active");
  return { callId, linkId };
}

type Key = { keyId: string; key: string; snippet: string };
type Listed = { linkId: string; state: string; keys: Key[] };
const links = async (rep: Page, callId: string) =>
  ((await (await rep.request.get(`/calls/${callId}/links.json`)).json()) as { links: Listed[] })
    .links;

/** The keys of the link, the newest first. */
export const keysOf = async (rep: Page, { callId, linkId }: Made): Promise<Key[]> =>
  (await links(rep, callId)).find((link) => link.linkId === linkId)?.keys ?? [];

export async function aKey(
  rep: Page,
  made: Made,
  origins: string,
  showsTitle = "true",
): Promise<Key> {
  const { keyId } = await command<{ keyId: string }>(rep.request, made.callId, {
    ...{ intent: "make_embed_key", linkId: made.linkId, origins, showsTitle },
  });
  const found = (await keysOf(rep, made)).find((key) => key.keyId === keyId);
  if (!found) throw new Error("the key is not listed");
  return found;
}

export const playerOf = (page: Page, frame = "iframe"): FrameLocator => page.frameLocator(frame);
export const seconds = async (player: FrameLocator): Promise<number> => {
  const [minutes = "0", rest = "0"] = (await player.locator("[data-part=time]").innerText()).split(
    ":",
  );
  return Number(minutes) * 60 + Number(rest);
};
export async function expectPlays(player: FrameLocator): Promise<void> {
  await expect(async () => {
    const button = player.getByRole("button", { name: "Play", exact: true });
    if (await button.isVisible()) await button.click();
    await expect.poll(() => seconds(player), { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
  }).toPass();
}

export const html = (body: string, head = ""): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A partner</title>${head}<h1>A partner’s page</h1>${body}</html>`;
export const withSandbox = (snippet: string, allowed: string): string =>
  snippet.replace("<iframe ", `<iframe sandbox="${allowed}" `);

/** A reader of the partner's page, and the answers that would have set a cookie. */
export async function openVisitor(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ visitor: BrowserContext; page: Page; expectNoCookie: () => Promise<void> }> {
  const visitor = await browser.newContext({
    reducedMotion: "reduce",
    locale: "en-US",
    ...options,
  });
  const cookies: string[] = [];
  visitor.on("response", (response) => {
    void response
      .allHeaders()
      .then((headers) => {
        if (headers["set-cookie"] !== undefined) cookies.push(response.url());
      })
      .catch(() => undefined);
  });
  return {
    visitor,
    page: await visitor.newPage(),
    expectNoCookie: async () => {
      expect(cookies).toEqual([]);
      expect((await visitor.cookies()).map(({ name }) => name)).toEqual([]);
    },
  };
}
