import { expect, type Route, test } from "playwright/test";
import { paths } from "#app/paths.ts";
import { expectLayer } from "./layers.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen } from "./screen-check.ts";
import { speakCall, type SpokenFiles } from "./voices.ts";

/** A layer that is fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

let voices: SpokenFiles | null;
test.beforeAll(async () => {
  voices = await speakCall();
});

test("a rep uploads a file per speaker, watches the stages, plays it, and corrects a word", async ({
  page,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  if (!voices) return;
  const complaints = complaintsOf(page);
  await signIn(page);

  // A server that cannot give its news once must not leave the page without: the stages below come by them.
  let refusals = 0;
  const refuse = (route: Route) => {
    refusals += 1;
    return route.fulfill({ status: 503 });
  };
  await page.route(`**${paths.pipelineStream()}?*`, refuse, { times: 1 });
  await page.goto("/recordings");
  await expect.poll(() => refusals).toBe(1);
  await page.getByRole("link", { name: "Upload" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Files").setInputFiles([voices.rep, voices.customer]);
  await dialog.getByLabel("Who speaks in mari.wav").fill("Mari Kato");
  await dialog.getByLabel("Who speaks in jo.wav").fill("Jo Alder");
  await dialog.getByLabel("Title").fill("Planning with Alder Works");
  await dialog.getByLabel("Company").fill("Alder Works");
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(
    dialog.getByRole("alert"),
    "consent is asked for before a byte is sent",
  ).toBeVisible();
  await dialog.getByLabel(/Everyone on this call/).check();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await expect(dialog).toBeHidden();

  const row = page.getByRole("row", { name: /Planning with Alder Works/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole("img", { name: /Who spoke when/ })).toBeVisible({ timeout: 300_000 });
  await row.getByRole("link", { name: "Planning with Alder Works" }).click();

  await expect(
    page.getByRole("heading", { level: 1, name: "Planning with Alder Works" }),
  ).toBeVisible();
  await expect(page.getByText("Quality A")).toBeVisible();
  const words = page.locator("section[aria-labelledby=transcript-title]");
  await expect(words).toContainText("spreadsheet");
  await expect(words).toContainText("Jo Alder");

  await test.step("it plays, and the word that is said is lit", async () => {
    await page.keyboard.press("k");
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(1.5);
    await expect(words.locator("[data-current]").first()).toBeVisible();
    await page.keyboard.press("k");
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.paused))
      .toBe(true);
  });

  const panel = page.getByRole("complementary", { name: "About this call" });
  await test.step("numbers show their formula and parts", async () => {
    await panel.getByRole("link", { name: "Statistics" }).click();
    await expect(panel).toContainText(/Talk (share|ratio)/);
    await expect(panel).toContainText("metrics@5");
  });

  await test.step("every highlight is an exact piece of the transcript and plays its place", async () => {
    await panel.getByRole("link", { name: "Summary" }).click();
    await expect(panel.getByRole("heading", { level: 2, name: "Summary" })).toBeAttached();
    const quotes = await panel.locator("q, blockquote, [data-quote]").allInnerTexts();
    const plain = (text: string) =>
      text
        .replace(/[“”"„.?]/g, "")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase(); // both are read as sentences, and the transcript's marks are drawn
    const said = plain(await words.innerText());
    for (const quote of quotes) expect(said).toContain(plain(quote));
    await panel
      .getByRole("button", { name: /Play/ })
      .or(panel.getByRole("link", { name: /Play/ }))
      .first()
      .click();
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0.2);
  });

  await test.step("find counts its hits", async () => {
    await page.getByPlaceholder("Find in transcript").fill("friday");
    await expect(words.getByRole("status")).toContainText("2 matches");
    await page.getByPlaceholder("Find in transcript").fill("");
  });

  await test.step("a hit plays, and a link says its time and who can open it", async () => {
    const find = page.getByPlaceholder("Find in transcript");
    await find.fill("friday");
    await find.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.paused))
      .toBe(false);
    await expect(words.getByRole("status")).toContainText("Match 1 of 2");
    await find.press("Escape");
    await page.keyboard.press("k");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copy = page.getByRole("button", { name: /^Copy link at \d/ });
    const time = /\d+:\d+/.exec(await copy.innerText())?.[0] ?? "";
    await copy.click();
    const said = page.getByText(new RegExp(`^Link to ${time} copied\\. .+ can open it\\.$`));
    await expect(said.first()).toBeVisible();
  });

  await test.step("on a phone the controls that have no room are in the overflow menu", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "More controls" }).click();
    const more = page.getByRole("dialog", { name: "More controls" });
    await expect(more.getByRole("button", { name: /^Copy link at/ })).toBeVisible();
    await expect(more.getByRole("slider", { name: "Volume" })).toBeVisible();
    await more.getByRole("checkbox", { name: "Topics" }).uncheck();
    await more.getByRole("checkbox", { name: "Topics" }).check();
    await checkScreen(page, "more controls");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 960 });
  });

  await test.step("downloads are the words of this call", async () => {
    const href = page.url().replace(/\?.*/, "").replace("/playback/", "/calls/");
    for (const format of ["txt", "vtt", "srt", "json"]) {
      const answer = await page.request.get(`${href}/export/1.${format}`);
      expect(answer.status(), format).toBe(200);
      expect(await answer.text(), format).toContain("proposal");
    }
  });

  await test.step("the search finds it by what was said", async () => {
    await page.goto("/recordings?q=spreadsheet");
    const row = page.getByRole("row", { name: /Planning with Alder Works/ });
    await expect(row.locator("+ tr")).toContainText("spreadsheet");
  });
  await test.step("a word is heard, corrected by Enter, and taken back", async () => {
    await page.getByRole("link", { name: "Planning with Alder Works" }).first().click();
    await words
      .getByRole("button", { name: /^Correct/ })
      .first()
      .click();
    const correct = page.getByRole("dialog");
    await correct.getByRole("button", { name: "Play these words" }).click();
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0);
    await correct.getByLabel("What was said").fill("Mended");
    await page.keyboard.press("Enter");
    await expect(correct).toBeHidden();
    await expect(words).toContainText("Mended");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(words).toContainText("version 3");
    await expect(words).not.toContainText("Mended");
  });

  await test.step("the call is handed over only once its effect was read and confirmed", async () => {
    await panel.getByRole("link", { name: "Info" }).click();
    const chosen = page.getByLabel("New owner");
    await expect(chosen).toHaveValue("");
    await chosen.selectOption({ index: 1 });
    const name = (await chosen.locator("option:checked").innerText()).trim();
    await page.getByRole("button", { name: "Hand over…" }).click();
    const question = page.getByRole("dialog", { name: `Hand this call over to ${name}?` });
    await expect(question).toContainText(`${name} becomes the owner`);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await expect(panel).toContainText("Mari Kato");
    await page.getByRole("button", { name: "Hand over…" }).click();
    await question.getByRole("button", { name: `Hand over to ${name}` }).click();
    await expect(page).toHaveURL(/\/recordings$/);
    await expect(page.getByRole("row", { name: /Planning with Alder Works/ })).toContainText(name);
  });
  // Chromium itself notes the refusals that this journey asked for.
  expect(complaints.filter((line) => !/status of (?:422|503)/.test(line))).toEqual([]);
});

