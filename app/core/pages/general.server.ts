import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { getFactor, offerFactor } from "#app/core/domain/account/factor.server.ts";
import { listPasskeys } from "#app/core/domain/account/passkey.server.ts";
import { listOwnIdentityProviders } from "#app/core/domain/account/own-identity-providers.server.ts";
import { getProfile } from "#app/core/domain/account/profile.server.ts";
import { proofOf } from "#app/core/domain/account/prove.server.ts";
import { getPolicy } from "#app/core/domain/account/change-policy.server.ts";
import { getNoticePreferences } from "#app/core/domain/notification/notice-preferences.server.ts";
import { NOTICE_KINDS, ruleOf } from "#app/core/domain/notification/notices.ts";
import { getBandSettings } from "#app/core/domain/metrics/band-settings.server.ts";
import { readTalkKind } from "#app/core/domain/metrics/band-fields.ts";
import { getHoursSettings } from "#app/core/domain/workspace/hours-settings.server.ts";
import { getConsentSettings } from "#app/core/domain/workspace/consent-settings.server.ts";
import { getSpeechEngines } from "#app/core/domain/component/speech-models.server.ts";
import { findRecognisable } from "#app/core/domain/recording/recognise-anew.server.ts";
import { getEngineSettings } from "#app/core/domain/summary/engine.server.ts";
import { canSendCodes } from "#app/core/domain/share/link-list.server.ts";
import { getSharingSettings } from "#app/core/domain/workspace/sharing-settings.server.ts";
import { getDeveloperPage } from "./call-links.server.ts";
import { getDealsTab } from "./deal-settings.server.ts";
import { getWorkspace } from "#app/core/domain/workspace/workspace.server.ts";

export const GENERAL_TABS = ["me", "workspace", "sharing", "engines", "metrics", "deals"] as const;
export type GeneralTab = (typeof GENERAL_TABS)[number];

type Wanted = {
  tab: GeneralTab;
  wantsFactor: boolean;
  partial: string | null;
  search: URLSearchParams;
};

/** What listens to calls and what summarises them, and how many calls an installed model would hear better. @throws DomainError `forbidden` */
async function getEnginesTab(actor: Member) {
  const speech = await getSpeechEngines(actor);
  const { callIds } = await findRecognisable(actor);
  return {
    engine: await getEngineSettings(actor),
    speech: { ...speech, pastCalls: callIds.length },
  };
}

/** One tab of the general settings. `half`: the secret of a link to a partner that was begun. @throws DomainError `forbidden` */
export async function getGeneral(actor: Member, { tab, wantsFactor, partial, search }: Wanted) {
  return {
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
    deals: tab === "deals" ? await getDealsTab(actor, search) : null,
    engines: tab === "engines" ? await getEnginesTab(actor) : null,
    sharing:
      tab === "sharing" && can(actor, "workspace.manage")
        ? { ...(await getSharingSettings(actor)), canMail: canSendCodes() }
        : null,
    developer: tab === "sharing" ? await getDeveloperPage(actor) : null,
    notices: await getNoticePreferences(actor),
    /** Kinds that the actor may be told of: those of admins are theirs alone. */
    noticeKinds: NOTICE_KINDS.filter(
      (kind) => ruleOf(kind).isForAdmins !== true || can(actor, "workspace.manage"),
    ),
    bands:
      tab === "metrics" ? await getBandSettings(actor, readTalkKind(search.get("kind"))) : null,
    hours: tab === "workspace" ? await getHoursSettings(actor) : null,
    isPrivateOpen: actor.privateUntil !== null,
  };
}
