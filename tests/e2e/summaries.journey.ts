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
async function importCall(request: APIRequestContext, title: string): Promise<string> {
  const lines = SAID.map(([speaker, text], n) => ({ speaker, start: n * 8, end: n * 8 + 7, text }));
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: { consent: true, name: "call.json", text: JSON.stringify(lines), title },
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

  await page.getByRole("button", { name: "Template…" }).click();
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
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const callId = await importCall(page.request, "Fleet talk by Highlights");
  await openSummarised(page, callId);
  await expect(page.getByRole("main").getByText("Sales meeting")).toBeVisible();
  await editAndKeep(page);

  // What was written by hand is found by the search.
  await expect
    .poll(async () => {
      const list = await page.request.get("/recordings.json?q=summary%3Acost");
      return ((await list.json()) as { data: { callId: string }[] }).data.map((one) => one.callId);
    })
    .toContain(callId);
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
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
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

  const rep = await browser.newPage();
  await signIn(rep);
  const callId = await importCall(rep.request, "Fleet talk by the copy");
  await openSummarised(rep, callId);
  const main = rep.getByRole("main");
  await expect(main.getByText(name.trim())).toBeVisible();
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
