import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An id or its end, nothing as a word, the key of an event or a text. */
const CODED =
  /[\da-f]{8}-[\da-f]{4}-|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12}\b|\bnull\b|\bundefined\b|\b[a-z_]+\.[a-z_]+\b/;

test("a log says in words and names what was done, and its address holds what is filtered alone", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const name = "Pricing was discussed";
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
  await page.keyboard.type("pricing was");
  await expect(page.getByRole("option").first()).toHaveText(new RegExp(name));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Remove label ${name}` })).toBeVisible();

  const main = page.getByRole("main");
  for (const log of ["user", "system"]) {
    await page.goto(`/setting/audit-log/${log}-log`);
    await expect(main.getByRole("row").nth(1)).toBeVisible();
    for (const row of await main.getByRole("row").allInnerTexts()) expect(row).not.toMatch(CODED);
  }
  const made = main.getByRole("row", { name: /^Label created/ }).first();
  await expect(made).toContainText(name);

  await page.goto("/setting/audit-log/user-log");
  const given = main.getByRole("row", { name: /^Label added to a call/ }).first();
  await expect(given).toContainText(`Label: ${name}`);
  await page.getByLabel("Event").selectOption({ label: "Label added to a call" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/\/user-log\?event=call\.labelled$/);
  await expect(given).toBeVisible();

  await given.getByRole("link", { name: "All entries for this" }).click();
  await expect(page).toHaveURL(/\/user-log\?target=[\w-]+$/);
  const search = main.getByRole("search");
  await expect(search).toContainText(call?.title ?? "");
  await expect(search).not.toContainText(CODED);
  await page.getByLabel("Event").selectOption({ label: "Label added to a call" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/\/user-log\?event=call\.labelled&target=[\w-]+$/);
  await search.getByRole("link").click();
  await expect(page).toHaveURL(/\/user-log\?event=call\.labelled$/);
  expect(complaints).toEqual([]);
});

test("the members' filters leave empty fields out of the address, too", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/setting/member");
  const search = page.getByRole("main").getByRole("search");
  await search.getByRole("searchbox").fill("rui");
  await search.getByRole("button").click();
  await expect(page).toHaveURL(/\/setting\/member\?q=rui$/);
  await expect(page.getByRole("row", { name: /Rui Abe/ })).toBeVisible();
});
