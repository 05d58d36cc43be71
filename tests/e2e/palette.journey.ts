import { expect, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("by keyboard alone: a call, what its page can do, a page and the whole search, in two steps each", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const ready = async () => {
    const list = await page.request.get(
      "/recordings.json?state=ready&state=ready_partial&limit=100",
    );
    return ((await list.json()) as { data: { callId: string; title: string }[] }).data;
  };
  await expect
    .poll(async () => (await ready()).length, "the demo's call has come")
    .toBeGreaterThan(0);
  // The demo's, which no other journey's call is named like.
  const call = (await ready()).at(-1);
  if (!call) throw new Error("no call that is ready");
  const palette = page.getByRole("dialog", { name: "Find or go to" });
  const field = palette.getByRole("combobox");
  const open = async () => {
    // The keys do nothing until script has come. No name: it is asked in both languages.
    const any = page.getByRole("dialog").getByRole("combobox");
    await expect(async () => {
      if (!(await any.isVisible())) await page.keyboard.press("Control+k");
      await expect(any).toBeFocused({ timeout: 1_000 });
    }).toPass();
  };
  const chosen = palette.getByRole("option", { selected: true });

  await page.goto("/");
  await open();
  await page.keyboard.type(call.title.slice(0, 12));
  // What is looked for everywhere is offered before the server has answered.
  await expect(palette.getByRole("group", { name: "Calls" }).getByRole("option")).toHaveCount(1);
  await expect(chosen).toContainText(call.title);
  await shoot(page, "palette-call");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/playback/${call.callId}`);
  await expect(palette).toBeHidden();

  await open();
  await expect(palette.getByRole("option", { name: "Edit the call" })).toBeVisible();
  for (const [width, language] of [
    [1440, "en"],
    [390, "en"],
    [390, "ja"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.keyboard.press("Escape");
    await wear(page, "light", language);
    await open();
    await expect(page.getByRole("option").nth(3)).toBeVisible();
    const name = `palette-${width}-${language}`;
    await checkScreen(page, name, (theme) => shoot(page, `${name}-${theme}`));
  }
  await page.keyboard.press("Escape");
  await wear(page, "light", "en");
  await open();
  await page.keyboard.type("edit the call");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit the call" })).toBeVisible();
  await page.keyboard.press("Escape");

  await open();
  await page.keyboard.type("labels");
  await expect(palette.getByRole("option", { name: "Settings: Labels" })).toBeVisible();
  await expect(palette.getByText("Settings: System log")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();

  await open();
  await page.keyboard.type("zzz no such name");
  await expect(palette.getByRole("status")).toHaveText(/No page, person or recent call/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/recordings\?q=zzz/);

  await test.step("what was found for other letters is not opened by Enter", async () => {
    await page.goto("/");
    await open();
    // The call that was opened last comes before anything is typed.
    await expect(palette.getByRole("option", { name: call.title })).toBeVisible();
    let answers: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      answers = done;
    });
    await page.route("**/palette.json*", async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.type("quite another thing");
    await expect(palette.getByRole("option", { name: call.title })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/recordings\?q=quite/);
    answers();
    await page.unroute("**/palette.json*");
    // What the customer said is another search.
    await open();
    await page.keyboard.type("倉庫");
    await palette.getByRole("option", { name: "Customer said “倉庫”" }).click();
    await page.waitForURL(/said=customer/);
    await expect(page.getByRole("row", { name: call.title })).toBeVisible();
  });

  await test.step("an answer that fails keeps what was typed", async () => {
    await page.route("**/palette.json*", (route) => route.abort());
    await open();
    const failed = page.waitForEvent("requestfailed", (one) => one.url().endsWith("q=mari"));
    await page.keyboard.type("mari");
    await failed; // an earlier letter's answer fails too
    await expect(palette.getByRole("alert")).toContainText("What you typed is kept");
    await expect(field).toHaveValue("mari");
    await page.unroute("**/palette.json*");
    await palette.getByRole("button", { name: "Try again" }).click();
    await expect(palette.getByRole("option", { name: "Calls of Mari Kato" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("while words are composed, Enter belongs to them", async () => {
    await open();
    const before = page.url();
    await field.dispatchEvent("compositionstart");
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
    await expect(palette).toBeVisible();
    expect(page.url()).toBe(before);
  });
  expect(complaints.filter((text) => !text.includes("palette.json"))).toEqual([]);
});
