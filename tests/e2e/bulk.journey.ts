import { readFileSync } from "node:fs";
import { type APIRequestContext, type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** More than are done in a request. */
const OWN = 56;
const LABEL = "Ready to renew";
/** Whom the calls of a turn are with: they are found by that person. */
const customer = () => `Bea Bulk ${test.info().repeatEachIndex}`;
const listed = (more = "") => `/recordings?participant=${encodeURIComponent(customer())}${more}`;

async function importCall(request: APIRequestContext, title: string, startedAt: string) {
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: {
      ...{ consent: true, name: "a.txt", title, startedAt, visibility: "workspace" },
      text: `${customer()}: Hello there.`,
    },
  });
  expect(answer.status()).toBe(201);
}

async function as<T>(browser: Browser, who: Who, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, who);
  const done = await act(page);
  await context.close();
  return done;
}

/** 56 calls of the rep, and the newest of a colleague, which the rep sees and may not change. */
async function aList(browser: Browser, page: Page): Promise<void> {
  await as(browser, "rui", (of) =>
    importCall(of.request, "A call of a colleague", "2026-03-02T12:00:00Z"),
  );
  const at = (n: number) => new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString();
  for (let n = 1; n <= OWN; n += 1)
    await importCall(page.request, `Call ${String(n).padStart(2, "0")} to renew`, at(n));
}

const boxes = (page: Page) => page.locator("tbody input[name=callIds]");
const bar = (page: Page) => page.getByRole("region", { name: "Selected calls" });
const dialog = (page: Page) => page.getByRole("dialog");
const close = (page: Page) => dialog(page).getByRole("button", { name: "Close" }).last().click();

