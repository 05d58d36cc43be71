import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, type Page, test } from "playwright/test";
import { ownDatabase } from "./live-truth.ts";
import { complaintsOf, signIn } from "./people.ts";
import { sendTone } from "./send-tone.ts";

// How often open pages of a call in work are loaded again: pages of other people are as busy as the one who works on it.

let worker: ChildProcess | undefined;
test.afterEach(() => worker?.kill());

/** Works on the Highlights of a call, step by step. */
function workOn(callId: string): (step: string) => Promise<void> {
  const script = new URL("move-stage.ts", import.meta.url).pathname;
  worker = spawn(process.execPath, ["--import", "tsx", script, callId], {
    env: { ...process.env, ...ownDatabase() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = worker;
  if (stdin === null || stdout === null) throw new Error("the worker has no streams");
  const answers = createInterface(stdout)[Symbol.asyncIterator]();
  return async (step) => {
    stdin.write(`${step}\n`);
    expect((await answers.next()).value).toBe(step);
  };
}

/** The loaders that a page asks for data, in their order, until the list is emptied. */
function dataRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const loader = new URL(request.url()).searchParams.get("_data");
    if (loader !== null && request.method() === "GET") asked.push(loader);
  });
  return asked;
}

/** The next answer of a page's own loader. */
const answered = (page: Page, loader: string) =>
  page.waitForResponse((answer) => new URL(answer.url()).searchParams.get("_data") === loader);

test("open pages of a call in work show how far it is without loading again, and load once as its state changes", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  const callId = await sendTone(page.request, `A call in work ${test.info().repeatEachIndex}`, 523);
  const rows = async () => {
    const list = await page.request.get("/recordings.json");
    return (
      (await list.json()) as {
        data: { callId: string; recordingId: string; recordingState: string }[];
      }
    ).data;
  };
  const mine = async () => (await rows()).find((row) => row.callId === callId);
  await expect.poll(async () => (await mine())?.recordingState, { timeout: 60_000 }).toBe("ready");
  const record = await page.context().newPage();
  await page.goto(`/playback/${callId}`);
  await record.goto(`/recordings/${(await mine())?.recordingId ?? ""}`);
  await expect(record.getByText("Highlights", { exact: true }).first()).toBeVisible();

  const step = workOn(callId);
  const pages = [
    { at: page, loader: "routes/work/playback", asked: dataRequests(page) },
    { at: record, loader: "routes/work/recording", asked: dataRequests(record) },
  ];
  const far = async (seconds: number) => {
    await step(`progress ${seconds}`);
    const text = `Highlights 0:${String(seconds).padStart(2, "0")} of 1:00`;
    for (const { at } of pages) await expect(at.getByText(text)).toBeVisible();
  };
  /** How often each page asked its own loader and those of the frame around it while `changes` were made; each change reaches both pages. */
  const loads = async (...changes: (() => Promise<unknown>)[]) => {
    for (const { asked } of pages) asked.length = 0;
    for (const change of changes) {
      const loaded = pages.map(({ at, loader }) => answered(at, loader));
      await change();
      await Promise.all(loaded);
    }
    // What comes behind it has seen all events before it.
    await far(1);
    return pages.map(({ asked }) => {
      const ofPage = asked.filter(
        (loader) => loader === "root" || loader.startsWith("routes/work/"),
      );
      const times = Object.entries(Object.groupBy(ofPage, String)).map(
        ([loader, all = []]) => `${loader} ${all.length}`,
      );
      return times.toSorted();
    });
  };
  const each = (times: number) =>
    pages.map(({ loader }) =>
      ["root", "routes/work/_shell", loader].map((name) => `${name} ${times}`),
    );

  expect(await loads(() => step("claim"))).toEqual(each(1));
  for (const { asked } of pages) asked.length = 0;
  for (const seconds of [5, 12, 20, 31, 47, 59]) await far(seconds);
  expect(pages.map(({ asked }) => asked)).toEqual([[], []]);

  // The page that gave a label has it with the answer to its own form: the event about it is no reason to load again.
  await page.getByRole("button", { name: "Edit labels" }).click();
  await expect(page.getByRole("combobox", { name: "Find or create a label" })).toBeFocused();
  const label = `In work ${callId.slice(-6)}`;
  await page.keyboard.type(label);
  await expect(page.getByRole("option", { name: `Create “${label}”` })).toBeVisible();
  expect(await loads(() => page.keyboard.press("Enter"))).toEqual(each(1));
  await expect(page.getByRole("button", { name: `Remove label ${label}` })).toBeVisible();

  expect(
    await loads(
      () => step("publish"),
      () => step("again"),
    ),
  ).toEqual(each(2));
  await step("publish");
  await expect(page.getByText("Highlights 0:01 of 1:00")).toHaveCount(0);
  expect(complaints).toEqual([]);
});
