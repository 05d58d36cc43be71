import { emptySection } from "#app/core/domain/template/new-section.ts";
import type { TemplateContent } from "#app/core/domain/template/template.schema.ts";

/** What every version of `aTemplate` holds unless a test says otherwise. */
export const A_CONTENT: TemplateContent = {
  language: "en",
  sections: [
    emptySection({ key: "budget", title: "Budget", type: "money" }, "en"),
    emptySection({ key: "pain", title: "Pain", type: "bullets" }, "en"),
  ],
  appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [] },
  enginePolicy: "highlights",
  maxCostMicros: null,
};
