import type { mappingCommands } from "#app/core/pages/mapping-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const right = "template.manage";

const ofRow = { rowId: "{mappingRowId}", version: "1" } as const;
const asked = { rule: "append_below", review: "manager", noMatch: "leave_empty" } as const;

const PATH = "/setting/summarization-template/{templateId}/mock-mapping";

const mapping = {
  add_row: {
    right,
    form: { ...asked, section: "budget", object: "deal", field: "Amount", rule: "overwrite" },
  },
  change_row: { right, form: { ...ofRow, ...asked, field: "Description" } },
  use_field: { right, form: { ...ofRow, field: "Customer_Situation__c" } },
  remove_row: { right, form: ofRow },
  change_mapping: { right, form: { version: "1", dryRunLeft: "5" } },
  run_past: { right, form: { latest: "10" } },
  refresh_fields: { right },
} satisfies CasesOf<typeof mappingCommands.commands>;

export const requests: Requests = {
  reads: [
    read("template.manage", "routes/setting/template-mapping", PATH, {
      ...{ row: "{mappingRowId}", call: "{callId}" },
      ...{ find: "words", deal: "a-deal" },
    }),
  ],
  commands: [...askedOf("routes/setting/template-mapping", PATH, mapping)],
  optional: ["noMatch"],
};
