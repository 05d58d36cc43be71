import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type Browser, devices, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { DESK, EMBED_OPTIONS, expectPlays, html, openVisitor, playerOf } from "./embed-steps.ts";
import { type OtherSite, openOtherSite } from "./other-site.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";
import { sendFile, sendTone, whenReady } from "./send-tone.ts";
import { giveWords } from "./words-of-call.ts";

test.use(EMBED_OPTIONS);

let site: OtherSite;
test.beforeAll(async () => {
  site = await openOtherSite();
});
test.afterAll(async () => {
  await site.close();
});

/**
 * What a browser says by itself of what a link does not lead to any more. A page that is open while an item is taken out
 * of its list reports what was played of it once more, and learns by the answer that it is gone.
 */
const WHEN_OVER = /status of 410|status of 404 .*\/media\/cut\/[0-9a-f-]+\/pulse/;
const OURS = { "sec-fetch-site": "same-origin" };
/** Eight seconds, four, and eight: each a tone of its own, so that what is heard says where it was taken from. */
const TONES = [
  [320, 8],
  [640, 4],
  [960, 8],
] as const;
const WORDS = `WEBVTT

00:00.500 --> 00:07.000
What does your team use for planning today

00:08.200 --> 00:11.800
We hold the price at twelve

00:12.500 --> 00:19.000
Then I will ask our finance people
`;

function tones(shift: number): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), "parley-tones-")), "tones.wav");
  const inputs = TONES.flatMap(([hertz, seconds]) => [
    ...[
      "-f",
      "lavfi",
      "-i",
      `sine=frequency=${hertz + shift}:duration=${seconds}:sample_rate=16000`,
    ],
  ]);
  const joined = ["-filter_complex", "[0][1][2]concat=n=3:v=0:a=1"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...inputs, ...joined, file]);
  return readFileSync(file);
}

/** The length of a sound in seconds, and which tone it has in each half second of it. */
function tonesIn(sound: Buffer): { seconds: number; hertz: number[] } {
  const file = join(mkdtempSync(join(tmpdir(), "parley-heard-")), "heard.m4a");
  writeFileSync(file, sound);
  const pcm = execFileSync(
    "ffmpeg",
    ["-nostdin", "-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "16000", "-"],
    { maxBuffer: 1 << 26 },
  );
  const half = 16_000;
  const hertz: number[] = [];
  for (let from = 0; from + half <= pcm.length; from += half) {
    let turns = 0;
    for (let at = from + 2; at < from + half; at += 2)
      if (pcm.readInt16LE(at - 2) < 0 !== pcm.readInt16LE(at) < 0) turns += 1;
    hertz.push(turns);
  }
  return { seconds: pcm.length / 32_000, hertz };
}

async function send(
  request: APIRequestContext,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  const answer = await request.post(path, { headers: OURS, form, maxRedirects: 0 });
  expect([form["intent"], answer.status()]).toEqual([form["intent"], 302]);
  return answer.headers()["location"] ?? "";
}

/** A phone of somebody outside, who was never here. */
async function aPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const { viewport, userAgent, deviceScaleFactor, hasTouch, isMobile } = devices["Pixel 7"];
  const context = await browser.newContext({
    ...{ viewport, userAgent, deviceScaleFactor, hasTouch, isMobile },
    ...(baseURL !== undefined && { baseURL }),
    ...{ locale: "en-US", timezoneId: "Asia/Tokyo", reducedMotion: "reduce" as const },
  });
  return context.newPage();
}

/** In both widths, both languages and both themes; the page wears light English again afterwards. */
async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const language of ["ja", "en"])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await wear(page, "light", language);
      await checkScreen(page, `${name} ${width} ${language}`, (theme) =>
        shoot(page, `${name}-${width}-${theme}-${language}`, true),
      );
    }
  await wear(page, "light", "en");
  if (before) await page.setViewportSize(before);
}

