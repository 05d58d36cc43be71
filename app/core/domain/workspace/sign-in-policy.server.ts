import * as z from "zod";
import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import { DomainError } from "../errors.ts";

const NONE = { ssoDomains: [], factorRoles: [] };

/** What `workspace.settings` says of signing in; whatever cannot be read is as if it were not set. */
const settingsSchema = z
  .object({
    signIn: z
      .object({
        /** Whoever has an address there comes through a partner only. */
        ssoDomains: z.array(z.string()).catch([]),
        /** Roles that do not come in without a second step. */
        factorRoles: z.array(z.enum(["admin", "manager", "rep"])).catch([]),
      })
      .catch(NONE),
  })
  .catch({ signIn: NONE });
export type SignInPolicy = z.output<typeof settingsSchema>["signIn"];

export const signInPolicy = (settings: unknown): SignInPolicy =>
  settingsSchema.parse(settings).signIn;

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
  const found = await tx.identity.findFirst({
    where: { workspaceId, memberId: leaving, isBreakGlass: true },
    select: { member: { select: { workspace: { select: { settings: true } } } } },
  });
  if (found && signInPolicy(found.member.workspace.settings).ssoDomains.length > 0)
    throw new DomainError("validation_failed", { "": ["break_glass_needed"] });
}
