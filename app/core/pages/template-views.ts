import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import type { Section } from "#app/core/domain/template/template.schema.ts";
import type { RuleChoices, TemplateView } from "#app/core/domain/template/template-views.ts";

export const TEMPLATE_TABS = ["sections", "rules", "engine", "versions"] as const;
export type TemplateTab = (typeof TEMPLATE_TABS)[number];
export type TemplatePageView = {
  tab: TemplateTab;
  template: TemplateView;
  /** The one whose form is open. */
  section: Section | null;
  choices: RuleChoices;
  /** CRMs it can be mapped to, for who may. */
  crms: CrmSlug[] | null;
  /** What each form shows, as it is told to the server. */
  stamps: { name: number; section: number; rules: number; engine: number; content: number };
};
/** The key of the fetcher that the test bench asks by: what it brought is also read beside the sections. */
export const TRY_FETCHER = "try_template";
