import { expect, test } from "playwright/test";
import { demoCall } from "./demo-call.ts";
import { complaintsOf, signIn } from "./people.ts";

test("a call is labelled and the list is filtered by the label", async ({ page }) => {
  const complaints = complaintsOf(page);
  const name = "Renewal at risk";
  await signIn(page, "admin");
  await page.goto("/setting/label");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create label" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  const { callId, title } = await demoCall(page);
  await page.goto(`/playback/${callId}`);
  await page.getByRole("button", { name: "Edit labels" }).click();
  await page.getByRole("option", { name }).click();
  await expect(page.getByRole("button", { name: `Remove label ${name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/recordings");
  await page.locator("summary", { hasText: "Add a filter" }).click();
  await page.locator("summary", { hasText: /^Label$/ }).click();
  await page.locator("select[name=label]").selectOption(name);
  await page
    .locator("form", { has: page.locator("select[name=label]") })
    .getByRole("button")
    .click();
  await expect(page).toHaveURL(/label=/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  expect(complaints).toEqual([]);
});