test("media answers ranges to its owner and 401 to nobody", async ({
  page,
  playwright,
  baseURL,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  await signIn(page);
  const list = await page.request.get("/recordings.json?q=title:planning");
  const { data } = (await list.json()) as { data: { callId: string }[] };
  await page.goto(`/playback/${data[0]?.callId ?? ""}`);
  const src = (await page.locator("audio").first().getAttribute("src")) ?? "";
  const part = await page.request.get(src, { headers: { range: "bytes=0-99" } });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-range"]).toMatch(/^bytes 0-99\/\d+$/);
  expect((await part.body()).length).toBe(100);
  const beyond = await page.request.get(src, { headers: { range: "bytes=999999999-" } });
  expect(beyond.status()).toBe(416);
  const stranger = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  expect((await stranger.get(src)).status()).toBe(401);
  await stranger.dispose();
});

/** From Home to the sound (first-user §C): search, a side, a hit, play. */
const MOST_ACTIONS = 6;

test("what the customer said about a thing is found and heard in six actions from Home", async ({
  page,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  await signIn(page);
  let actions = 0;
  const act = (action: Promise<unknown>): Promise<unknown> => {
    actions += 1;
    return action;
  };
  await act(page.getByRole("searchbox", { name: "Search calls, people, words" }).click());
  await act(page.keyboard.type("friday"));
  await act(page.keyboard.press("Enter"));
  await page.waitForURL(/\/recordings\?/);
  await act(page.getByRole("link", { name: "Customer said" }).click());
  await page.waitForURL(/said=customer/);
  const row = page.getByRole("row", { name: /Planning with Alder Works/ });
  const found = row.locator("+ tr");
  await expect(found).toContainText("Jo Alder:");
  const place = found.getByRole("link", { name: /^\d+:\d\d/ }).first();
  const [minutes = 0, seconds = 0] = (await place.innerText()).split(":").map(Number);
  await act(place.click());
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await act(page.keyboard.press("k"));
  const heardS = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  await expect.poll(heardS).toBeGreaterThan(minutes * 60 + seconds);
  await expect(page.locator("[data-current]").first()).toContainText("Jo Alder");
  expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
});

test("layers take the focus to their first field, close by one Escape, and give it back", async ({
  page,
}) => {
  test.skip(voices === null, "no voice on this machine: install flite");
  const complaints = complaintsOf(page);
  await signIn(page, "admin"); // the rep has handed the call over
  const list = await page.request.get("/recordings.json?q=title:planning");
  const { data } = (await list.json()) as { data: { callId: string; recordingId: string }[] };
  const { callId, recordingId } = data[0] ?? { callId: "", recordingId: "" };
  const button = (name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" }).first();

  await page.goto(paths.playback(callId));
  await expect(button("Volume")).toBeVisible();
  for (const layer of [
    { trigger: button("Edit"), field: "Title" },
    { trigger: button(/^Correct /), field: "What was said" },
    { trigger: button("Shortcuts"), field: "Single-key shortcuts" },
    { trigger: button("Volume"), field: "Volume" },
    { trigger: button(/^\d+ versions$/), field: null },
  ])
    await test.step(layer.field ?? "Versions", () => expectLayer(page, layer));
  await button("Download").click();
  await checkScreen(page, "downloads");
  await page.goto(`${paths.playback(callId)}?tab=info`);
  await page.getByLabel("New owner").selectOption({ index: 1 });
  await expectLayer(page, { trigger: button("Hand over…"), field: null });
  await page.goto(paths.recordings());
  // Files that could not be read say "Upload again".
  const upload = page.getByRole("link", { name: "Upload", exact: true });
  await expectLayer(page, { trigger: upload, field: "Files" });
  for (const name of ["How to search", "Filter"]) {
    await page.goto(paths.recordings());
    await page.getByRole("main").getByText(name, { exact: true }).first().click();
    await checkScreen(page, name);
  }
  await page.getByTitle(/^Profile and settings of/).click();
  await checkScreen(page, "profile menu");
  await page.goto(paths.recording(recordingId));
  await expectLayer(page, { trigger: button("Delete"), field: null });
  expect(complaints).toEqual([]);
});
