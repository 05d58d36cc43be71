import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";

test("the frame says where one is, keeps its ways on, and tells that the line is gone", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const nav = page.getByRole("navigation", { name: "Main" });
  const current = nav.locator("[aria-current]").locator("visible=true");
  await page.goto("/setting/audit-log/user-log");
  await expect(current).toHaveText("Settings");
  await page.goto(`/recordings?q=${encodeURIComponent("倉庫管理システム")}`);
  await page.getByRole("link", { name: "倉庫管理システムのご提案" }).click();
  await page.waitForURL(/\/playback\//);
  // The address changes before the page does, and a menu opened between the two is closed by it.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("倉庫管理システムのご提案");
  await expect(current).toHaveText("Recordings");
  await page.getByTitle(/^Profile and settings of/).click();
  await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await context.setOffline(true);
  const banner = page.getByText("No connection. Your work on this page is kept.");
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);

  await page.goto("/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("doesn’t exist");
  await expect(nav).toBeVisible();
  for (const way of ["Start your own", "Remove demo", "Dismiss"])
    await expect(
      page.getByText(way, { exact: true }).or(page.getByLabel(way)).first(),
    ).toBeVisible();
  // Chromium itself notes the page that is not there and the question that found no server.
  expect(
    complaints.filter((line) => !/status of 404|ERR_INTERNET_DISCONNECTED/.test(line)),
  ).toEqual([]);
});

test("the fields of a log follow its links, and what it says of itself is true", async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`/recordings?q=${encodeURIComponent("倉庫管理システム")}`);
  await page.getByRole("link", { name: "倉庫管理システムのご提案" }).click();
  await page.waitForURL(/\/playback\//);
  await page.goto("/setting/audit-log/user-log?event=call.opened");
  await expect(page.getByText("Entries cannot be edited.")).toBeVisible();
  const event = page.getByLabel("Event");
  await expect(event).toHaveValue("call.opened");
  await page.getByRole("link", { name: "All entries for this" }).first().click();
  await page.waitForURL(/target=/);
  await expect(event, "the filter that was left is not shown").toHaveValue("");
  const search = page.getByRole("search").filter({ has: event });
  await expect(search.getByText("倉庫管理システムのご提案")).toBeVisible();
  await expect(search.locator("input[name=target]")).toHaveAttribute("type", "hidden");
  await search.getByRole("link", { name: /倉庫管理システムのご提案/ }).click();
  await expect(page).toHaveURL(/\/user-log$/);
  await expect(page.getByLabel("What")).toHaveValue("");
});
