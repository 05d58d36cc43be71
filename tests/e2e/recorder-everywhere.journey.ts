import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { complaintsOf, signIn } from "./people.ts";
import {
  interruptAll,
  openRecording,
  recordedAs,
  setUp,
  start,
  stop,
  untilKept,
  untilPlayable,
} from "./recorder-steps.ts";

const contexts: BrowserContext[] = [];
// A test that failed must not leave its member recording.
test.beforeEach(interruptAll);
test.afterAll(async () => {
  for (const context of contexts) await context.close().catch(() => undefined);
});

async function open(baseURL: string | undefined) {
  const context = await openRecording(baseURL ?? "");
  contexts.push(context);
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}

/** Gives the test the tracks that the page captures, to end them as a browser does. */
async function keepTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!("mediaDevices" in navigator)) return;
    const devices = navigator.mediaDevices;
    const share = devices.getDisplayMedia.bind(devices);
    devices.getDisplayMedia = async (wish) => {
      const stream = await share(wish);
      const tracks = stream.getTracks();
      const kind = tracks.some((track) => track.kind === "audio") ? "tab" : "screen";
      addEventListener(`stop-${kind}`, () => {
        for (const track of tracks) {
          track.stop();
          track.dispatchEvent(new Event("ended"));
        }
      });
      return stream;
    };
  });
}

test("a recording goes on from page to page, and is stopped on any of them", async ({
  baseURL,
}) => {
  const { page, complaints } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true, tab: true });
  await start(page, "From page to page");
  await untilKept(page, 4);
  const pill = page.getByRole("link", { name: /Recording: From page to page/ });
  await expect(pill).toBeHidden();

  await test.step("every page says that it records, and for how long", async () => {
    for (const name of ["Home", "Recordings", "Settings"]) {
      await page
        .getByRole("link", { name: new RegExp(`^${name}`) })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(pill).toBeVisible();
      await expect(page).toHaveTitle(/^● Recording/);
    }
    const before = await pill.textContent();
    await expect.poll(async () => pill.textContent()).not.toBe(before);
  });

  await test.step("the pill leads back, and nothing was lost on the way", async () => {
    await pill.click();
    await expect(page.getByText("Recording 2 lanes")).toBeVisible();
    await untilKept(page, 10);
  });

  await test.step("stopped on another page, it opens from there", async () => {
    await page.getByRole("link", { name: "Recordings", exact: true }).first().click();
    await page.getByRole("button", { name: "Stop recording" }).click();
    const made = await untilPlayable("From page to page");
    expect(made).toMatchObject({ quality: "A", tracks: ["microphone", "tab"], gaps: [] });
    await page.getByRole("button", { name: "Open the call" }).click();
    await expect(page.getByRole("heading", { name: "From page to page" })).toBeVisible();
    await expect(page).not.toHaveTitle(/Recording/);
  });
  expect(complaints).toEqual([]);
});

test("who signs out is asked first, and what is left is sent at the next sign-in", async ({
  baseURL,
}) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Signed out meanwhile");
  await untilKept(page, 4);
  const leave = async () => {
    await page.getByTitle(/^Profile and settings of/).click();
    await page.getByRole("button", { name: "Sign out" }).click();
  };
  await leave();
  const question = page.getByRole("dialog", { name: "Stop recording and sign out?" });
  await question.getByRole("button", { name: "Keep recording" }).click();
  await untilKept(page, 8);
  // Nothing of it gets through any more.
  await context.route(/\/pieces\//, (route) => route.abort());
  await expect(page.getByText(/No connection\. Recording goes on/)).toBeVisible({
    timeout: 60_000,
  });
  await leave();
  await question.getByRole("button", { name: "Stop and sign out" }).click();
  await expect(page.getByText(/Sign in to send the rest/)).toBeVisible({ timeout: 60_000 });
  await context.unroute(/\/pieces\//);
  await signIn(page);
  // Without the recorder being opened: any page sends it.
  const made = await untilPlayable("Signed out meanwhile");
  expect(made).toMatchObject({ gaps: [], isPartial: false });
});

test("a tab that is no longer shared is said wherever its member is, and heard again when it is shared", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await keepTracks(page);
  await signIn(page);
  await setUp(page, { mic: true, tab: true });
  await start(page, "Share stopped by the bar");
  await untilKept(page, 4);
  await page.getByRole("link", { name: "Recordings", exact: true }).first().click();
  await page.evaluate(() => dispatchEvent(new Event("stop-tab")));
  await expect(page.getByRole("link", { name: /Recording: Share stopped/ })).toContainText(
    "Tab not shared",
  );
  await expect(page).toHaveTitle(/^⚠ Tab not shared/);
  await page.getByRole("link", { name: /Recording: Share stopped/ }).click();
  const alarm = page.getByRole("alert").filter({ hasText: "The tab is no longer shared" });
  await expect(alarm).toBeVisible();
  await untilKept(page, 10);
  await alarm.getByRole("button", { name: "Share the tab again" }).click();
  await expect(alarm).toBeHidden();
  await untilKept(page, 16);
  await stop(page);
  const made = await untilPlayable("Share stopped by the bar");
  expect(made.tracks).toEqual(["microphone", "tab"]);
  expect(made.gaps).toHaveLength(1);
  expect(made.gaps[0]?.cause).toBe("source");
});

test("a picture that is stopped is said, and goes on when it is shared again", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await keepTracks(page);
  await signIn(page);
  await setUp(page, { mic: true, screen: true });
  await start(page, "Picture with a break");
  await untilKept(page, 4);
  await page.evaluate(() => dispatchEvent(new Event("stop-screen")));
  await page.getByRole("button", { name: "Share the picture again" }).click();
  await untilKept(page, 10);
  await stop(page);
  const made = await untilPlayable("Picture with a break");
  expect(made).toMatchObject({ tracks: ["microphone"], gaps: [] });
  await page.getByRole("link", { name: "Open the call" }).click();
  await expect(page.locator("video")).toHaveAttribute("poster", /\/media\//, { timeout: 120_000 });
});

test("several people at one microphone are one lane, and nobody's words are taken for the rep's", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await page.getByRole("button", { name: "Several people" }).click();
  await expect(page.getByText("They share one lane: quality C")).toBeVisible();
  await page.getByLabel("Who is in the room").fill("Ada Marten");
  await start(page, "Around one table");
  await untilKept(page, 6);
  await stop(page);
  const made = await untilPlayable("Around one table");
  expect(made.quality).toBe("C");
  await page.getByRole("link", { name: "Open the call" }).click();
  await expect(page.getByRole("button", { name: /All speakers/ })).toBeVisible();
});

test("what it is about can be said while it is recorded", async ({ baseURL }) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true, tab: true });
  await page.getByRole("button", { name: "Start recording" }).click();
  await expect(page.getByRole("heading", { name: "Untitled recording" })).toBeVisible();
  await page.getByLabel("Title").fill("Named on the way");
  await page.getByLabel("Company").fill("Marten Steel");
  await page.getByLabel("Who is in the tab").fill("Ada Marten");
  await page.getByLabel("Who is in the tab").blur();
  await expect(page.getByRole("heading", { name: "Named on the way" })).toBeVisible();
  await expect.poll(async () => (await recordedAs("Named on the way"))?.state).toBe("live");
  await untilKept(page, 4);
  await stop(page);
  await untilPlayable("Named on the way");
  await page.getByRole("link", { name: "Open the call" }).click();
  await expect(page.getByText("Ada Marten").first()).toBeVisible();
  await expect(page.getByText("Marten Steel").first()).toBeVisible();
});
