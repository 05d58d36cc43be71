import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";

test("a rep signs in by typing, opens the demo's call, and follows its words", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.getByRole("link", { name: "Recordings", exact: true }).first().click();
  await page
    .getByRole("link", { name: /倉庫管理/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("倉庫管理");
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const stop = words.locator("a.segment-time[tabindex='0']");
  await expect(stop, "the page reacts").toHaveCount(1);
  await stop.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const third = words.locator("a.segment-time").nth(2);
  await expect(third).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]t=\d/);
  expect(complaints).toEqual([]);
});
