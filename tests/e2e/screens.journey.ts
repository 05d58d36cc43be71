import { expect, test } from "playwright/test";
import { complaintsOf } from "./people.ts";
import { checkScreen, chooseLook } from "./screen-check.ts";

/** Each theme and each language once; all pairs where there is time, `npm test -- live`. */
const PAIRS = [
  ["light", "en"],
  ["dark", "ja"],
  ...(process.env["JOURNEYS"] === "live"
    ? ([
        ["light", "ja"],
        ["dark", "en"],
      ] as const)
    : []),
] as const;

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [theme, language] of PAIRS)
  test(`every screen is accessible and fits, ${theme} ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    const complaints = complaintsOf(page);
    await page.goto("/signin");
    await chooseLook(page, theme, language);
    await page.goto("/signin");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await checkScreen(page, "sign-in");
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
        await checkScreen(page, `${route} ${width}`);
        await page.screenshot({
          path: `.cache/screens/${route.replace(/\W+/g, "_").slice(0, 40)}-${width}-${theme}-${language}.png`,
        });
      }
    }
    expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
  });
