import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  listConnectedCrms,
  listMappingLines,
} from "#app/core/domain/mapping/mapping-health.server.ts";
import type { MappingLine } from "#app/core/domain/mapping/mapping-line.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import { listTemplates } from "#app/core/domain/template/template-list.server.ts";

/** What the address of the page says. */
export type TemplatesQuery = { tab: string | null; open: string | null };

/** The list of templates, one tab of it. @throws DomainError `forbidden` */
export async function getTemplatesPage(actor: Member, { tab, open }: TemplatesQuery) {
  const canChange = can(actor, "template.manage");
  const [lines, mappings, crms] = await Promise.all([
    listTemplates(actor),
    canChange ? listMappingLines(actor.workspaceId) : new Map<number, MappingLine[]>(),
    canChange ? listConnectedCrms(actor.workspaceId) : ([] as CrmSlug[]),
  ]);
  return {
    tab: canChange && (tab === "archived" || tab === "import") ? tab : ("templates" as const),
    /** In their order. */
    inUse: lines.filter(({ place }) => place !== null),
    /** Without a published version. */
    drafts: lines.filter((one) => one.place === null && !one.isBuiltIn && !one.isArchived),
    builtIn: lines.filter(({ isBuiltIn }) => isBuiltIn),
    archived: lines.filter(({ isArchived }) => isArchived),
    /** The one whose actions are under it. */
    open: lines.some(({ id }) => String(id) === open) ? open : null,
    canChange,
    /** Those that are connected. */
    crms,
    /** By template, of those that are mapped; for who may change them. */
    mappings: Object.fromEntries(mappings),
  };
}

export type TemplatesView = Awaited<ReturnType<typeof getTemplatesPage>>;
