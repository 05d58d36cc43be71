import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { sendTone, whenReady } from "./send-tone.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function openAs(browser: Browser, baseURL: string | undefined, who: Who): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

test("a manager puts calls into a library, a colleague who could not open them hears it to the end", async ({
  page: manager,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(manager);
  const rep = await openAs(browser, baseURL, "rep");
  const round = test.info().repeatEachIndex;
  const titles = [`First to hear ${round}`, `Then this one ${round}`];
  const callIds: string[] = [];
  // The second one is silent for half its time.
  const lengths = [6, 16];
  const quiet = [
    [0, 0],
    [4, 12],
  ] as const;
  for (const [n, title] of titles.entries())
    callIds.push(await sendTone(rep.request, title, 410 + 70 * n + round, lengths[n], quiet[n]));
  const [first = "", second = ""] = callIds;
  const rui = await openAs(browser, baseURL, "rui");
  expect((await rui.goto(`/playback/${first}`))?.status()).toBe(404);

  const library = `Openings ${round}`;
  await signIn(manager, "manager");
  await test.step("the call's own page leads to the libraries, and a new one takes it along", async () => {
    await manager.goto(`/playback/${first}`);
    await manager.getByRole("link", { name: "Add to library…" }).press("Enter");
    await expect(manager.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
    await manager.getByLabel("Name", { exact: true }).fill(library);
    await manager.getByLabel("Who may read it").selectOption("workspace");
    await manager.getByRole("button", { name: "Make library" }).press("Enter");
    await expect(manager.getByRole("heading", { level: 1, name: library })).toBeVisible();
  });
  await test.step("who gains access is named before anything is given", async () => {
    const panel = manager.getByRole("region", { name: `Add “${titles[0]}”` });
    await expect(panel).toContainText(/Adding this shows it to \d+ people/);
    await expect(panel.getByRole("list").first()).toContainText("Rui Abe");
    await panel.getByLabel("Why is it good?").fill("Listen to how it begins.");
    await checkScreen(manager, "library add", (theme) => shoot(manager, `library-add-${theme}`));
    await panel.getByRole("button", { name: /^Show it to \d+ people$/ }).press("Enter");
    await expect(manager.getByRole("listitem").filter({ hasText: titles[0] ?? "" })).toContainText(
      "Listen to how it begins.",
    );
  });
  await test.step("another one is found by its title", async () => {
    await manager.getByRole("link", { name: "Add", exact: true }).press("Enter");
    await manager.getByLabel("Words of its title").fill(titles[1] ?? "");
    await manager.getByRole("button", { name: "Find calls" }).press("Enter");
    await manager.getByRole("link", { name: `Add ${titles[1]}`, exact: true }).press("Enter");
    await manager.getByRole("button", { name: /^Show it to \d+ people$/ }).press("Enter");
    await expect(manager.getByRole("link", { name: titles[1] ?? "", exact: true })).toBeVisible();
  });
  await test.step("by number it comes first, and last again", async () => {
    const rows = manager.locator("[data-sort-row]");
    await manager.getByRole("link", { name: `Change ${titles[1]}` }).press("Enter");
    await manager.getByLabel("Place", { exact: true }).fill("1");
    await manager.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await expect(rows.first()).toContainText(titles[1] ?? "");
    await manager.getByRole("link", { name: `Change ${titles[1]}` }).press("Enter");
    await manager.getByLabel("Place", { exact: true }).fill("2");
    await manager.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await expect(rows.first()).toContainText(titles[0] ?? "");
  });
  await test.step("dragged it goes to another place, by the keyboard and by the mouse", async () => {
    const rows = manager.locator("[data-sort-row]");
    const grip = manager.getByRole("button", { name: `Reorder ${titles[1]}` });
    await grip.focus();
    await grip.press("Space");
    await expect(manager.getByText(`${titles[1]} picked up. Place 2 of 2.`)).toBeAttached();
    await manager.keyboard.press("ArrowUp");
    await expect(manager.getByText(`${titles[1]}: place 1 of 2.`)).toBeAttached();
    await manager.keyboard.press("Space");
    await expect(rows.first()).toContainText(titles[1] ?? "");
    const from = await grip.boundingBox();
    const to = await manager.getByRole("button", { name: `Reorder ${titles[0]}` }).boundingBox();
    if (!from || !to) throw new Error("There is nothing to drag by.");
    await manager.mouse.move(from.x + 8, from.y + 8);
    await manager.mouse.down();
    await manager.mouse.move(from.x + 8, from.y + 24, { steps: 4 });
    await manager.mouse.move(to.x + 8, to.y + 16, { steps: 8 });
    await manager.mouse.up();
    await expect(rows.first()).toContainText(titles[0] ?? "");
    await manager.reload();
    await expect(rows.first()).toContainText(titles[0] ?? "");
  });
  for (const width of [1440, 390]) {
    await manager.setViewportSize({ width, height: 844 });
    await checkScreen(manager, `library ${width}`, (theme) =>
      shoot(manager, `library-${width}-${theme}`),
    );
  }
  await manager.setViewportSize({ width: 1440, height: 844 });

  await test.step("it is set as required viewing, and another colleague finds it on Home", async () => {
    await manager.getByText("Set required viewing", { exact: true }).click();
    await manager.locator("#viewing-grantee").selectOption({ label: "Mari Kato" });
    await manager.getByLabel("By", { exact: true }).fill(dayAhead(2));
    await manager.getByRole("button", { name: "Set it" }).press("Enter");
    await expect(manager.getByText(/1 not started/)).toBeVisible();
    await expect(manager.getByRole("link", { name: "Who has not heard it (CSV)" })).toBeVisible();
    for (const width of [1440, 390]) {
      await manager.setViewportSize({ width, height: 844 });
      // Rows out of sight are not drawn in the other theme.
      await manager.locator("[data-sort-row]").last().scrollIntoViewIfNeeded();
      await checkScreen(manager, `library required ${width}`, (theme) =>
        shoot(manager, `library-required-${width}-${theme}`, true),
      );
    }
    await manager.setViewportSize({ width: 1440, height: 844 });
    await rep.goto("/");
    const required = rep.getByRole("list", { name: "Required viewing" });
    await expect(required.getByRole("link", { name: library, exact: true })).toBeVisible();
    await checkScreen(rep, "home required", (theme) => shoot(rep, `home-required-${theme}`, true));
  });

  await test.step("the colleague finds the library and hears it, one after the other, to the end", async () => {
    await rui.goto("/library");
    await rui.getByRole("link", { name: library, exact: true }).press("Enter");
    await expect(rui.getByRole("heading", { level: 1, name: library })).toBeVisible();
    await expect(rui.getByRole("button", { name: "Delete library" })).toHaveCount(0);
    const player = rui.getByRole("region", { name: "Playing from this library" });
    await expect(async () => {
      await rui.getByRole("button", { name: "Play all" }).press("Enter");
      await expect(player).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(player).toContainText("1 of 2");
    await shoot(rui, "library-player");
    await expect(player).toContainText("2 of 2", { timeout: 60_000 });
    await expect(player).toContainText(titles[1] ?? "");
    await rui.setViewportSize({ width: 390, height: 844 });
    await shoot(rui, "library-player-390");
    const wide = await rui.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await rui.setViewportSize({ width: 1440, height: 960 });
    await expect(player.getByText("That was the last item.")).toBeAttached({ timeout: 60_000 });
    await expect(async () => {
      await rui.reload();
      await expect(rui.getByText("Heard to the end", { exact: false })).toHaveCount(2, {
        timeout: 1_000,
      });
    }).toPass();
  });
  await test.step("what was asked is done when what is said in it was heard, its silence skipped", async () => {
    await rep.getByRole("link", { name: `Listen to ${library}` }).press("Enter");
    const player = rep.getByRole("region", { name: "Playing from this library" });
    await expect(async () => {
      await rep.getByRole("button", { name: "Play all" }).press("Enter");
      await expect(player).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const skip = player.getByRole("button", { name: /^Skip silence/ });
    if ((await skip.getAttribute("aria-pressed")) !== "true") await skip.press("Enter");
    await expect(skip).toHaveAttribute("aria-pressed", "true");
    await expect(player.getByText("That was the last item.")).toBeAttached({ timeout: 60_000 });
    await expect(async () => {
      await manager.reload();
      await expect(manager.getByText(/1 finished/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await rep.goto("/");
    await expect(rep.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(rep.getByRole("list", { name: "Required viewing" })).toBeHidden();
  });
  expect((await rui.goto(`/playback/${second}`))?.status()).toBe(200);

  await test.step("removing the item ends the access, and its undo gives it again", async () => {
    await manager.getByRole("link", { name: `Change ${titles[1]}` }).press("Enter");
    await manager.getByRole("button", { name: `Remove ${titles[1]}` }).press("Enter");
    await expect(manager.getByText(/was removed, and the access it gave has ended/)).toBeVisible();
    expect((await rui.goto(`/playback/${second}`))?.status()).toBe(404);
    await manager.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(manager.getByRole("link", { name: titles[1] ?? "", exact: true })).toBeVisible();
    expect((await rui.goto(`/playback/${second}`))?.status()).toBe(200);
  });
  await manager.goto("/library");
  for (const width of [1440, 390]) {
    await manager.setViewportSize({ width, height: 844 });
    await checkScreen(manager, `libraries ${width}`, (theme) =>
      shoot(manager, `libraries-${width}-${theme}`),
    );
  }
  await test.step("two more come from the list at once, and go again by Undo", async () => {
    const more = [`Third of many ${round}`, `Fourth of many ${round}`];
    for (const [n, title] of more.entries())
      await sendTone(rep.request, title, 610 + 70 * n + round, 6);
    await manager.setViewportSize({ width: 1440, height: 960 });
    await manager.goto(`/recordings?q=${encodeURIComponent(`title:"of many ${round}"`)}`);
    for (const title of more)
      await manager
        .getByRole("checkbox", { name: `Select ${title}` })
        .first()
        .check();
    const bar = manager.getByRole("region", { name: "Selected calls" });
    await bar.getByRole("button", { name: "Library" }).press("Enter");
    const question = manager.getByRole("dialog", { name: "Add 2 calls to a library" });
    const add = question.getByRole("button", { name: /^Add/ });
    await expect(add).toHaveAttribute("aria-disabled", "true");
    await question.getByLabel("Library").selectOption(library);
    await expect(question.getByRole("list")).toContainText("Rui Abe");
    await checkScreen(manager, "library many", (theme) => shoot(manager, `library-many-${theme}`));
    await add.press("Enter");
    const run = manager.getByRole("dialog", { name: `Add to “${library}”` });
    await expect(run).toContainText("2 calls added");
    await run.getByRole("button", { name: "Undo" }).press("Enter");
    const undone = manager.getByRole("dialog", { name: /^Undo: Add to/ });
    await expect(undone).toContainText("2 calls");
    await expect(undone.getByRole("button", { name: "Close" }).last()).toBeVisible();
  });
  await test.step("a role in a team's library opens what was shown, and ends it when it is taken back", async () => {
    const title = `Behind a role ${round}`;
    const callId = await sendTone(rep.request, title, 910 + round, 6);
    await whenReady(rep.request, [callId]);
    await manager.goto("/library");
    const team = `Of the team ${round}`;
    await manager.getByLabel("Name", { exact: true }).fill(team);
    await manager.getByLabel("Who may read it").selectOption("team");
    await manager.getByLabel("Team", { exact: true }).selectOption({ label: "Freight" });
    await manager.getByRole("button", { name: "Make library" }).press("Enter");
    await expect(manager.getByRole("heading", { level: 1, name: team })).toBeVisible();
    const path = new URL(manager.url()).pathname;
    await manager.getByRole("link", { name: "Add", exact: true }).press("Enter");
    await manager.getByLabel("Words of its title").fill(title);
    await manager.getByRole("button", { name: "Find calls and clips" }).press("Enter");
    await manager.getByRole("link", { name: `Add ${title}`, exact: true }).press("Enter");
    await manager.getByRole("button", { name: /^(Add it|Show it to)/ }).press("Enter");
    await expect(manager.getByRole("link", { name: title, exact: true })).toBeVisible();
    expect((await rui.goto(path))?.status()).toBe(404);

    await manager.getByText("Give a role", { exact: true }).click();
    await manager.getByLabel("Person or team").first().selectOption({ label: "Rui Abe" });
    await manager.getByRole("button", { name: "Show what it opens" }).press("Enter");
    const question = manager.getByRole("region", { name: "Rui Abe as reader" });
    await expect(question).toContainText("1 person can read this library then who cannot now.");
    await expect(question).toContainText("Opens 1 item to them.");
    await checkScreen(manager, "library role", (theme) =>
      shoot(manager, `library-role-${theme}`, true),
    );
    await question.getByRole("button", { name: "Give the role" }).press("Enter");
    await expect(question).toBeHidden();
    expect((await rui.goto(path))?.status()).toBe(200);
    await expect(rui.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expect(rui.getByRole("link", { name: "Add", exact: true })).toHaveCount(0);
    expect((await rui.goto(`/playback/${callId}`))?.status()).toBe(200);

    await manager.getByText("Change", { exact: true }).first().click();
    await manager.getByRole("link", { name: "Make curator: Rui Abe" }).press("Enter");
    const change = manager.getByRole("region", { name: "Rui Abe as curator" });
    await change.getByRole("button", { name: "Change the role" }).press("Enter");
    await rui.goto(path);
    await expect(rui.getByRole("link", { name: "Add", exact: true })).toBeVisible();

    await manager.goto(path);
    await manager.getByText("Change", { exact: true }).first().click();
    await manager.getByRole("button", { name: "Remove the role of Rui Abe" }).press("Enter");
    await expect(manager.getByRole("button", { name: "Remove the role of Rui Abe" })).toHaveCount(
      0,
    );
    expect((await rui.goto(path))?.status()).toBe(404);
    expect((await rui.goto(`/playback/${callId}`))?.status()).toBe(404);

    await manager.getByRole("button", { name: "Delete library" }).press("Enter");
    const deletion = manager.getByRole("dialog", { name: `Delete “${team}”?` });
    await expect(deletion).toContainText("1 item goes with it.");
    await manager.keyboard.press("Escape");
    await expect(deletion).toBeHidden();
    await manager.getByRole("button", { name: "Delete library" }).press("Enter");
    await deletion.getByRole("button", { name: "Delete library" }).press("Enter");
    await expect(manager.getByText(`${team} was deleted`, { exact: false })).toBeVisible();
    await manager.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(manager.getByRole("link", { name: team, exact: true })).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
