import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, type Browser, expect, type Page, test } from "playwright/test";
import { complaintsOf, signIn, type Who } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Twenty seconds of a tone, another one each time: there is something to hear, and nothing to transcribe. */
async function sendTone(request: APIRequestContext, title: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "parley-tone-")), "tone.wav");
  const frequency = 440 + test.info().repeatEachIndex;
  const source = `sine=frequency=${frequency}:duration=20`;
  const tone = ["-f", "lavfi", "-i", source, "-ar", "16000"];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...tone, file]);
  const bytes = readFileSync(file);
  const ours = { "sec-fetch-site": "same-origin" };
  const begun = await request.post("/recordings/begin", {
    headers: ours,
    data: { title, consent: true, files: [{ name: "tone.wav", size: bytes.length }] },
  });
  const { callId, uploads } = (await begun.json()) as {
    callId: string;
    uploads: { id: string }[];
  };
  const tus = { ...ours, "tus-resumable": "1.0.0" };
  const made = await request.post("/uploads", {
    headers: {
      ...tus,
      "upload-length": String(bytes.length),
      "upload-metadata": `upload ${Buffer.from(uploads[0]?.id ?? "").toString("base64")}`,
    },
  });
  const sent = await request.patch(made.headers()["location"] ?? "", {
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    data: bytes,
  });
  expect(sent.status()).toBe(204);
  return callId;
}

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
  const callId = await sendTone(rep.request, title);
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
  await expect(player.getByText(/^0:0[6-9]|^0:1\d/)).toBeVisible();
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
  await expect(watched).toContainText(/heard 0:(?:0[6-9]|1\d) \(\d+\s?%\)/);
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
  await row.getByRole("button", { name: "Take back access from Rui Abe" }).press("Enter");
  await expect(row).toHaveCount(0);
  // Their open page hears of it by itself.
  await expect(colleague.getByText(NOT_THERE)).toBeVisible();
  expect((await colleague.goto(call))?.status()).toBe(404);
  await expect(list.getByRole("status")).toHaveText("Access taken back from Rui Abe.");
  await list.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(row).toBeVisible();
  expect((await colleague.goto(call))?.status()).toBe(200);
  expect(complaints).toEqual([]);
});
