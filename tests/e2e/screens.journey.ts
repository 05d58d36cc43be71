import { expect, test, type Page } from "playwright/test";
import { complaintsOf } from "./people.ts";
import { enterAs, OF_ADMINS, PUBLIC, screensOfRep } from "./screen-list.ts";
import {
  checkScreen,
  expectFits,
  expectServerLinks,
  isLookedAtWhole,
  shoot,
  wear,
} from "./screen-check.ts";

/** Each language begins in the theme the other one does not begin in; every page is looked at in both. */
const LOOKS = [
  ["light", "en"],
  ["dark", "ja"],
] as const;
/** So wide a page must still fit; what axe sees there it has seen at 390. */
const NARROWEST = 320;

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [theme, language] of LOOKS)
  test(`every screen is accessible in both themes and fits, ${language}`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.goto("/signin");
    await wear(page, theme, language);
    for (const route of PUBLIC) {
      await page.goto(route);
      const name = `${route} ${language}`;
      await (isLookedAtWhole(language) ? checkScreen(page, name) : expectFits(page, name));
    }
    await enterAs(page, "rep");
    for (const route of await screensOfRep(page)) await look(page, route, language);
    // Addresses that nobody was given, or not any longer, are part of the walk.
    expect(complaints.filter((line) => !/status of (404|410)/.test(line))).toEqual([]);
  });

for (const [theme, language] of LOOKS)
  test(`the pages of admins are accessible in both themes and fit, ${language}`, async ({
    page,
  }) => {
    await page.goto("/signin");
    await wear(page, theme, language);
    await enterAs(page, "admin");
    for (const route of OF_ADMINS) await look(page, route, language);
  });

async function look(page: Page, route: string, language: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(route);
  const isWhole = isLookedAtWhole(language);
  if (isWhole) await expectServerLinks(page, `${route} ${language}`);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const name = `${route} ${width} ${language}`;
    const onTheme = (worn: string): Promise<void> =>
      shoot(page, `${route.replace(/\W+/g, "_").slice(0, 40)}-${width}-${worn}-${language}`);
    if (isWhole) await checkScreen(page, name, onTheme);
    else await expectFits(page, name);
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  await expectFits(page, `${route} ${NARROWEST} ${language}`);
}
