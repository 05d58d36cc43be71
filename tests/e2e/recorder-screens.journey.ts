import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { openRecording, setUp, start, stop, untilKept } from "./recorder-steps.ts";
import { checkScreen, chooseLook, expectFits, shoot } from "./screen-check.ts";

const WIDE = { width: 1440, height: 960 };
const PHONE = { width: 390, height: 844 };
const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

/** Both themes at a desk, and nothing wider than a phone. */
async function see(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await checkScreen(page, name, (theme) => shoot(page, `${name}-1440-${theme}`, true));
  await page.setViewportSize(PHONE);
  await expectFits(page, name);
  await shoot(page, `${name}-390`, true);
  await page.setViewportSize(WIDE);
}

test("the recorder before, on air, and after, in both themes, at a desk and on a phone, and in Japanese", async ({
  baseURL,
}) => {
  const context = await openRecording(baseURL ?? "");
  contexts.push(context);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await signIn(page);
  await setUp(page, { mic: true, tab: true });
  await see(page, "recorder-sources");
  await start(page, "Seen in every theme");
  await page.getByRole("button", { name: "Mark", exact: true }).click();
  await untilKept(page, 4);
  await see(page, "recorder-on-air");
  const other = await context.newPage();
  await other.goto("/recorder");
  await expect(other.getByText(/Being recorded now on/)).toBeVisible();
  await see(other, "recorder-unfinished");
  await other.close();
  await stop(page);
  await see(page, "recorder-stopped");
  await chooseLook(page, "light", "ja");
  await page.goto("/recorder");
  await expect(page.getByRole("heading", { level: 1, name: "通話を録音" })).toBeVisible();
  await see(page, "recorder-ja");
  expect(complaints).toEqual([]);
});
