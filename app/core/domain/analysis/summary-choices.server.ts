import { db, type Tx } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { SummaryChoices } from "../summary/summary-views.ts";
import { listTemplatesFor } from "../template/choose.server.ts";

/** Templates, and their versions, that a call can be summarised by. @throws DomainError `not_found`, `forbidden` */
export async function listSummaryChoices(actor: Member, callId: string): Promise<SummaryChoices> {
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "call.read") },
    select: callAccess,
  });
  const { workspaceId } = authorise(actor, "call.update", found);
  return listChoicesOf(db, workspaceId);
}

/** The same for the whole workspace, without a call. */
export async function listChoicesOf(tx: Tx, workspaceId: string): Promise<SummaryChoices> {
  const [templates, versions] = await Promise.all([
    listTemplatesFor(tx, workspaceId),
    tx.templateVersion.findMany({
      where: { workspaceId, state: { in: ["published", "archived"] } },
      orderBy: { number: "desc" },
      select: { templateId: true, number: true },
    }),
  ]);
  return {
    templates: templates.map(({ id, name, isBuiltIn, number, content }) => {
      const known = versions.filter(({ templateId }) => templateId === id);
      return {
        ...{ id, name, isBuiltIn, language: content.language },
        versions: isBuiltIn ? [number] : known.map((version) => version.number),
      };
    }),
  };
}
