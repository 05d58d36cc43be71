import { type APIRequestContext, type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const WORDS = [
  "[00:00:02] Mari Kato: If the second depot goes live before March I can hold the discount.",
  "[00:00:10] Elena Duarte: Twelve is closer. Our finance people will ask why it is not fifteen.",
  "[00:00:20] Mari Kato: I will send you the two versions of the offer by Thursday.",
  "[00:01:05] Elena Duarte: Good. Then let us look at them together on Friday.",
].join("\n");

/** A call of the rep's with words, which their team sees. */
async function importCall(request: APIRequestContext, title: string): Promise<string> {
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { consent: true, title, name: `${title}.txt`, text: WORDS },
  });
  expect(answer.status()).toBe(201);
  const { callId } = (await answer.json()) as { callId: string };
  return callId;
}

type Options = { browser: Browser; baseURL: string | undefined; hasScript?: boolean };
async function openAs(who: Who, { browser, baseURL, hasScript = true }: Options): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    ...{ javaScriptEnabled: hasScript, reducedMotion: "reduce" },
  });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const listOf = (page: Page) => page.getByRole("list", { name: "Comments" });
const threadOf = (page: Page, text: string) =>
  listOf(page).locator("li[data-thread]").filter({ hasText: text });
const write = (page: Page) => page.getByRole("textbox", { name: "Comment", exact: true });

/** Opens the page of a call once its script runs: the keys do nothing before. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("button", { name: /^Comment at/ })).toBeVisible();
}

/** Selects words of a sentence, as a mouse does. */
async function select(page: Page, words: string): Promise<void> {
  await page.evaluate((wanted) => {
    for (const text of document.querySelectorAll(".segment-text")) {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = (node.textContent ?? "").indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        window.getSelection()?.removeAllRanges();
        window.getSelection()?.addRange(range);
        document.dispatchEvent(new PointerEvent("pointerup"));
        return;
      }
    }
  }, words);
}

/** Presses Tab until a button of a thread has the focus, as who has no mouse does. */
async function tabTo(page: Page, name: string, thread: ReturnType<typeof threadOf>) {
  const button = thread.getByRole("button", { name }).first();
  await page.locator("h1").click();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
}

