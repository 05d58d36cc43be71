import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { withDatabase } from "./live-truth.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SAID = [
  ["Mari Kato", "Thanks for joining. On the agenda today are your lane and the offer."],
  ["Jonas Weber", "The biggest problem is that late trucks lose us the slot at the gate."],
  [
    "Mari Kato",
    "We can offer the lane for eleven hundred and ninety euros with the slot guaranteed.",
  ],
  ["Jonas Weber", "We decided to take the guaranteed slot for all trucks from January."],
] as const;

const LANES = "Rotterdam to Poznan lanes";
const WAREHOUSE = "Warehouse in Poznan";
const STORE = "倉庫管理システム";
/** Rows that the demo maps, of both languages (`scripts/demo/crm.ts`). */
const MAPPED = 8;
/** A deal of the demo's CRM, which knows it by the same id, as soon as the demo has brought it and mapped its templates. */
async function dealNamed(name: string): Promise<string> {
  let id = "";
  await expect(async () => {
    id = await withDatabase(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM deal WHERE name = $1 AND external IS NOT NULL
           AND (SELECT count(*) FROM mapping_row WHERE removed_at IS NULL) >= $2`,
        [name, MAPPED],
      );
      return rows[0]?.id ?? "";
    });
    expect(id).not.toBe("");
  }).toPass();
  return id;
}
async function link(request: APIRequestContext, callId: string, name: string): Promise<void> {
  const answer = await request.post(`/playback/${callId}`, {
    headers: { "sec-fetch-site": "same-origin" },
    form: { intent: "link_deal", dealId: await dealNamed(name) },
  });
  expect(answer.ok()).toBe(true);
}

/** A call of whoever is signed in about a deal of the demo's CRM. @returns its id */
async function importCall(request: APIRequestContext, title: string): Promise<string> {
  await dealNamed(LANES);
  const said = [...SAID, ["Mari Kato", `I will send you the ${title} by next Tuesday.`]];
  const lines = said.map(([speaker, text], n) => ({ speaker, start: n * 8, end: n * 8 + 7, text }));
  const answer = await request.post("/recordings/import", {
    headers: { "sec-fetch-site": "same-origin" },
    data: {
      ...{ consent: true, name: "call.json", text: JSON.stringify(lines), title },
      company: "Halden Tiles",
    },
  });
  expect(answer.status()).toBe(201);
  const { callId } = (await answer.json()) as { callId: string };
  await link(request, callId, LANES);
  return callId;
}

/** Somebody changes a deal of the demo's CRM there. */
const changeThere = async (name: string, nextStep: string) => {
  const id = await dealNamed(name);
  await withDatabase((client) =>
    client.query(
      `UPDATE mock_record SET "values" = "values" || jsonb_build_object('NextStep', $2::text),
         modified_by = 'mika.sato', modified_at = now() WHERE object = 'deal' AND id = $1`,
      [id, nextStep],
    ),
  );
};
const standsThere = async (name: string) => {
  const id = await dealNamed(name);
  return withDatabase(async (client) => {
    const { rows } = await client.query<{ step: string | null }>(
      `SELECT "values"->>'NextStep' AS step FROM mock_record WHERE object = 'deal' AND id = $1`,
      [id],
    );
    return rows[0]?.step ?? null;
  });
};

const rowOf = (page: Page, field: string) =>
  page.getByRole("listitem", { name: field, exact: true }).first();

async function openTab(page: Page, callId: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/playback/${callId}?tab=crm`);
    await expect(rowOf(page, "Next step")).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Brings a transcript by the dialog, and says on its CRM tab which deal it is about. */
async function bring(page: Page, title: string): Promise<void> {
  const stamp = (s: number) => `00:00:${String(s).padStart(2, "0")}.000`;
  const said = [...SAID, ["Mari Kato", `I will send you the ${title} by next Tuesday.`] as const];
  const lines = said.map(
    ([who, text], n) => `${stamp(n * 8)} --> ${stamp(n * 8 + 7)}\n<v ${who}>${text}\n`,
  );
  await page.getByRole("link", { name: "Recordings", exact: true }).first().click();
  await page.getByRole("link", { name: "Upload" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Files").setInputFiles({
    ...{ name: "call.vtt", mimeType: "text/vtt" },
    buffer: Buffer.from(`WEBVTT\n\n${lines.join("\n")}`),
  });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Company").fill("Halden Tiles");
  await form.getByLabel(/Everyone on this call/).check();
  await form.getByRole("button", { name: "Import the transcript" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const panel = page.getByRole("complementary", { name: "About this call" });
  await panel.getByRole("link", { name: "CRM" }).click();
  await panel.getByRole("button", { name: "Choose a deal for Next step" }).click();
  const deals = page.getByRole("dialog", { name: "Which deal is this call about?" });
  await deals
    .getByRole("button", { name: `Link to ${WAREHOUSE}` })
    .first()
    .click();
  await expect(panel.getByRole("button", { name: "Accept Next step" })).toBeVisible();
}

test("a rep accepts, edits, rejects and takes back what a call says to the CRM, and a call that moves takes it along", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const callId = await importCall(page.request, "first quote");
  await openTab(page, callId);

  const step = rowOf(page, "Next step");
  await expect(step.getByText("Send the lane quote", { exact: true })).toBeVisible();
  await expect(step.getByRole("link", { name: /Mari$/ })).toBeVisible();
  await step.getByRole("button", { name: "Accept Next step" }).click();
  await expect(step.getByText(/Written/).first()).toBeVisible();

  // Edited before it is sent.
  const pain = rowOf(page, "Pain points");
  await pain.getByRole("button", { name: "Edit Pain points" }).click();
  await pain.getByLabel("Pain points, text to add").fill("They lose their slot at the gate.");
  await pain.getByRole("button", { name: "Write this" }).click();
  await expect(pain.getByText(/Written/).first()).toBeVisible();
  await expect(pain.getByText(/They lose their slot at the gate/).first()).toBeVisible();

  // By keys: reject, then undo what was written.
  const notes = rowOf(page, "Description");
  await notes.focus();
  await notes.press("r");
  await expect(notes.getByText("Rejected").first()).toBeVisible();
  await notes.press("ArrowUp");
  await step.focus();
  await step.press("u");
  await expect(step.getByText("Undone").first()).toBeVisible();

  await checkScreen(page, "crm tab", (theme) => shoot(page, `crm-tab-${theme}`));
  expect(complaints).toEqual([]);
});

test("what waits stands at Home by call and record, in both languages and on a phone", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const callId = await importCall(page.request, "second quote");
  await openTab(page, callId);
  await page.goto("/");
  await page.getByRole("link", { name: "Review the CRM changes of second quote" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "CRM changes" })).toBeVisible();
  const group = page.getByRole("region", { name: /second quote/ }).first();
  await expect(group.getByRole("listitem", { name: "Next step", exact: true })).toBeVisible();
  await checkScreen(page, "crm review", (theme) => shoot(page, `crm-review-${theme}`));
  await page.setViewportSize({ width: 390, height: 844 });
  await checkScreen(page, "crm review 390", (theme) =>
    shoot(page, `crm-review-390-${theme}`, true),
  );
  await page.setViewportSize({ width: 1440, height: 900 });

  await group.getByRole("button", { name: /^Accept \d+ changes/ }).click();
  const dialog = page.getByRole("dialog");
  await checkScreen(page, "crm dialog", (theme) => shoot(page, `crm-dialog-${theme}`));
  await dialog.getByRole("button", { name: /^Write \d/ }).click();
  await expect(dialog).toBeHidden();
  await expect(
    group
      .getByRole("listitem", { name: "Next step", exact: true })
      .getByText(/Written/)
      .first(),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test("what somebody changed meanwhile is a question, and a call that moves to another deal takes its values along", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  const callId = await importCall(page.request, "third quote");
  await openTab(page, callId);
  const before = await standsThere(LANES);
  await changeThere(LANES, "Call Petra first");
  const step = rowOf(page, "Next step");
  await step.getByRole("button", { name: "Accept Next step" }).click();
  await expect(step.getByText(/changed this in Demo CRM after it was proposed/)).toBeVisible();
  await expect(step.getByText("Call Petra first", { exact: true })).toBeVisible();
  await checkScreen(page, "crm conflict", (theme) => shoot(page, `crm-conflict-${theme}`));
  expect(await standsThere(LANES)).toBe("Call Petra first");
  await step.getByRole("button", { name: "Write ours: Next step" }).click();
  await expect(step.getByText(/^● Written/)).toBeVisible();
  expect(await standsThere(LANES)).toContain("third quote");
  expect(before).not.toBe("Call Petra first");

  // The other deal of the same rep.
  await link(page.request, callId, STORE);
  await expect.poll(() => standsThere(LANES)).toBe("Call Petra first");
  await expect(async () => {
    await page.reload();
    await expect(
      page
        .getByRole("region", { name: STORE })
        .first()
        .getByRole("button", { name: "Accept Next step" }),
    ).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page
    .getByRole("region", { name: STORE })
    .first()
    .getByRole("button", { name: "Accept Next step" })
    .click();
  await expect.poll(() => standsThere(STORE)).toContain("third quote");
  expect(complaints).toEqual([]);
});

test("the list reads in Japanese", async ({ page }) => {
  await signIn(page);
  await importCall(page.request, "fourth quote");
  await page.goto("/?panel=crm");
  await wear(page, "light", "ja");
  await expect(page.getByRole("heading", { level: 1, name: "CRMへの変更" })).toBeVisible();
  await checkScreen(page, "crm review ja", (theme) => shoot(page, `crm-review-ja-${theme}`));
  await page.goto("/?panel=crm&tab=expired");
  await checkScreen(page, "crm expired ja", (theme) => shoot(page, `crm-expired-ja-${theme}`));
});

test("by clicks: from a call to the CRM, past a colleague's change, and back", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page);
  await dealNamed(WAREHOUSE);
  await bring(page, "harbour quote");

  await page.getByRole("link", { name: /^Home/ }).first().click();
  await page.getByRole("link", { name: "Review the CRM changes of harbour quote" }).click();
  const deal = page.getByRole("region", { name: new RegExp(`harbour quote, ${WAREHOUSE}, Deal`) });
  const task = page.getByRole("region", { name: new RegExp(`harbour quote, ${WAREHOUSE}, Task`) });
  const row = (field: string) => deal.getByRole("listitem", { name: field, exact: true });
  await row("Next step").getByRole("button", { name: "Accept Next step" }).click();
  await expect(row("Next step").getByText(/● Written/)).toBeVisible();
  await row("Description").focus();
  await page.keyboard.press("a");
  await expect(row("Description").getByText(/● Written/)).toBeVisible();
  await row("Pain points").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("They lose the slot at the gate.");
  await row("Pain points").getByRole("button", { name: "Write this" }).click();
  await expect(row("Pain points").getByText(/● Written/)).toBeVisible();
  await task.getByRole("button", { name: "Reject Comments" }).click();
  await expect(task.getByText("Rejected")).toBeVisible();
  await task.getByRole("button", { name: "Undo Comments" }).click();
  await task.getByRole("button", { name: "Reject Comments" }).click();
  await expect(task.getByText("Rejected")).toBeVisible();

  // As the CRM has it, and as a colleague changes it there.
  const admin = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(admin, "admin");
  const openCrm = async () => {
    await admin.goto("/setting/admin-system-integration");
    return admin.getByRole("row", { name: new RegExp(WAREHOUSE) }).first();
  };
  const changeIt = async (value: string) => {
    await admin.getByLabel("Deal", { exact: true }).selectOption({ label: WAREHOUSE });
    await admin.getByLabel(/^New value/).fill(value);
    await admin.getByRole("button", { name: "Change it" }).click();
    await expect(admin.getByText("Mika Sato changed it.")).toBeVisible();
  };
  await expect(await openCrm()).toContainText("I will send you the harbour quote");
  await changeIt("Call Petra first");
  await expect(await openCrm()).toContainText("Call Petra first");

  await bring(page, "second harbour quote");
  const panel = page.getByRole("complementary", { name: "About this call" });
  const step = panel.getByRole("listitem", { name: "Next step", exact: true }).first();
  await expect(step.getByText("Call Petra first", { exact: true })).toBeVisible();
  await changeIt("Call Petra twice");
  await expect(await openCrm()).toContainText("Call Petra twice");
  await step.getByRole("button", { name: "Accept Next step" }).click();
  await expect(step.getByText(/changed this in Demo CRM after it was proposed/)).toBeVisible();
  await step.getByRole("button", { name: "Write ours: Next step" }).click();
  await expect(step.getByText(/● Written/)).toBeVisible();
  await expect(await openCrm()).toContainText("second harbour quote");
  await step.getByRole("button", { name: "Undo Next step" }).click();
  await expect(step.getByText("Undone").first()).toBeVisible();
  await expect(await openCrm()).toContainText("Call Petra twice");
  await admin.context().close();
  expect(complaints).toEqual([]);
});
