import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "playwright/test";
import { complaintsOf } from "./people.ts";

const THEMES = ["light", "dark"] as const;
const LANGUAGES = ["en", "ja"] as const;

async function choose(page: Page, theme: string, language: string): Promise<void> {
  const url = new URL(page.url() === "about:blank" ? "http://127.0.0.1" : page.url());
  await page.context().addCookies([
    { name: "theme", value: theme, domain: url.hostname, path: "/" },
    { name: "lang", value: language, domain: url.hostname, path: "/" },
  ]);
}

async function check(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude("[data-radix-popper-content-wrapper]") // a tooltip of what has the focus, outside every landmark by nature
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect
    .soft(
      violations.map(
        ({ id, nodes }) =>
          `${name}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      ),
    )
    .toEqual([]);
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const theme of THEMES)
  for (const language of LANGUAGES)
    test(`every screen is accessible and fits, ${theme} ${language}`, async ({ page }) => {
      test.setTimeout(240_000);
      const complaints = complaintsOf(page);
      await page.goto("/signin");
      await choose(page, theme, language);
      await page.goto("/signin");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await check(page, "sign-in");
      for (const route of ["/signup", "/password-reset", "/password-reset?sent"]) {
        await page.goto(route);
        await check(page, route);
      }
      await page.goto("/signin");
      await page.locator("input[name=email]").first().fill("rep@demo.test");
      await page.locator("input[type=password]").first().fill("parley-demo-calls");
      await page.locator("main form button[type=submit]").first().click();
      await page.waitForURL((url) => url.pathname === "/");

      const list = await page.request.get("/recordings.json");
      const { data } = (await list.json()) as { data: { callId: string; recordingId: string }[] };
      const routes = [
        "/",
        "/recordings",
        "/recordings?upload=1",
        "/recordings?q=zzzzqqq",
        ...data
          .slice(0, 2)
          .flatMap(({ callId, recordingId }) => [
            `/playback/${callId}`,
            `/playback/${callId}?tab=moments`,
            `/playback/${callId}?tab=statistics`,
            `/playback/${callId}?tab=info`,
            `/recordings/${recordingId}`,
          ]),
        "/setting/general",
        "/setting/audit-log/user-log",
        "/password-reset?token=x",
        "/activate/x",
        "/signup/x",
        "/signout",
        "/problems/not_found",
        "/nowhere",
      ];
      // Widths change neither colour nor words: one pair of each is enough for the narrow ones.
      const widths = (theme === "light") === (language === "en") ? [1440, 390, 320] : [1440];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const route of width === 1440
          ? routes
          : routes.filter((path) => !path.includes("tab="))) {
          await page.goto(route);
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await check(page, `${route} ${width}`);
          await page.screenshot({
            path: `.cache/screens/${route.replace(/\W+/g, "_").slice(0, 40)}-${width}-${theme}-${language}.png`,
          });
        }
      }
      expect(complaints.filter((line) => !/404|410/.test(line))).toEqual([]);
    });

test("the pages of admins are accessible and fit", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/signin");
  await page.locator("input[name=email]").first().fill("admin@demo.test");
  await page.locator("input[type=password]").first().fill("parley-demo-calls");
  await page.locator("main form button[type=submit]").first().click();
  await page.waitForURL((url) => url.pathname === "/");
  for (const [theme, language] of [
    ["light", "en"],
    ["dark", "ja"],
  ] as const) {
    await choose(page, theme, language);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const route of [
        "/setting/general?tab=workspace",
        "/setting/member",
        "/setting/member?tab=teams",
        "/setting/member?tab=links",
        "/setting/audit-log/system-log",
        "/mail",
      ]) {
        await page.goto(route);
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await check(page, `${route} ${width} ${theme}`);
        await page.screenshot({
          path: `.cache/screens/admin${route.replace(/\W+/g, "_").slice(0, 40)}-${width}-${theme}-${language}.png`,
        });
      }
    }
  }
});
