import { expect, type Page } from "playwright/test";

export type Who = "rep" | "manager" | "admin" | "rui";
const PASSWORD = "parley-demo-calls";

/** Signs in by typing, as a person does. */
export async function signIn(page: Page, who: Who = "rep"): Promise<void> {
  await page.goto("/signin");
  await page.getByLabel("E-mail").fill(`${who}@demo.test`);
  await page.locator("input[name=password][type=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForURL((url) => !url.pathname.startsWith("/signin"));
}

/** Collects what a page complains of; a journey ends with nothing collected. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // The page of e-mails shows them in frames where no script runs, that of Playwright's trace neither.
    const isOfTrace =
      message.location().url === "about:srcdoc" &&
      /^Blocked script/.test(message.text()) &&
      new URL(page.url()).pathname === "/mail";
    if (message.type() === "error" && !isOfTrace)
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  return complaints;
}

/** On the console: starts a call. @returns the path of its invitation, which stays open on the page */
export async function startCall(page: Page, title: string): Promise<string> {
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Start the call" }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}/);
  await page.getByRole("button", { name: "Invite" }).click();
  return new URL(await page.getByLabel("Invitation link").inputValue()).pathname;
}

/** Before the door of a call: says who it is, agrees to the recording, and waits to be let in. */
export async function askToJoin(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Join and agree to recording" }).click();
  await expect(page.getByRole("heading", { name: /Waiting for/ })).toBeVisible();
}

/** Waits for the newest letter to an address and opens where its button leads. */
export async function openEmail(page: Page, to: string, subject: RegExp): Promise<void> {
  const panel = page.getByRole("article").filter({ hasText: subject }).filter({ hasText: to });
  await expect(async () => {
    await page.goto("/mail");
    await expect(panel.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await panel.first().getByRole("link").first().click();
}
