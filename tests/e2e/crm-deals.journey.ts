import { expect, type Page, test } from "playwright/test";
import { withDatabase } from "./live-truth.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OURS = { "sec-fetch-site": "same-origin" };
const TALK = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Mari Kato>Which depot shall we begin with?

00:00:05.000 --> 00:00:09.000
<v Elena>With the one at the harbour, in March.
`;

/** Deals of the demo's CRM that nobody knows here, as soon as the demo has brought it. */
async function dealsThere(names: readonly string[]): Promise<void> {
  await expect(async () => {
    const made = await withDatabase(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO mock_record (workspace_id, id, object, "values", modified_at)
         SELECT workspace_id, 'there-' || name, 'deal',
           jsonb_build_object('Name', name, 'StageName', 'Proposal', 'Amount', 84000, 'CurrencyIsoCode', 'EUR'), now()
         FROM connection, unnest($1::text[]) AS name WHERE provider = 'mock' AND state = 'connected'
         ON CONFLICT DO NOTHING RETURNING id`,
        [names],
      );
      return rows.length;
    });
    expect(made).toBe(names.length);
  }).toPass();
}
async function fault(times: number): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `INSERT INTO mock_fault (workspace_id, id, fault, "left")
       SELECT workspace_id, gen_random_uuid(), 'unavailable', $1 FROM connection WHERE provider = 'mock'`,
      [times],
    ),
  );
}
const noFaults = () =>
  withDatabase((client) => client.query("DELETE FROM mock_fault WHERE fault = 'unavailable'"));

async function openDialog(page: Page, callId: string) {
  const dialog = page.getByRole("dialog", { name: "Which deal is this call about?" });
  await expect(async () => {
    await page.goto(`/playback/${callId}`);
    await page
      .getByRole("button", { name: /^(Choose a|Change the) deal$/ })
      .click({ timeout: 3_000 });
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
  return dialog;
}

test("a call is linked to a deal that only the CRM knows, also after it did not answer", async ({
  page,
}) => {
  const n = String(test.info().repeatEachIndex);
  const complaints = complaintsOf(page);
  const [harbour, inland] = [`Harbour depot ${n}`, `Inland depot ${n}`];
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await dealsThere([harbour, inland]);
  const made = await page.request.post("/recordings/import", {
    headers: OURS,
    data: { title: `Harbour ${n}`, company: "", consent: true, name: "words.vtt", text: TALK },
  });
  expect(made.status()).toBe(201);
  const { callId } = (await made.json()) as { callId: string };

  const dialog = await openDialog(page, callId);
  await expect(dialog.getByText("Demo CRM knows no deal of these people.")).toBeVisible();
  await page.keyboard.type("d");
  await expect(dialog.getByText("Type at least two letters to search the CRM.")).toBeVisible();
  await page.keyboard.type("epot");
  const there = dialog.getByRole("region", { name: "In Demo CRM" }).or(dialog);
  await expect(there.getByRole("button", { name: `Link to ${harbour}` })).toBeVisible();
  await expect(there.getByRole("button", { name: `Link to ${inland}` })).toBeVisible();
  await checkScreen(page, "deals of a CRM", (theme) => shoot(page, `crm-deals-1440-${theme}`));
  await wear(page, "light", "en");

  // It does not answer, says so, and is asked again.
  const last = await openDialog(page, callId);
  await expect(last.getByText("Demo CRM knows no deal of these people.")).toBeVisible();
  await fault(20);
  await last.getByRole("searchbox").fill(harbour);
  await expect(
    last.getByText("Demo CRM didn’t answer. You can still link your own deals."),
  ).toBeVisible();
  await checkScreen(page, "a CRM that does not answer", (theme) =>
    shoot(page, `crm-silent-1440-${theme}`),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, "crm-silent-390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await noFaults();
  await last.getByRole("button", { name: "Check again" }).click();
  const link = last.getByRole("button", { name: `Link to ${harbour}` });
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(last).toHaveCount(0);
  await expect(page.getByText(harbour, { exact: true }).first()).toBeVisible();
  const linked = await openDialog(page, callId);
  await expect(linked.getByText("Linked to").locator("..")).toContainText(
    /Harbour depot.*84,000 EUR/s,
  );
  expect(complaints).toEqual([]);
});
