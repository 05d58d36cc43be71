import { type Browser, expect, type Locator, type Page } from "playwright/test";
import { readPorts } from "#scripts/ports.ts";
import { test } from "./closing-test.ts";
import { type Product, startProduct } from "./instance.ts";
import { complaintsOf, signIn } from "./people.ts";
import { expectPrints } from "./print-check.ts";
import { checkScreen, expectFits, expectServerLinks, shoot, wear } from "./screen-check.ts";

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Of sample history: enough for boxes, lines and a full week of hours. */
const WEEKS = 8;

let product: Product | undefined;
let origin = "";
test.beforeAll(async () => {
  product = await startProduct({
    ...{ PORT: "0", DEMO: "1", DEMO_CALLS: "none", DEMO_HISTORY: String(WEEKS) },
    LIVE_CONSOLE: "false",
  });
  origin = `http://127.0.0.1:${readPorts(product.dataDir)["web"] ?? 0}`;
});
test.afterAll(async () => {
  await product?.stop();
});

async function asManager(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: origin, timezoneId: "Asia/Tokyo", viewport: { width: 1440, height: 960 } },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, "manager");
  return page;
}

type Line = { group: string; from: string; held: number | null; n: number | null };
const linesOf = async (page: Page, address: string): Promise<Line[]> =>
  (await (await page.request.get(address)).json()) as Line[];

/** All weeks are there, and no more calls arrive. */
async function hasHistory(page: Page): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const lines = await linesOf(page, "/analytics/activity.json");
        const weeks = lines.filter(({ group, held }) => group === "week" && (held ?? 0) > 0);
        const [held, last] = [lines[0]?.held ?? 0, before];
        before = held;
        return weeks.length >= WEEKS && held === last;
      },
      { timeout: 300_000, intervals: [5_000] },
    )
    .toBe(true);
}

const period = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Common periods" }).getByRole("link", { name, exact: true });

const chips = (page: Page): Locator => page.getByRole("group", { name: "Filters that are on" });

/** Opens a filter, ticks one of its values and asks again. */
async function choose(page: Page, filter: string, value: string, url: RegExp): Promise<void> {
  await page.locator("summary", { hasText: `${filter}: ` }).click();
  const panel = page.getByRole("group", { name: filter, exact: true });
  await panel.getByRole("checkbox", { name: value, exact: true }).check();
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL(url);
  await expect(chips(page)).toContainText(value);
}

