import { expect, type Page, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen } from "./screen-check.ts";
import { LONG } from "./groups.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

type Row = { callId: string; title: string };

/** The call the instance brings along: imported words, no sound. */
async function openImported(page: Page, query = ""): Promise<void> {
  const found = async (): Promise<string | undefined> => {
    const list = await page.request.get("/recordings.json?q=title:倉庫管理");
    return ((await list.json()) as { data: Row[] }).data[0]?.callId;
  };
  await expect.poll(found, { message: "the demo's call has come", timeout: 60_000 }).toBeDefined();
  await page.goto(`/playback/${(await found()) ?? ""}${query}`);
  await expect(page.locator("a.segment-time[tabindex='0']"), "script has come").toHaveCount(1);
}

test("imported words have lanes and links into them, and nothing to play", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await openImported(page);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.locator("canvas")).toBeVisible();
  await expect
    .poll(() =>
      timeline.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas
          .getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels?.some((value) => value > 0) ?? false;
      }),
    )
    .toBe(true);
  await expect(page.getByRole("region", { name: "Player" })).toHaveCount(0);
  await expect(page.locator("a.segment-time").nth(1)).toHaveAttribute("title", /^Go to /);
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole("button", { name: "Resume following" })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("the transcript is one stop of the Tab key, its arrows go through it, and it can be skipped", async ({
  page,
}) => {
  await signIn(page);
  await openImported(page);
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const focused = page.locator("a.segment-time:focus");
  await words.getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("0:00");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const third = await words.locator("a.segment-time").nth(2).innerText();
  await expect(focused).toHaveText(third);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("complementary").locator(":focus")).toHaveText("Summary");
  await page.keyboard.press("Shift+Tab");
  await expect(focused, "the stop is where one was").toHaveText(third);

  await page.keyboard.press("e");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden({ timeout: 500 });
  }).toPass();
  await expect(focused, "the dialog gives the focus back").toHaveText(third);

  await page.getByRole("link", { name: "Skip transcript" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("complementary").locator(":focus")).toHaveText("Summary");
});

test("find says whose words and which hit, and stays in sight while it is used", async ({
  page,
}) => {
  await signIn(page);
  await openImported(page);
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const field = words.getByRole("searchbox");
  await field.fill("倉庫");
  const all = Number(/\d+/.exec(await words.getByRole("status").innerText())?.[0]);
  await words.getByRole("button", { name: "Customer" }).click();
  await expect(words.getByRole("status")).not.toContainText(String(all));
  const theirs = Number(/\d+/.exec(await words.getByRole("status").innerText())?.[0]);
  expect(theirs).toBeGreaterThan(0);
  await field.press("Enter");
  await expect(words.getByRole("status")).toContainText(`1 of ${theirs}: 佐藤`);
  await page.mouse.wheel(0, 700);
  await expect(field).toBeInViewport();
});

/** So many segments are drawn only where they are looked at. */
const MANY = 520;

test("on a phone the tabs of a long call come and go, and each keeps its place", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const said = Array.from({ length: MANY }, (_, n) => {
    const [minute, second] = [Math.floor(n / 60), n % 60].map((part) =>
      String(part).padStart(2, "0"),
    );
    return `00:${minute}:${second}.000 --> 00:${minute}:${second}.900\n<v ${n % 2 === 0 ? "Mari Kato" : "Elena Duarte"}>Line ${n} of a long call, with words enough for a second line on a phone.`;
  });
  const callId = await page.evaluate(
    async (text) => {
      const answer = await fetch("/recordings/import", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title: "A long call", consent: true, name: "long.vtt", text }),
      });
      return ((await answer.json()) as { callId: string }).callId;
    },
    `WEBVTT\n\n${said.join("\n\n")}`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/playback/${callId}`);
  await expect(page.locator("a.segment-time[tabindex='0']")).toHaveCount(1);
  const tabs = page.getByRole("navigation", { name: "About this call" });
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 9_000);
  await expect.poll(scrolled).toBeGreaterThan(8_000);
  await tabs.getByRole("link", { name: "Moments" }).click();
  await expect(page.getByRole("complementary", { name: "About this call" })).toBeInViewport();
  expect(await scrolled()).toBeLessThan(2_000);
  await tabs.getByRole("link", { name: "Transcript" }).click();
  await expect.poll(scrolled).toBeGreaterThan(8_000);
  await expect(page.locator("a.segment-time").locator("visible=true").first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("on a phone every tab of a call is one tap away and works from its address", async ({
  page,
}) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openImported(page);
  const tabs = page.getByRole("navigation", { name: "About this call" });
  const words = page.locator("section[aria-labelledby=transcript-title]");
  const panel = page.getByRole("complementary", { name: "About this call" });
  await expect(words).toBeVisible();
  await expect(panel).toBeHidden();
  for (const name of ["Summary", "Moments", "Statistics", "More"]) {
    await page.mouse.wheel(0, 900);
    const tab = tabs.getByRole("link", { name });
    await expect(tab, `${name} stays in sight`).toBeInViewport();
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(panel).toBeInViewport();
    await expect(words).toBeHidden();
  }
  await expect(panel.getByRole("link", { name: "Details" })).toBeVisible();
  await page.reload();
  await expect(panel.getByRole("link", { name: "Details" }), "the address says it").toBeVisible();
  await tabs.getByRole("link", { name: "Summary" }).click();
  await panel
    .getByTitle(/^Go to /)
    .first()
    .click();
  await expect(words, "without sound a press leads to the words").toBeVisible();
});

test("the title is edited in its place, and Escape leaves it", async ({ page }) => {
  await signIn(page);
  await openImported(page);
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.innerText();
  const pencil = page.getByRole("button", { name: "Edit title" });
  const field = page.getByRole("textbox", { name: "Title" });
  await pencil.click();
  await field.fill("Something else");
  await field.press("Escape");
  await expect(heading).toHaveText(before);
  await expect(pencil).toBeFocused();
  await pencil.click();
  await field.fill(`${before} 2`);
  await field.press("Enter");
  await expect(heading).toHaveText(`${before} 2`);
  await expect(pencil).toBeFocused();
  await pencil.click();
  await field.fill(before);
  await field.press("Enter");
  await expect(heading).toHaveText(before);
});

test("what opens on the page of a call is accessible in both themes", { tag: LONG }, async ({
  page,
}) => {
  await signIn(page);
  await openImported(page);
  await page.getByRole("button", { name: "Edit title" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.getByPlaceholder("Find in transcript").fill("倉庫");
  await page.getByPlaceholder("Find in transcript").press("Enter");
  await checkScreen(page, "find and title");
});
