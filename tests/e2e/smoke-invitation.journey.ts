import { expect, test } from "playwright/test";
import { complaintsOf, openEmail, signIn } from "./people.ts";

test("an invitation is sent, opened from the mail, and makes an account, all in one page", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const email = "nori@smoke.test";
  await signIn(page, "admin");
  await page.goto("/setting/member");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Invited");
  await page.goto("/signout");
  await page.locator("main form button[type=submit]").click();
  await expect(page).toHaveURL(/\/signin/);
  await openEmail(page, email, /has invited you to Parley/);
  await page.getByLabel("Your name").fill("Nori Abe");
  await page.locator("input[name=password]").fill("herons over the river");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/setting/general");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nori Abe");
  expect(complaints).toEqual([]);
});
