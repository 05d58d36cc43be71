import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { type AskedModel, type ModelReply, startModelServer } from "#tests/support/model-server.ts";
import { LONG } from "./groups.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SAID = [
  ["Mari Kato", "Thanks for joining. On the agenda today are your two depots and the offer."],
  ["Elena Duarte", "The biggest problem is that late trucks lose us the slot at the harbour."],
  ["Mari Kato", "We can offer the fleet plan for seventy nine dollars per truck a month."],
  ["Elena Duarte", "We set aside sixty thousand dollars for it this year."],
  ["Mari Kato", "I will send you the proposal by next Tuesday."],
] as const;

/** A call of whoever is signed in, by its words. @returns its id */
async function importCall(
  request: APIRequestContext,
  title: string,
  visibility = "workspace",
): Promise<string> {
  const lines = SAID.map(([speaker, text], n) => ({ speaker, start: n * 8, end: n * 8 + 7, text }));
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { consent: true, name: "call.json", text: JSON.stringify(lines), title, visibility },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { callId: string }).callId;
}

async function openSummarised(page: Page, callId: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/playback/${callId}`);
    await expect(page.getByRole("button", { name: "Copy as text" })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass();
}

/** Changes what is said of the problem, has the summary made anew, and stays with the change. */
async function editAndKeep(page: Page): Promise<void> {
  const panel = page.getByRole("main");
  const quote = /late trucks lose us the slot/i;
  await expect(panel.getByRole("link", { name: quote }).first()).toBeVisible();
  const mine = "Late trucks cost them their slot.";
  await page.getByRole("button", { name: "Edit Issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit “Issue”" });
  await dialog.getByLabel("Text").first().fill(mine);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(mine)).toBeVisible();
  await expect(panel.getByText(/Edited by/)).toBeVisible();

  await page.getByRole("button", { name: "Make again…" }).click();
  const anew = page.getByRole("dialog", { name: "Make a new summary" });
  await anew.getByRole("button", { name: "Make the summary" }).click();
  await expect(anew).toBeHidden();
  const offered = panel.getByRole("group", { name: "New value of Issue" });
  await expect(offered.getByRole("link", { name: quote })).toBeVisible();
  await expect(panel.getByText(mine)).toBeVisible();
  await offered.getByRole("button", { name: "Keep mine" }).click();
  await expect(offered).toBeHidden();
  await expect(panel.getByText(mine)).toBeVisible();
}

/** Answers the section on problems, with the line it stands on; of all others it says nothing. */
function answer({ messages }: AskedModel): ModelReply {
  const asked = messages.at(-1)?.content ?? "";
  if (asked.includes('{"answer":"ready"}')) return { text: '{"answer":"ready"}' };
  const line = /\[(s\d+) \|[^\]]*\] [^\n]*late trucks lose/.exec(asked)?.[1];
  const item = {
    ...{ text: "Late trucks lose the slot at the harbour", number: null, unit: null, date: null },
    ...{ options: null, is: null, owner: null, url: null },
    ...{ cites: [line], quote: "late trucks lose us the slot at the harbour" },
  };
  const keys = [...asked.matchAll(/^- "(\w+)":/gm)].map((found) => found[1]);
  const sections = keys.map((section) =>
    section === "issue"
      ? {
          section,
          status: "found",
          items: [item, { ...item, quote: "nobody ever said such a thing" }],
        }
      : { section, status: "not_discussed", items: [] },
  );
  return { text: JSON.stringify({ sections }) };
}

test("a rep sees the sections of the template on a new call, edits one, makes the summary anew and keeps the edit", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const callId = await importCall(page.request, "Fleet talk by Highlights");
  await openSummarised(page, callId);
  const main = page.getByRole("main");
  await expect(main.getByText("Sales meeting")).toBeVisible();
  await expect(main.getByText("No other template fits.")).toBeVisible();
  await editAndKeep(page);

  await test.step("as text it reads well in a mail, and it is a file", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as text" }).click();
    await expect(main.getByText("Copied", { exact: true })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Fleet talk by Highlights\n.* · Mari Kato, Elena Duarte\nhttp/);
    expect(copied).toContain(`/playback/${callId}`);
    expect(copied).toContain("Issue\n- Late trucks cost them their slot. (0:08 Elena Duarte)");
    expect(copied).toContain("(0:32 Mari Kato)");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Summary as text" }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toContain(
      "Late trucks cost them their slot.",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("a quote of a section plays where it was said", async () => {
    await main
      .getByRole("link", { name: /set aside|fleet plan/i })
      .first()
      .click();
    await expect(page.locator("[data-current]")).toContainText(/set aside|fleet plan/i);
  });

  // Quotes of the summary are found, and words that are only in the transcript are not.
  const found = async (query: string) => {
    const list = await page.request.get(`/recordings.json?q=${encodeURIComponent(query)}`);
    return ((await list.json()) as { data: { callId: string }[] }).data.map((one) => one.callId);
  };
  await expect.poll(() => found('summary:"fleet plan"')).toContain(callId);
  expect(await found('summary:"thanks for joining"')).not.toContain(callId);

  // What was written by hand is found by the search.
  await expect.poll(() => found("summary:cost")).toContain(callId);
  expect(complaints).toEqual([]);
});

test("an admin sets a model that is tested first; its summary has quotes that were said, and falls back when it is gone", {
  tag: LONG,
}, async ({ page }) => {
  const model = await startModelServer(answer, Number(process.env["E2E_LLM_PORT"]));
  await signIn(page, "admin");
  await page.goto("/setting/general?tab=engines");
  await page.getByLabel("Model", { exact: true }).selectOption("local");
  await page.getByLabel("Base address").fill(model.url);
  await page.getByLabel("Model name").fill("next-door");
  await page.getByLabel(/^Key/).fill("sk-journey");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByText(/next-door at .* answered in/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Private calls too" })).not.toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await shoot(page, "engine-model", true);
  expect(await page.content()).not.toContain("sk-journey");

  const callId = await importCall(page.request, "Fleet talk by a model");
  await openSummarised(page, callId);
  const panel = page.getByRole("main");
  await expect(
    panel.getByText("Late trucks lose the slot at the harbour", { exact: true }),
  ).toBeVisible();
  await expect(panel.getByText("· next-door")).toBeVisible();
  await expect(panel.getByText("1 statement had no support and is not shown.")).toBeVisible();
  await expect(panel.getByText("nobody ever said such a thing")).toHaveCount(0);
  expect(model.asked.some(({ key }) => key === "sk-journey")).toBe(true);

  await test.step("the words of a private call stay here", async () => {
    const before = model.asked.length;
    const closed = await importCall(page.request, "Fleet talk behind doors", "private");
    await openSummarised(page, closed);
    await expect(panel.getByText("This call is private, so no model reads it.")).toBeVisible();
    await expect(
      panel.getByRole("link", { name: /late trucks lose us the slot/i }).first(),
    ).toBeVisible();
    expect(model.asked).toHaveLength(before);
  });

  await model.stop();
  const later = await importCall(page.request, "Fleet talk without the model");
  await openSummarised(page, later);
  await expect(
    panel.getByText("The model could not be reached, so these are Highlights."),
  ).toBeVisible();
  await expect(
    panel.getByRole("link", { name: /late trucks lose us the slot/i }).first(),
  ).toBeVisible();

  await page.goto("/setting/general?tab=engines");
  await page.getByLabel("Model", { exact: true }).selectOption("none");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
});

const TYPES = [
  "Text",
  "Bullets",
  "Checklist",
  "One of a list",
  "Several of a list",
  "Number with unit",
  "Money",
  "Date",
  "Yes or no",
  "Person",
  "Link",
  "Table",
];

test("by keys an admin copies a template, adds a section of each type, tries and publishes it; a rep's next call has its sections", {
  tag: LONG,
}, async ({ page, browser }) => {
  await signIn(page, "admin");
  await importCall(page.request, "Fleet talk to try on");
  await page.goto("/setting/summarization-template/1");
  await page.getByRole("button", { name: "Duplicate Sales meeting" }).press("Enter");
  await page.waitForURL(/summarization-template\/\d{3,}/);
  const add = page.getByRole("region", { name: "Add a section" });
  for (const type of TYPES) {
    await add.getByLabel("Title").fill(`The ${type}`);
    // Its first letters choose an entry of a list that has the focus.
    await add.getByLabel("Answer").focus();
    await page.keyboard.type(type);
    await add.getByLabel("Title").press("Enter");
    await expect(page.getByRole("region", { name: `The ${type}` })).toBeVisible();
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `The ${type}` })
        .getByText(type, { exact: true }),
    ).toBeVisible();
  }

  const lines = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Reorder/ }) });
  const last = lines.last();
  await test.step("the last section goes up by keys, and back by the mouse", async () => {
    const grip = page.getByRole("button", { name: "Reorder The Table" });
    await grip.press("Space");
    await expect(page.getByText(/^The Table picked up/)).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(/^The Table: place/)).toBeAttached();
    await page.keyboard.press("Space");
    await expect(last).toContainText("The Link");
    await expect(grip).toBeFocused();
    await expect(last).not.toHaveAttribute("data-dragging");
    await page.reload();
    await expect(last).toContainText("The Link");
    const from = await grip.boundingBox();
    const to = await page.getByRole("button", { name: "Reorder The Link" }).boundingBox();
    if (!from || !to) throw new Error("a grip is missing");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 8 });
    await shoot(page, "template-dragged");
    await page.mouse.up();
    await expect(last).toContainText("The Table");
    await page.reload();
    await expect(last).toContainText("The Table");
  });

  const bench = page.getByRole("region", { name: "Test bench" });
  await bench.getByRole("button", { name: "Try" }).press("Enter");
  await expect(bench.getByText(/answers with a quote/).first()).toBeVisible();
  await expect(bench.getByRole("link").first()).toBeVisible();
  await shoot(page, "template-tried", true);

  await page.getByLabel("What changed").fill("Ours from now on");
  await page.getByRole("button", { name: "Publish v1" }).press("Enter");
  await expect(page.getByText("v1 is published.")).toBeVisible();
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";

  await test.step("the list says which template a call gets, and why", async () => {
    await page.goto("/setting/summarization-template");
    await page.getByLabel("Which template does a call get?").selectOption({ index: 0 });
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await expect(page.getByText(`${name.trim()}: First template that fits`)).toBeVisible();
    await shoot(page, "templates-which", true);
  });

  const rep = await browser.newPage();
  await signIn(rep);
  const callId = await importCall(rep.request, "Fleet talk by the copy");
  await openSummarised(rep, callId);
  const main = rep.getByRole("main");
  await expect(main.getByText(name.trim())).toBeVisible();
  await expect(
    main.getByText("First template that fits (All calls in English).", { exact: true }),
  ).toBeVisible();
  await expect(main.getByRole("heading", { name: "The Checklist" })).toBeVisible();
  const silent = main.getByRole("group").filter({ hasText: "No quote found" });
  for (const type of TYPES.filter((one) => one !== "Checklist"))
    await expect(silent).toContainText(`The ${type}`);
  await editAndKeep(rep);
  for (const width of [1440, 390]) {
    await rep.setViewportSize({ width, height: 900 });
    await checkScreen(rep, `summary ${width}`, (theme) => shoot(rep, `summary-${width}-${theme}`));
  }
  await rep.close();
});