test("two people talk about a call on two screens, let a third in, and each keeps their own notes", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const title = `Pricing review ${test.info().repeatEachIndex}`;
  const callId = await importCall(rep.request, title);
  const call = `/playback/${callId}`;
  const manager = await openAs("manager", { browser, baseURL });
  const others = complaintsOf(manager);
  await open(manager, `${call}?tab=comments`);
  await open(rep, `${call}?tab=comments&t=12`);

  await test.step("C opens the field at this time; the other screen has the comment at once", async () => {
    await rep.locator("h1").click();
    await rep.keyboard.press("c");
    await expect(write(rep)).toBeFocused();
    await rep.keyboard.type("She was about to name her number.");
    const sent = performance.now();
    await rep.keyboard.press("Control+Enter");
    await expect(threadOf(manager, "about to name her number")).toBeVisible();
    test.info().annotations.push({
      type: "arrival",
      description: `${Math.round(performance.now() - sent)} ms from the key to the other screen`,
    });
    await expect(threadOf(rep, "about to name her number")).toContainText("0:12");
    await expect(write(rep)).toHaveCount(0);
  });

  await test.step("a manager comments at 1:07; the rep sees it without a reload, answers and resolves by keyboard", async () => {
    await open(manager, `${call}?tab=comments&t=67`);
    await manager.locator("h1").click();
    await manager.keyboard.press("c");
    await manager.keyboard.type("Ask for the date before you hang up.");
    await manager.keyboard.press("Control+Enter");
    const thread = threadOf(rep, "Ask for the date before you hang up.");
    await expect(thread).toContainText("1:07");
    await expect(thread).toContainText("New");
    await tabTo(rep, "Reply", thread);
    await rep.keyboard.press("Enter");
    await expect(rep.getByRole("textbox", { name: "Reply to Ivo Lund" })).toBeFocused();
    await rep.keyboard.type("Friday, ten o’clock.");
    await rep.keyboard.press("Control+Enter");
    await expect(threadOf(manager, "Friday, ten o’clock.")).toBeVisible();
    await tabTo(rep, "Resolve", thread);
    await rep.keyboard.press("Enter");
    await expect(threadOf(manager, "Resolved by Mari Kato")).toBeVisible();
    await expect(threadOf(rep, "Resolved by Mari Kato")).toBeVisible();
  });

  await test.step("selected words become a range, and a draft survives what arrives", async () => {
    await select(manager, "hold the discount");
    await manager.getByRole("button", { name: "Comment on these words" }).click();
    await expect(write(manager)).toBeFocused();
    await manager.keyboard.type("You gave the twelve early, @ma");
    await expect(manager.getByRole("option").first()).toContainText("Mari Kato");
    await manager.keyboard.press("Enter");
    await expect(write(manager)).toHaveValue("You gave the twelve early, @Mari Kato ");
    await rep.keyboard.press("c");
    await rep.keyboard.type("Another one.");
    await rep.keyboard.press("Control+Enter");
    await expect(threadOf(manager, "Another one.")).toBeVisible();
    await expect(write(manager)).toHaveValue("You gave the twelve early, @Mari Kato ");
    await manager.getByLabel("Tone").selectOption("Suggestion");
    await manager.getByRole("button", { name: "Comment", exact: true }).press("Enter");
    const thread = threadOf(rep, "You gave the twelve early");
    await expect(thread.getByRole("blockquote")).toContainText(/hold the discount/i);
    await expect(thread).toContainText("Suggestion");
    await shoot(rep, "comments-arrived");
  });

  const asked = "How did you open this with";
  const colleague = await openAs("rui", { browser, baseURL });
  await test.step("a mention lets nobody in before somebody says so", async () => {
    const thread = threadOf(rep, "You gave the twelve early");
    await thread.getByRole("button", { name: "Reply" }).press("Enter");
    await expect(rep.getByRole("textbox", { name: "Reply to Ivo Lund" })).toBeFocused();
    await rep.keyboard.type(`${asked} @rui`);
    await expect(rep.getByRole("option").first()).toContainText("can’t open this call");
    await rep.keyboard.press("Enter");
    await rep.keyboard.press("Control+Enter");
    await expect(thread.getByRole("alert")).toContainText("This gives Rui Abe access.");
    expect((await colleague.goto(call))?.status()).toBe(404);
    for (const width of [1440, 390]) {
      await rep.setViewportSize({ width, height: 844 });
      const name = `comments-access-${width}`;
      await checkScreen(rep, name, (theme) => shoot(rep, `${name}-${theme}`));
    }
    await rep.setViewportSize({ width: 1440, height: 900 });
    await rep.getByRole("button", { name: "Reply and give access" }).press("Enter");
    await expect(rep.locator("article").filter({ hasText: asked })).toBeVisible();
    expect((await colleague.goto(`${call}?tab=comments`))?.status()).toBe(200);
    await expect(threadOf(colleague, asked)).toBeVisible();
    await expect(threadOf(manager, asked)).toBeVisible();
  });

  await test.step("deleting the answer takes the access back, Undo gives it again", async () => {
    const answer = rep.locator("article").filter({ hasText: asked }).last();
    await answer.getByRole("button", { name: /^More for/ }).press("Enter");
    await answer.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(rep.getByText(asked)).toHaveCount(0);
    await expect(manager.getByText(asked)).toHaveCount(0);
    await expect.poll(async () => (await colleague.goto(call))?.status()).toBe(404);
    await rep.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(threadOf(manager, asked)).toBeVisible();
    expect((await colleague.goto(call))?.status()).toBe(200);
  });

  await test.step("edited, resolved and opened again, on both screens", async () => {
    const mine = threadOf(rep, "about to name her number");
    await mine.getByRole("button", { name: /^More for/ }).press("Enter");
    await mine.getByRole("button", { name: "Edit" }).press("Enter");
    await expect(rep.getByRole("textbox", { name: "Change your comment" })).toBeFocused();
    await rep.keyboard.press("Control+A");
    await rep.keyboard.type("Let the pause stand.");
    await rep.keyboard.press("Control+Enter");
    const theirs = threadOf(manager, "Let the pause stand.");
    await expect(theirs).toContainText("edited");
    await theirs.getByRole("button", { name: "Resolve" }).press("Enter");
    await expect(threadOf(rep, "Resolved by Ivo Lund")).toBeVisible();
    await threadOf(rep, "Resolved by Ivo Lund")
      .getByRole("button", { name: "Show" })
      .press("Enter");
    await threadOf(rep, "Let the pause stand.")
      .getByRole("button", { name: "Reopen" })
      .press("Enter");
    await expect(threadOf(manager, "Resolved by Ivo Lund")).toHaveCount(0);
  });

  await test.step("a private note is nobody else's, nor in their file", async () => {
    await rep.locator("h1").click();
    await rep.keyboard.press("c");
    await rep.keyboard.type("Ask finance how low we can go.");
    await rep.getByLabel("Private note, only for you").check();
    await rep.getByRole("button", { name: "Save note" }).press("Enter");
    await expect(threadOf(rep, "Ask finance")).toContainText("Only you");
    // All in one moment, as a fast hand on a slow machine: no letter is lost, and none plays or corrects anything.
    await rep.evaluate((keys) => {
      for (const key of keys)
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
        );
    }, Array.from("cAnd jkles"));
    const box = rep.getByRole("textbox", { name: "Comment", exact: true });
    await expect(box).toHaveValue("And jkles");
    await expect(rep.getByRole("dialog")).toHaveCount(0);
    await box.fill("And this is for everybody.");
    await rep.keyboard.press("Control+Enter");
    await expect(threadOf(manager, "And this is for everybody.")).toBeVisible();
    await expect(manager.getByText("Ask finance")).toHaveCount(0);
    const file = await (await manager.request.get(`/calls/${callId}/comments.csv`)).text();
    expect(file).toContain("And this is for everybody.");
    expect(file).not.toContain("Ask finance");
    const own = await (await rep.request.get(`/calls/${callId}/comments.vtt`)).text();
    expect(own).toMatch(/^WEBVTT\n/);
    expect(own).toContain("Ask finance");
  });

  await test.step("4,001 characters are refused in a sentence, and stay", async () => {
    await rep.keyboard.press("c");
    await write(rep).fill("x".repeat(4_001));
    await rep.keyboard.press("Control+Enter");
    await expect(rep.getByRole("alert")).toHaveText("Comment must have 4,000 characters or fewer.");
    await expect(write(rep)).toHaveValue(/^x{4001}$/);
    await write(rep).press("Escape");
    await rep.getByRole("button", { name: "Cancel" }).press("Enter");
  });

  await test.step("a comment has an address, which the list of recordings leads to", async () => {
    const link = threadOf(rep, "You gave the twelve early");
    const id = (await link.getAttribute("data-thread")) ?? "";
    await expect(async () => {
      await rep.goto("/recordings?q=comment%3Atwelve");
      await expect(rep.getByRole("link", { name: "In the comments" })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await rep.getByRole("link", { name: "In the comments" }).press("Enter");
    await expect(rep).toHaveURL(new RegExp(`comment=${id}`));
    await expect(rep.getByRole("button", { name: /^Comment at 0:05/ })).toBeVisible();
    await expect(threadOf(rep, "You gave the twelve early")).toHaveAttribute(
      "aria-current",
      "true",
    );
  });

  for (const [width, language] of [
    [1440, "en"],
    [390, "en"],
    [390, "ja"],
    [1440, "ja"],
  ] as const) {
    await rep.setViewportSize({ width, height: 900 });
    await wear(rep, "light", language);
    const name = `comments-${width}-${language}`;
    await checkScreen(rep, name, (theme) => shoot(rep, `${name}-${theme}`));
  }
  // What is refused is asked for once more, or shortened.
  expect([...complaints, ...others].filter((text) => !text.includes(" 422 "))).toEqual([]);
});

test("without script a comment is written, answered by name, resolved and read", async ({
  browser,
  baseURL,
  page,
}) => {
  await signIn(page);
  const title = `Read without script ${test.info().repeatEachIndex}`;
  const callId = await importCall(page.request, title);
  const plain = await openAs("rep", { browser, baseURL, hasScript: false });
  await plain.goto(`/playback/${callId}?tab=comments&t=5`);
  await write(plain).fill("Well opened, @Theo Sand");
  await plain.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(threadOf(plain, "Well opened")).toContainText("0:05");
  await write(plain).fill("And you, @Rui Abe?");
  await plain.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(plain.getByRole("alert")).toContainText("This gives Rui Abe access.");
  await plain.getByRole("button", { name: "Comment without mention" }).click();
  await expect(threadOf(plain, "And you, @Rui Abe?")).toBeVisible();
  await threadOf(plain, "Well opened").getByRole("button", { name: "Resolve" }).click();
  await expect(threadOf(plain, "Resolved by Mari Kato")).toBeVisible();
});
