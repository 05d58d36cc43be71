import { expect, test, type Page } from "playwright/test";
import { complaintsOf } from "./people.ts";
import { checkScreen, expectFits, isLookedAtWhole, shoot, wear } from "./screen-check.ts";

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
    test.setTimeout(240_000);
    const complaints = complaintsOf(page);
    await page.goto("/signin");
    await wear(page, theme, language);
    for (const route of ["/signup", "/password-reset", "/password-reset?sent", "/signin"]) {
      await page.goto(route);
      await checkScreen(page, `${route} ${language}`);
    }
    await signIn(page, "rep@demo.test");

    const list = await page.request.get("/recordings.json");
    const { data } = (await list.json()) as { data: { callId: string; recordingId: string }[] };
    const newest = data[0];
    const oldest = data.at(-1);
    expect(oldest, "there is a call to look at").toBeDefined();
    const tabs = ["", "?tab=moments", "?tab=statistics", "?tab=info"];
    const routes = [
      "/",
      "/recordings",
      "/recordings?upload=1",
      "/recordings?q=zzzzqqq",
      ...tabs.map((tab) => `/playback/${oldest?.callId}${tab}`),
      `/playback/${newest?.callId}`,
      `/recordings/${oldest?.recordingId}`,
      "/setting/general?factor=1",
      "/setting/audit-log/user-log",
      "/password-reset?token=x",
      "/activate/x",
      "/signup/x",
      "/signout",
      "/problems/not_found",
      "/nowhere",
    ];
    for (const route of routes) await look(page, route, language);
    // Addresses that nobody was given, or not any longer, are part of the walk.
    expect(complaints.filter((line) => !/status of (404|410)/.test(line))).toEqual([]);
  });

for (const [theme, language] of LOOKS)
  test(`the pages of admins are accessible in both themes and fit, ${language}`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.goto("/signin");
    await wear(page, theme, language);
    await signIn(page, "admin@demo.test");
    for (const route of [
      "/setting/general?tab=workspace",
      "/setting/member",
      "/setting/member?tab=teams",
      "/setting/member?tab=links",
      "/setting/member?tab=import",
      "/setting/audit-log/system-log",
      "/mail",
    ])
      await look(page, route, language);
  });

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator("input[name=email]").first().fill(email);
  await page.locator("input[type=password]").first().fill("parley-demo-calls");
  await page.locator("main form button[type=submit]").first().click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function look(page: Page, route: string, language: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(route);
  const isWhole = isLookedAtWhole(language);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const name = `${route} ${width} ${language}`;
    const onTheme = (worn: string): Promise<void> =>
      shoot(page, `${route.replace(/\W+/g, "_").slice(0, 40)}-${width}-${worn}-${language}`);
    if (isWhole || width === 390) await checkScreen(page, name, onTheme, isWhole);
    else await expectFits(page, name);
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  await expectFits(page, `${route} ${NARROWEST} ${language}`);
}
