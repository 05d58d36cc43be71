import { MOCK_FIELDS } from "#app/core/integrations/mock-crm/fields.ts";
import { openChromium, openProfile } from "./lib/chromium.ts";
import { judge, options, quantile, skip } from "./lib/figures.ts";
import { openInstance } from "./lib/instance.ts";
import { signUp, type SignedIn } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";

// From the address of a mapping to a CRM whose deals have 400 fields to a page whose fields can be searched.
// `npm run bench -- mapping`

const BENCH = "mapping";
const FIELDS = 400;
const GOAL_MS = 1_000;
const PATH = "/setting/summarization-template/1/mock-mapping?row=new&section=issue&object=deal";

await runBench(async (stack) => {
  const browser = await openChromium(stack);
  if (!browser) {
    skip(BENCH, "all", "no Chromium");
    return;
  }
  const instance = await openInstance(stack);
  const member = await signUp(instance);
  // The demo's CRM belongs to the demo.
  await instance.admin.query("UPDATE workspace SET is_demo = true WHERE id = $1", [
    member.workspaceId,
  ]);
  await connect(member);
  const cached = await instance.admin.query(
    `INSERT INTO crm_schema (workspace_id, connection_id, object, fields, read_at)
     SELECT workspace_id, id, 'deal', $2::jsonb, now() FROM connection WHERE workspace_id = $1`,
    [member.workspaceId, JSON.stringify(manyFields())],
  );
  if (cached.rowCount !== 1) throw new Error("The demo CRM was not connected.");
  const context = await openProfile(browser, member.visitor);
  const times: number[] = [];
  for (let round = 0; round <= options.rounds * 2; round++) {
    const page = await context.newPage();
    const from = performance.now();
    await page.goto(instance.origin + PATH, { waitUntil: "commit" });
    // The search comes with script.
    await page.getByRole("searchbox", { name: "Search fields" }).fill("Field 399");
    await page.getByText("1 field", { exact: false }).waitFor();
    if (round > 0) times.push(performance.now() - from); // the first one fills the caches
    await page.close();
  }
  judge({
    bench: BENCH,
    case: `page-${FIELDS}-fields-searched`,
    unit: "ms",
    of: "p95",
    ours: times,
    value: quantile(times, 0.95),
    goal: { op: "<=", value: GOAL_MS },
    note: "fields as last read, scripts from the browser's cache, a new page each time",
  });
});

async function connect({ visitor }: SignedIn): Promise<void> {
  const answer = await fetch(`${visitor.origin}/setting/admin-system-integration`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", cookie: visitor.cookie },
    body: new URLSearchParams({ intent: "connect_mock" }),
  });
  if (answer.status >= 400) throw new Error(`connect_mock was refused (${answer.status}).`);
}

/** The demo's own fields over and over, each with a name of its own. */
/** Called above: a constant would not be there yet. */
function manyFields() {
  return Array.from({ length: FIELDS }, (_, n) => ({
    ...MOCK_FIELDS.deal[n % MOCK_FIELDS.deal.length],
    name: `Field_${n}__c`,
    label: `Field ${n}`,
  }));
}
