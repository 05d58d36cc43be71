import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { issueCode } from "./codes.server.ts";

/** Nobody has an account here: the link that the start printed makes the first admin. */
export async function isUnclaimed(): Promise<boolean> {
  const known = await db.workspace.findFirst({ where: { deletedAt: null }, select: { id: true } });
  return known === null;
}

/** Where the operator says what becomes of the data, and how they are reached; null where they said nothing. */
export const hostLinks = (): { privacyUrl: string | null; contactUrl: string | null } => ({
  privacyUrl: env().PRIVACY_URL ?? null,
  contactUrl: env().CONTACT_URL ?? null,
});

/** The name of the installation's workspace, where there is one alone; visitors see it before they sign in. */
export async function soleWorkspaceName(): Promise<string | null> {
  const [only, ...others] = await db.workspace.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    take: 2,
    select: { name: true },
  });
  return only === undefined || others.length > 0 ? null : only.name;
}

/**
 * Where the first admin of an installation begins, as long as nobody has a workspace of their own: there is no open
 * window in which whoever comes first becomes it (product §30). Every start makes a new link and ends the older one.
 * @returns the address, which works once, or null
 */
export async function firstAdminLink(): Promise<string | null> {
  const own = await db.workspace.findFirst({
    where: { isDemo: false, deletedAt: null },
    select: { id: true },
  });
  if (own) return null;
  const code = await db.$transaction((tx) =>
    issueCode(tx, { kind: "setup", workspaceId: null, email: "", data: {} }),
  );
  return `${env().appUrl}${paths.activate(code)}`;
}
