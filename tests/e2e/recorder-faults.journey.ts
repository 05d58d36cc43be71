import { type BrowserContext, expect, test } from "playwright/test";
import { signIn } from "./people.ts";
import {
  interruptAll,
  killBrowser,
  killServer,
  newFolder,
  openRecording,
  type Recorded,
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
async function open(baseURL: string | undefined, wishes: Parameters<typeof openRecording>[1] = {}) {
  const context = await openRecording(baseURL ?? "", wishes);
  contexts.push(context);
  return { context, page: await context.newPage() };
}

test("a browser that is killed loses at most two seconds, marked, and finishes another day", async ({
  baseURL,
}) => {
  const folder = newFolder();
  const first = await open(baseURL, { folder });
  await signIn(first.page);
  await setUp(first.page, { mic: true });
  await start(first.page, "Killed in the middle");
  await untilKept(first.page, 6);
  const shown = await first.page.getByRole("timer").textContent();
  killBrowser(folder);
  const [, minutes = "0", seconds = "0"] = /(\d+):(\d\d)/.exec(shown ?? "") ?? [];
  const atMs = (Number(minutes) * 60 + Number(seconds)) * 1_000;

  const second = await open(baseURL, { folder });
  await second.page.goto("/recorder");
  // Cookies of the last moments may be lost with the browser, or not.
  if (second.page.url().includes("/signin")) {
    await signIn(second.page);
    await second.page.goto("/recorder");
  }
  const list = second.page.getByRole("list", { name: "Unfinished recordings" });
  await expect(list.getByText("Killed in the middle")).toBeVisible();
  await list.getByRole("button", { name: /Keep|Finish upload/ }).click();
  const made = await untilPlayable("Killed in the middle");
  expect(made.tracks).toEqual(["microphone"]);
  expect(made.durationMs ?? 0).toBeGreaterThanOrEqual(atMs - 1_000);
  const lost = made.gaps.reduce((sum, { t0, t1 }) => sum + t1 - t0, 0);
  expect(lost).toBeLessThanOrEqual(2_600);
  expect(made.gaps.every(({ cause }) => cause === "closed")).toBe(true);
});

test("a tab that is loaded anew goes on with the same recording; the seconds between are a gap", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Loaded anew");
  await untilKept(page, 4);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Continue recording" }).click();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await untilKept(page, 10);
  await stop(page);
  const made = await untilPlayable("Loaded anew");
  expect(made.gaps).toHaveLength(1);
  expect(made.gaps[0]?.cause).toBe("closed");
  expect(made.gaps[0]?.t0).toBeGreaterThan(2_000);
});

test("offline nothing is lost: what was said waits on the device", async ({ baseURL }) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Without a line");
  await untilKept(page, 2);
  await context.setOffline(true);
  await expect(page.getByText(/No connection\. Recording goes on/)).toBeVisible({
    timeout: 60_000,
  });
  const before = (await recordedAs("Without a line"))?.pieces ?? 0;
  await expect
    .poll(async () => page.getByRole("timer").textContent(), { timeout: 90_000 })
    .toMatch(/0:(3\d|4\d|5\d)/);
  expect((await recordedAs("Without a line"))?.pieces).toBe(before);
  await context.setOffline(false);
  await untilKept(page, 30);
  await stop(page);
  const made = await untilPlayable("Without a line");
  expect(made).toMatchObject({ gaps: [], isPartial: false });
  expect(made.durationMs).toBeGreaterThan(30_000);
});

test("a server that is killed loses nothing: what was said waits on the device", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "While the server restarts");
  await untilKept(page, 4);
  await killServer();
  await untilKept(page, 14);
  await stop(page);
  const made = await untilPlayable("While the server restarts");
  expect(made).toMatchObject({ gaps: [], isPartial: false });
  expect(made.durationMs).toBeGreaterThan(13_000);
});

test("a recording that is thrown away is gone, here and there", async ({ baseURL }) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Not for anybody");
  await untilKept(page, 2);
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("button", { name: "Discard recording" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Record a call" })).toBeVisible();
  await expect.poll(async () => recordedAs("Not for anybody")).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Record a call" })).toBeVisible();
  await expect(page.getByText("Unfinished recordings")).toBeHidden();
});

test("two tabs of a browser: the second says where the first records", async ({ baseURL }) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "In one tab");
  await untilKept(page, 2);
  const other = await context.newPage();
  await setUp(other, { mic: true });
  await expect(other.getByText(/Being recorded now on/)).toBeVisible();
  await other.getByRole("button", { name: "Start recording" }).click();
  await expect(other.getByText(/Another tab of this browser is recording/)).toBeVisible();
  await other.close();
  await stop(page);
  await untilPlayable("In one tab");
});

