import type { PasskeyRow } from "#app/core/domain/account/passkey-view.ts";
import type {
  OwnIdentityProviders,
  ProfileView,
  Proof,
} from "#app/core/domain/account/profile-view.ts";
import type { NoticePreferencesView } from "#app/core/domain/notification/notice-choices.ts";
import type { NoticeKind } from "#app/core/domain/notification/notices.ts";
import type { BandSettings } from "#app/core/domain/metrics/band-fields.ts";
import type { DealsTab } from "#app/core/pages/deal-settings.server.ts";
import type { HoursView } from "#app/core/domain/working-hours.ts";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { ConsentPanel, type ShownConsent } from "./consent-panel.tsx";
import type { EnginePanelsProps } from "./engine-panels.tsx";
import { FactorPanel } from "./factor-panel.tsx";
import { MePanels } from "./me-panels.tsx";
import { NoticesPanel } from "./notices-panel.tsx";
import { OwnHoursPanel } from "./own-hours-panel.tsx";
import { WorkspaceHoursPanel } from "./workspace-hours-panel.tsx";
import { IdentityProviderPanel } from "./identity-provider-panel.tsx";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { PolicyPanel, type ShownPolicy } from "./policy-panel.tsx";
import { PrivatePanel } from "./private-panel.tsx";
import type { ShownSharing } from "./sharing-panel.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { type ShownWorkspace, WorkspacePanel } from "./workspace-panel.tsx";

/** Beside the page's script, which waits for them: their tabs have forms enough for pages of their own. */
const [{ BandsPanel }, { DealsPanels }, { EnginePanels }, { SharingPanel }] = await Promise.all([
  import("./bands-panel.tsx"),
  import("./deal/deals-panels.tsx"),
  import("./engine-panels.tsx"),
  import("./sharing-panel.tsx"),
]);

type Tab = "me" | "workspace" | "sharing" | "engines" | "metrics" | "deals";
/** The page of the navigation that each is: there is no other way between them. */
const PAGE = {
  me: "profile",
  workspace: "general",
  sharing: "sharing",
  engines: "engines",
  metrics: "metrics",
  deals: "deals",
} as const satisfies Record<Tab, string>;

type Props = {
  tab: Tab;
  profile: ProfileView;
  factor: { isOn: boolean; codesLeft: number };
  offer: { secret: string; url: string; sealed: string } | null;
  workspace: ShownWorkspace | null;
  policy: ShownPolicy | null;
  passkeys: PasskeyRow[];
  identityProviders: OwnIdentityProviders;
  proof: Proof;
  /** A partner's account that was to be linked signs in somebody else. */
  isTaken: boolean;
  consent: ShownConsent | null;
  engines: Omit<EnginePanelsProps, "answer"> | null;
  sharing: ShownSharing | null;
  /** Whether the tab for those who put players into pages is open; what stands there is given. */
  developer: object | null;
  developers: ReactNode;
  deals: DealsTab | null;
  notices: NoticePreferencesView;
  noticeKinds: NoticeKind[];
  hours: HoursView | null;
  bands: BandSettings | null;
  isPrivateOpen: boolean;
  zones: string[];
  zone: string;
  answer: unknown;
};

/** General settings: one's own, and for admins the workspace's. */
export function GeneralPage(props: Props) {
  const { tab, profile, factor, offer, passkeys, zones, zone, answer } = props;
  const { workspace, policy, consent, engines, isPrivateOpen, identityProviders, proof, isTaken } =
    props;
  const { notices, noticeKinds, hours } = props;
  const { t } = useTranslation("setting");
  const options = zones.map((value) => ({ value, label: value.replaceAll("_", " ") }));
  const proving = {
    proof,
    signInAgain: (
      <SignInAgain
        again={identityProviders.again}
        hasPasskeys={passkeys.length > 0}
        next={paths.settingGeneral()}
      />
    ),
    answer,
  };
  return (
    <Page title={t(`page.${PAGE[tab]}`)}>
      {props.deals !== null ? (
        <DealsPanels {...props.deals} answer={answer} />
      ) : props.bands !== null ? (
        <BandsPanel settings={props.bands} answer={answer} />
      ) : engines !== null ? (
        <EnginePanels {...engines} answer={answer} />
      ) : props.developer !== null ? (
        <>
          {props.sharing === null ? null : <SharingPanel sharing={props.sharing} answer={answer} />}
          {props.developers}
        </>
      ) : workspace === null ? (
        <MePanels
          profile={profile}
          zones={options}
          zone={zone}
          hasPassword={proof === "password"}
          passkeys={<PasskeyPanel {...proving} passkeys={passkeys} />}
          factor={<FactorPanel {...proving} factor={factor} offer={offer} />}
          identityProviders={
            <IdentityProviderPanel
              {...proving}
              identityProviders={identityProviders}
              isTaken={isTaken}
            />
          }
          notices={
            <>
              <NoticesPanel kinds={noticeKinds} choices={notices.choices} />
              <OwnHoursPanel {...notices} answer={answer} />
            </>
          }
          answer={answer}
        />
      ) : (
        <>
          <WorkspacePanel workspace={workspace} zones={options} answer={answer} />
          {hours === null ? null : <WorkspaceHoursPanel shown={hours} answer={answer} />}
          {policy === null ? null : <PolicyPanel policy={policy} answer={answer} />}
          {consent === null ? null : <ConsentPanel consent={consent} answer={answer} />}
          <PrivatePanel isOpen={isPrivateOpen} answer={answer} />
        </>
      )}
    </Page>
  );
}
