import type { Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";

/** Changes of the ways in take turns: two removed at the same moment would each leave the other. */
export const lockWaysIn = (tx: Tx, { workspaceId, memberId }: Member) =>
  tx.$queryRaw`SELECT 1 FROM identity WHERE workspace_id = ${workspaceId}::uuid AND member_id = ${memberId}::uuid FOR UPDATE`;

/**
 * After one way in was taken away: another is left. Where the domain comes through its partner, only partners count, and
 * for the one admin who may come past it password with code.
 * @throws DomainError `validation_failed` (last_way_in)
 */
export async function requireSignInMethod(tx: Tx, actor: Member): Promise<void> {
  const { workspaceId, memberId, email } = actor;
  const { password, totpEnc, isBreakGlass, _count } = await tx.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
    select: {
      password: true,
      totpEnc: true,
      isBreakGlass: true,
      _count: {
        select: {
          passkeys: true,
          partnerLogins: {
            where: { issuer: { in: env().identityProviders.map(({ issuer }) => issuer) } },
          },
        },
      },
    },
  });
  if (_count.partnerLogins > 0) return;
  const isLeft = (await isSsoOnly(email))
    ? isBreakGlass && password !== null && totpEnc !== null
    : password !== null || _count.passkeys > 0;
  if (!isLeft) throw new DomainError("validation_failed", { "": ["last_way_in"] });
}
