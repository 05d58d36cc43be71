import { type Browser, expect, type Page } from "playwright/test";
import { readPorts } from "#scripts/ports.ts";
import { test } from "./closing-test.ts";
import { type Product, startProduct } from "./instance.ts";
import { complaintsOf } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";
import { speakCall, type SpokenFiles } from "./voices.ts";
import { uploadVoices } from "./upload-voices.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const PASSWORD = "herons over the river";
const CALL = "Planning with Alder Works";
const CLIP = "Two hours a week, for twenty people";
const LIBRARY = "What the customer loses";

let voices: SpokenFiles | null = null;
let product: Product | undefined;
let origin = "";
test.beforeAll(async () => {
  voices = await speakCall();
  if (voices === null) return;
  product = await startProduct({ PORT: "0", DEMO: "0", LIVE_CONSOLE: "false" });
  origin = `http://127.0.0.1:${readPorts(product.dataDir)["web"] ?? 0}`;
});
test.afterAll(async () => {
  await product?.stop();
});

async function another(browser: Browser): Promise<Page> {
  return (await browser.newContext({ baseURL: origin, timezoneId: "Asia/Tokyo" })).newPage();
}

/** Name and password, as everybody gives them who comes in by a link. */
async function comeIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** What nobody has seen before: the pages at the end, in both widths and themes. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await checkScreen(page, `${name} ${width}`, (theme) =>
      shoot(page, `${name}-${width}-${theme}`, true),
    );
  }
  await page.setViewportSize({ width: 1440, height: 960 });
}

test("from an empty database to a clip in a library that a colleague has heard to the end", async ({
  browser,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices || !product) return;
  const began = Date.now();
  const link = /Start your own workspace, once: (\S+)/;
  await expect.poll(() => link.exec(product?.said() ?? "")?.[1]).toBeDefined();
  const admin = await another(browser);
  const complaints = complaintsOf(admin);

  await test.step("whoever has the link of the start makes the first workspace", async () => {
    await admin.goto(new URL(link.exec(product?.said() ?? "")?.[1] ?? "").pathname);
    await admin.getByLabel("Workspace").fill("Kestrel Freight");
    await admin.getByLabel("E-mail").fill("sena@kestrel.test");
    await expect(admin.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
    await comeIn(admin, "Sena Brandt");
  });

  await test.step("a call comes in, and a colleague is invited while it is heard", async () => {
    if (!voices) return;
    await admin.goto("/recordings");
    await uploadVoices(admin, voices, { title: CALL, company: "Alder Works" });
    await admin.goto("/setting/member");
    await admin.getByLabel("E-mail", { exact: true }).fill("mari@kestrel.test");
    await admin.getByRole("button", { name: "Send invitation", exact: true }).click();
    await expect(admin.getByRole("row", { name: /mari@kestrel\.test/ })).toContainText("Invited");
  });
  const mari = await another(browser);
  const seen = complaintsOf(mari);
  await test.step("the colleague comes in by the letter", async () => {
    const letter = mari.getByRole("article").filter({ hasText: "mari@kestrel.test" });
    await expect(async () => {
      await mari.goto("/mail");
      await expect(letter.first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await letter.first().getByRole("link").first().click();
    await comeIn(mari, "Mari Kato");
  });

  await test.step("the words of the call are there", async () => {
    await admin.goto("/recordings");
    const row = admin.getByRole("row", { name: CALL });
    await expect(row.getByRole("img", { name: /Who spoke when/ })).toBeVisible({
      timeout: 300_000,
    });
    await row.getByRole("link", { name: CALL }).click();
    await expect(admin.getByRole("heading", { level: 1, name: CALL })).toBeVisible();
  });

  await test.step("selected words become a clip", async () => {
    const words = admin.locator("section[aria-labelledby=transcript-title]");
    const said = words.locator("[data-segment]").filter({ hasText: "two hours" }).first();
    await expect(said).toBeVisible();
    const bar = admin.getByRole("toolbar", { name: "Selected words" });
    // By hand: three presses of the mouse take the whole sentence.
    await expect(async () => {
      await said.getByText("two hours").click({ clickCount: 3 });
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await shoot(admin, "empty-selection-1440-light");
    await bar.getByRole("button", { name: "Make a clip of these words" }).click();
    const form = admin.getByRole("dialog", { name: "Make a clip" });
    await form.getByLabel("Title").fill(CLIP);
    await form.getByLabel("Who can play it").selectOption("workspace");
    await form.getByRole("button", { name: "Make clip" }).click();
    const made = admin.getByRole("region", { name: "The new clip" });
    await made.getByRole("link", { name: CLIP }).click();
    await admin.waitForURL(/\/clips\/[0-9a-f-]{36}$/);
    await expect(admin.getByRole("heading", { level: 1, name: CLIP })).toBeVisible();
    await expect(admin.getByRole("region", { name: "Transcript" })).toContainText("two hours");
  });
  const clipPath = new URL(admin.url()).pathname;

  await test.step("it goes into a new library, with why it is good", async () => {
    await admin.getByRole("link", { name: /Add to library/ }).click();
    await admin.getByLabel("Name", { exact: true }).fill(LIBRARY);
    await admin.getByLabel("Who may read it").selectOption("workspace");
    await admin.getByRole("button", { name: "Make library" }).click();
    const panel = admin.getByRole("region", { name: `Add “${CLIP}”` });
    await expect(panel).toContainText("All of them can open it already");
    await panel.getByLabel("Why is it good?").fill("The customer counts the hours, not we.");
    await panel.getByRole("button", { name: "Add it" }).click();
    await expect(admin.getByRole("listitem").filter({ hasText: CLIP })).toContainText(
      "The customer counts the hours",
    );
  });

  await test.step("it is what the colleague is to hear by a day", async () => {
    await admin.getByText("Set required viewing", { exact: true }).click();
    await admin.locator("#viewing-grantee").selectOption({ label: "Mari Kato" });
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await admin.getByLabel("By", { exact: true }).fill(day);
    await admin.getByRole("button", { name: "Set it" }).click();
    await expect(admin.getByText("1 not started")).toBeVisible();
  });

  await test.step("the colleague finds it on Home and plays it to the end", async () => {
    await mari.goto("/");
    const required = mari.getByRole("list", { name: "Required viewing" });
    await expect(required).toContainText(LIBRARY);
    await mari.getByRole("link", { name: `Listen to ${LIBRARY}` }).click();
    await expect(mari.getByText("Sena Brandt wants you to hear this by")).toBeVisible();
    const player = mari.getByRole("region", { name: "Playing from this library" });
    await expect(async () => {
      await mari.getByRole("button", { name: "Play all" }).click();
      await expect(player).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(player).toContainText(CLIP);
    await expect(player.getByText("That was the last item.")).toBeAttached({ timeout: 60_000 });
    await expect(async () => {
      await mari.reload();
      await expect(mari.getByText("Heard to the end", { exact: false })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expect(mari.getByText("wants you to hear this by")).toHaveCount(0);
    await mari.goto("/");
    await expect(mari.getByRole("list", { name: "Required viewing" })).toBeHidden();
  });

  await test.step("who asked for it sees that it was heard", async () => {
    await expect(async () => {
      await admin.reload();
      await expect(admin.getByText("1 finished")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await look(admin, "empty-library");
    await admin.goto(clipPath);
    await expect(admin.getByText("1 view", { exact: true })).toBeVisible();
    await look(admin, "empty-clip");
  });
  console.log(`  from the first page to the end: ${Math.round((Date.now() - began) / 1000)} s`);
  expect([...complaints, ...seen]).toEqual([]);
});
