import { expect, test } from "playwright/test";
import { demoCall } from "./demo-call.ts";
import { complaintsOf, signIn } from "./people.ts";

test("a word that was said is found from Home, and its place opens", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const { title } = await demoCall(page);
  await page.getByRole("searchbox", { name: "Search calls, people, words" }).fill("倉庫");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/recordings\?/);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: title }) });
  // What was found is in the row under it.
  await row
    .locator("+ tr")
    .getByRole("link", { name: /^\d+:\d\d/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const current = words.locator("[data-current]").first();
  await expect(current).toContainText("倉庫");
  await expect(current).toBeInViewport();
  expect(complaints).toEqual([]);
});
