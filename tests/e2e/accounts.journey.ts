import { Secret, TOTP } from "otpauth";
import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, openEmail, signIn } from "./people.ts";
import { checkScreen } from "./screen-check.ts";

const PASSWORD = "herons over the river";

/** A browser of somebody else, with nothing remembered. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  return context.newPage();
}

async function finishSigningUp(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.locator("input[name=password]").fill("password1234");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toContainText("too easy to guess");
  await expect(page.getByLabel("Your name")).toHaveValue(name);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Adds the key to an authenticator, which is this function. @returns the recovery codes */
async function switchFactorOn(page: Page, password: string): Promise<string[]> {
  await page.goto("/setting/general");
  await page.getByRole("link", { name: "Set up" }).click();
  const panel = page.getByRole("region", { name: "Two-step verification" });
  const key = await panel.locator("p.font-mono").innerText();
  const secret = Secret.fromBase32(key.replace(/\s/g, ""));
  await panel.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await panel.locator("input[name=currentPassword]").fill(password);
  await panel.getByRole("button", { name: "Turn on" }).click();
  await expect(panel.getByRole("status")).toContainText("Each works once");
  return panel
    .getByRole("list", { name: "Your recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
}

test("invited by mail and by link, a new password, another role, and out with a handover", async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");

  await page.goto("/setting/member");
  await page.getByLabel("E-mail", { exact: true }).fill("mari@sato.test");
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(page.getByRole("row", { name: /mari@sato\.test/ })).toContainText("Invited");
  const mari = await another(browser, baseURL);
  await openEmail(mari, "mari@sato.test", /has invited you to Parley/);
  await finishSigningUp(mari, "Mari Sato");

  await page.goto("/setting/member?tab=links");
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.locator("tbody th .font-mono").first().innerText();
  const ken = await another(browser, baseURL);
  await ken.goto(new URL(address).pathname);
  await expect(ken.getByRole("heading", { level: 1 })).toContainText("Join");
  await ken.getByLabel("E-mail").fill("ken@sato.test");
  await ken.getByRole("button", { name: "Continue" }).click();
  await expect(ken.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await openEmail(ken, "ken@sato.test", /Finish joining/);
  await finishSigningUp(ken, "Ken Mori");

  await ken.goto("/setting/general");
  await expect(ken.getByText("This device", { exact: true })).toBeVisible();
  await ken.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(ken).toHaveURL(/\/signin/);
  await ken.getByRole("link", { name: "Forgot password" }).click();
  // Both pages ask for an address, and the address bar is quicker than the page.
  await expect(ken.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await ken.getByLabel("E-mail").fill("ken@sato.test");
  await ken.getByRole("button", { name: "Send link" }).click();
  await expect(ken.getByText("If there is an account for this address")).toBeVisible();
  await openEmail(ken, "ken@sato.test", /Choose a new password/);
  await ken.locator("input[name=password]").fill(`${PASSWORD} again`);
  await ken.getByRole("button", { name: "Save password" }).click();
  await expect(ken.getByRole("status")).toContainText("password has been changed");
  await ken.getByLabel("E-mail").fill("ken@sato.test");
  await ken.locator("input[type=password]").first().fill(`${PASSWORD} again`);
  await ken.getByRole("button", { name: "Sign in", exact: true }).click();
  await ken.waitForURL((url) => url.pathname === "/");

  const recovery = await switchFactorOn(ken, `${PASSWORD} again`);
  expect(recovery).toHaveLength(10);
  await checkScreen(ken, "recovery codes");
  await ken.goto("/signout");
  await ken.locator("main form button[type=submit]").click();
  await ken.getByLabel("E-mail").fill("ken@sato.test");
  await ken.locator("input[type=password]").first().fill(`${PASSWORD} again`);
  await ken.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(ken.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await ken.goto("/recordings");
  await expect(ken, "half a sign-in opens nothing").toHaveURL(/\/signin\?next/);
  await ken.goto("/signin?step=factor");
  await ken.getByLabel("Code").fill("000000");
  await ken.getByRole("button", { name: "Sign in" }).click();
  await expect(ken.getByRole("alert")).toContainText("code is wrong");
  await checkScreen(ken, "second step refused");
  await ken.getByLabel("Code").fill(recovery[0] ?? "");
  await ken.getByRole("button", { name: "Sign in" }).click();
  await ken.waitForURL((url) => url.pathname === "/");

  await page.goto("/setting/member");
  await page.getByRole("link", { name: "Edit Mari Sato" }).click();
  const edited = page.getByRole("region", { name: "Mari Sato" });
  await edited.locator("select[name=role]").selectOption("manager");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Mari Sato/ })).toContainText("Manager");
  await mari.goto("/recordings");
  await expect(mari).toHaveURL(/\/signin/);

  await page.getByRole("link", { name: "Edit Ken Mori" }).click();
  const leaving = page.getByRole("region", { name: "Ken Mori" });
  await leaving.getByLabel("New owner of all their calls").selectOption({ label: "Mari Sato" });
  await leaving.getByRole("button", { name: "Deactivate" }).click();
  const question = page.getByRole("dialog", { name: "Deactivate Ken Mori?" });
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByRole("row", { name: /Ken Mori/ })).toContainText("Deactivated");
  await ken.goto("/recordings");
  await expect(ken).toHaveURL(/\/signin/);

  await page.goto("/setting/audit-log/system-log");
  await expect(page.getByRole("row", { name: /Member deactivated/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Verify the log" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Log intact" })).toBeVisible();
  await page.goto("/setting/audit-log/user-log?event=password.reset");
  await expect(page.getByRole("row", { name: /Ken Mori/ })).toBeVisible();
  const file = await page.request.get("/audit-log/user/csv?event=password.reset");
  expect(await file.text()).toContain("Ken Mori");
  expect(complaints).toEqual([]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("somebody asks for a new password, chooses it, and changes their profile", async ({
    page,
  }) => {
    await page.goto("/password-reset");
    await page.locator("main form button[type=submit]").first().click();
    await expect(page.getByRole("alert")).toContainText("Enter your e-mail address");
    await page.locator("input[name=email]").fill("manager@demo.test");
    await page.locator("main form button[type=submit]").first().click();
    await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
    await openEmail(page, "manager@demo.test", /Choose a new password/);
    await page.locator("input[name=password]").fill("short");
    await page.locator("main form button[type=submit]").first().click();
    await expect(page.getByRole("alert")).toContainText("12 characters");
    await page.locator("input[name=password]").fill("parley-demo-calls");
    await page.locator("main form button[type=submit]").first().click();
    await expect(page).toHaveURL(/\/signin\?reset/);
    await page.locator("input[name=email]").first().fill("manager@demo.test");
    await page.locator("input[type=password]").first().fill("parley-demo-calls");
    await page.locator("main form button[type=submit]").first().click();
    await page.goto("/setting/general");
    await page.locator("input[name=name]").fill("");
    await page.locator("button[value=profile]").click();
    await expect(page.getByRole("alert")).toContainText("Enter a name");
    await page.goto("/setting/member");
    await page.getByRole("button", { name: "Send invitation", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  });

  const press = (page: Page, intent: string): Promise<void> =>
    page.locator(`button[name=intent][value=${intent}]`).first().click();
  const enter = async (page: Page, email: string, password: string): Promise<void> => {
    await page.goto("/signin");
    await page.locator("input[name=email]").first().fill(email);
    await page.locator("input[type=password]").first().fill(password);
    await page.locator("main form button[type=submit]").first().click();
  };

  test("a newcomer comes in and changes everything of their own, an admin everything of theirs", async ({
    page,
    browser,
    baseURL,
  }) => {
    const made = async (): Promise<Page> =>
      (
        await browser.newContext({
          ...(baseURL !== undefined && { baseURL }),
          javaScriptEnabled: false,
        })
      ).newPage();
    await enter(page, "admin@demo.test", "parley-demo-calls");
    await page.goto("/setting/member?tab=teams");
    await page.locator("input[name=name]").first().fill("Harbour");
    await press(page, "make_team");
    await expect(page.getByRole("status")).toContainText("Team added");
    await page.getByRole("link", { name: "Edit Harbour" }).click();
    await page.locator("tr input[name=name]").fill("Port");
    await press(page, "change_team");
    await expect(page.getByRole("row", { name: /Port/ })).toContainText("Saved");
    await page.getByRole("link", { name: "Edit Port" }).click();
    await page.getByRole("button", { name: "Remove the team Port" }).click();
    await expect(page.getByText("Port", { exact: true })).toHaveCount(0);
    await page.goto("/setting/member?tab=links");
    await press(page, "make_link");
    await page
      .getByRole("row", { name: /0 of 10/ })
      .first()
      .getByRole("button", { name: "Revoke" })
      .click();
    await expect(page.getByRole("row", { name: /Revoked/ }).first()).toBeVisible();
    await page.goto("/setting/general?tab=workspace");
    await press(page, "workspace");
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toHaveCount(1);
    await press(page, "sign_in_policy");
    await page.locator("textarea[name=textEn]").fill("We record this call. You may say no.");
    await page.locator("input[name=mayShareScreen]").check();
    await press(page, "consent");
    await expect(page.locator("textarea[name=textEn]")).toHaveValue(
      "We record this call. You may say no.",
    );
    await expect(page.locator("input[name=mayShareScreen]")).toBeChecked();
    await expect(page.locator("select[name=factorFor]")).toHaveValue("nobody");
    await page.goto("/setting/audit-log/system-log");
    await press(page, "check");
    await expect(page.getByText("Log intact")).toBeVisible();
    await page.goto("/setting/member");
    await page.locator("input[name=email]").first().fill("gone@sato.test");
    await press(page, "invite");
    await expect(page.getByRole("status")).toContainText("Invitation for gone@sato.test");
    await expect(page.locator("input[name=email]").first()).toHaveValue("");
    const gone = page.getByRole("row", { name: /gone@sato\.test/ });
    await gone.getByRole("button", { name: /Resend/ }).click();
    await gone.getByRole("button", { name: /Withdraw/ }).click();
    await expect(gone).toHaveCount(0);
    await page.locator("input[name=email]").first().fill("nina@sato.test");
    await press(page, "invite");

    const nina = await made();
    await openEmail(nina, "nina@sato.test", /has invited you to Parley/);
    await nina.locator("input[name=name]").fill("Nina Sato");
    await nina.locator("input[name=password]").fill(PASSWORD);
    await nina.locator("main form button[type=submit]").first().click();
    await nina.goto("/setting/general?factor=1");
    const key = await nina.locator("p.font-mono").first().innerText();
    const totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
    const factor = nina.getByRole("region", { name: "Two-step verification" });
    await factor.locator("input[name=code]").fill("000000");
    await factor.locator("input[name=currentPassword]").fill(PASSWORD);
    await press(nina, "factor_on");
    await expect(nina.getByRole("alert")).toContainText("code is wrong");
    await factor.locator("input[name=code]").fill(totp.generate());
    await factor.locator("input[name=currentPassword]").fill(PASSWORD);
    await press(nina, "factor_on");
    const codes = await nina
      .getByRole("list", { name: "Your recovery codes" })
      .getByRole("listitem")
      .allInnerTexts();
    const again = await made();
    await enter(again, "nina@sato.test", PASSWORD);
    await again.locator("input[name=code]").fill(codes[0] ?? "");
    await again.locator("main form button[type=submit]").first().click();
    await expect(again).toHaveURL(/\/$/);
    await nina.goto("/setting/general");
    await nina.locator("select[name=timeZone]").selectOption("Asia/Tokyo");
    await press(nina, "profile");
    await expect(nina.locator("select[name=timeZone]")).toHaveValue("Asia/Tokyo");
    await nina
      .getByRole("listitem")
      .filter({ hasText: "Last used", hasNotText: "This device" })
      .getByRole("button")
      .click();
    await expect(nina.getByRole("button", { name: /^Sign out Chrome/ })).toHaveCount(1);
    await factor.locator("input[name=currentPassword]").fill(PASSWORD);
    await press(nina, "factor_off");
    await expect(nina.getByText("Only your password protects")).toBeVisible();
    const password = nina.getByRole("region", { name: "Password" });
    await password.locator("input[name=currentPassword]").fill(PASSWORD);
    await password.locator("input[name=password]").fill(`${PASSWORD} too`);
    await press(nina, "password");

    await page.goto("/setting/member?q=Nina");
    await page.getByRole("link", { name: "Edit Nina Sato" }).click();
    await page.locator("form[method=post] select[name=role]").selectOption("manager");
    await press(page, "change");
    await expect(page.getByRole("row", { name: /Nina Sato/ })).toContainText("Manager");
    await enter(nina, "nina@sato.test", `${PASSWORD} too`);
    await nina.goto("/setting/general");
    await press(nina, "revoke_all");
    await expect(nina).toHaveURL(/\/signin/);
    for (const [intent, state] of [
      ["deactivate", "Deactivated"],
      ["reactivate", "Active"],
    ] as const) {
      await page.getByRole("link", { name: "Edit Nina Sato" }).click();
      if (intent === "deactivate")
        await page.locator("select[name=heirId]").selectOption({ index: 1 });
      await press(page, intent);
      await expect(page.getByRole("row", { name: /Nina Sato/ })).toContainText(state);
    }
  });
});
