import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { PrivateIntent } from "#app/core/domain/rights/private-access.schema.ts";
import { changePrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { getFactor, offerFactor } from "#app/core/domain/account/factor.server.ts";
import { listPasskeys } from "#app/core/domain/account/passkey.server.ts";
import { listOwnPartners } from "#app/core/domain/account/own-partners.server.ts";
import {
  type Changed,
  changeProfile,
  getProfile,
} from "#app/core/domain/account/profile.server.ts";
import type { ProfileIntent } from "#app/core/domain/account/profile.schema.ts";
import { proofOf } from "#app/core/domain/account/prove.server.ts";
import { changePolicy, getPolicy } from "#app/core/domain/account/change-policy.server.ts";
import type { PolicyChange, WorkspaceChange } from "#app/core/domain/workspace/workspace.schema.ts";
import { changeWorkspace, getWorkspace } from "#app/core/domain/workspace/workspace.server.ts";

export type GeneralTab = "me" | "workspace";

/** One tab of the general settings. `half`: the secret of a link to a partner that was begun. @throws DomainError `forbidden` */
export async function getGeneral(
  actor: Member,
  { tab, wantsFactor, half }: { tab: GeneralTab; wantsFactor: boolean; half: string | null },
) {
  const tabs: GeneralTab[] = can(actor, "workspace.manage") ? ["me", "workspace"] : ["me"];
  return {
    tabs,
    tab,
    profile: await getProfile(actor),
    factor: await getFactor(actor),
    passkeys: await listPasskeys(actor),
    partners: await listOwnPartners(actor, half),
    proof: await proofOf(actor),
    offer: wantsFactor ? offerFactor(actor) : null,
    workspace: tab === "workspace" ? await getWorkspace(actor) : null,
    policy: tab === "workspace" ? await getPolicy(actor) : null,
    isPrivateOpen: actor.privateUntil !== null,
  };
}

/** @throws DomainError of whatever is changed */
export async function changeGeneral(
  actor: Member,
  input: ProfileIntent | WorkspaceChange | PolicyChange | PrivateIntent,
): Promise<Changed> {
  if (input.intent === "workspace") await changeWorkspace(actor, input);
  else if (input.intent === "sign_in_policy") await changePolicy(actor, input);
  else if (input.intent === "open_private" || input.intent === "close_private")
    await changePrivateAccess(actor, input);
  else return changeProfile(actor, input);
  return { isOut: false };
}
