import { expect, test } from "playwright/test";
import { signIn } from "./people.ts";
import { sendTone } from "./send-tone.ts";

/** A day before and a day after the server's, and one that browsers and servers spell differently. */
const ZONES = ["Pacific/Kiritimati", "America/Anchorage", "Asia/Kolkata"];

test("who comes in by an invitation reads hours in the zone of their browser, on the list and on the page", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "admin");
  for (const [index, timezoneId] of ZONES.entries())
    await test.step(timezoneId, async () => {
      const email = `zone-${index}-${test.info().repeatEachIndex}@hours.test`;
      await page.goto("/setting/member");
      await page.getByLabel("E-mail", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Send invitation", exact: true }).click();
      await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Invited");
      const letter = page.getByRole("article").filter({ hasText: email });
      await expect(async () => {
        await page.goto("/mail");
        await expect(letter.first()).toBeVisible({ timeout: 2_000 });
      }).toPass();
      const link = await letter.first().getByRole("link").first().getAttribute("href");

      // A browser that was never here: nothing but its script knows the zone.
      const context = await browser.newContext({
        ...(baseURL !== undefined && { baseURL }),
        timezoneId,
      });
      const own = await context.newPage();
      await own.goto(new URL(link ?? "", baseURL).pathname);
      const zone = await own.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      await expect(own.getByLabel("Time zone")).toHaveValue(zone);
      await own.getByLabel("Your name").fill("Nori Abe");
      await own.locator("input[name=password]").fill("herons over the river");
      await own.getByRole("button", { name: "Create account" }).click();
      await own.waitForURL((url) => url.pathname === "/");

      const title = `Hours of ${timezoneId} ${test.info().repeatEachIndex}`;
      const callId = await sendTone(own.request, title, 500 + 7 * index);
      const listed = await own.request.get("/recordings.json");
      const { data } = (await listed.json()) as { data: { callId: string; startedAt: string }[] };
      const call = data.find((row) => row.callId === callId);
      const hour = new Intl.DateTimeFormat("en-GB", {
        ...{ timeZone: timezoneId, hour: "2-digit", minute: "2-digit" },
      }).format(new Date(call?.startedAt ?? ""));
      await own.goto("/");
      await own.getByRole("link", { name: "Recordings", exact: true }).click();
      const row = own.getByRole("row", { name: new RegExp(title) });
      await expect(row).toContainText(`Today ${hour}`);
      await row.getByRole("link", { name: title }).click();
      await expect(own.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(own.locator("time").first()).toContainText(hour);
      // The same by the server alone, as the page is loaded.
      const html = await (await own.request.get(`/playback/${callId}`)).text();
      expect(html).toMatch(new RegExp(`<time[^>]*>[^<]*${hour}`));
      await context.close();
    });
});
