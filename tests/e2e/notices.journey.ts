import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { withDatabase } from "./live-truth.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";
import { sendTone } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** How soon an open page has to know. */
const SOON_MS = 5_000;
const HERTZ = 523;

async function openAs(browser: Browser, baseURL: string | undefined, who: Who): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const ours = { "sec-fetch-site": "same-origin" };
/** As the dialog of the call's page does it, which has a journey of its own. */
async function giveAccess(page: Page, callId: string, name: string): Promise<void> {
  const list = await page.request.get(`/calls/${callId}/access.json`);
  const { candidates } = (await list.json()) as { candidates: { id: string; name: string }[] };
  const memberId = candidates.find((one) => one.name === name)?.id ?? "";
  const form = { intent: "give_access", memberId, level: "view" };
  const given = await page.request.post(`/playback/${callId}?_data=routes%2Fwork%2Fplayback`, {
    ...{ form, headers: ours },
  });
  expect(given.status(), await given.text()).toBeLessThan(400);
}

/** The bell, and what is under it. */
const bellOf = (page: Page) =>
  page.locator("details", { has: page.locator('summary[title^="Notifications"]') });

test("access that is given counts up in every tab of a colleague, leads to the call, and is read everywhere", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const title = `Depot tour ${test.info().repeatEachIndex}`;
  const callId = await sendTone(rep.request, title, HERTZ);

  const one = await openAs(browser, baseURL, "rui");
  complaints.push(...complaintsOf(one));
  await one.request.post("/notices", {
    ...{ form: { intent: "mark_all_read" }, headers: ours, maxRedirects: 0 },
  });
  await one.goto("/recordings");
  const other = await one.context().newPage();
  await other.goto("/");
  for (const tab of [one, other]) {
    await expect(bellOf(tab).locator("summary")).toHaveAttribute("title", "Notifications");
    await expect(tab).not.toHaveTitle(/^\(/);
  }
  // The stream begins with what is so now.
  await one.waitForLoadState("networkidle").catch(() => undefined);

  await giveAccess(rep, callId, "Rui Abe");
  for (const tab of [one, other]) {
    await expect(bellOf(tab).locator("summary")).toHaveAttribute(
      "title",
      "Notifications: 1 unread",
      {
        timeout: SOON_MS,
      },
    );
    await expect(tab).toHaveTitle(/^\(1\) /);
  }
  await expect(one).toHaveTitle("(1) Recordings · Parley");

  await test.step("by keyboard", async () => {
    const bell = bellOf(one);
    await bell.locator("summary").focus();
    await one.keyboard.press("Enter");
    await expect(
      bell.getByRole("link", { name: `Mari Kato gave you access to “${title}”` }),
    ).toBeVisible();
    await shoot(one, "notices-bell-1440");
    for (const width of [1440, 390]) {
      await one.setViewportSize({ width, height: 844 });
      await checkScreen(one, `bell ${width}`, (theme) =>
        shoot(one, `notices-bell-${width}-${theme}`),
      );
    }
    await one.setViewportSize({ width: 1440, height: 960 });
    await one.keyboard.press("Escape");
    await expect(bell).not.toHaveAttribute("open");
    await expect(bell.locator("summary")).toBeFocused();
    await one.keyboard.press("Enter");
    await bell
      .getByRole("link", { name: `Mari Kato gave you access to “${title}”` })
      .press("Enter");
  });
  await expect(one).toHaveURL(new RegExp(`/playback/${callId}$`));
  await expect(one.getByRole("heading", { level: 1 })).toHaveText(title);
  for (const tab of [one, other]) {
    await expect(bellOf(tab).locator("summary")).toHaveAttribute("title", "Notifications", {
      timeout: SOON_MS,
    });
    await expect(tab).not.toHaveTitle(/^\(/);
  }

  await test.step("all are marked as read in one tab, and are in the other", async () => {
    for (const name of [2, 3]) {
      const another = await sendTone(rep.request, `${title} ${name}`, HERTZ + 20 * name);
      await giveAccess(rep, another, "Rui Abe");
    }
    await other.goto("/notices");
    await expect(other).toHaveTitle("(2) Notifications · Parley");
    const list = other.getByRole("main").getByRole("list", { name: "Notifications" });
    await expect(list.getByRole("listitem").first()).toContainText(
      `Mari Kato gave you access to “${title} 3”`,
    );
    await expect(list.getByText("Unread:")).toHaveCount(2);
    for (const width of [1440, 390]) {
      await other.setViewportSize({ width, height: 844 });
      await checkScreen(other, `notices ${width}`, (theme) =>
        shoot(other, `notices-${width}-${theme}`),
      );
    }
    await other.setViewportSize({ width: 1440, height: 960 });
    await list
      .getByRole("button", { name: `Mark as read: Mari Kato gave you access to “${title} 3”` })
      .press("Enter");
    await expect(list.getByText("Unread:")).toHaveCount(1);
    await expect(one).toHaveTitle(/^\(1\) /, { timeout: SOON_MS });
    await other.getByRole("main").getByRole("button", { name: "Mark all as read" }).press("Enter");
    await expect(list.getByText("Unread:")).toHaveCount(0);
    await expect(one).not.toHaveTitle(/^\(/, { timeout: SOON_MS });
  });

  await test.step("in Japanese", async () => {
    await wear(other, "dark", "ja");
    await expect(other.getByRole("main").getByRole("listitem").first()).toContainText(
      `Mari Kato さんが「${title} 3」へのアクセスを許可しました`,
    );
    await shoot(other, "notices-ja");
    await other.goto("/setting/general#notifications");
    await expect(other.getByLabel("通話へのアクセスを許可されたとき")).toBeVisible();
    await shoot(other, "notices-settings-ja", true);
    await wear(other, "light", "en");
  });
  expect(complaints).toEqual([]);
});

test("a notice that stays unread is mailed at its time, and its e-mails end by one press, without signing in", {
  tag: LONG,
}, async ({ page: rep, browser, baseURL }) => {
  await signIn(rep);
  const rui = await openAs(browser, baseURL, "rui");
  const title = `Pricing call ${test.info().repeatEachIndex}`;

  await test.step("choices and hours are kept", async () => {
    await rui.goto("/setting/general");
    const choice = rui.getByLabel("Someone gives you access to a call");
    await expect(choice).toHaveValue("unread");
    await choice.selectOption("at_once");
    const section = rui.locator("#notifications");
    await section.getByRole("button", { name: "Save" }).click();
    await expect(section.getByRole("status")).toContainText("Saved");
    await rui.getByLabel("Which hours").selectOption("own");
    const hours = rui.locator("form", { has: rui.getByLabel("Which hours") });
    for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri"])
      await hours.getByLabel(day, { exact: true }).uncheck();
    await hours.getByRole("button", { name: "Save" }).click();
    await expect(hours.getByText("Choose one day or more.").first()).toBeVisible();
    await shoot(rui, "notices-hours-refused", true);
    for (const day of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
      await hours.getByLabel(day, { exact: true }).check();
    await hours.getByLabel("From").fill("00:00");
    await hours.getByLabel("To", { exact: true }).fill("00:00");
    await hours.getByRole("button", { name: "Save" }).click();
    await expect(hours.getByRole("status")).toContainText("Saved");
    await rui.reload();
    await expect(choice).toHaveValue("at_once");
    await expect(hours.getByLabel("Sun", { exact: true })).toBeChecked();
    await expect(hours.getByLabel("From")).toHaveValue("00:00");
    for (const width of [1440, 390]) {
      await rui.setViewportSize({ width, height: 844 });
      await checkScreen(rui, `notice choices ${width}`, (theme) =>
        shoot(rui, `notices-choices-${width}-${theme}`, true),
      );
    }
    await rui.setViewportSize({ width: 1440, height: 960 });
  });

  const callId = await sendTone(rep.request, title, HERTZ + 100);
  await giveAccess(rep, callId, "Rui Abe");
  const subject = `Mari Kato gave you access to “${title}”`;
  const stop =
    await test.step("the e-mail comes, with a link that opens and reads the notice", async () => {
      const email = rui
        .getByRole("article")
        .filter({ has: rui.getByRole("heading", { name: subject }) });
      await expect(async () => {
        await rui.goto("/mail");
        await expect(email).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 120_000 });
      await email.getByText("Plain text").click();
      const text = (await email.locator("p.font-mono").textContent()) ?? "";
      const url = /http:\/\/\S+\/hooks\/unsubscribe\/\S+/.exec(text)?.[0] ?? "";
      await email.getByRole("link", { name: "Open link" }).click();
      await expect(rui).toHaveURL(new RegExp(`/playback/${callId}$`));
      await expect(rui).not.toHaveTitle(/^\(/);
      return url;
    });
  const mailed = await withDatabase((client) =>
    client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM notification WHERE target_id = $1 AND mailed_at IS NOT NULL AND read_at IS NOT NULL",
      [callId],
    ),
  );
  expect(mailed.rows[0]?.n).toBe(1);

  await test.step("whoever is not signed in asks before it ends", async () => {
    const stranger = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const page = await stranger.newPage();
    await page.goto(stop);
    await expect(page.getByRole("heading", { name: "Stop these e-mails?" })).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await checkScreen(page, `unsubscribe ${width}`, (theme) =>
        shoot(page, `unsubscribe-${width}-${theme}`),
      );
    }
    await page.getByRole("button", { name: "Stop e-mails" }).click();
    await expect(page.getByRole("heading", { name: "These e-mails are stopped" })).toBeVisible();
    // A mail program sends it by itself, from elsewhere (RFC 8058).
    const again = await stranger.request.post(stop, {
      headers: { origin: "https://mail.example.com" },
      form: { "List-Unsubscribe": "One-Click" },
    });
    expect(again.status()).toBe(200);
    const forged = await stranger.request.post(`${stop.slice(0, -1)}_`, {
      ...{ form: { "List-Unsubscribe": "One-Click" } },
    });
    expect(forged.status()).toBe(404);
    await stranger.close();
    await rui.goto("/setting/general");
    await expect(rui.getByLabel("Someone gives you access to a call")).toHaveValue("never");
  });
});

test("admins say when the workspace works, and on which days nobody does", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/setting/general?tab=workspace");
  const hours = page.locator("form", { has: page.getByLabel("Holidays") });
  await hours.getByLabel("Holidays").fill("Christmas");
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(hours.getByText(/Write each holiday on a line of its own/).first()).toBeVisible();
  await hours.getByLabel("Holidays").fill("2026-12-25 Christmas Day\n2026-01-01 New Year");
  await hours.getByLabel("To", { exact: true }).fill("17:30");
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(hours.getByRole("status")).toContainText("Saved");
  await page.reload();
  await expect(hours.getByLabel("Holidays")).toHaveValue(
    "2026-01-01 New Year\n2026-12-25 Christmas Day",
  );
  await expect(hours.getByLabel("To", { exact: true })).toHaveValue("17:30");
  await shoot(page, "notices-workspace-hours", true);
});
