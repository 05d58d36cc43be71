import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  listConnectedCrms,
  listMappingLines,
} from "#app/core/domain/mapping/mapping-health.server.ts";
import type { MappingLine } from "#app/core/domain/mapping/mapping-line.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { templateForCall } from "#app/core/domain/template/reason.server.ts";
import type { CallAndTemplate } from "#app/core/domain/template/template-views.ts";
import { listTemplates } from "#app/core/domain/template/template-list.server.ts";
import { type CallChoice, listNewestCalls } from "./newest-calls.server.ts";

/** What the address of the page says. */
export type TemplatesQuery = { tab: string | null; open: string | null; call?: string | null };

/** The list of templates, one tab of it. @throws DomainError `forbidden` */
export async function getTemplatesPage(actor: Member, { tab, open, call = null }: TemplatesQuery) {
  const canChange = can(actor, "template.manage");
  const [lines, mappings, crms, calls, asked] = await Promise.all([
    listTemplates(actor),
    canChange ? listMappingLines(actor.workspaceId) : new Map<number, MappingLine[]>(),
    canChange ? listConnectedCrms(actor.workspaceId) : ([] as CrmSlug[]),
    canChange
      ? listNewestCalls(actor, { state: { in: ["ended", "available"] } })
      : ([] as CallChoice[]),
    canChange ? findAsked(actor, call) : null,
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
    /** Of whose template can be asked, the newest first. */
    calls,
    /** The template that one of them gets. */
    asked,
  };
}

export type TemplatesView = Awaited<ReturnType<typeof getTemplatesPage>>;

/** Null for a call that is not there, or that the actor may not see. */
async function findAsked(actor: Member, callId: string | null): Promise<CallAndTemplate | null> {
  if (!z.uuid().safeParse(callId).success || callId === null) return null;
  try {
    return await templateForCall(actor, callId);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
