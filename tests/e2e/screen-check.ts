import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

export async function chooseLook(page: Page, theme: string, language: string): Promise<void> {
  const url = new URL(page.url() === "about:blank" ? "http://127.0.0.1" : page.url());
  await page.context().addCookies([
    { name: "theme", value: theme, domain: url.hostname, path: "/" },
    { name: "lang", value: language, domain: url.hostname, path: "/" },
  ]);
}

/** Nothing axe complains of, nothing wider than the window. */
export async function checkScreen(page: Page, name: string): Promise<void> {
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
