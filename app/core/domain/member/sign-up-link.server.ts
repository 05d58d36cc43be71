import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret, seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError, limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { NewLink } from "./member.schema.ts";
import type { LinkRow } from "./member-views.ts";
import { requireTeam } from "./placing.server.ts";

const PURPOSE = "sign-up-link";

/** Makes a link many may come by. @throws DomainError `forbidden`, `validation_failed`, `limit_reached` */
export async function makeSignUpLink(actor: Member, input: NewLink): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId, memberId } = actor;
  const urlPath = newSecret(16);
  const id = newId();
  await db.$transaction(async (tx) => {
    if (input.teamId !== null) await requireTeam(tx, actor, input.teamId);
    const open = await tx.signUpLink.count({
      where: { workspaceId, revokedAt: null, expiresAt: { gt: now() } },
    });
    if (open >= LIMITS.signUpLinks) throw limitReached(LIMITS.signUpLinks);
    await tx.signUpLink.create({
      data: {
        id,
        workspaceId,
        urlHash: hashOf(urlPath),
        urlEnc: new Uint8Array(seal(PURPOSE, urlPath)),
        role: input.role,
        teamId: input.teamId,
        maxUses: input.maxUses,
        domains: input.domains,
        expiresAt: new Date(now().getTime() + input.hours * 3_600_000),
        createdBy: memberId,
      },
      select: { id: true },
    });
    await record(
      tx,
      actor,
      "link.made",
      { kind: "sign_up_link", id },
      { after: { role: input.role, team: input.teamId, uses: input.maxUses, hours: input.hours } },
    );
  });
}

/** Ends a link, also for those whose mail is on its way. @throws DomainError `forbidden`, `not_found` */
export async function revokeSignUpLink(actor: Member, linkId: string): Promise<void> {
  demand(actor, "member.manage");
  const { workspaceId } = actor;
  await db.$transaction(async (tx) => {
    const { count } = await tx.signUpLink.updateMany({
      where: { workspaceId, id: linkId, revokedAt: null },
      data: { revokedAt: now(), version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("not_found");
    await record(tx, actor, "link.revoked", { kind: "sign_up_link", id: linkId });
  });
}

/** Links of the last months, newest first, with who came by them. @throws DomainError `forbidden` */
export async function listSignUpLinks(actor: Member): Promise<LinkRow[]> {
  demand(actor, "member.manage");
  const found = await db.signUpLink.findMany({
    where: { workspaceId: actor.workspaceId },
    orderBy: { createdAt: "desc" },
    take: LIMITS.signUpLinks,
    select: {
      id: true,
      urlEnc: true,
      role: true,
      expiresAt: true,
      uses: true,
      maxUses: true,
      domains: true,
      revokedAt: true,
      team: { select: { name: true } },
      usesMade: {
        orderBy: { createdAt: "desc" },
        select: { createdAt: true, member: { select: { name: true } } },
      },
    },
  });
  return found.map((link) => ({
    id: link.id,
    url: `${env().appUrl}${paths.signUpInvited(unseal(PURPOSE, link.urlEnc))}`,
    role: link.role,
    team: link.team?.name ?? null,
    expiresAt: link.expiresAt.toISOString(),
    uses: link.uses,
    maxUses: link.maxUses,
    domains: link.domains,
    state: stateOf(link),
    people: link.usesMade.map(({ createdAt, member }) => ({
      name: member.name,
      at: createdAt.toISOString(),
    })),
  }));
}

function stateOf({
  revokedAt,
  expiresAt,
  uses,
  maxUses,
}: {
  revokedAt: Date | null;
  expiresAt: Date;
  uses: number;
  maxUses: number;
}): LinkRow["state"] {
  if (revokedAt !== null) return "revoked";
  if (uses >= maxUses) return "used_up";
  return expiresAt <= now() ? "expired" : "active";
}
