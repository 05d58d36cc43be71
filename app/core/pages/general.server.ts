import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { getFactor, offerFactor } from "#app/core/domain/account/factor.server.ts";
import { listPasskeys } from "#app/core/domain/account/passkey.server.ts";
import { listOwnIdentityProviders } from "#app/core/domain/account/own-identity-providers.server.ts";
import { getProfile } from "#app/core/domain/account/profile.server.ts";
import { proofOf } from "#app/core/domain/account/prove.server.ts";
import { getPolicy } from "#app/core/domain/account/change-policy.server.ts";
import { getConsentSettings } from "#app/core/domain/workspace/consent-settings.server.ts";
import { getWorkspace } from "#app/core/domain/workspace/workspace.server.ts";

export type GeneralTab = "me" | "workspace";

/** One tab of the general settings. `half`: the secret of a link to a partner that was begun. @throws DomainError `forbidden` */
export async function getGeneral(
  actor: Member,
  { tab, wantsFactor, partial }: { tab: GeneralTab; wantsFactor: boolean; partial: string | null },
) {
  const tabs: GeneralTab[] = can(actor, "workspace.manage") ? ["me", "workspace"] : ["me"];
  return {
    tabs,
    tab,
    profile: await getProfile(actor),
    factor: await getFactor(actor),
    passkeys: await listPasskeys(actor),
    identityProviders: await listOwnIdentityProviders(actor, partial),
    proof: await proofOf(actor),
    offer: wantsFactor ? offerFactor(actor) : null,
    workspace: tab === "workspace" ? await getWorkspace(actor) : null,
    policy: tab === "workspace" ? await getPolicy(actor) : null,
    consent: tab === "workspace" ? await getConsentSettings(actor) : null,
    isPrivateOpen: actor.privateUntil !== null,
  };
}
