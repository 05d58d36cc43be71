import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { writeTinyModel } from "#media/speech/test-model.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Where the operator's command puts a model; the release's address is nobody's here. */
const folder = join(process.env["E2E_DATA"] ?? "", "models/tiny-journey");
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a model that the operator installs is chosen and tried at once; taken away, the page says so", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const better = page.getByRole("link", { name: "A better recognizer is one step away." });
  if ((await better.count()) > 0) await better.click();
  else await page.goto("/setting/general?tab=engines");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Speech recognition" })).toBeVisible();
  await checkScreen(page, "engines basic", (theme) => shoot(page, `engines-basic-${theme}`, true));

  await writeTinyModel(folder, { name: "tiny-journey", languages: ["en"] });
  await expect(async () => {
    await page.reload();
    await expect(main.getByText("tiny-journey is installed, knows the language")).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await main.getByLabel("Sentence in English").fill("Could we meet on Tuesday?");
  await main.getByRole("button", { name: "Test with a sentence" }).click();
  await expect(main.getByText(/tiny-journey heard: “(?:so|la|mi|ti|re)/)).toBeVisible();
  await checkScreen(page, "engines model", (theme) => shoot(page, `engines-model-${theme}`, true));
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, "engines model, phone", (theme) =>
    shoot(page, `engines-model-390-${theme}`, true),
  );
  await page.setViewportSize({ width: 1440, height: 960 });

  rmSync(folder, { recursive: true });
  await expect(async () => {
    await page.reload();
    await expect(main.getByText("tiny-journey was taken away.")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(complaints).toEqual([]);
});
