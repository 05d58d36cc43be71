import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a label is made in the settings, given by keyboard while a call is open, and narrows the list", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const name = "Renewal at risk";
  await signIn(page, "admin");
  await page.goto("/setting/label");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByText("Rose", { exact: true }).click();
  await page.getByRole("button", { name: "Create label" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();

  const listed = async () => {
    const list = await page.request.get("/recordings.json");
    return ((await list.json()) as { data: { callId: string; title: string }[] }).data;
  };
  await expect
    .poll(async () => (await listed()).length, "the demo's call has come")
    .toBeGreaterThan(0);
  const [call] = await listed();
  await page.goto(`/playback/${call?.callId ?? ""}`);
  await page.getByRole("button", { name: "Edit labels" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("renewal at");
  await expect(page.getByRole("option").first()).toHaveText(new RegExp(name));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Remove label ${name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit labels" })).toBeFocused();

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
  await expect(page.getByRole("link", { name: call?.title ?? "" })).toBeVisible();
  expect(complaints).toEqual([]);
});
