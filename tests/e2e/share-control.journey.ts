import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";
import { sendTone } from "./send-tone.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

const TITLE = "Depot tour with Hale";
const NEVER_SENT = /status of (?:401|410|422)/;

async function openDialog(page: Page, callId: string) {
  const dialog = page.getByRole("dialog", { name: /^Share outside/ });
  await expect(async () => {
    await page.goto(`/playback/${callId}`);
    await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
    await expect(dialog.getByLabel("Title they see")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  return dialog;
}

/** The rules of the workspace, as its admin leaves them. */
async function changeRules(admin: Page, change: (page: Page) => Promise<void>): Promise<void> {
  await admin.goto("/setting/general?tab=sharing");
  const rules = admin.getByRole("region", { name: "Links to people outside" });
  await change(admin);
  await rules.getByRole("button", { name: "Save" }).press("Enter");
  await expect(rules.getByText("Saved", { exact: false })).toBeVisible();
}

test("a link is changed, blocked, opened again and ended by clicks, and the visitor's page follows", {
  tag: LONG,
}, async ({ page: rep, browser, baseURL }) => {
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const callId = await sendTone(rep.request, TITLE, 523);
  const from = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const visitor = await from.newPage();
  const h1 = visitor.getByRole("heading", { level: 1 });
  const adminContext = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const admin = await adminContext.newPage();
  await signIn(admin, "admin");

  const dialog = await openDialog(rep, callId);
  const row = dialog.getByRole("listitem").filter({ hasText: "Whole call" });
  await test.step("anyone with the link; it is copied", async () => {
    await expect(dialog.getByLabel("Title they see")).toBeFocused();
    await dialog.getByRole("button", { name: "Anyone with the link" }).press("Enter");
    await dialog.getByLabel("Download").check();
    await dialog.getByText("View limit, message").click();
    await dialog.getByLabel("View limit").fill("none");
    await dialog.getByText("View limit, message").click();
    await dialog.getByRole("button", { name: "Create link for anyone" }).press("Enter");
    // What was refused is opened, and has the focus.
    await expect(dialog.getByLabel("View limit")).toBeFocused();
    await dialog.getByLabel("View limit").fill("1");
    await dialog.getByRole("button", { name: "Create link for anyone" }).press("Enter");
    await expect(dialog.getByText("The link is ready to send.")).toBeVisible();
    await expect(row.getByText("Active")).toBeVisible({ timeout: 60_000 });
    await row.getByRole("button", { name: /^Copy link/ }).press("Enter");
    await expect(row.getByText("Copied")).toBeVisible();
  });
  const link = await rep.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/shared\/[\w-]{22}$/);

  await test.step("one view is allowed; ten more are added", async () => {
    await visitor.goto(link);
    await visitor.getByRole("button", { name: "Open the recording" }).click();
    await expect(h1).toHaveText(TITLE);
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    await expect(other.getByText("Kestrel")).toHaveCount(0);
    const again = await openDialog(rep, callId);
    await expect(again.getByText("All views used")).toBeVisible();
    await row.getByRole("button", { name: /^Views and people/ }).press("Enter");
    await row.getByRole("button", { name: "Allow 10 more views" }).press("Enter");
    await expect(row.getByText("1 of 11 views")).toBeVisible();
    await row.getByRole("button", { name: /^Extend to/ }).press("Enter");
    await other.reload();
    await expect(other.getByRole("button", { name: "Open the recording" })).toBeVisible();
    await other.context().close();
  });

  await test.step("a password and people are added, and one is taken off and put back", async () => {
    const people = row.getByLabel("E-mail addresses");
    await people.fill("jo@");
    await row.getByRole("button", { name: "Add people" }).press("Enter");
    await expect(row.getByText("jo@ is not an e-mail address.")).toBeVisible();
    await people.fill("jo@hale.example, ana@hale.example");
    await row.getByRole("button", { name: "Add people" }).press("Enter");
    await expect(row.getByText("2 people", { exact: false }).first()).toBeVisible();
    await row.getByLabel("Password", { exact: true }).fill("short");
    await row.getByRole("button", { name: "Set password" }).press("Enter");
    await expect(row.getByText(/must have 8 characters or more/)).toBeVisible();
    await row.getByLabel("Password", { exact: true }).fill("quiet harbour");
    await row.getByRole("button", { name: "Set password" }).press("Enter");
    await expect(row.getByText("Password changed")).toBeVisible();
    await row.getByRole("button", { name: "Remove jo@hale.example" }).press("Enter");
    await expect(row.getByText("jo@hale.example", { exact: true })).toHaveCount(0);
    await row.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(row.getByText("jo@hale.example", { exact: true })).toBeVisible();
    for (const width of [1440, 390]) {
      await rep.setViewportSize({ width, height: 960 });
      await row.getByRole("button", { name: "Add people" }).scrollIntoViewIfNeeded();
      await checkScreen(rep, `share control ${width}`, (theme) =>
        shoot(rep, `share-control-${width}-${theme}`),
      );
    }
    await rep.setViewportSize({ width: 1440, height: 960 });
    // Who had it open meets the new conditions.
    await visitor.reload();
    await expect(h1).toHaveText("Enter the password");
  });

  await test.step("an admin forbids links to whole calls, and stops all links", async () => {
    await changeRules(admin, async (page) => {
      await page.getByLabel("Whole calls").uncheck();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 960 });
        await checkScreen(page, `sharing rules ${width}`, (theme) =>
          shoot(page, `sharing-rules-${width}-${theme}`),
        );
      }
      await page.setViewportSize({ width: 1440, height: 960 });
    });
    await visitor.reload();
    await expect(h1).toHaveText("This link does not work");
    await openDialog(rep, callId);
    await expect(row.getByText("Your workspace no longer allows links to this.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Whole call", exact: true })).toBeDisabled();
    await changeRules(admin, async (page) => {
      await page.getByLabel("Whole calls").check();
      await page.getByLabel("Stop all links now").check();
    });
    await openDialogRefused(rep, callId, "Sharing is switched off in your workspace.");
    await expect(row.getByText("All links are stopped.")).toBeVisible();
    await changeRules(admin, (page) => page.getByLabel("Stop all links now").uncheck());
    await visitor.reload();
    await expect(h1).toHaveText("Enter the password");
  });

  await test.step("the record lists it, in Japanese as well, and the call ends it for good", async () => {
    await openDialog(rep, callId);
    await wear(rep, "dark", "ja");
    await expect(async () => {
      await rep.getByRole("button", { name: "共有", exact: true }).press("Enter");
      await expect(rep.getByLabel("相手に見えるタイトル")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await rep.getByRole("button", { name: /の閲覧と共有先$/ }).press("Enter");
    await shoot(rep, "share-control-ja");
    await wear(rep, "light", "en");
    await rep.goto(`/playback/${callId}`);
    await rep.getByRole("link", { name: "Details", exact: true }).click();
    const list = rep.getByRole("region", { name: "Links to this call" });
    await expect(list.getByText("Active")).toBeVisible();
    await list.scrollIntoViewIfNeeded();
    await shoot(rep, "share-record");
    await rep.getByRole("button", { name: "Delete", exact: true }).click();
    const deletion = rep.getByRole("dialog", { name: "Delete this call" });
    await expect(deletion).toContainText("1 link to it stops working until it is restored.");
    await shoot(rep, "share-delete");
    await rep.keyboard.press("Escape");
    await expectRecordWithoutScript(browser, rep);
    await openDialog(rep, callId);
    await dialog.getByRole("button", { name: "Revoke all links" }).press("Enter");
    const question = rep.getByRole("dialog", { name: "Revoke every link to this call?" });
    await expect(question).toContainText("links to this call and to its clips");
    await question.getByRole("button", { name: "Revoke all links" }).press("Enter");
    await expect(row.getByText("Revoked")).toBeVisible();
    await visitor.reload();
    await expect(h1).toHaveText("This link does not work");
    await expect(visitor.getByText(TITLE)).toHaveCount(0);
  });
  expect(complaints.filter((line) => !NEVER_SENT.test(line))).toEqual([]);
  await adminContext.close();
  await from.close();
});

/** The same page for a reader whose browser runs no script. */
async function expectRecordWithoutScript(browser: Browser, rep: Page) {
  const context = await browser.newContext({
    storageState: await rep.context().storageState(),
    javaScriptEnabled: false,
  });
  const plain = await context.newPage();
  await plain.goto(rep.url());
  const list = plain.getByRole("region", { name: "Links to this call" });
  await expect(list.getByText("Active")).toBeVisible();
  await expect(list.getByText("Whole call")).toBeVisible();
  await expect(list.getByRole("button")).toHaveCount(0);
  await context.close();
}

async function openDialogRefused(page: Page, callId: string, why: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Share outside/ });
  await expect(async () => {
    await page.goto(`/playback/${callId}`);
    await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
    await expect(dialog.getByText(why)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
