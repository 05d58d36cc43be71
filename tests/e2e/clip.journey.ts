import { readFileSync } from "node:fs";
import {
  type Browser,
  type BrowserContextOptions,
  devices,
  expect,
  type Locator,
  type Page,
} from "playwright/test";
import { beginUpload, sendFile, signIn as enter } from "#scripts/demo/door.ts";
import { parseScript, toVtt } from "#scripts/demo/script.ts";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";
import { giveWords } from "./words-of-call.ts";

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

const TITLE = "The price of two depots";
/** Nothing here recognises Japanese: the sound is there within seconds, and its words are given to it. */
const SCRIPT = `slug: clip
title: ${TITLE}
company: Alder Works
language: ja
owner: rep@demo.test
days-ago: 1
R: Mari Kato
C: Jo Alder

R: good afternoon what does your team use for planning today
C: right now we use a spreadsheet and it is a mess every monday
R: if the second depot goes live before march i can hold the discount at twelve percent
C: twelve is closer our finance people will ask why it is not fifteen
R: fifteen leaves out the tablets and the carrier links
C: then twelve for both depots is the better offer`;

async function bringCall(origin: string): Promise<string | null> {
  const speaker = await findSpeaker();
  if (speaker === null) return null;
  const script = parseScript(SCRIPT);
  const visitor = await enter(origin, "rep@demo.test", "parley-demo-calls");
  const { files, placed } = await speak(script, speaker);
  const sizes = { R: files.R.length, C: files.C.length };
  const { callId, uploads } = await beginUpload(visitor, script, sizes, "team");
  for (const { id, index } of uploads) await sendFile(visitor, id, index === 0 ? files.R : files.C);
  const isThere = async (): Promise<boolean> => {
    const list = await fetch(`${origin}/recordings.json?q=depots&state=ready&state=ready_partial`, {
      headers: { cookie: visitor.cookie },
    });
    const { data } = (await list.json()) as { data: { callId: string }[] };
    return data.some((one) => one.callId === callId);
  };
  await expect.poll(isThere, { timeout: 300_000, intervals: [1_000] }).toBe(true);
  await giveWords(callId, toVtt(placed, script.names));
  return callId;
}

