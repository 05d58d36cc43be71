import { send, type Visitor } from "./door.ts";

const INTEGRATIONS = "/setting/admin-system-integration";
const mappingOf = (templateId: number): string =>
  `/setting/summarization-template/${templateId}/mock-mapping`;

const deal = { object: "deal", review: "owner", noMatch: "leave_empty" } as const;
const ROWS = [
  { ...deal, section: "next_action", field: "NextStep", rule: "overwrite" },
  { ...deal, section: "issue", field: "Pain_Points__c", rule: "append_newest" },
  { ...deal, section: "decision", field: "Description", rule: "append_newest" },
  { ...deal, section: "*", object: "task", field: "Description", rule: "one_per_call" },
] as const;

/** Parley's own template for sales meetings, in each language of the demo's calls. */
const TEMPLATES = [1, 3] as const;

/**
 * Connects the demo's CRM, gives it the deals that are there, and maps the templates of the calls to it, as an admin
 * does. It comes after the deals and before the calls.
 */
export async function makeCrm(admin: Visitor): Promise<void> {
  await send(admin, INTEGRATIONS, { intent: "connect_mock" });
  await send(admin, INTEGRATIONS, { intent: "copy_deals" });
  for (const templateId of TEMPLATES)
    for (const row of ROWS) await send(admin, mappingOf(templateId), { intent: "add_row", ...row });
}
