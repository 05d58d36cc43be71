import { expect, type Page } from "playwright/test";

export type Who = "rep" | "manager" | "admin";
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
    if (message.type() === "error")
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  return complaints;
}