async function openAs(
  browser: Browser,
  baseURL: string | undefined,
  who: Who,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...device,
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

/** A finger rests on the first word of a text. A Chromium of no phone selects nothing by that: the word is selected for it. */
async function holdWord(page: Page, text: Locator, bar: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await expect(async () => {
    await text.scrollIntoViewIfNeeded();
    const box = await text.boundingBox();
    const touchPoints = [{ x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 10 }];
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await text.evaluate((element) => {
      const selection = window.getSelection();
      selection?.setPosition(element, 0);
      selection?.modify("extend", "forward", "word");
    });
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const button = bar.getByRole("button", { name: "From here", exact: true });
    await expect(button).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const playedTo = (page: Page) =>
  page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);

/** In both widths; the page wears light English again afterwards. */
async function look(page: Page, name: string): Promise<void> {
  for (const language of ["en", "ja"])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await wear(page, "light", language);
      await checkScreen(page, `${name} ${width} ${language}`, (theme) =>
        shoot(page, `${name}-${width}-${theme}-${language}`, true),
      );
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

test("words become a clip by the keyboard, it is changed and saved, and who may not open the call plays it", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const callId = await bringCall(baseURL ?? "");
  test.skip(callId === null, "no voice on this machine: install flite");
  const complaints = complaintsOf(page);
  await signIn(page, "rep");
  await page.goto(`/playback/${callId}`);
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const bar = page.getByRole("toolbar", { name: "Selected words" });

  await test.step("Shift with the arrows takes in words and segments, and X makes a clip of them", async () => {
    const time = words.locator('[data-segment="2"] a.segment-time');
    await expect(async () => {
      await time.focus();
      await page.keyboard.press("Shift+ArrowRight");
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText(/^4 words selected/)).toBeAttached();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(words.locator("mark").first()).toBeVisible();
    await shoot(page, "clip-selection-1440-light");
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
    await time.focus();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("x");
    const form = page.getByRole("dialog", { name: "Make a clip" });
    await expect(form.getByLabel("Title")).toHaveValue(/^if the second depot/i);
    await checkScreen(page, "make a clip", (theme) => shoot(page, `clip-make-${theme}`));
    await form.getByLabel("Title").fill("Holding the price");
    await form.getByLabel("Who can play it").selectOption("workspace");
    const from = form.getByRole("textbox", { name: "From" });
    const before = await from.inputValue();
    await from.fill("soon");
    await form.getByRole("button", { name: "Make clip" }).press("Enter");
    await expect(form.getByRole("alert")).toHaveText("Enter a time such as 12:34 or 12:34.5.");
    await expect(form).toBeVisible();
    await from.fill(before);
    await form.getByRole("button", { name: "Make clip" }).press("Enter");
  });

  await test.step("the call goes on beside it: its link is copied, it plays as a range, and is a click away", async () => {
    const made = page.getByRole("region", { name: "The new clip" });
    await expect(made.getByRole("status")).toContainText("Holding the price");
    await expect(made.getByRole("button", { name: "Copy link" })).toBeFocused();
    expect(new URL(page.url()).pathname).toBe(`/playback/${callId}`);
    await checkScreen(page, "a clip was made", (theme) => shoot(page, `clip-made-1440-${theme}`));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("Link copied. Everyone in the workspace can open it.").first(),
    ).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await made.getByRole("button", { name: "Play it" }).press("Enter");
    await expect.poll(() => playedTo(page)).toBeGreaterThan(0.5);
    const link = made.getByRole("link", { name: "Holding the price" });
    expect(new URL((await link.getAttribute("href")) ?? "", page.url()).href).toBe(copied);
    await link.press("Enter");
    await page.waitForURL(/\/clips\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name: "Holding the price" })).toBeVisible();
  });
  const clipUrl = new URL(page.url()).pathname;

  await test.step("it plays at once, and as a file once that is made", async () => {
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Transcript" })).toContainText("twelve percent", {
      timeout: 120_000,
    });
    await page.keyboard.press("k");
    await expect.poll(() => playedTo(page)).toBeGreaterThan(0.5);
    await page.keyboard.press("k");
    await look(page, "clip");
  });

  await test.step("a second piece, its order, a bleep and a title card are saved together", async () => {
    await page.getByRole("link", { name: "Edit clip" }).press("Enter");
    await page.waitForURL(/edit=1/);
    const pieces = page.getByRole("region", { name: "Pieces", exact: true });
    const time = words.locator('[data-segment="5"] a.segment-time');
    await expect(async () => {
      await time.focus();
      await page.keyboard.press("Shift+ArrowDown");
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press("x");
    await expect(pieces.getByRole("listitem")).toHaveCount(2);
    await pieces.getByRole("button", { name: "Move piece 2 up" }).press("Enter");
    const last = words.locator('[data-segment="3"] a.segment-time');
    await last.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await bar.getByRole("button", { name: "Bleep" }).press("Enter");
    await page.getByRole("switch", { name: /Title card/ }).check();
    await page
      .getByRole("textbox", { name: "Text of the title card" })
      .fill("Why twelve beats fifteen");
    const save = page.getByRole("status").filter({ hasText: "Not saved:" });
    for (const part of ["pieces", "bleeps", "title card"]) await expect(save).toContainText(part);
    await checkScreen(page, "clip editor", (theme) => shoot(page, `clip-edit-1440-${theme}`, true));
    await page.setViewportSize({ width: 390, height: 900 });
    await checkScreen(page, "clip editor 390", (theme) =>
      shoot(page, `clip-edit-390-${theme}`, true),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    const asks = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.getByRole("link", { name: "Clips", exact: true }).press("Enter");
    await asks.getByRole("button", { name: "Stay" }).press("Enter");
    await expect(save).toContainText("bleeps");
    await page.getByRole("button", { name: "Save clip" }).press("Enter");
    await page.waitForURL((url) => url.search === "");
    await expect(page.getByText("Why twelve beats fifteen")).toBeVisible();
    await expect(page.getByRole("region", { name: "Transcript" })).toContainText("■", {
      timeout: 120_000,
    });
  });

  await test.step("its files are offered as they are made, and saved under its title", async () => {
    await page.getByRole("button", { name: "Download", exact: true }).press("Enter");
    const menu = page.getByRole("dialog", { name: "Download" });
    // The page asks by itself while the layer is open.
    await expect(menu.getByRole("link", { name: "Video with captions (MP4)" })).toBeVisible({
      timeout: 120_000,
    });
    await expect(menu.getByRole("status")).toHaveText("");
    await expect(menu).toContainText("2.5 s late for the sound alone");
    await checkScreen(page, "clip downloads", (theme) => shoot(page, `clip-downloads-${theme}`));
    const files: Record<string, string> = {};
    for (const [label, ending] of [
      ["Video with captions (MP4)", "mp4"],
      ["Sound (MP3)", "mp3"],
      ["Captions for the video (VTT)", "vtt"],
      ["Text (TXT)", "txt"],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        menu.getByRole("link", { name: label }).press("Enter"),
      ]);
      expect(file.suggestedFilename()).toBe(`Holding the price.${ending}`);
      files[ending] = await file.path();
    }
    expect(readFileSync(files["mp4"] ?? "").toString("latin1", 4, 8)).toBe("ftyp");
    // Words of the first piece come after the title card of the video, not with the file's beginning.
    const [, first] =
      /^00:00:(\d\d\.\d{3}) -->/m.exec(readFileSync(files["vtt"] ?? "", "utf8")) ?? [];
    expect(Number(first)).toBeGreaterThanOrEqual(2.5);
    expect(Number(first)).toBeLessThan(4);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  });

  const rui = await openAs(browser, baseURL, "rui");
  const seen = complaintsOf(rui);
  await test.step("a colleague who may not open the call finds it in the list and plays it", async () => {
    expect((await rui.goto(`/playback/${callId}`))?.status()).toBe(404);
    seen.length = 0;
    await rui.goto("/clips");
    const card = rui.getByRole("listitem").filter({ hasText: "Holding the price" }).first();
    await expect(card).not.toContainText(TITLE);
    await card.getByRole("button", { name: "Play “Holding the price”" }).press("Enter");
    await expect.poll(() => playedTo(rui)).toBeGreaterThan(0.3);
    await card.getByRole("button", { name: "Stop" }).press("Enter");
    await rui.getByRole("link", { name: "Holding the price" }).first().press("Enter");
    await rui.waitForURL((url) => url.pathname === clipUrl);
    await expect(rui.getByRole("link", { name: TITLE })).toHaveCount(0);
    await expect(rui.getByRole("link", { name: "Edit clip" })).toHaveCount(0);
    await rui.getByRole("button", { name: "Play", exact: true }).press("Enter");
    await expect.poll(() => playedTo(rui)).toBeGreaterThan(1);
    expect(seen).toEqual([]);
  });

  await test.step("I and O mark a piece at what is heard", async () => {
    await page.goto("/clips");
    await page.getByRole("link", { name: "New clip" }).press("Enter");
    const source = page.getByRole("region", { name: "Which call is the clip of?" });
    await source.getByLabel("Words of the call’s title").fill("two depots");
    await source.getByRole("button", { name: "Find calls" }).press("Enter");
    await expect(source.getByRole("listitem")).toHaveCount(1);
    await look(page, "clip-source");
    await source.getByRole("link", { name: TITLE }).press("Enter");
    const marks = page.getByRole("region", { name: "Clip from here" });
    await expect(marks).toContainText("–");
    await page.keyboard.press("i");
    await expect(marks).toContainText("0:00");
    await page.keyboard.press("l");
    await page.keyboard.press("o");
    await expect(marks).toContainText("0:10");
    await shoot(page, "clip-marks-1440-light");
    await page.keyboard.press("x");
    await page
      .getByRole("dialog", { name: "Make a clip" })
      .getByLabel("Title")
      .fill("The first ten");
    await page.getByRole("button", { name: "Make clip" }).press("Enter");
    const made = page.getByRole("region", { name: "The new clip" });
    await made.getByRole("link", { name: "The first ten" }).press("Enter");
    await page.waitForURL(/\/clips\/[0-9a-f-]{36}$/);
  });

  await test.step("the list, and a clip that is deleted and put back", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await expect(page.getByText("“The first ten” was deleted.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByRole("link", { name: "The first ten" })).toBeVisible();
    await look(page, "clips");
    for (const title of ["The first ten", "Holding the price"])
      await page
        .getByRole("checkbox", { name: `Select “${title}”` })
        .first()
        .check();
    await page.getByRole("link", { name: "Add to library…" }).press("Enter");
    await page.getByLabel("Name", { exact: true }).fill("Worth hearing");
    await page.getByRole("button", { name: "Make library" }).press("Enter");
    const many = page.getByRole("region", { name: "Add 2 clips" });
    await expect(many).toContainText("Nobody gains access");
    await look(page, "clips-to-library");
    await many.getByRole("button", { name: "Add them" }).press("Enter");
    for (const title of ["The first ten", "Holding the price"])
      await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
    await page.goto("/clips");
    await page.getByLabel("Search titles").fill("holding");
    await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
    await expect(page.getByRole("link", { name: "The first ten" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Holding the price" }).first()).toBeVisible();
  });

  await test.step("two clips are deleted at once, come back by Undo, and from the deleted ones", async () => {
    await page.getByRole("link", { name: "Clear filters" }).press("Enter");
    const titles = ["The first ten", "Holding the price"];
    const deleteBoth = async () => {
      for (const title of titles)
        await page
          .getByRole("checkbox", { name: `Select “${title}”` })
          .first()
          .check();
      const bar = page.getByRole("region", { name: "2 selected" });
      await bar.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await expect(page.getByText("2 clips were deleted.")).toBeVisible();
      await expect(bar).toHaveCount(0);
      await expect(page.getByRole("link", { name: "The first ten" })).toHaveCount(0);
    };
    await deleteBoth();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByText("2 clips are back.")).toBeVisible();
    for (const title of titles)
      await expect(page.getByRole("link", { name: title, exact: true }).first()).toBeVisible();
    await deleteBoth();
    await page.getByRole("link", { name: "Recently deleted" }).first().press("Enter");
    const gone = page.getByRole("list", { name: "Deleted clips" });
    for (const title of titles)
      await expect(gone.getByRole("listitem").filter({ hasText: title }).first()).toContainText(
        "Gone for good on",
      );
    await look(page, "clips-deleted");
    await gone.getByRole("button", { name: "Restore “The first ten”" }).press("Enter");
    await expect(page.getByText("“The first ten” is back.")).toBeVisible();
    await gone.getByRole("checkbox", { name: "Select “Holding the price”" }).check();
    const one = page.getByRole("region", { name: "1 selected" });
    await one.getByRole("button", { name: "Restore", exact: true }).press("Enter");
    await expect(page.getByText("1 clip is back.")).toBeVisible();
    await page.goto("/clips");
  });

  await test.step("a finger takes words from one held word to another, with a scroll between", async () => {
    const phone = await openAs(browser, baseURL, "rep", devices["Pixel 7"]);
    await phone.goto(`/playback/${callId}`);
    const said = phone.locator("section[aria-labelledby=transcript-title]");
    const over = phone.getByRole("toolbar", { name: "Selected words" });
    await holdWord(phone, said.locator('[data-segment="2"] [data-text]'), over);
    await shoot(phone, "clip-touch-390-light");
    await over.getByRole("button", { name: "From here", exact: true }).tap();
    await expect(phone.getByText("Hold the last word, then press “To here”.")).toBeVisible();
    await holdWord(phone, said.locator('[data-segment="4"] [data-text]'), over);
    await over.getByRole("button", { name: "To here", exact: true }).tap();
    await over.getByRole("button", { name: "Make a clip of these words" }).tap();
    const form = phone.getByRole("dialog", { name: "Make a clip" });
    const [from, to] = await Promise.all(
      ["From", "To"].map((name) => form.getByRole("textbox", { name }).inputValue()),
    );
    const timeOf = (segment: number) =>
      said.locator(`[data-segment="${segment}"] a.segment-time`).textContent();
    expect(from?.startsWith((await timeOf(2)) ?? "-")).toBe(true);
    expect((to ?? "") > ((await timeOf(4)) ?? "9")).toBe(true);
    await phone.context().close();
  });

  await test.step("a clip is the beginning of another", async () => {
    await page.getByRole("link", { name: "Holding the price" }).first().press("Enter");
    await page.waitForURL((url) => url.pathname === clipUrl);
    await page.getByRole("button", { name: "New clip from this" }).press("Enter");
    await page.waitForURL((url) => url.search === "?edit=1" && url.pathname !== clipUrl);
    await expect(page.getByText("Why twelve beats fifteen")).toBeVisible();
  });
  expect(complaints).toEqual([]);
});
