import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** All that a theme can change: the same elements in other colours. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];
const OTHER = { light: "dark", dark: "light" } as const;
type Theme = keyof typeof OTHER;
const IS_THOROUGH = ["all", "journeys"].includes(process.env["JOURNEYS"] ?? "all");
/**
 * Whether axe looks at a language, in both themes. `npm test` gives it English alone: other words change lengths, which
 * is held, and neither roles nor colours; `npm test -- journeys` gives it every one.
 */
export const isLookedAtWhole = (language: string): boolean => IS_THOROUGH || language === "en";

/** Where pictures go, for somebody who wants to look; nowhere unless asked for: a picture costs as much as its page. */
const FOLDER = process.env["SCREENS"];
export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage });
}

export async function chooseLook(page: Page, theme: Theme, language: string): Promise<void> {
  const url = new URL(page.url() === "about:blank" ? "http://127.0.0.1" : page.url());
  await page.context().addCookies([
    { name: "theme", value: theme, domain: url.hostname, path: "/" },
    { name: "lang", value: language, domain: url.hostname, path: "/" },
  ]);
}

/** Opens the page anew in a look, and holds that it came. */
export async function wear(page: Page, theme: Theme, language: string): Promise<void> {
  await chooseLook(page, theme, language);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

/**
 * Nothing axe complains of in either theme, nothing wider than the window. The page stays loaded, and wears the other
 * theme from then on.
 * @param onTheme is called while each theme is worn
 */
export async function checkScreen(
  page: Page,
  name: string,
  onTheme: (theme: Theme) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await settle(page);
  const worn = await page.locator("html").getAttribute("data-theme");
  const theme: Theme = worn === "dark" ? "dark" : "light";
  await expectNoViolations(axe(page).withTags(TAGS), `${name} ${theme}`);
  await onTheme(theme);
  await expectFits(page, name);
  await putOn(page, OTHER[theme]);
  await expectNoViolations(axe(page).withRules(OF_COLOUR), `${name} ${OTHER[theme]}`);
  await onTheme(OTHER[theme]);
}

/**
 * The links the server wrote are those the browser made of them: they work before and without script. A `data-plain` one
 * stands only until script comes.
 */
export async function expectServerLinks(page: Page, name: string): Promise<void> {
  const url = page.url();
  const html = await (await page.request.get(url, { headers: { accept: "text/html" } })).text();
  const lost = await page.evaluate((written) => {
    const linksOf = (of: Document) =>
      [...of.querySelectorAll('a[href^="/"]:not(noscript *, [data-plain])')].map(({ attributes }) =>
        [...attributes]
          // Script makes one stop of the Tab key of a whole list.
          .filter(({ name }) => name !== "tabindex")
          .map(({ name, value }) => `${name}=${value}`)
          .sort()
          .join(" "),
      );
    const here = new Set(linksOf(document));
    return linksOf(new DOMParser().parseFromString(written, "text/html")).filter(
      (link) => !here.has(link),
    );
  }, html);
  expect.soft(lost, `${name}: links of the server`).toEqual([]);
}

export async function expectFits(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** No page of ours has frames, so axe need not open a page of its own for each look. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

async function expectNoViolations(builder: AxeBuilder, name: string): Promise<void> {
  const { violations } = await builder.analyze();
  expect
    .soft(
      violations.map(
        ({ id, nodes }) =>
          `${name}: ${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
      ),
    )
    .toEqual([]);
}

/** Longer than any transition of ours. What stands outside the window may never be drawn, and its transition never end. */
const LONGEST_MS = 2_000;
/** What fades in has no contrast yet; what turns for ever is not waited for. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async (longest) => {
    const ending = document
      .getAnimations()
      .filter(
        (one) =>
          one.playState === "running" && Number(one.effect?.getComputedTiming().endTime) < longest,
      );
    await Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, longest)),
    ]);
  }, LONGEST_MS);

/** What is scrolled out of sight takes its colours some frames later, which a busy machine draws late. */
const SETTLE_MS = 300;
const SETTLE_FRAMES = 12;

async function putOn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(
    (frames) =>
      new Promise<void>((done) => {
        const next = (left: number): void => {
          if (left === 0) done();
          else requestAnimationFrame(() => next(left - 1));
        };
        next(frames);
      }),
    SETTLE_FRAMES,
  );
  await settle(page);
}
