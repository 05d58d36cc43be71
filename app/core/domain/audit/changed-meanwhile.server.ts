import { Prisma, rows } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { CHANGES } from "./events.ts";

type Last = { name: string; created_at: Date };

/**
 * The refusal of a change to what another member changed first: by whom and when, on the reader's clock (product §7.2).
 * @param field under which the form says it; the form itself unless one is named
 */
export async function changedMeanwhile(
  { workspaceId, language, timeZone }: Member,
  target: string,
  field = "",
): Promise<DomainError> {
  const [last] = await rows<Last>(Prisma.sql`
    SELECT m.name, e.created_at FROM audit_entry e JOIN member m ON m.workspace_id = e.workspace_id AND m.id::text = e.actor
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.target = ${target} AND e.actor_kind = 'member' AND e.event = ANY(${CHANGES})
    ORDER BY e.created_at DESC, e.id DESC LIMIT 1`);
  if (!last) return new DomainError("conflict", { [field]: ["changed_meanwhile"] });
  const time = new Intl.DateTimeFormat(language === "ja" ? "ja" : "en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timeZone ?? "UTC",
    ...(timeZone === null && { timeZoneName: "short" as const }),
  }).format(last.created_at);
  const facts = new URLSearchParams({ name: last.name, time });
  return new DomainError("conflict", { [field]: [`changed_meanwhile?${facts.toString()}`] });
}