async function chooseLabel(page: Page, name: string): Promise<void> {
  await bar(page).getByRole("button", { name: "Label" }).click();
  const options = page.getByRole("listbox", { name: "Labels" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  await page.keyboard.type(name);
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
}

/** In both widths and languages. */
async function lookAt(page: Page, name: string, prepare: () => Promise<unknown>): Promise<void> {
  for (const [width, language] of [
    [1440, "en"],
    [1440, "ja"],
    [390, "en"],
    [390, "ja"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await wear(page, "light", language);
    await prepare();
    const shot = `bulk-${name}-${width}-${language}`;
    await checkScreen(page, shot, (theme) => shoot(page, `${shot}-${theme}`));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

test("calls are selected by mouse and keys, labelled, deleted and put back, and each says what came of it", {
  tag: LONG,
}, async ({ page, browser }) => {
  const complaints = complaintsOf(page);
  await as(browser, "admin", async (admin) => {
    await admin.goto("/setting/label");
    await admin.getByLabel("Name", { exact: true }).fill(LABEL);
    await admin.getByRole("button", { name: "Create label" }).click();
    await expect(admin.getByRole("row", { name: new RegExp(LABEL) })).toBeVisible();
  });
  await signIn(page);
  await aList(browser, page);
  await page.goto(listed());
  await expect(boxes(page)).toHaveCount(25);

  await test.step("by mouse, a range with Shift; by keys, one and the next", async () => {
    await boxes(page).nth(0).click();
    await expect(bar(page)).toContainText("1 selected");
    await boxes(page)
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("3 selected");
    await page.keyboard.press("x");
    await expect(bar(page)).toContainText("2 selected");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bar(page)).toContainText("4 selected");
    await expect(boxes(page).nth(3)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press("Control+a");
    await expect(bar(page)).toContainText("25 selected");
    await page.keyboard.press("Escape");
    for (const n of [0, 1, 2]) await boxes(page).nth(n).press("Space");
    await expect(bar(page)).toContainText("3 selected");
  });

  await test.step("three calls get a label; the colleague's says why not; Undo takes it off", async () => {
    await chooseLabel(page, LABEL);
    await expect(dialog(page)).toContainText("2 calls changed");
    await expect(dialog(page)).toContainText("1 could not be changed");
    await expect(dialog(page)).toContainText("A call of a colleague");
    await expect(dialog(page)).toContainText(
      "You don’t, or no longer, have permission to change this call.",
    );
    await dialog(page).getByRole("button", { name: "Undo" }).press("Enter");
    await expect(dialog(page)).toContainText(`Undo: Add label “${LABEL}”`);
    await expect(dialog(page)).toContainText("2 calls changed");
    await close(page);
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/run=/);
    await expect(bar(page), "the selection is still there").toContainText("3 selected");
  });

  await test.step("three calls get a label in six actions, and by keys alone", async () => {
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    // 1 and 2: the first call and, with Shift, the last of the range; 3: Label; 4: its name; 5: Enter.
    let actions = 0;
    const act = async (deed: Promise<unknown>) => {
      actions += 1;
      await deed;
    };
    await act(boxes(page).nth(1).click());
    await act(
      boxes(page)
        .nth(3)
        .click({ modifiers: ["Shift"] }),
    );
    await act(bar(page).getByRole("button", { name: "Label" }).click());
    const options = page.getByRole("listbox", { name: "Labels" }).getByRole("option");
    await expect(options.first()).toBeVisible();
    await act(page.keyboard.type(LABEL));
    await expect(options).toHaveCount(1);
    await act(page.keyboard.press("Enter"));
    await expect(dialog(page)).toContainText("3 calls changed");
    expect(actions).toBeLessThanOrEqual(6);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    // By keys: choose, go on to the bar, Label, take it off again.
    await boxes(page).nth(1).focus();
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bar(page)).toContainText("3 selected");
    await page.keyboard.press("b");
    await expect(bar(page).getByRole("button", { name: "Label" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(options.first()).toBeVisible();
    await page.getByRole("button", { name: "Remove", exact: true }).press("Enter");
    await page.getByRole("combobox", { name: /label/i }).focus();
    await page.keyboard.type(LABEL);
    await expect(options).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toContainText(`Remove label “${LABEL}”`);
    await expect(dialog(page)).toContainText("3 calls changed");
    await close(page);
    await expect(dialog(page)).toHaveCount(0);
    // Escape in the bar takes all out, and the focus is back in the list.
    await bar(page).getByRole("button", { name: "Access" }).focus();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await expect(
      page.getByRole("checkbox", { name: "Select all calls on this page" }).first(),
    ).toBeFocused();
    await boxes(page).nth(0).press("Space");
    await boxes(page).nth(1).press("Space");
    await boxes(page).nth(2).press("Space");
    await expect(bar(page)).toContainText("3 selected");
  });

  await test.step("a selection goes along from page to page, and ends with another filter", async () => {
    await page.getByRole("link", { name: /Next|Older/ }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(bar(page)).toContainText("3 selected");
    await expect(bar(page)).toContainText("3 not on this page");
    await boxes(page).nth(0).click();
    await expect(bar(page)).toContainText("4 selected");
    await page.getByRole("searchbox", { name: "Search calls and words said" }).fill("title:renew");
    await page.getByRole("searchbox", { name: "Search calls and words said" }).press("Enter");
    await expect(page).toHaveURL(/q=/);
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByText("The list has changed, so nothing is selected")).toBeVisible();
  });

  await test.step("all that match are a run of its own, found again after leaving the page", async () => {
    await page.goto(listed());
    await page.getByRole("checkbox", { name: "Select all calls on this page" }).first().check();
    await expect(bar(page)).toContainText("25 selected");
    await bar(page)
      .getByRole("button", { name: `Select all ${OWN + 1} that match` })
      .click();
    await expect(bar(page)).toContainText(`All ${OWN + 1} matching calls selected`);
    await chooseLabel(page, LABEL);
    await expect(dialog(page)).toContainText(`Add label “${LABEL}”`);
    await page.goto("/");
    await page.goto(listed());
    const recent = page.locator("summary", { hasText: "Recent changes to many calls" });
    await expect(recent).toBeVisible();
    await expect(page.getByRole("progressbar"), "the run has ended").toHaveCount(0);
    await recent.click();
    await page
      .getByRole("link", { name: `Add label “${LABEL}”` })
      .first()
      .click();
    await expect(dialog(page)).toContainText(`${OWN} calls changed`);
    await expect(dialog(page)).toContainText("1 could not be changed");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog(page).getByRole("link", { name: "Download as CSV" }).click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(OWN + 2);
    expect(lines.filter((line) => line.includes(",done,"))).toHaveLength(OWN);
    expect(lines.filter((line) => line.includes(",forbidden,"))).toHaveLength(1);
    await lookAt(page, "result", () => expect(dialog(page)).toBeVisible());
    await close(page);
  });

  await test.step("a few are deleted without a question, and come back by Undo", async () => {
    await page.goto(listed("&sort=title"));
    await boxes(page).nth(1).click();
    await boxes(page).nth(2).click();
    // A double click is one deletion.
    await bar(page).getByRole("button", { name: "Delete" }).dblclick();
    await expect(dialog(page)).toContainText("2 calls deleted");
    await expect(bar(page)).toHaveCount(0);
    await close(page);
    await expect(
      page.getByRole("checkbox", { name: "Select all calls on this page" }).first(),
      "the focus is in the list",
    ).toBeFocused();
    await expect(page.getByRole("row", { name: /Call 01 to renew/ })).toHaveCount(0);
    // Undone later, from another page.
    await page.goto("/");
    await page.goto(listed("&sort=title"));
    await page.locator("summary", { hasText: "Recent changes to many calls" }).click();
    await page.getByRole("link", { name: "Delete", exact: true }).first().click();
    await expect(dialog(page)).toContainText("2 calls deleted");
    await dialog(page).getByRole("button", { name: "Undo" }).click();
    await expect(dialog(page)).toContainText("Undo: Delete");
    await expect(dialog(page)).toContainText("2 calls restored");
    await close(page);
    await expect(page.getByRole("row", { name: /Call 01 to renew/ })).toBeVisible();
  });

  await test.step("access is confirmed with its effect, a reviewer asked, the selection taken as a file", async () => {
    for (const n of [1, 2]) await boxes(page).nth(n).click();
    await bar(page).getByRole("button", { name: "Access" }).click();
    await dialog(page).getByLabel("Private").check();
    await dialog(page).getByRole("button", { name: "Change access" }).click();
    await expect(dialog(page)).toContainText("Change access to Private");
    await expect(dialog(page)).toContainText("2 calls changed");
    await dialog(page).getByRole("button", { name: "Undo" }).click();
    await expect(dialog(page)).toContainText("Undo: Change access to Private");
    await close(page);
    await bar(page).getByRole("button", { name: "Reviewer" }).click();
    await dialog(page).getByRole("combobox", { name: "Reviewer" }).selectOption("Theo Sand");
    await dialog(page).getByRole("button", { name: "Ask for a review" }).click();
    await expect(dialog(page)).toContainText("Ask Theo Sand to review");
    await expect(dialog(page)).toContainText("2 calls changed");
    await close(page);
    await bar(page).getByRole("button", { name: "Process again" }).click();
    await page.getByRole("menuitem", { name: "Recognize the speech…" }).click();
    await expect(dialog(page)).toContainText("Recognize 2 calls again?");
    await dialog(page).getByRole("button", { name: "Recognize again" }).click();
    await expect(dialog(page)).toContainText("2 could not be changed");
    await expect(dialog(page)).toContainText("Its transcript was imported");
    await close(page);
    for (const [item, kind] of [
      ["As CSV", "csv"],
      ["As JSON", "json"],
    ] as const) {
      await bar(page).getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`recordings.${kind}`);
      const text = readFileSync(await file.path(), "utf8");
      if (kind === "csv") expect(text.trim().split("\r\n")).toHaveLength(3);
      else expect(JSON.parse(text)).toHaveLength(2);
    }
  });

  await test.step("calls are handed over, which their owner cannot take back", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Find or go to" });
    await palette.getByRole("combobox").fill("hand over 2");
    await palette.getByRole("option", { name: "Hand over 2 selected calls" }).click();
    await dialog(page).getByRole("combobox", { name: "New owner" }).selectOption("Rui Abe");
    await dialog(page).getByRole("button", { name: "Hand over to Rui Abe" }).click();
    await expect(dialog(page)).toContainText("Hand over to Rui Abe");
    await expect(dialog(page)).toContainText("2 calls handed over");
    await expect(dialog(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
    await close(page);
    await expect(page.getByRole("cell", { name: "Rui Abe" })).toHaveCount(3);
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("looked at", async () => {
    await lookAt(page, "bar", async () => {
      for (const n of [0, 1, 3]) await boxes(page).nth(n).click();
      await expect(page.locator("section.sticky")).toBeVisible();
    });
    await page.goto(listed("&as=cards"));
    await page.locator("li input[name=callIds]").nth(1).click();
    await expect(bar(page)).toContainText("1 selected");
    await shoot(page, "bulk-cards");
  });
  expect(complaints).toEqual([]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("ticked rows are labelled by a form, and the page says what came of it", async ({
    page,
  }) => {
    await page.goto("/signin");
    await page.locator("input[name=email]").first().fill("rep@demo.test");
    await page.locator("input[type=password]").first().fill("parley-demo-calls");
    await page.locator("main form button[type=submit]").first().click();
    const title = `Plain ${test.info().repeatEachIndex}`;
    await importCall(page.request, title, "2026-03-03T12:00:00Z");
    await page.goto(listed());
    await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page).toHaveURL(/run=/);
    await expect(page.getByRole("heading", { name: "Delete" })).toBeVisible();
    await expect(page.locator("noscript section")).toContainText("1 call deleted");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: "Undo: Delete" })).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(title) })).toBeVisible();
  });
});
