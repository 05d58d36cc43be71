import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";
import { sendTone } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a call is deleted, comes back by Undo, and from the deleted ones, by keyboard", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const title = `A call deleted by mistake ${test.info().repeatEachIndex}`;
  const callId = await sendTone(page.request, title, 660);
  const listed = await page.request.get("/recordings.json");
  const { data } = (await listed.json()) as { data: { callId: string; recordingId: string }[] };
  const mine = data.find((row) => row.callId === callId);
  const row = page.getByRole("row", { name: new RegExp(title) });

  const deleteIt = async () => {
    await page.goto(`/recordings/${mine?.recordingId ?? ""}`);
    const dialog = page.getByRole("dialog", { name: "Delete this call" });
    // The button does nothing until script has come.
    await expect(async () => {
      await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.waitForURL((url) => url.pathname === "/recordings");
    await expect(page.getByText(`“${title}” was deleted`)).toBeVisible();
    await expect(row).toHaveCount(0);
  };

  await deleteIt();
  await shoot(page, "deleted-undo");
  expect((await page.request.get(`/playback/${callId}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText(`“${title}” is back`)).toBeVisible();
  await expect(row).toBeVisible();

  await deleteIt();
  const note = page.getByRole("status").filter({ hasText: title });
  await note.getByRole("link", { name: "Recently deleted" }).press("Enter");
  await expect(row).toContainText("Deleted by Mari Kato");
  for (const [width, language] of [
    [1440, "en"],
    [390, "en"],
    [390, "ja"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await wear(page, "light", language);
    const name = `deleted-${width}-${language}`;
    await checkScreen(page, name, (theme) => shoot(page, `${name}-${theme}`));
  }
  await wear(page, "light", "en");
  await page.getByRole("button", { name: `Restore ${title}` }).press("Enter");
  await expect(page.getByText(`“${title}” is back`)).toBeVisible();
  await page.getByRole("link", { name: "Open it" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.goto("/recordings?show=deleted");
  await expect(page.getByText("No deleted calls")).toBeVisible();
  await shoot(page, "deleted-empty");
  expect(complaints).toEqual([]);
});
