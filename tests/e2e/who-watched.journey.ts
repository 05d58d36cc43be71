import { type Browser, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { sendTone } from "./send-tone.ts";
import { checkScreen, shoot } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function openAs(browser: Browser, baseURL: string | undefined, who: Who): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const isHeard = (url: string): boolean => /\/calls\/[^/]+\/heard$/.test(url);
const NOT_THERE = "doesn’t exist, or you don’t have access";

test("what a manager hears is told to the rep, who lets a colleague in and out again", async ({
  page: rep,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(rep);
  await signIn(rep);
  const title = `A call to be heard ${test.info().repeatEachIndex}`;
  const callId = await sendTone(rep.request, title, 440, 60);
  const call = `/playback/${callId}`;

  const manager = await openAs(browser, baseURL, "manager");
  await manager.goto(call);
  const player = manager.getByRole("region", { name: "Player" });
  const fastest = manager.getByRole("menuitem", { name: /^3×/ });
  await expect(async () => {
    await player.getByRole("button", { name: /speed$/ }).click();
    await expect(fastest).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await fastest.click();
  const heard = manager.waitForResponse((answer) => isHeard(answer.url()));
  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.getByText(/^0:(?:1[6-9]|[2-5]\d)/)).toBeVisible();
  // A quarter of a minute at three times its speed makes a call reviewed; a busy machine, too, finds the button before
  // the rest is over.
  await player.getByRole("button", { name: "Pause" }).click();
  expect((await heard).status()).toBe(204);

  await test.step("another browser of the manager plays as fast", async () => {
    const other = await openAs(browser, baseURL, "manager");
    await other.goto(call);
    await expect(other.getByRole("button", { name: /^3× speed$/ })).toBeVisible();
    await other.context().close();
  });

  await rep.goto(`${call}?tab=info`);
  const watched = rep
    .locator("section", {
      has: rep.getByRole("heading", { name: "Who watched", exact: true }),
    })
    .last();
  await expect(watched).toContainText("Ivo Lund");
  await expect(watched).toContainText(/heard 0:(?:1[5-9]|[2-5]\d) \(\d+\s?%\)/);
  await shoot(rep, "watched");
  await rep.goto("/recordings?reviewed=yes");
  await expect(rep.getByRole("row", { name: title })).toBeVisible();
  await shoot(rep, "reviewed");

  await rep.goto(call);
  const list = rep.getByRole("dialog", { name: "Who can see this call" });
  // The button does nothing until script has come.
  await expect(async () => {
    await rep.getByRole("button", { name: "Access", exact: true }).press("Enter");
    await expect(list).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await list.getByLabel("Give access to").selectOption({ label: "Rui Abe" });
  await list.getByRole("button", { name: "Give access" }).press("Enter");
  const row = list.getByRole("listitem").filter({ hasText: "Rui Abe" });
  await expect(row).toContainText("Can view, given by Mari Kato");
  for (const width of [1440, 390]) {
    await rep.setViewportSize({ width, height: 844 });
    await checkScreen(rep, `access ${width}`, (theme) => shoot(rep, `access-${width}-${theme}`));
  }

  const colleague = await openAs(browser, baseURL, "rui");
  await colleague.goto(call);
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText(title);
  await row.getByRole("button", { name: "Remove access for Rui Abe" }).press("Enter");
  await expect(row).toHaveCount(0);
  // Their open page hears of it by itself.
  await expect(colleague.getByText(NOT_THERE)).toBeVisible();
  expect((await colleague.goto(call))?.status()).toBe(404);
  await expect(list.getByRole("status")).toHaveText("Access removed for Rui Abe.");
  await list.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row).toBeVisible();
  expect((await colleague.goto(call))?.status()).toBe(200);
  expect(complaints).toEqual([]);
});