test("a microphone that is refused, and a share that is thought better of, are said in words", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  // A browser without a screen asks nobody: it answers as one does whose person said no.
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
    for (const ask of ["getUserMedia", "getDisplayMedia"])
      if ("mediaDevices" in navigator) Reflect.set(navigator.mediaDevices, ask, refuse);
  });
  await signIn(page);
  await setUp(page, {});
  await page.getByRole("switch", { name: "Microphone" }).click();
  await expect(page.getByText(/Your browser blocks the microphone for this page/)).toBeVisible();
  await page.getByRole("switch", { name: "Sound of a tab" }).click();
  await expect(page.getByText(/Nothing was chosen/).first()).toBeVisible();
  const submit = page.getByRole("button", { name: "Start recording" });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("Switch on a source first.").first()).toBeVisible();
});

test("a full device stops the recording cleanly: what it has is a call", async ({ baseURL }) => {
  const { page } = await open(baseURL);
  await page.addInitScript(() => {
    const put: unknown = Reflect.get(IDBObjectStore.prototype, "put");
    if (typeof put !== "function") return;
    const orFull = function (this: IDBObjectStore, ...given: unknown[]): unknown {
      const isFull = "isDeviceFull" in globalThis && this.name === "pieces";
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      return Reflect.apply(put, this, given);
    };
    Reflect.set(IDBObjectStore.prototype, "put", orFull);
  });
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Until the device is full");
  await untilKept(page, 4);
  await page.evaluate(() => Object.assign(globalThis, { isDeviceFull: true }));
  await expect(page.getByText(/This device is full, so the recording was stopped/)).toBeVisible();
  const made = await untilPlayable("Until the device is full");
  expect(made.durationMs).toBeGreaterThan(3_500);
});

/** Ms of a recording that are in no gap. */
const soundOf = ({ durationMs, gaps }: Recorded): number =>
  (durationMs ?? 0) - gaps.reduce((sum, { t0, t1 }) => sum + t1 - t0, 0);

test("a page that is frozen loses nothing it had; what it did not hear meanwhile is a gap", async ({
  baseURL,
}) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Frozen for a while");
  await untilKept(page, 6);
  const browser = await context.newCDPSession(page);
  const from = Date.now();
  await browser.send("Page.setWebLifecycleState", { state: "frozen" });
  await expect.poll(() => Date.now() - from, { timeout: 20_000 }).toBeGreaterThan(10_000);
  await browser.send("Page.setWebLifecycleState", { state: "active" });
  await untilKept(page, 22);
  await stop(page);
  const made = await untilPlayable("Frozen for a while");
  expect(made.isPartial).toBe(false);
  expect(made.durationMs).toBeGreaterThan(21_000);
  expect(made.gaps.every(({ t0, cause }) => t0 >= 5_000 && cause === "sleep")).toBe(true);
  expect(soundOf(made)).toBeGreaterThan(10_000);
});

test("a microphone that is pulled out is said, marked as a gap, and heard again when it is back", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await page.addInitScript(() => {
    if (!("mediaDevices" in navigator)) return;
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    const given: MediaStreamTrack[] = [];
    let isOut = false;
    devices.getUserMedia = async (wish) => {
      if (isOut) throw new DOMException("none", "NotFoundError");
      const stream = await ask(wish);
      given.push(...stream.getAudioTracks());
      return stream;
    };
    // A browser's own devices cannot be pulled out: it is told as a real one is.
    addEventListener("pull-out", () => {
      isOut = true;
      for (const track of given.splice(0)) {
        track.stop();
        track.dispatchEvent(new Event("ended"));
      }
    });
    addEventListener("plug-in", () => {
      isOut = false;
      devices.dispatchEvent(new Event("devicechange"));
    });
  });
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Headset pulled out");
  await untilKept(page, 4);
  await page.evaluate(() => dispatchEvent(new Event("pull-out")));
  const lost = page.getByText(/Your microphone is gone/);
  await expect(lost).toBeVisible();
  await untilKept(page, 8);
  await page.evaluate(() => dispatchEvent(new Event("plug-in")));
  await expect(lost).toBeHidden();
  await untilKept(page, 14);
  await stop(page);
  const made = await untilPlayable("Headset pulled out");
  expect(made.gaps).toHaveLength(1);
  const [gap] = made.gaps;
  expect(gap?.cause).toBe("device");
  expect(gap?.t0).toBeGreaterThan(3_000);
  expect((gap?.t1 ?? 0) - (gap?.t0 ?? 0)).toBeGreaterThan(2_000);
  expect(soundOf(made)).toBeGreaterThan(8_000);
});

