import { expect, test } from "playwright/test";
import { speakCall } from "./voices.ts";

test.use({ javaScriptEnabled: false });

test("without script a rep signs in, filters the list, uploads, reads words, changes the language and signs out", async ({
  page,
}) => {
  await page.goto("/recordings");
  await expect(page).toHaveURL(/\/signin\?next=%2Frecordings/);
  await page.locator("input[name=email]").first().fill("rep@demo.test");
  await page.locator("input[type=password]").first().fill("wrong-password-here");
  await page.locator("main form button[type=submit]").first().click();
  await expect(page.getByRole("alert")).toContainText("E-mail or password is");
  await expect(page.locator("input[name=email]").first()).toHaveValue("rep@demo.test");
  await page.locator("input[type=password]").first().fill("parley-demo-calls");
  await page.locator("main form button[type=submit]").first().click();
  await expect(page).toHaveURL(/\/recordings$/);

  const imported = page.getByRole("link", { name: /倉庫管理/ }).first();
  // The demo's calls come one after the other while it starts.
  await expect(async () => {
    await page.goto("/recordings?language=ja&stage=foo&kind=nonsense");
    await expect(imported).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText("Ignored: kind=nonsense")).toBeVisible();
  await imported.click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("section[aria-labelledby=transcript-title]")).not.toBeEmpty();

  const voices = await speakCall();
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  await page.goto("/recordings?upload=1");
  await page.locator("input[name=file]").setInputFiles(voices.rep);
  await page.locator("input[name=title]").fill("Sent without script");
  await page.locator("main form[enctype] button[type=submit]").click();
  await expect(page.getByRole("alert"), "consent is asked for").toBeVisible();
  await page.locator("input[name=file]").setInputFiles(voices.rep);
  await page.locator("input[name=title]").fill("Sent without script");
  await page.getByLabel("Speaker, if there is only one").fill("Ren Abe");
  await page.getByLabel("Side of the speaker").selectOption("Us");
  await page.locator("input[name=consent]").check();
  await page.locator("main form[enctype] button[type=submit]").click();
  await expect(page).toHaveURL(/\/recordings$/);
  const row = page.getByRole("row", { name: /Sent without script/ });
  await expect(row).toContainText("Ren Abe");

  await test.step("the browser's own player takes the place of the one that needs script", async () => {
    // Nothing tells this page when the call is ready: it is opened again.
    await expect(async () => {
      await page.goto("/recordings?q=title:script");
      await page.getByRole("link", { name: "Sent without script" }).first().click();
      await expect(page.locator("audio[controls]")).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 180_000 });
    await expect(page.locator("audio[controls]")).toHaveAttribute("src", /^\/media\//);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeHidden();
    await expect(page.getByRole("region", { name: "Timeline" })).toBeHidden();
    await expect(async () => {
      await page.reload();
      await page.getByRole("link", { name: "Statistics" }).locator("visible=true").click();
      await expect(page.getByText("Talk share").first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 180_000 });
  });

  await page.goto("/signout");
  await page.locator("main form button[type=submit]").click();
  await expect(page).toHaveURL(/\/signin/);
  await page.goto("/recordings");
  await expect(page).toHaveURL(/\/signin/);
});
