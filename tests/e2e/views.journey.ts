import { expect, type Locator, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, expectServerLinks, shoot, wear } from "./screen-check.ts";
import { sendTone } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OURS = { "sec-fetch-site": "same-origin" };
const LOOKS = [
  [1440, "en"],
  [390, "en"],
] as const;
const OTHER_LOOKS = [
  [1000, "en"],
  [390, "ja"],
] as const;

const titleOf = (name: string) => `${name} ${test.info().repeatEachIndex}`;

/** Gives a call labels that are made on the way. */
async function label(page: Page, callId: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    const choices = await page.request.get(`/calls/${callId}/labels`);
    const { labels } = (await choices.json()) as { labels: { id: string; name: string }[] };
    const known = labels.find((one) => one.name === name);
    const form = known
      ? { intent: "give_label", labelId: known.id }
      : { intent: "give_new_label", name };
    const given = await page.request.post(`/playback/${callId}`, { headers: OURS, form });
    expect(given.ok(), `${name} is given`).toBe(true);
  }
}

/** By keyboard alone, whatever script does meanwhile. */
async function press(page: Page, link: Locator, url: RegExp): Promise<void> {
  await link.press("Enter");
  await expect(page).toHaveURL(url);
}

const row = (page: Page, title: string) => page.getByRole("row", { name: new RegExp(title) });

/** In both themes. */
async function lookAt(
  page: Page,
  name: string,
  looks: readonly (readonly [number, string])[] = LOOKS,
): Promise<void> {
  for (const [width, language] of looks) {
    await page.setViewportSize({ width, height: 960 });
    await wear(page, "light", language);
    const look = `${name}-${width}-${language}`;
    await checkScreen(page, look, (theme) => shoot(page, `${look}-${theme}`));
  }
  await page.setViewportSize({ width: 1440, height: 960 });
  await wear(page, "light", "en");
}

/** On a phone too a panel lies within the window. */
async function expectInSight(page: Page, ...menus: string[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 960 });
  for (const menu of menus) {
    await page.locator("summary", { hasText: menu }).press("Enter");
    const box = await page
      .locator("details[open] > div", { has: page.locator("form") })
      .boundingBox();
    await shoot(page, `menu-${menu.replace(/\W/g, "")}`);
    expect.soft(box?.x, menu).toBeGreaterThanOrEqual(0);
    expect.soft((box?.x ?? 0) + (box?.width ?? 0), menu).toBeLessThanOrEqual(390);
    await page.keyboard.press("Escape");
    await expect(page.locator("details[open]")).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1440, height: 960 });
}

