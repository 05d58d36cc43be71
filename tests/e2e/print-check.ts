import { expect, type Page } from "playwright/test";
import { shoot, wear } from "./screen-check.ts";

/** What the page writes with, as the browser draws it. */
const inkOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).color);

/**
 * On paper: ink on white whatever the screen wears, the numbers behind each drawing open, and a sentence in the place of
 * the filters. The page wears light afterwards.
 */
export async function expectPrints(page: Page, name: string, sentence: RegExp): Promise<void> {
  await wear(page, "light", "en");
  const ink = await inkOf(page);
  await wear(page, "dark", "en");
  expect(await inkOf(page)).not.toBe(ink);
  const line = page.getByText(sentence);
  await expect(line).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => inkOf(page)).toBe(ink);
  await expect(line).toBeVisible();
  const tables = page.locator("figure table");
  expect(await tables.count()).toBeGreaterThan(0);
  for (const table of await tables.all()) await expect(table).toBeVisible();
  for (const word of ["Table view", "Show", "Clear filters"])
    await expect(page.getByText(word, { exact: true }).filter({ visible: true })).toHaveCount(0);
  for (const width of [1040, 720]) {
    await page.setViewportSize({ width, height: 1000 });
    await shoot(page, `${name}-print-${width}`, true);
  }
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 960 });
  await wear(page, "light", "en");
}
