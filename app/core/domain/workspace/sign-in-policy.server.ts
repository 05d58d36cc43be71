import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Whether an address belongs to a domain whose people come through a partner, known here or not. */
export async function isSsoOnly(email: string): Promise<boolean> {
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT id FROM workspace
    WHERE deleted_at IS NULL AND jsonb_exists(settings #> '{signIn,ssoDomains}', ${domainOf(email)}) LIMIT 1`);
  return found.length > 0;
}

/**
 * The one admin who may come past the partner stays an admin as long as there are domains that need it.
 * @throws DomainError `validation_failed` (break_glass_needed)
 */
export async function keepEmergency(tx: Tx, workspaceId: string, leaving: string): Promise<void> {
  const isEmergency = await tx.identity.count({
    where: { workspaceId, memberId: leaving, isBreakGlass: true },
  });
  if (isEmergency === 0) return;
  const { signIn } = await getWorkspaceSettings(tx, workspaceId);
  if (signIn.ssoDomains.length > 0)
    throw new DomainError("validation_failed", { "": ["break_glass_needed"] });
}