test("calls are narrowed by facets and a sentence of chips, kept as a view, shared, and opened first", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const [both, one, none] = [titleOf("Both labels"), titleOf("One label"), titleOf("No label")];
  const calls = {
    both: await sendTone(page.request, both, 720),
    one: await sendTone(page.request, one, 740),
    none: await sendTone(page.request, none, 760),
  };
  // What is still processed would change under the eyes of the journey.
  await expect
    .poll(async () => {
      const list = await page.request.get("/recordings.json?state=ready&state=ready_partial");
      const { data } = (await list.json()) as { data: { callId: string }[] };
      return Object.values(calls).filter((id) => data.some(({ callId }) => callId === id)).length;
    })
    .toBe(3);
  const [price, risk] = [titleOf("Price talk"), titleOf("At risk")];
  await label(page, calls.both, price, risk);
  await label(page, calls.one, price);

  await test.step("facets count, and a press narrows the list", async () => {
    await page.goto("/recordings");
    await page.getByRole("link", { name: /^Filters/ }).click();
    const panel = page.getByRole("region", { name: "Filters" });
    expect(complaints).toEqual([]);
    await expect(panel.getByRole("link", { name: `${price} 2` })).toBeVisible();
    await expect(panel.getByText("Counts are of all matches.")).toBeVisible();
    await panel.getByRole("link", { name: `${price} 2` }).press("Enter");
    await expect(row(page, none)).toHaveCount(0);
    await expect(row(page, one)).toBeVisible();
    await panel.getByRole("link", { name: `${risk} 1` }).press("Enter");
    await expect(page).toHaveURL(/label=.*label=/);
    await expect(row(page, both)).toBeVisible();
    await expect(row(page, one)).toBeVisible();
    await expectServerLinks(page, "facets");
    await lookAt(page, "facets");
  });

  await test.step("the words of the sentence change by keyboard, and keep the focus", async () => {
    const or = page.getByRole("link", { name: "or: change to “and”" });
    await press(page, or, /label\.all=/);
    await expect(row(page, one)).toHaveCount(0);
    await expect(row(page, both)).toBeVisible();
    await expect(page.getByRole("link", { name: "and: change to “or”" })).toBeFocused();
    await press(page, page.getByRole("link", { name: "is: change to “not”" }), /label\.not=/);
    await expect(row(page, both)).toHaveCount(0);
    await expect(row(page, none)).toBeVisible();
    await expect(page.getByRole("link", { name: "not: change to “is”" })).toBeFocused();
    await page.getByRole("link", { name: /^Remove the filter Label/ }).press("Enter");
    await expect(row(page, one)).toBeVisible();
  });

  await test.step("what the address says and nobody knows is named", async () => {
    await page.goto("/recordings?label.all=x&silence.gt=loud&view=nothing&consent=maybe");
    for (const what of ["label.all=x", "silence.gt=loud", "view=nothing", "consent=maybe"])
      await expect(page.getByText(`Ignored: ${what}`)).toBeVisible();
  });

  const name = titleOf("Price or risk");
  const saveAs = async (as: string, sharedWith: string | null = null) => {
    await page.locator("summary", { hasText: "Save as…" }).press("Enter");
    const saving = page.locator("details[open]", { hasText: "Save as…" });
    await saving.getByLabel("Name of the view").fill(as);
    if (sharedWith !== null)
      await saving.getByLabel("Shared with").selectOption({ label: sharedWith });
    await page.getByRole("button", { name: "Save view" }).press("Enter");
  };
  await test.step("a query is kept under a name, which there is once", async () => {
    await page.goto("/recordings?panel=filters");
    await page
      .getByRole("region", { name: "Filters" })
      .getByRole("link", { name: `${price} 2` })
      .press("Enter");
    await expect(row(page, none)).toHaveCount(0);
    await saveAs(name, "Everyone in the workspace");
    await expect(page).toHaveURL(/\/recordings\?view=[0-9a-f-]{36}$/);
    await expect(page.getByText(`Saved as “${name}”.`)).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(row(page, none)).toHaveCount(0);
    await saveAs(name);
    await expect(page.getByRole("alert")).toHaveText("This is already used. Choose another one.");
    await lookAt(page, "view");
    await expectInSight(page, "Save as…", "View settings", "Columns");
  });
  const viewUrl = page.url();

  await test.step("a change is told, saved to the view, or left", async () => {
    await page.getByRole("link", { name: "is: change to “not”" }).press("Enter");
    await expect(page.getByText("Changed", { exact: true })).toBeVisible();
    await expect(row(page, none)).toBeVisible();
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await expect(page).toHaveURL(viewUrl);
    await expect(row(page, none)).toHaveCount(0);
    await page.goto(`${viewUrl}&kind=upload`);
    await page.getByRole("button", { name: "Save to view" }).press("Enter");
    await expect(page.getByText(`“${name}” now shows these calls.`)).toBeVisible();
    await expect(page.getByText("Changed", { exact: true })).toHaveCount(0);
  });

  await test.step("somebody else opens the shared view, and it opens first for them alone", async () => {
    const theirs = await (await browser.newContext()).newPage();
    const theirComplaints = complaintsOf(theirs);
    await signIn(theirs, "rep");
    await theirs.goto("/recordings");
    await theirs.getByRole("link", { name, exact: true }).click();
    await expect(theirs.getByRole("link", { name, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(theirs.getByText("Save to view")).toHaveCount(0);
    await theirs.locator("summary", { hasText: "View settings" }).click();
    await expect(theirs.getByText(/^Shared by /)).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Delete view" })).toHaveCount(0);
    await theirs.getByRole("button", { name: "Open this view first" }).click();
    await expect(theirs.getByText(`Recordings now opens with “${name}”.`)).toBeVisible();
    await theirs.getByRole("link", { name: "Recordings", exact: true }).click();
    await expect(theirs).toHaveURL(/view=[0-9a-f-]{36}$/);
    await theirs.getByRole("link", { name: "All", exact: true }).click();
    await expect(theirs).toHaveURL(/\/recordings\?view=all$/);
    await expect(theirs.getByRole("link", { name: "All", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(theirComplaints).toEqual([]);
    await theirs.context().close();
    await page.goto("/recordings");
    await expect(page).toHaveURL(/\/recordings$/);
  });

  await test.step("a manager shares a view with a team, and only its people see it", async () => {
    const ofTeam = titleOf("Freight only");
    const visitAs = async (who: Who) => {
      const theirs = await (await browser.newContext()).newPage();
      await signIn(theirs, who);
      return theirs;
    };
    const managers = await visitAs("manager");
    await managers.goto("/recordings?kind=upload");
    await managers.locator("summary", { hasText: "Save as…" }).press("Enter");
    const saving = managers.locator("details[open]", { hasText: "Save as…" });
    await saving.getByLabel("Name of the view").fill(ofTeam);
    const sharing = saving.getByLabel("Shared with");
    await expect(sharing.getByRole("option")).toHaveText([
      "Only me",
      "Freight",
      "Everyone in the workspace",
    ]);
    await sharing.selectOption({ label: "Freight" });
    await managers.getByRole("button", { name: "Save view" }).press("Enter");
    await expect(managers).toHaveURL(/view=[0-9a-f-]{36}$/);
    const address = managers.url();
    await managers.locator("summary", { hasText: "View settings" }).press("Enter");
    await expect(managers.getByText("Shared with Freight", { exact: true })).toBeVisible();
    await shoot(managers, "view-of-team");
    await managers.context().close();

    const reps = await visitAs("rep");
    // By its address, for it is in the menu where there are more views than tabs.
    await reps.goto(address);
    const tab = reps.getByRole("link", { name: ofTeam, exact: true });
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tab).toHaveAttribute("title", "Ivo Lund shared it with Freight");
    await reps.context().close();

    const others = await visitAs("rui");
    await others.goto(address);
    await expect(others.getByText("Ignored: view=")).toBeVisible();
    await expect(others.getByRole("link", { name: ofTeam, exact: true })).toHaveCount(0);
    await others.context().close();
  });

  await test.step("columns, row height and cards", async () => {
    await page.locator("summary", { hasText: "Columns" }).press("Enter");
    await page.getByRole("checkbox", { name: "Kind", exact: true }).check();
    await page.getByRole("checkbox", { name: "Us", exact: true }).uncheck();
    await page.getByRole("button", { name: "Move Started up" }).press("Enter");
    await page.getByLabel("Row height").selectOption("Compact");
    await shoot(page, "columns-menu");
    await page.getByRole("button", { name: "Save columns" }).press("Enter");
    await expect(page.getByRole("columnheader")).toHaveText([
      "Call",
      "Who spoke when",
      "Labels",
      "Started",
      "Owner",
      "Length",
      "Kind",
    ]);
    await page.getByRole("link", { name: "Cards", exact: true }).press("Enter");
    await expect(page).toHaveURL(/as=cards/);
    const cards = page.getByRole("list", { name: "Recordings" });
    await expect(cards.getByRole("listitem").filter({ hasText: both })).toContainText(price);
    await expectServerLinks(page, "cards");
    await lookAt(page, "cards");
    await page.locator("summary", { hasText: "Columns" }).press("Enter");
    await page.getByRole("button", { name: "Reset" }).press("Enter");
    await expect(page.getByRole("link", { name: "Table", exact: true })).toBeVisible();
  });

  await test.step("a deleted view comes back by Undo, and one that names a merged label says so", async () => {
    await page.goto(viewUrl);
    await page.locator("summary", { hasText: "View settings" }).press("Enter");
    await page.getByRole("button", { name: "Delete view" }).press("Enter");
    await expect(page.getByText(`The view “${name}” was deleted.`)).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
    const choices = await page.request.get(`/calls/${calls.both}/labels`);
    const { labels } = (await choices.json()) as { labels: { id: string; name: string }[] };
    const idOf = (text: string) => labels.find((one) => one.name === text)?.id ?? "";
    const merged = await page.request.post("/setting/label", {
      headers: OURS,
      form: { intent: "merge_label", labelId: idOf(price), intoId: idOf(risk) },
    });
    expect(merged.ok()).toBe(true);
    await page.goto(viewUrl);
    await expect(
      page.getByText(
        `A filter asks for something that was deleted, or that you can’t see: Label “${price}”.`,
      ),
    ).toBeVisible();
    await expect(page.getByText(`${price} (deleted)`)).toBeVisible();
    await shoot(page, "view-gone-label");
  });
  // The name that was used already.
  expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("filters and cards in the other widths and languages", { tag: LONG }, async ({ page }) => {
  await signIn(page, "manager");
  for (const look of ["panel=filters&kind=upload", "as=cards"]) {
    await page.goto(`/recordings?${look}`);
    await lookAt(page, look.startsWith("as") ? "cards" : "facets", OTHER_LOOKS);
  }
});

test("script that comes late leaves the focus and an open panel as they are", async ({ page }) => {
  await signIn(page, "manager");
  await page.goto("/recordings");
  await page.getByRole("link", { name: "Not reviewed", exact: true }).press("Enter");
  await expect(page).toHaveURL(/reviewed=no/);
  const come = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.locator("summary", { hasText: "Columns" }).press("Enter");
  const columns = page.getByRole("link", { name: "Columns", exact: true });
  await columns.focus();
  come.resolve(undefined);
  // The frame adds it when all below it has come to life.
  const alive = page.locator('head link[rel=stylesheet][href*="japanese"]');
  await expect(alive).toBeAttached();
  await expect(columns).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/reviewed=no.*panel=columns/);
  await expect(alive).toBeAttached();
  const box = page.getByRole("checkbox", { name: "Kind", exact: true });
  await box.focus();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  // A way to another page takes the focus along.
  await page.getByRole("link", { name: /^Home/ }).first().press("Enter");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("without script: facets, cards, columns and a view", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/signin");
  await page.locator("input[name=email]").first().fill("manager@demo.test");
  await page.locator("input[type=password]").first().fill("parley-demo-calls");
  await page.locator("main form button[type=submit]").first().click();
  await page.goto("/recordings?panel=filters&kind=upload&as=cards");
  await page.getByRole("link", { name: /^Japanese \d/ }).click();
  await expect(page).toHaveURL(/language=ja/);
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByRole("link", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Move Labels up" }).click();
  await expect(page).toHaveURL(/language=ja/);
  await page.locator("summary", { hasText: "Save as…" }).click();
  const name = titleOf("No script");
  await page.locator("#save-view").fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page).toHaveURL(/view=/);
  await expect(page.getByText(`Saved as “${name}”.`)).toBeVisible();
  await page.locator("summary", { hasText: "Save as…" }).click();
  await page.locator("#save-view").fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is already used. Choose another one.");
  await context.close();
});
