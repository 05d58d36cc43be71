import type { Tx } from "#app/core/platform/db.server.ts";
import { domainOf } from "./sign-in-policy.server.ts";

/** Domains at which an admin of the workspace has an address that was proven by a letter. */
async function provenDomains(tx: Tx, workspaceId: string): Promise<Set<string>> {
  const admins = await tx.identity.findMany({
    where: { workspaceId, verifiedAt: { not: null }, member: { role: "admin", state: "active" } },
    select: { email: true },
  });
  return new Set(admins.map(({ email }) => domainOf(email)));
}

export const isProvenDomain = async (
  tx: Tx,
  workspaceId: string,
  domain: string,
): Promise<boolean> => (await provenDomains(tx, workspaceId)).has(domain);
