import { type APIRequestContext, expect, type Locator, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OUT = "You are signed out.";
const WORDS = [
  "[00:00:02] Mari Kato: If the second depot goes live before March I can hold the discount.",
  "[00:00:10] Elena Duarte: Twelve is closer. Our finance people will ask why.",
].join("\n");

/** A call of the rep's with words. */
async function importCall(request: APIRequestContext, title: string): Promise<string> {
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { consent: true, title, name: `${title}.txt`, text: WORDS },
  });
  expect(answer.status()).toBe(201);
  const { callId } = (await answer.json()) as { callId: string };
  return `/playback/${callId}`;
}

/** As another tab of the browser does: this one is not asked. */
const signOutElsewhere = (page: Page): Promise<void> => page.context().clearCookies();

/** Signs in by the link beside a form, in the tab that it opens. */
async function signInBeside(page: Page, place: Page | Locator): Promise<void> {
  const link = place.getByRole("link", { name: "Sign in", exact: true });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await tab.waitForURL((url) => url.pathname === "/signin");
  await signIn(tab);
  await tab.close();
}

/** One second of silence. */
function silence(): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + rate * 2, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(rate * 2, 40);
  return Buffer.concat([head, Buffer.alloc(rate * 2)]);
}

/** The form of an upload with a file in it, and everybody's consent. */
async function fillUpload(page: Page, title: string): Promise<Locator> {
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  const file = { name: "silence.wav", mimeType: "audio/wav", buffer: silence() };
  await dialog.getByLabel("Files").setInputFiles(file);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel(/Everyone on this call/).check();
  return dialog;
}

test("an upload is begun by who signed out elsewhere: the form waits for them", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const dialog = await fillUpload(page, "Signed out before");
  await signOutElsewhere(page);
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(OUT);
  await expect(dialog.getByText("What you typed is kept.")).toBeVisible();
  await checkScreen(page, "signed-out-upload");
  await signInBeside(page, dialog);
  await expect(dialog.getByLabel("Title")).toHaveValue("Signed out before");
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("What you typed is kept.")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Signed out before" }).first()).toBeVisible();
  expect(complaints.filter((line) => !/status of 401/.test(line))).toEqual([]);
});

test("bytes on their way stop when they sign out elsewhere, and go on when they are back", async ({
  page,
}) => {
  await signIn(page);
  const dialog = await fillUpload(page, "Signed out on the way");
  await page.route(
    /\/uploads/,
    async (route) => {
      await signOutElsewhere(page);
      await route.fulfill({ status: 401, json: { code: "unauthenticated" } });
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Upload" }).click();
  const list = page.getByRole("list", { name: "Uploading" });
  await expect(list.getByText(OUT)).toBeVisible();
  await signInBeside(page, page);
  await list.getByRole("button", { name: "Retry" }).click();
  await expect(list.getByText(OUT)).toHaveCount(0);
  await expect(list).toHaveCount(0, { timeout: 60_000 });
});

test("a title, a comment and a correction are kept while they sign in beside", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const call = await importCall(page.request, `Depot ${test.info().repeatEachIndex}`);
  await page.goto(`${call}?tab=comments&t=3`);
  await expect(page.getByRole("button", { name: /^Comment at/ })).toBeVisible();

  await test.step("the title", async () => {
    await page.getByRole("button", { name: "Edit title" }).click();
    const field = page.getByRole("textbox", { name: "Title", exact: true });
    await field.fill("The second depot");
    await signOutElsewhere(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: OUT })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(call));
    await signInBeside(page, page);
    await expect(field).toHaveValue("The second depot");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("The second depot");
    await expect(page.getByText(OUT)).toHaveCount(0);
  });

  await test.step("a comment", async () => {
    await page.locator("h1").click();
    await page.keyboard.press("c");
    const field = page.getByRole("textbox", { name: "Comment", exact: true });
    await expect(field).toBeFocused();
    await field.fill("Ask for the date.");
    await signOutElsewhere(page);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("alert").filter({ hasText: OUT })).toBeVisible();
    await expect(field).toHaveValue("Ask for the date.");
    await signInBeside(page, page);
    await field.focus();
    await page.keyboard.press("Control+Enter");
    await expect(
      page.getByRole("list", { name: "Comments" }).getByText("Ask for the date."),
    ).toBeVisible();
    await expect(page.getByText(OUT)).toHaveCount(0);
  });

  await test.step("a correction", async () => {
    const words = page.locator("section[aria-labelledby=transcript-title]");
    await words
      .getByRole("button", { name: /^Correct/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What was said").fill("Whenever");
    await signOutElsewhere(page);
    await dialog.getByRole("button", { name: "Correct the words" }).click();
    await expect(dialog.getByRole("alert")).toContainText(OUT);
    await expect(dialog.getByLabel("What was said")).toHaveValue("Whenever");
    await signInBeside(page, dialog);
    await dialog.getByRole("button", { name: "Correct the words" }).click();
    await expect(dialog).toBeHidden();
    await expect(words).toContainText("Whenever");
  });
  expect(complaints.filter((line) => !/status of 401/.test(line))).toEqual([]);
});
