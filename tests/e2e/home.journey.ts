import { type APIRequestContext, type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { sendFile } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OURS = { "sec-fetch-site": "same-origin" };

async function openAs(browser: Browser, baseURL: string | undefined, who: Who): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

/** Words made elsewhere become a call. @returns its id */
async function importWords(request: APIRequestContext, title: string, text: string) {
  const made = await request.post("/recordings/import", {
    headers: OURS,
    data: { title, consent: true, name: "words.vtt", text },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { callId: string }).callId;
}

const TALK = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ivo Lund>We can hold twelve percent for both depots.

00:00:05.000 --> 00:00:09.000
<v Elena>Twelve is closer. Finance will ask for fifteen.
`;
const NAMELESS = `WEBVTT

00:00:00.000 --> 00:00:05.000
I think the second depot goes live in March.

00:00:06.000 --> 00:00:09.000
That would be early enough for us.
`;

test("a rep does from Home what a manager and the pipeline ask of them, and takes it back", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  const n = String(test.info().repeatEachIndex);
  const complaints = complaintsOf(rep);
  const [pricing, memo, broken] = [`Pricing review ${n}`, `Depot memo ${n}`, `Broken file ${n}`];
  await signIn(rep);
  const manager = await openAs(browser, baseURL, "manager");
  const callId = await importWords(manager.request, pricing, TALK);

  await test.step("the manager assigns the rep, takes them off and back on, and asks about a moment", async () => {
    await manager.goto(`/playback/${callId}?tab=info`);
    await manager.getByRole("button", { name: "Assign a reviewer…" }).last().click();
    const dialog = manager.getByRole("dialog", { name: "Reviewers" });
    await dialog.getByLabel("Colleague").selectOption({ label: "Mari Kato" });
    await dialog.getByLabel("Due").fill("2001-01-01");
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Choose today or a later day.");
    await dialog.getByLabel("Due").fill("2100-02-01");
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(dialog.getByText("Mari Kato has been asked and told.")).toBeVisible();
    await checkScreen(manager, "reviewers");
    await dialog.getByRole("button", { name: "Take off Mari Kato" }).click();
    await expect(dialog.getByText("Mari Kato is no longer a reviewer.")).toBeVisible();
    await expect(dialog.getByText("Nobody has been asked yet.")).toBeVisible();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: "Take off Mari Kato" })).toBeVisible();
    await shoot(manager, "reviewers");
    const known = await manager.request.get(`/calls/${callId}/reviewers.json`);
    const { reviewers } = (await known.json()) as { reviewers: { member: { id: string } }[] };
    expect(reviewers).toHaveLength(1);
    const asked = await manager.request.post(`/playback/${callId}`, {
      headers: OURS,
      form: {
        ...{ intent: "add_comment", body: "Did I give the twelve away too early?" },
        ...{ t0Ms: 0, t1Ms: 9_000, ask: reviewers[0]?.member.id ?? "", dueOn: "2100-01-31" },
      },
    });
    expect(asked.status()).toBe(200);
  });

  const queue = rep.getByRole("list", { name: "Needs you" });
  const row = (name: string | RegExp) => queue.getByRole("listitem").filter({ hasText: name });
  await rep.goto("/?show=all");
  const feedback = row(/Ivo Lund asks for your feedback/).filter({ hasText: pricing });
  await expect(feedback).toContainText("due 31 Jan 2100");
  await expect(row(`Ivo Lund asks you to review ${pricing}`)).toBeVisible();

  await test.step("one row opens at a time by keyboard, and Escape closes it", async () => {
    const opener = feedback.getByRole("button", { name: /asks for your feedback/ });
    await opener.focus();
    await rep.keyboard.press("Enter");
    await expect(feedback.getByRole("region", { name: /What was said/ })).toContainText(
      "Twelve is closer.",
    );
    await checkScreen(rep, "home-open");
    await shoot(rep, "home-open", true);
    await rep.keyboard.press("Escape");
    await expect(feedback.getByRole("textbox")).toHaveCount(0);
    await expect(opener).toBeFocused();
    await rep.keyboard.press("Enter");
  });

  await test.step("the feedback is given where it is asked for, taken back, and given again", async () => {
    const send = async (text: string) => {
      await feedback.getByRole("textbox", { name: "Feedback for Ivo Lund" }).fill(text);
      await feedback.getByRole("button", { name: "Send feedback" }).click();
    };
    await send("The twelve was fine; the pause before it was short.");
    const undo = rep.getByRole("button", { name: "Undo: Feedback sent to Ivo Lund" });
    await expect(undo).toBeFocused();
    await rep.keyboard.press("Enter");
    await expect(feedback).toContainText("due 31 Jan 2100");
    await feedback.getByRole("button", { name: /asks for your feedback/ }).click();
    await send("Count to three after the question.");
    await expect(undo).toBeVisible();
    await shoot(rep, "home-done", true);
    await rep.reload();
    await expect(feedback).toHaveCount(0);
    // Who says something about the call has reviewed it.
    await expect(row(`Ivo Lund asks you to review ${pricing}`)).toHaveCount(0);
    await manager.goto("/?show=all");
    const answer = manager
      .getByRole("list", { name: "Needs you" })
      .getByRole("listitem")
      .filter({ hasText: "Count to three after the question." });
    await expect(answer).toHaveCount(1);
    const read = answer.getByRole("button", { name: /^Mark read/ });
    // Before script has come the press reads the page anew, without a way back.
    const isScripted = () =>
      read.evaluate((button) => Object.keys(button).some((key) => key.startsWith("__reactProps")));
    await expect.poll(isScripted).toBe(true);
    await read.click();
    await expect(manager.getByRole("button", { name: /^Undo/ })).toBeVisible();
  });

  await test.step("the first steps tick what was done, go and come back", async () => {
    // Whoever did all of them in another journey has none left.
    const rui = await openAs(browser, baseURL, "rui");
    const own = await importWords(rui.request, `First steps ${n}`, TALK);
    await rui.goto("/");
    const steps = rui.getByRole("region", { name: /^First steps/ });
    await expect(steps).toBeVisible();
    await steps.getByRole("button", { name: "Hide" }).click();
    await expect(steps).toHaveCount(0);
    await rui.getByRole("button", { name: "Show first steps" }).click();
    const step = steps.getByRole("listitem").filter({ hasText: "Comment at a moment" });
    const commented = await rui.request.post(`/playback/${own}`, {
      headers: OURS,
      form: { intent: "add_comment", body: "Here.", t0Ms: 5_000 },
    });
    expect(commented.status()).toBe(200);
    await rui.reload();
    // What was done is folded under what comes next.
    await steps.getByText(/^(\d+ more · )?\d+ done$/).click();
    await expect(step).toContainText("Done");
    await rui.context().close();
  });

  await test.step("a speaker without a name gets one, and a file that cannot be used says so", async () => {
    await importWords(rep.request, memo, NAMELESS);
    await sendFile(
      rep.request,
      broken,
      "notes.wav",
      Buffer.from("no sound at all ".repeat(40)),
      415,
    );
    await rep.goto("/?show=all");
    const failed = row(broken);
    await expect(async () => {
      await rep.reload();
      await expect(failed.getByRole("link", { name: "Upload again" })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    const speaker = row(`Who is speaking in ${memo}?`);
    await speaker.getByRole("button", { name: /Who is speaking/ }).click();
    await speaker.getByLabel("Name", { exact: true }).fill("Priya Nair");
    await speaker.getByRole("button", { name: "Save name" }).click();
    await expect(row(`Priya Nair speaks in ${memo}`)).toBeVisible();
    await row(`Priya Nair speaks in ${memo}`).getByRole("button", { name: /^Undo/ }).click();
    await expect(speaker).toBeVisible();
    await speaker.getByRole("button", { name: /^Leave unnamed/ }).click();
    await expect(row(`The speaker of ${memo} stays unnamed`)).toBeVisible();
    await expect(rep.getByRole("navigation").first()).toContainText("Home");
  });

  await test.step("three other numbers are chosen, and two of a kind refused", async () => {
    await rep.goto("/");
    const numbers = rep.getByRole("region", { name: "Your three metrics" });
    await numbers.getByText("Choose", { exact: true }).click();
    await numbers.getByLabel("First").selectOption("fillers");
    await numbers.getByRole("button", { name: "Show these" }).click();
    await expect(numbers.getByRole("listitem").first()).toContainText("Filler words");
    await expect(numbers.getByRole("listitem").first()).toContainText(
      /Not enough calls yet|median/,
    );
    const answer = await rep.request.get("/home/metrics.json");
    expect(((await answer.json()) as { metrics: { key: string }[] }).metrics[0]?.key).toBe(
      "fillers",
    );
  });

  await rep.setViewportSize({ width: 390, height: 844 });
  await rep.goto("/?show=all");
  await checkScreen(rep, "home-phone", (theme) => shoot(rep, `home-phone-${theme}`, true));
  expect(complaints).toEqual([]);
});

test("what is asked on Home is answered without script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  await signIn(page);
  const title = `Plain memo ${test.info().repeatEachIndex}`;
  await importWords(page.request, title, NAMELESS);
  const speaker = page.getByRole("listitem").filter({ hasText: `Who is speaking in ${title}?` });
  await expect(async () => {
    await page.goto("/?show=all");
    await speaker.getByRole("button", { name: /Who is speaking/ }).click({ timeout: 2_000 });
  }).toPass();
  await speaker.getByLabel("Name", { exact: true }).fill("Priya Nair");
  await speaker.getByRole("button", { name: "Save name" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(speaker).toHaveCount(0);
  await context.close();
});
