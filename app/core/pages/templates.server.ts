import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  listConnectedCrms,
  listMappingLines,
} from "#app/core/domain/mapping/mapping-health.server.ts";
import type { MappingLine } from "#app/core/domain/mapping/mapping-line.ts";
import { listTemplates } from "#app/core/domain/template/template-list.server.ts";
import type { TemplatesTab, TemplatesView } from "./templates-views.ts";

/** What the address of the page says. */
export type TemplatesQuery = { tab: string | null; open: string | null };

/** The list of templates, one tab of it. @throws DomainError `forbidden` */
export async function getTemplatesPage(
  actor: Member,
  { tab, open }: TemplatesQuery,
): Promise<TemplatesView> {
  const canChange = can(actor, "template.manage");
  const [lines, mappings, crms] = await Promise.all([
    listTemplates(actor),
    canChange ? listMappingLines(actor.workspaceId) : new Map<number, MappingLine[]>(),
    canChange ? listConnectedCrms(actor.workspaceId) : [],
  ]);
  const shown: TemplatesTab = tab === "archived" || tab === "import" ? tab : "templates";
  return {
    tab: canChange ? shown : "templates",
    inUse: lines.filter(({ place }) => place !== null),
    drafts: lines.filter((one) => one.place === null && !one.isBuiltIn && !one.isArchived),
    builtIn: lines.filter(({ isBuiltIn }) => isBuiltIn),
    archived: lines.filter(({ isArchived }) => isArchived),
    open: lines.some(({ id }) => String(id) === open) ? open : null,
    ...{ canChange, crms },
    mappings: Object.fromEntries(mappings),
  };
}
