import { type BrowserContext, expect, test } from "playwright/test";
import { speakMicrophones } from "./live-voices.ts";
import { complaintsOf, signIn } from "./people.ts";
import {
  openRecording,
  recordedAs,
  setUp,
  start,
  stop,
  untilKept,
  untilPlayable,
} from "./recorder-steps.ts";

const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

async function open(baseURL: string | undefined, wav?: string) {
  const context = await openRecording(baseURL ?? "", wav === undefined ? {} : { wav });
  contexts.push(context);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

test("a rep records a call: consent, microphone, mark, pause, stop, and it plays with its words", async ({
  baseURL,
}) => {
  const voices = await speakMicrophones();
  test.skip(voices === null, "no voice on this machine: install flite");
  const { page, complaints } = await open(baseURL, voices?.R.file);
  await signIn(page);
  await page.getByRole("link", { name: "Recorder" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Record a call" })).toBeVisible();

  await test.step("nothing is opened before somebody says who agreed", async () => {
    await expect(page.getByRole("switch", { name: "Microphone" })).toBeDisabled();
    const submit = page.getByRole("button", { name: "Start recording" });
    await expect(submit).toHaveAttribute("aria-disabled", "true");
    await setUp(page, { mic: true });
    await expect(page.getByText("Off. The others are not recorded.")).toBeVisible();
    await expect(page.getByRole("img", { name: /Share tab audio/ })).toBeVisible();
  });

  await test.step("it records, and says so in the page, the title and the icon", async () => {
    await start(page, "Okabe Foods, second call");
    await expect(page.getByText("Recording 1 lane")).toBeVisible();
    await expect(page).toHaveTitle(/● Recording/);
    expect(await page.locator("link[rel=icon]").getAttribute("href")).toContain("data:image/svg");
    await page.getByRole("button", { name: "Mark", exact: true }).click();
    await page.getByLabel(/^Note at/).fill("Asked how many people plan");
    await page.getByLabel(/^Note at/).blur();
    await untilKept(page, 8);
  });

  const other = await page.context().newPage();
  await test.step("its address leads its owner back to the recorder", async () => {
    const running = await recordedAs("Okabe Foods, second call");
    await other.goto(`/playback/${running?.callId}`);
    await other.waitForURL(new RegExp(`/recorder\\?call=${running?.callId}`));
    await expect(
      other.getByText(/“Okabe Foods, second call” is being recorded now on/),
    ).toBeVisible();
  });

  await test.step("paused, nothing is kept", async () => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/Paused/);
    const before = (await recordedAs("Okabe Foods, second call"))?.pieces ?? 0;
    await expect
      .poll(async () => page.getByRole("timer").textContent(), { timeout: 30_000 })
      .not.toBe(await page.getByRole("timer").textContent());
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(page.getByText("Recording 1 lane")).toBeVisible();
    await untilKept(page, 16);
    expect((await recordedAs("Okabe Foods, second call"))?.pieces).toBeGreaterThan(before);
  });

  await test.step("stopped, it is a call like any other", async () => {
    const callId = await stop(page);
    // Who waits at its address is brought to the call.
    await other.waitForURL(/\/(?:recordings|playback)\/[0-9a-f-]+/, { timeout: 30_000 });
    await other.close();
    const made = await untilPlayable("Okabe Foods, second call");
    expect(made).toMatchObject({
      quality: "A",
      tracks: ["microphone"],
      gaps: [],
      isPartial: false,
    });
    await page.getByRole("link", { name: "Open the call" }).click();
    await page.waitForURL(new RegExp(callId));
    await expect(page.getByRole("heading", { name: "Okabe Foods, second call" })).toBeVisible();
    await expect(page.getByText("good afternoon", { exact: false }).first()).toBeVisible({
      timeout: 180_000,
    });
    await page.goto(`/playback/${callId}?tab=comments`);
    await expect(page.getByText("Asked how many people plan").first()).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

const TOGETHER = [
  ["a tab alone", { tab: true }, ["tab"]],
  ["microphone and tab", { mic: true, tab: true }, ["microphone", "tab"]],
  ["microphone, tab and picture", { mic: true, tab: true, screen: true }, ["microphone", "tab"]],
] as const;
for (const [name, sources, tracks] of TOGETHER)
  test(`${name}: each source is a track of its own`, async ({ baseURL }) => {
    const { page, complaints } = await open(baseURL);
    const title = `Recorded from ${name}`;
    await signIn(page);
    await setUp(page, sources);
    await start(page, title);
    await untilKept(page, 6);
    await stop(page);
    const made = await untilPlayable(title);
    expect(made).toMatchObject({ quality: "A", tracks });
    expect(made.durationMs).toBeGreaterThan(5_000);
    expect(complaints).toEqual([]);
  });

test("a picture alone is no call, and the page says so", async ({ baseURL }) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { screen: true });
  const submit = page.getByRole("button", { name: "Start recording" });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await expect(
    page.getByText("A call needs sound: switch on a microphone or a tab."),
  ).toBeVisible();
});
