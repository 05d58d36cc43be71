import { expect, test } from "playwright/test";
import { demoCall } from "./demo-call.ts";
import { complaintsOf, signIn } from "./people.ts";
import { sendTone } from "./send-tone.ts";
import { translatePages } from "./translation.ts";

for (const how of ["wraps", "replaces"] as const)
  test(`pages that a browser ${how} as it translates go on: by links, keys, dialogs and forms`, async ({
    page,
    context,
  }) => {
    await translatePages(context, how);
    const complaints = complaintsOf(page);
    await signIn(page);
    const title = `Translated ${how} ${test.info().repeatEachIndex}`;
    const callId = await sendTone(page.request, title, how === "wraps" ? 811 : 823);
    const words = await demoCall(page);

    for (const name of ["Recordings", "Clips", "Library", "Analytics", "Settings", "Home"])
      await test.step(name, async () => {
        await page
          .getByRole("link", { name: new RegExp(`^${name}`) })
          .first()
          .click();
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      });

    await test.step("a call: keys, tabs, a dialog, and its words", async () => {
      await page.goto(`/playback/${callId}`);
      const h1 = page.getByRole("heading", { level: 1 });
      await expect(h1).toContainText(title);
      await expect(page.getByRole("button", { name: /Play/ }).first()).toBeVisible();
      for (const key of ["s", "s", "k", "k", "ArrowRight", "?"]) await page.keyboard.press(key);
      await page.keyboard.press("Escape");
      await expect(h1).toContainText(title);
      await page.goto(`/playback/${words.callId}`);
      const panel = page.getByRole("complementary");
      for (const tab of ["Moments", "Statistics", "Comments", "Summary"]) {
        await panel.getByRole("link", { name: new RegExp(tab) }).click();
        await expect(panel.getByRole("link", { name: new RegExp(tab) })).toHaveAttribute(
          "aria-current",
          /true|page/,
        );
      }
      for (const choice of ["Us", "Customer", "Everyone"])
        await page
          .getByText(new RegExp(`^«?${choice}»?$`))
          .first()
          .click();
      await expect(page.locator("section[aria-labelledby=transcript-title]")).toContainText("倉庫");
    });

    await test.step("a dialog opens, closes and opens again", async () => {
      for (let round = 0; round < 2; round += 1) {
        await page.getByRole("button", { name: "Access" }).first().click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      }
    });
    expect(complaints).toEqual([]);
  });
