import { expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { demoCall } from "./demo-call.ts";
import { complaintsOf, signIn } from "./people.ts";
import { expectFits, shoot, wear } from "./screen-check.ts";
import { sendFile } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const turn = () => `${test.info().repeatEachIndex}${test.info().retry}`;
const field = (page: Page) => page.getByRole("searchbox", { name: "Search calls and words said" });
const said = (page: Page) => page.getByRole("group", { name: "Who said it" });

async function importCall(page: Page, name: string, text: string, title?: string): Promise<void> {
  const answer = await page.request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { consent: true, name, text, visibility: "workspace", ...(title && { title }) },
  });
  expect(answer.status()).toBe(201);
}

/** Nothing of a table is cut off by the box around it. */
async function expectTableFits(page: Page, name: string): Promise<void> {
  const box = page.locator("[data-table]").first();
  const cut = await box.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const outside = [...element.querySelectorAll("tbody :is(a, button, input)")].filter(
      (one) => one.getBoundingClientRect().right > right,
    );
    return { wide: element.scrollWidth - element.clientWidth, outside: outside.length };
  });
  expect.soft(cut, name).toEqual({ wide: 0, outside: 0 });
  await expectFits(page, name);
}

test("the list shows all of its buttons and tags in any width, in both languages", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const broken = Buffer.from(`this is no sound ${turn()}`.repeat(300));
  await sendFile(
    page.request,
    "A file that is no sound, with a title that is rather long",
    "a.wav",
    broken,
    415,
  );
  await sendFile(
    page.request,
    "The same file once more, from a colleague’s machine",
    "a.wav",
    broken,
    415,
  );
  await page.goto("/recordings");
  const failed = page.getByRole("row", { name: /A file that is no sound/ }).first();
  await expect(failed.getByRole("button", { name: "Delete" })).toBeVisible({ timeout: 60_000 });
  for (const language of ["en", "ja"] as const)
    for (const width of [1440, 1240, 1239, 1100, 900, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await wear(page, "light", language);
      await expectTableFits(page, `list ${width} ${language}`);
      await shoot(page, `lists-${width}-${language}`);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
  // The action belongs to the cause: it is in the same cell.
  const cause = failed.getByRole("cell").filter({ hasText: "This kind of file is not accepted" });
  await expect(cause.getByRole("button", { name: "Delete" })).toBeVisible();
  for (const width of [1440, 1240]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/recordings?panel=filters");
    await expectTableFits(page, `list ${width} beside its filters`);
    await shoot(page, `lists-filters-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  // A column of which no row of the page says anything takes no room.
  await page.goto("/recordings?q=title:%22no+sound%22");
  await expect(page.getByRole("columnheader", { name: "Owner" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Labels" })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a search asks one side before anything is typed, finds beginnings of words, and keeps the focus", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const name = `Haldensen${turn()}`;
  await importCall(
    page,
    "a.txt",
    `Mari Kato: Good evening.\n${name}: We are baking through the night.`,
    "A night shift",
  );
  await page.goto("/recordings");
  const before = await page.locator("tbody tr").count();
  await said(page).getByRole("link", { name: "Customer said" }).click();
  await expect(page).toHaveURL(/[?&]said=customer/);
  await expect(page, "the side is no word of the search").not.toHaveURL(/[?&]q=/);
  await expect(field(page)).toHaveValue("");
  expect(await page.locator("tbody tr").count()).toBe(before);
  await field(page).pressSequentially("bak");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=bak/);
  await expect(page).toHaveURL(/said=customer/);
  await expect(page.getByRole("row", { name: /A night shift/ }).first()).toBeVisible();
  await expect(field(page)).toBeFocused();
  await said(page).getByRole("link", { name: "We said" }).click();
  await expect(page).toHaveURL(/said=us/);
  await expect(page.getByRole("row", { name: /A night shift/ })).toHaveCount(0);
  await said(page).getByRole("link", { name: "Anyone" }).click();
  await expect(page).not.toHaveURL(/said=/);
  await field(page).fill(name.slice(0, 6));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /A night shift/ }).first()).toBeVisible();
  // What is typed while an answer comes stays.
  await field(page).fill("side:customer night");
  await page.keyboard.press("Enter");
  await expect(said(page).getByRole("link", { name: "Customer said" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  expect(complaints).toEqual([]);
});

test("an import opens under its file’s name, with the hyphens of names and dates", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles({
    ...{ name: `2026-11-20_Coca-Cola_${turn()}.vtt`, mimeType: "text/vtt" },
    buffer: Buffer.from(
      "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Anne-Marie>Hello there, how are you?\n",
    ),
  });
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Import the transcript" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: `2026-11-20 Coca-Cola ${turn()}` }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/playback\//);
  expect(complaints).toEqual([]);
});

test("a record’s downloads are words in Japanese, not columns of letters", async ({ page }) => {
  await signIn(page);
  const { callId } = await demoCall(page);
  const list = await page.request.get("/recordings.json?limit=100");
  const { data } = (await list.json()) as { data: { callId: string; recordingId: string }[] };
  const recordingId = data.find((row) => row.callId === callId)?.recordingId ?? "";
  await page.goto(`/recordings/${recordingId}`);
  await wear(page, "light", "ja");
  const links = page.locator("td a[download]");
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) {
    const { height = 0 } = (await link.boundingBox()) ?? {};
    expect.soft(height, "one line").toBeLessThan(30);
    const row = page.locator("tr").filter({ has: link });
    const { height: whole = 0 } = (await row.first().boundingBox()) ?? {};
    expect.soft(whole, "a row").toBeLessThan(64);
  }
  await shoot(page, "lists-record-ja", true);
});

test("nothing offers what is not there: kinds that no call has, and who may be recorded", async ({
  page,
}) => {
  await signIn(page, "admin");
  await page.goto("/setting/member");
  await expect(page.getByRole("columnheader", { name: "Role" })).toBeVisible();
  await expect(page.getByText("Recordable")).toHaveCount(0);
  const file = await page.request.get("/recordings.json?kind=phone&limit=1");
  expect(file.status()).toBe(200);
  await page.goto("/recordings?kind=phone");
  await expect(page.getByText(/ignored/i).first()).toBeVisible();
});