test("a recording that is thrown away without a line is gone from here at once, and there later", async ({
  baseURL,
}) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Thrown away offline");
  await untilKept(page, 4);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("button", { name: "Discard recording" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Record a call" })).toBeVisible();
  await expect(page.getByText("Thrown away offline")).toBeHidden();
  expect(await recordedAs("Thrown away offline")).not.toBeNull();
  await context.setOffline(false);
  await expect.poll(async () => recordedAs("Thrown away offline"), { timeout: 60_000 }).toBeNull();
});

test("the server's disk is full: the recording stops cleanly, and what was taken is there", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "While the disk is full");
  await untilKept(page, 4);
  const pieces = /\/pieces\//;
  await page.route(
    (url) => pieces.test(url.pathname),
    (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 507, json: { code: "storage_full" } })
        : route.continue(),
  );
  await expect(
    page.getByText(/The server’s disk is full, so the recording was stopped/),
  ).toBeVisible({
    timeout: 60_000,
  });
  // There is room again: what it could not take follows by itself.
  await page.unrouteAll();
  await expect(page.getByRole("heading", { name: "Recorded", exact: true })).toBeVisible({
    timeout: 90_000,
  });
  const made = await untilPlayable("While the disk is full");
  expect(made).toMatchObject({ gaps: [], isPartial: false });
  expect(made.durationMs).toBeGreaterThan(3_900);
});

test("a tab that comes without sound is said, and so is what only oneself agreed to", async ({
  baseURL,
}) => {
  const { page } = await open(baseURL);
  await page.addInitScript(() => {
    if (!("mediaDevices" in navigator)) return;
    const devices = navigator.mediaDevices;
    const share = devices.getDisplayMedia.bind(devices);
    let isFirst = true;
    devices.getDisplayMedia = async (wish) => {
      const stream = await share(wish);
      // As the browser does where "Share tab audio" is not ticked.
      if (isFirst) for (const track of stream.getAudioTracks()) stream.removeTrack(track);
      isFirst = false;
      return stream;
    };
  });
  await signIn(page);
  await setUp(page, { mic: true });
  const tab = page.getByRole("switch", { name: "Sound of a tab" });
  await tab.click();
  await expect(page.getByText(/The share has no sound/)).toBeVisible();
  await tab.click();
  await expect(page.getByRole("meter", { name: "Tab" })).toBeVisible();
  await page.getByLabel(/I am recording only myself/).check();
  await expect(page.getByText(/You also record a tab: ask the people in it/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start recording" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("what a browser holds of one member is neither seen nor sent by another", async ({
  baseURL,
}) => {
  const { context, page } = await open(baseURL);
  await signIn(page);
  await setUp(page, { mic: true });
  await start(page, "Of the first member");
  await untilKept(page, 4);
  await context.setOffline(true);
  await expect(page.getByText(/No connection\. Recording goes on/)).toBeVisible({
    timeout: 60_000,
  });
  await page.close();
  await context.setOffline(false);
  await context.clearCookies();
  const other = await context.newPage();
  await signIn(other, "manager");
  await other.goto("/recorder");
  await expect(other.getByRole("heading", { level: 1, name: "Record a call" })).toBeVisible();
  await expect(other.getByLabel("Everyone was told and agreed")).toBeEnabled();
  await expect(other.getByText("Of the first member")).toBeHidden();
  await context.clearCookies();
  await signIn(other);
  await other.goto("/recorder");
  const list = other.getByRole("list", { name: "Unfinished recordings" });
  await expect(list.getByText("Of the first member")).toBeVisible();
  await list.getByRole("button", { name: /Keep|Finish upload/ }).click();
  const made = await untilPlayable("Of the first member");
  expect(made.durationMs).toBeGreaterThan(3_900);
});
