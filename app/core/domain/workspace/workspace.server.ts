import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { isProvenDomain } from "./proven-domains.server.ts";
import type { WorkspaceChange } from "./workspace.schema.ts";

const workspaceRow = {
  name: true,
  timeZone: true,
  defaultVisibility: true,
  signUpMode: true,
  signUpDomains: true,
  version: true,
} as const;

/** What admins set for everybody. @throws DomainError `forbidden` */
export function getWorkspace(actor: Member) {
  demand(actor, "workspace.manage");
  return db.workspace.findUniqueOrThrow({
    where: { id: actor.workspaceId },
    select: workspaceRow,
  });
}

/** @throws DomainError `forbidden`, `conflict`, `validation_failed` (signUpDomains: required) */
export async function changeWorkspace(actor: Member, input: WorkspaceChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { version, name, timeZone, defaultVisibility, signUpMode, signUpDomains } = input;
  if (signUpMode === "domains" && signUpDomains.length === 0)
    throw new DomainError("validation_failed", { signUpDomains: ["required"] });
  const id = actor.workspaceId;
  await db.$transaction(async (tx) => {
    const before = await tx.workspace.findUniqueOrThrow({ where: { id }, select: workspaceRow });
    if (env().SIGN_UP === "open") await checkDomains(tx, id, before.signUpDomains, signUpDomains);
    const after = { name, timeZone, defaultVisibility, signUpMode, signUpDomains };
    const { count } = await tx.workspace.updateMany({
      where: { id, version },
      data: { ...after, version: { increment: 1 } },
    });
    if (count === 0) throw await changedMeanwhile(actor, id);
    const { version: _seen, ...old } = before;
    await record(tx, actor, "workspace.changed", { kind: "workspace", id }, { before: old, after });
  });
}

/**
 * Where strangers may start workspaces, one must not draw another company's people in by listing their domain: only
 * domains at which an admin has a proven address can be added.
 */
async function checkDomains(
  tx: Tx,
  workspaceId: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  for (const domain of wanted)
    if (!before.includes(domain) && !(await isProvenDomain(tx, workspaceId, domain)))
      throw new DomainError("validation_failed", { signUpDomains: ["domain_not_proven"] });
}