/** Opens the dialog that shares what the page shows. */
async function openDialog(page: Page) {
  const dialog = page.getByRole("dialog", { name: /^Share outside/ });
  await expect(async () => {
    await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}

/** The dialog in both widths and themes, then a link for anyone. @returns its path */
async function shareWithAnyone(page: Page, name: string): Promise<string> {
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Anyone with the link" }).press("Enter");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 960 });
    await checkScreen(page, `${name} ${width}`, (theme) =>
      shoot(page, `${name}-${width}-${theme}`),
    );
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await dialog.getByRole("button", { name: "Create link for anyone" }).press("Enter");
  const made = dialog.getByRole("textbox", { name: "The link is ready to send." });
  const url = await made.inputValue();
  await page.keyboard.press("Escape");
  return new URL(url).pathname;
}

/** What a page plays, once its player knows. */
async function sourceOf(page: Page): Promise<string> {
  const sound = page.locator("audio").first();
  await expect(sound).toHaveAttribute("src", /\/media\//);
  return (await sound.getAttribute("src")) ?? "";
}

test("a manager shares a clip, and then a library that holds it: visitors hear those pieces, and none of it once it is taken back", async ({
  page: manager,
  browser,
  baseURL,
}) => {
  test.setTimeout(900_000);
  const complaints = complaintsOf(manager);
  await signIn(manager, "manager");
  const { request } = manager;
  const round = test.info().repeatEachIndex;
  const shift = 3 * round;
  const titles = [`Depot plans ${round}`, `Opening well ${round}`, `Asking for time ${round}`];
  const [first = "", second = "", third = ""] = titles;
  const callId = await sendFile(request, first, "tones.wav", tones(shift));
  const others = [
    await sendTone(request, second, 411 + 7 * round, 4),
    await sendTone(request, third, 523 + 7 * round, 4),
  ];
  await whenReady(request, [callId, ...others]);
  await giveWords(callId, WORDS);
  const pieces = JSON.stringify([{ t0Ms: 8_000, t1Ms: 12_000 }]);
  const clip = await send(request, `/playback/${callId}`, {
    ...{ intent: "make_clip", title: "Holding the price", card: "Why twelve is enough", pieces },
    ...{ visibility: "team" },
  });
  const phone = await aPhone(browser, baseURL);
  const visitor = complaintsOf(phone);
  const h1 = phone.getByRole("heading", { level: 1 });
  const words = phone.getByRole("region", { name: "Transcript" });

  await test.step("the manager shares the clip from its page", async () => {
    await manager.goto(clip);
    await expect(manager.getByRole("region", { name: "Transcript" })).toContainText("at twelve", {
      timeout: 120_000,
    });
    const path = await shareWithAnyone(manager, "share-clip-dialog");
    await phone.goto(path);
    await expect(h1).toHaveText("Holding the price");
  });

  await test.step("a visitor reads and hears exactly it", async () => {
    await expect(phone.getByText("Why twelve is enough")).toBeVisible();
    await expect(words.getByRole("link")).toHaveCount(1);
    await expect(words).toContainText("We hold the price at twelve");
    expect(await phone.content()).not.toContain("finance people");
    const source = await sourceOf(phone);
    const heard = tonesIn(await (await phone.request.get(source)).body());
    expect(heard.seconds).toBeGreaterThan(3.9);
    expect(heard.seconds).toBeLessThan(4.2);
    // Its edges are faded, and a coder's frame is longer than the piece.
    for (const hertz of heard.hertz.slice(0, 8))
      expect(Math.abs(hertz - (640 + shift))).toBeLessThan(30);
    await look(phone, "shared-clip");
    await phone.getByRole("button", { name: "Play", exact: true }).click();
    const player = phone.getByRole("region", { name: "Player" });
    await expect(player.getByText(/^0:0[1-4]$/)).toBeVisible();
  });

  await test.step("it plays on a partner’s site, and nothing else of its call does", async () => {
    const desk = site.origin(DESK);
    const sharing = await openDialog(manager);
    await sharing.getByRole("button", { name: "Anyone with the link" }).press("Enter");
    await sharing.getByLabel("Embedding on other sites").check();
    await sharing.getByRole("button", { name: "Create link for anyone" }).press("Enter");
    await expect(
      sharing.getByRole("textbox", { name: "The link is ready to send." }),
    ).toBeVisible();
    await manager.keyboard.press("Escape");
    const dialog = await openDialog(manager);
    const row = dialog.getByRole("listitem").filter({ hasText: "can be embedded" });
    await row.getByLabel("Sites that may show the player").fill(desk);
    await row.getByLabel("Show the title").check();
    await row.getByRole("button", { name: "Create key" }).press("Enter");
    await expect(row.getByText(desk, { exact: true })).toBeVisible();
    await shoot(manager, "share-clip-embed-1440-light");
    await manager.keyboard.press("Escape");
    const listed = await request.get(`${new URL(clip, baseURL).pathname}/links.json`);
    const { links } = (await listed.json()) as { links: { keys: { snippet: string }[] }[] };
    const [key] = links.flatMap(({ keys }) => keys);
    site.put("/", html(key?.snippet ?? ""));
    const partner = await openVisitor(browser);
    await partner.page.goto(`${desk}/`);
    const frame = playerOf(partner.page);
    await expect(frame.getByText("Holding the price")).toBeVisible();
    await expectPlays(frame);
    await shoot(partner.page, "clip-on-a-partners-site");
    await partner.expectNoCookie();
    await partner.visitor.close();
  });

  const library = await send(request, "/library", {
    ...{ intent: "make_library", name: `Prices we held ${round}`, kind: "personal" },
    description: "Three moments to hear before the first offer.",
  });
  const clipId = clip.split("/").at(-1) ?? "";
  await send(request, library, {
    intent: "add_item",
    clipId,
    why: "Wait before you answer.",
    gives: "0",
  });
  for (const id of others)
    await send(request, library, { intent: "add_item", callId: id, gives: "0" });
  const list = phone.getByRole("list", { name: "Recordings" });

  await test.step("several clips of the list get a link each, and each leads to its clip", async () => {
    const whole = { t0Ms: 0, t1Ms: 4_000 };
    await send(request, `/playback/${callId}`, {
      ...{ intent: "make_clip", title: "Asking how they plan", visibility: "team" },
      pieces: JSON.stringify([whole]),
    });
    await manager.goto(`/clips?call=${callId}`);
    for (const title of ["Asking how they plan", "Holding the price"])
      await manager.getByRole("checkbox", { name: `Select “${title}”` }).click();
    await manager
      .getByRole("region", { name: "2 selected" })
      .getByRole("button", { name: "Share", exact: true })
      .press("Enter");
    const dialog = manager.getByRole("dialog", { name: /^Share 2 clips outside/ });
    await dialog.getByRole("button", { name: "Anyone with the link" }).press("Enter");
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 960 });
      await checkScreen(manager, `share clips ${width}`, (theme) =>
        shoot(manager, `share-clips-dialog-${width}-${theme}`),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 960 });
    await dialog.getByRole("button", { name: "Create 2 links for anyone" }).press("Enter");
    await expect(dialog.getByText("2 links are ready to send.")).toBeVisible();
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 960 });
      await checkScreen(manager, `shared clips ${width}`, (theme) =>
        shoot(manager, `share-clips-made-${width}-${theme}`),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 960 });
    const rows = dialog.getByRole("listitem");
    for (const title of ["Asking how they plan", "Holding the price"]) {
      const row = rows.filter({ hasText: title });
      const url = /https?:\S+\/shared\/[\w-]{22}/.exec((await row.textContent()) ?? "")?.[0] ?? "";
      await expect(async () => {
        await phone.goto(new URL(url).pathname);
        await expect(h1).toHaveText(title, { timeout: 2_000 });
      }).toPass({ timeout: 60_000 });
    }
    await manager.keyboard.press("Escape");
  });

  await test.step("the library is shared as the list it is", async () => {
    await manager.goto(library);
    const path = await shareWithAnyone(manager, "share-library-dialog");
    await expect(async () => {
      await phone.goto(path);
      await expect(list.getByRole("link")).toHaveCount(3, { timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
    await expect(h1).toHaveText(`Prices we held ${round}`);
    await expect(list).not.toContainText("Wait before you answer.");
    await expect(words).toContainText("We hold the price at twelve");
    await look(phone, "shared-library");
    expect(await phone.content()).not.toContain(callId);
  });

  await test.step("without script it is a list of links, each to its sound and words", async () => {
    const context = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      javaScriptEnabled: false,
    });
    const plain = await context.newPage();
    await plain.goto(phone.url());
    await expect(plain.locator("audio[controls]")).toBeVisible();
    await plain.getByRole("link", { name: new RegExp(second) }).click();
    await expect(plain.getByRole("heading", { level: 2 })).toHaveText(second);
    await expect(plain.locator("audio[controls]")).toBeVisible();
    await plain.getByRole("link", { name: /Holding the price/ }).click();
    await expect(plain.locator("a.segment-time")).toHaveAttribute("href", /item=.+&t=0$/);
    await shoot(plain, "shared-library-no-script");
    await context.close();
  });

  const player = phone.getByRole("region", { name: "Player" });
  await test.step("a visitor plays it through, from one to the next, and by keys", async () => {
    await phone.getByRole("button", { name: "Play", exact: true }).click();
    await expect(player).toContainText("1 of 3");
    await expect(player).toContainText("2 of 3", { timeout: 30_000 });
    await expect(phone.getByRole("heading", { level: 2 }).first()).toHaveText(second);
    await expect(player).toContainText("3 of 3", { timeout: 30_000 });
    await expect(phone.getByText("That was the last recording.")).toBeAttached({ timeout: 30_000 });
    await phone.keyboard.press("Shift+P");
    await expect(player).toContainText("2 of 3");
    await expect(list.locator("[aria-current=true]")).toContainText(second);
  });

  await test.step("what is taken out of the library stays in the link until it is updated", async () => {
    await manager.goto(library);
    await manager.getByRole("link", { name: `Change ${third}` }).press("Enter");
    await manager.getByRole("button", { name: `Remove ${third}` }).press("Enter");
    await expect(manager.getByText(/was removed/)).toBeVisible();
    await phone.reload();
    await expect(list.getByRole("link")).toHaveCount(3);
    const dialog = await openDialog(manager);
    const row = dialog.getByRole("listitem").filter({ hasText: "3 recordings" });
    await expect(row).toContainText("The library has changed");
    await expect(row.getByRole("definition")).toHaveText(third);
    await row.getByRole("button", { name: /^Views and people/ }).press("Enter");
    await expect(row).toContainText(`${second}: `);
    await row.getByRole("button", { name: /^Update link/ }).scrollIntoViewIfNeeded();
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 960 });
      await checkScreen(manager, `update ${width}`, (theme) =>
        shoot(manager, `share-library-update-${width}-${theme}`),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 960 });
    await row.getByRole("button", { name: /^Update link/ }).press("Enter");
    await expect(dialog.getByText("2 recordings", { exact: false }).first()).toBeVisible();
    await expect(dialog.getByText("The library has changed")).toHaveCount(0);
    await phone.reload();
    await expect(list.getByRole("link")).toHaveCount(2);
    await manager.keyboard.press("Escape");
  });

  await test.step("a clip that is deleted stops at once, and the rest of the list goes on", async () => {
    const address = await list
      .getByRole("link", { name: /Holding the price/ })
      .getAttribute("href");
    await phone.goto(new URL(address ?? "", phone.url()).href);
    await expect(player).toContainText("1 of 2");
    const source = await sourceOf(phone);
    await send(request, clip, { intent: "delete_clip", clipId });
    expect((await phone.request.get(source)).status()).toBe(410);
    await expect(phone.getByText("This recording is not available.")).toBeVisible({
      timeout: 10_000,
    });
    await expect(list.getByRole("link")).toHaveCount(1);
    expect(await phone.content()).not.toContain("Holding the price");
    await shoot(phone, "shared-library-stopped", true);
    await list.getByRole("link", { name: new RegExp(second) }).click();
    await expect(player).toContainText("1 of 1");
  });
  expect(complaints).toEqual([]);
  expect(visitor.filter((line) => !WHEN_OVER.test(line))).toEqual([]);
});
