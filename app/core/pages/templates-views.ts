import type { MappingLine } from "#app/core/domain/mapping/mapping-line.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import type { TemplateLine } from "#app/core/domain/template/template-views.ts";

export type TemplatesTab = "templates" | "archived" | "import";
export type TemplatesView = {
  tab: TemplatesTab;
  /** In use, in their order; without a published version; Parley's own; in the archive. */
  inUse: TemplateLine[];
  drafts: TemplateLine[];
  builtIn: TemplateLine[];
  archived: TemplateLine[];
  /** The one whose actions stand under it. */
  open: string | null;
  canChange: boolean;
  /** By template, of those that are mapped; for who may change them. */
  mappings: Record<number, MappingLine[]>;
  /** Those that are connected. */
  crms: CrmSlug[];
};
