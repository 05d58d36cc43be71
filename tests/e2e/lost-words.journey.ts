import { type Browser, expect, type Page } from "playwright/test";
import { startServer } from "#media/speech/test-server.ts";
import { readPorts } from "#scripts/ports.ts";
import { test } from "./closing-test.ts";
import { type Product, startProduct } from "./instance.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { uploadVoices } from "./upload-voices.ts";
import { speakCall, type SpokenFiles } from "./voices.ts";

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

const RATE = 16_000;
const TOKEN = "a token of the operator";
const WORDS = "we can look at what the new plan costs for your team and when it would start".split(
  " ",
);

/** Which share of what it is asked the speech service answers. */
let share = 1;
let product: Product | undefined;
let service: Awaited<ReturnType<typeof startServer>> | undefined;
let voices: SpokenFiles | null = null;
let origin = "";
test.beforeAll(async () => {
  voices = await speakCall();
  let credit = 0;
  service = await startServer(({ form }) => {
    const file = form.get("file");
    const seconds = file instanceof File ? (file.size - 44) / (2 * RATE) : 0;
    credit += share;
    if (credit < 1) return { body: { text: "" } };
    credit -= 1;
    const count = Math.ceil(seconds * 2.4);
    return {
      body: { text: Array.from({ length: count }, (_, n) => WORDS[n % WORDS.length]).join(" ") },
    };
  });
  const url = new URL(service.baseUrl);
  product = await startProduct({
    ...{ PORT: "0", DEMO: "1", DEMO_CALLS: "none", DEMO_HISTORY: "0", LIVE_CONSOLE: "false" },
    ...{ SPEECH_ENGINE: "openai-http", SPEECH_URL: service.baseUrl, SPEECH_MODEL: "whisper-1" },
    ...{ PRIVATE_HOSTS: url.host, METRICS_TOKEN: TOKEN },
  });
  origin = `http://127.0.0.1:${readPorts(product.dataDir)["web"] ?? 0}`;
});
test.afterAll(async () => {
  await product?.stop();
  await service?.close();
});

async function open(browser: Browser, who: "rep" | "admin"): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: origin, timezoneId: "Asia/Tokyo", viewport: { width: 1440, height: 960 } },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const lost = /\d+ s of speech, words for \d+ s\./;
const retry = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Retry", exact: true });

test("a call whose words did not come says so, is recognised again without losing any, and is ready when they are there", async ({
  browser,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  const page = await open(browser, "rep");
  const complaints = complaintsOf(page);
  const main = page.getByRole("main");
  share = 1 / 3;
  await page.getByRole("link", { name: "Recordings", exact: true }).click();
  await expect(main.getByRole("heading", { name: "Recordings", level: 1 })).toBeVisible();
  await uploadVoices(page, voices, { title: "Planning with Alder", company: "Alder Works" });
  const row = main.getByRole("row").filter({ hasText: "Planning with Alder" });
  await expect(row.getByText(lost)).toBeVisible({ timeout: 120_000 });
  await expect(row).toContainText("Recognised by the speech service, whisper-1.");
  await expect(row.getByRole("button", { name: "Retry" })).toBeVisible();
  await checkScreen(page, "lost words, list", (theme) => shoot(page, `lost-list-${theme}`));

  // The page of the call, and what was said to its owner.
  await page.locator('summary[title^="Notifications"]').click();
  await expect(page.getByText(/plays, but many of its words are missing/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: "Planning with Alder" }).click();
  await expect(main.getByText(lost).first()).toBeVisible();
  await expect(main.getByText("whisper-1", { exact: false }).first()).toBeVisible();
  await checkScreen(page, "lost words, call", (theme) => shoot(page, `lost-call-${theme}`));
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(main.getByText("count only the words that were recognised")).toBeVisible();

  // Again, by a service that hears even less: what people read stays.
  share = 0;
  await retry(page).click();
  await expect(main.getByText("recognised again with fewer words")).toBeVisible({
    timeout: 60_000,
  });
  await expect(main.getByText(lost).first()).toBeVisible();
  await shoot(page, "lost-beside-light");
  await main.getByRole("link", { name: "Compare versions" }).click();
  const versions = main.getByRole("table", { name: "Transcript versions" });
  const second = versions.getByRole("row").filter({ hasText: "Not used: fewer words" });
  await expect(second).toContainText("0 %");
  await expect(versions.getByText("current", { exact: true })).toBeVisible();
  await checkScreen(page, "lost words, record", (theme) =>
    shoot(page, `lost-record-${theme}`, true),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, "lost-record-390", true);
  await page.setViewportSize({ width: 1440, height: 960 });

  // By hand it is made the current one, and the other one again.
  await second.getByRole("button", { name: "Use version 2" }).click();
  await expect(main.getByText("of speech, no words.")).toBeVisible();
  await versions.getByRole("button", { name: "Use version 1" }).click();
  await expect(main.getByText(lost).first()).toBeVisible();

  // Home of an admin counts it as playable and without words.
  const admin = await open(browser, "admin");
  const week = admin.getByRole("region", { name: "Last seven days" });
  await expect(week).toBeVisible();
  await checkScreen(admin, "seven days", (theme) => shoot(admin, `seven-days-${theme}`));
  await shoot(admin, "seven-days-page", true);
  await week.getByRole("link", { name: /without words/ }).click();
  await expect(admin.getByRole("main").getByText(lost)).toBeVisible();
  const counts = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(await counts.text()).toMatch(/step="words"\} 0\n/);

  // A service that hears all of it.
  share = 1;
  await retry(page).click();
  await expect(main.getByText(lost)).toHaveCount(0, { timeout: 60_000 });
  await expect(
    main.getByRole("region", { name: "Steps" }).getByText("Ready", { exact: true }),
  ).toBeVisible();
  await admin.reload();
  await expect(admin.getByRole("main").getByText(lost)).toHaveCount(0);
  await admin.getByRole("link", { name: "Home", exact: true }).click();
  await expect(week.getByRole("link", { name: /without words/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