/** In both languages and themes, from a desk to the narrowest phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const language of ["en", "ja"])
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await wear(page, "light", language);
      await checkScreen(page, `${name} ${width} ${language}`, (theme) =>
        shoot(page, `${name}-${width}-${theme}-${language}`, true),
      );
    }
  await page.setViewportSize({ width: 320, height: 900 });
  await expectFits(page, `${name} 320 ja`);
  await shoot(page, `${name}-320-ja`, true);
  await page.setViewportSize({ width: 1440, height: 960 });
  await wear(page, "light", "en");
}

test("a manager narrows the activity of a team, opens what its numbers count, and prints it", async ({
  browser,
}) => {
  const page = await asManager(browser);
  const complaints = complaintsOf(page);
  await hasHistory(page);
  await page.goto("/");
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("link", { name: "Analytics" }).click();
  await page.waitForURL(/\/analytics\/activity/);
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();

  await test.step("the page in both languages, themes and all widths", async () => {
    // As the server writes it: a page that the browser drew has the same styles in other letters.
    await page.reload();
    await expectServerLinks(page, "activity");
    await look(page, "activity");
  });

  await test.step("a team and a kind of talk, each with its way out", async () => {
    await choose(page, "Team", "Freight", /team=/);
    await choose(page, "Kind of talk", "Demo", /team=.*talk=demo/);
    await shoot(page, "activity-filtered");
    await page.locator("summary", { hasText: "Period: " }).click();
    await shoot(page, "activity-period");
    await page.getByRole("link", { name: "Last 30 days" }).click();
    await page.waitForURL(/range=last-30d/);
    await expect(chips(page)).toContainText("Freight");
    await period(page, "Last 13 weeks").click();
    await page.waitForURL(/range=last-13w/);
  });

  await test.step("days of one's own", async () => {
    await page.locator("summary", { hasText: "Period: " }).click();
    const [first, last] = [page.getByLabel("First day"), page.getByLabel("Last day")];
    const to = await last.inputValue();
    await first.fill(new Date(Date.parse(to) - 27 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole("button", { name: "Show these days" }).click();
    await page.waitForURL(/from=.*to=/);
    expect(new URL(page.url()).searchParams.get("range")).toBeNull();
    await expect(page.locator("summary", { hasText: /^Period/ })).not.toContainText("weeks");
    await page.goBack();
    await page.waitForURL(/range=last-13w/);
    await expect(page.locator("summary", { hasText: "Last 13 weeks" })).toBeVisible();
  });

  await test.step("a number opens the calls it counts", async () => {
    const tile = page.getByRole("link", { name: /^Calls held: \d+\. / });
    const held = Number((await tile.innerText()).replaceAll(",", ""));
    expect(held).toBeGreaterThan(0);
    const [total] = await linesOf(page, page.url().replace("/activity?", "/activity.json?"));
    expect(total?.held).toBe(held);
    await tile.click();
    await page.waitForURL(/\/recordings\?.*counted=held/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${held} calls?$`)).first()).toBeVisible();
    await shoot(page, "activity-list");
    await page.goBack();
    await expect(tile).toHaveText(String(held));
  });

  await test.step("the keyboard goes on to the hours, and opens one", async () => {
    const hours = page.getByRole("group", { name: "When calls happen" });
    const people = page.getByRole("table", { name: "Activity by person" });
    await people.getByRole("link").last().focus();
    const inHours = () => hours.evaluate((group) => group.contains(document.activeElement));
    for (let n = 0; n < 5 && !(await inHours()); n += 1) await page.keyboard.press("Tab");
    expect(await inHours()).toBe(true);
    await page.keyboard.press("Tab");
    const square = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(square).toMatch(/^(?:Mon|Tue|Wed|Thu|Fri) from \d\d:00: \d+ calls?$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/recordings\?.*at=\d-\d+/);
    const count = / (\d+ calls?)$/.exec(square ?? "")?.[1] ?? "none";
    await expect(page.getByText(count, { exact: true }).first()).toBeVisible();
    await page.goBack();
    await page.waitForURL(/\/analytics\/activity/);
  });

  await test.step("a person leads to what they said", async () => {
    const people = page.getByRole("table", { name: "Activity by person" });
    await people.getByRole("link", { name: "Talk statistics of Mari Kato" }).click();
    await page.waitForURL(/talk-stats\?.*person=/);
    await expect(page.locator("#calls")).toContainText("Mari Kato");
    await page.goBack();
    await page.waitForURL(/\/analytics\/activity/);
  });

  await test.step("on paper", () =>
    expectPrints(page, "activity", /Team: Freight\. People: all\. Kind of talk: Demo\./));

  await test.step("days without calls are named, and every filter is one press away from going", async () => {
    await page.goto("/analytics/activity?from=2020-01-01&to=2020-01-31&talk=demo");
    await expect(page.getByText("No calls match")).toBeVisible();
    await expect(page.getByText(/1 Jan 2020 – 31 Jan 2020 fits all filters/)).toBeVisible();
    await shoot(page, "activity-empty");
    await page.getByRole("link", { name: /^Remove the filter Kind of talk Demo/ }).click();
    await page.waitForURL((url) => !url.search.includes("talk="));
    await expect(page.getByText(/^No calls from 1 Jan 2020/)).toBeVisible();
    await page.getByRole("link", { name: "Show the last 13 weeks" }).click();
    await expect(page.getByRole("table", { name: "Activity by person" })).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test("talk statistics of eight weeks: boxes, both voices, and a person that stays open", async ({
  browser,
}) => {
  const page = await asManager(browser);
  const complaints = complaintsOf(page);
  await hasHistory(page);
  await page.goto("/analytics/talk-stats");
  await expect
    .poll(
      async () => {
        const lines = await linesOf(page, "/analytics/talk-stats.json");
        return lines.find(({ group }) => group === "all")?.n ?? 0;
      },
      { timeout: 300_000, intervals: [2_000] },
    )
    .toBeGreaterThan(100);
  await page.goto("/analytics/talk-stats?talk=demo");
  await page.getByRole("link", { name: "Mari Kato", exact: true }).click();
  await page.waitForURL(/person=/);
  // The links of the periods come with the calls: before them they lead to where no person is open.
  await expect(page.locator("#calls")).toContainText("Mari Kato");
  await period(page, "Last 4 weeks").click();
  await page.waitForURL(/range=last-4w/);
  await expect(page.locator("#calls")).toContainText("Mari Kato");
  await period(page, "Last 13 weeks").click();
  await page.waitForURL(/range=last-13w/);
  await expect(page.getByText(/our default for demos/)).toBeVisible();
  await expect(page.getByRole("img", { name: /^Mari Kato: median/ })).toBeVisible();
  await look(page, "talk-history");
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByLabel("Your median, now and before").selectOption("longest_monologue");
  await page.getByRole("button", { name: "Show", exact: true }).last().click();
  await page.waitForURL(/metric=longest_monologue/);
  await expect(page.locator("#calls")).toContainText("Longest monologue");
  await expectPrints(page, "talk-history", /Team: all\. People: all\. Kind of talk: Demo\./);
  expect(complaints).toEqual([]);
});
