import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";

export type SettingCan = { members: boolean; systemLog: boolean };

/** The pages of the settings this member may open, above each of them. */
export function SettingTabs({ can, children }: { can: SettingCan; children: ReactNode }) {
  const { t } = useTranslation("setting");
  const { pathname } = useLocation();
  const pages = [
    { to: paths.settingGeneral(), label: t("page.general"), isShown: true },
    { to: paths.settingMember(), label: t("page.member"), isShown: can.members },
    { to: paths.systemLog(), label: t("page.systemLog"), isShown: can.systemLog },
    { to: paths.userLog(), label: t("page.userLog"), isShown: true },
  ];
  return (
    <>
      <LinkTabs
        label={t("page.label")}
        tabs={pages
          .filter(({ isShown }) => isShown)
          .map(({ to, label }) => ({ to, label, isCurrent: pathname === to }))}
      />
      <div className="pt-5">{children}</div>
    </>
  );
}
