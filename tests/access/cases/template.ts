import { stampOf } from "#app/core/domain/template/stamp.ts";
import type { templateCommands } from "#app/core/pages/template-commands.server.ts";
import type { templatesCommands } from "#app/core/pages/templates-commands.server.ts";
import { A_CONTENT } from "#tests/support/template-content.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const right = "template.manage";
const AN_IMPORT = JSON.stringify({
  format: "parley-template@1",
  name: "Imported",
  template: { ...A_CONTENT, appliesTo: { kinds: [], labels: [], teams: [] } },
});
const aTemplate = { right, form: { templateId: "{templateId}" } } as const;

const list = {
  make_template: { right, form: { name: "Renewal", language: "en" } },
  duplicate_template: aTemplate,
  import_template: { right, form: { text: AN_IMPORT } },
  move_template: { right, form: { ...aTemplate.form, place: "1" } },
  archive_template: aTemplate,
  restore_template: { right, form: { templateId: "{archivedTemplateId}" } },
} satisfies CasesOf<typeof templatesCommands.commands>;

const { language, appliesTo, enginePolicy, maxCostMicros, sections } = A_CONTENT;
/** What each form showed. */
const version = {
  name: String(stampOf("Discovery")),
  section: String(stampOf(sections[0])),
  rules: String(stampOf({ language, appliesTo })),
  engine: String(stampOf({ enginePolicy, maxCostMicros })),
  content: String(stampOf(A_CONTENT)),
};
const ofSection = { key: "budget" } as const;
const one = {
  rename: { right, form: { name: "Renamed", version: version.name } },
  add_section: { right, form: { title: "Timing", type: "date" } },
  change_section: {
    right,
    form: {
      ...{ was: "budget", key: "budget_amount", title: "Budget", type: "money", currency: "EUR" },
      version: version.section,
    },
  },
  remove_section: { right, form: ofSection },
  move_section: { right, form: { ...ofSection, by: "1" } },
  change_rules: {
    right,
    form: {
      language,
      labelIds: "{labelId}",
      teamIds: "{teamId}",
      stageIds: "{stageId}",
      version: version.rules,
    },
  },
  change_engine: {
    right,
    form: { enginePolicy: "local", maxCost: "0.5", version: version.engine },
  },
  publish: { right, form: { note: "Ask for the budget", version: version.content } },
  discard: { right },
  roll_back: { right, form: { number: "1" } },
  try_template: { right },
  duplicate: { right },
} satisfies CasesOf<typeof templateCommands.commands>;

const PATH = "/setting/summarization-template";

export const requests: Requests = {
  reads: [
    read("template.list", "routes/setting/templates", PATH, {
      ...{ open: "{templateId}", call: "{callId}" },
    }),
    read("template.list", "routes/setting/template", `${PATH}/{templateId}`),
    read(
      "template.manage",
      "routes/resource/template-export",
      `${PATH}/{templateId}/template.json`,
    ),
  ],
  commands: [
    ...askedOf("routes/setting/templates", PATH, list),
    ...askedOf("routes/setting/template", `${PATH}/{templateId}`, one),
  ],
  optional: ["labelIds", "teamIds", "stageIds", "maxCost"],
  roles: { "template.manage": "admins" },
};
