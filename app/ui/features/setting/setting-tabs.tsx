import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SettingPageName } from "#app/core/pages/setting-nav.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";

const ADDRESSES: Record<SettingPageName, string> = {
  general: paths.settingGeneral(),
  member: paths.settingMember(),
  systemLog: paths.systemLog(),
  userLog: paths.userLog(),
};

/** The pages of the settings this member may open, above each of them. */
export function SettingTabs({
  pages,
  children,
}: {
  pages: readonly SettingPageName[];
  children: ReactNode;
}) {
  const { t } = useTranslation("setting");
  const { pathname } = useLocation();
  return (
    <>
      <LinkTabs
        label={t("page.label")}
        tabs={pages.map((name) => ({
          to: ADDRESSES[name],
          label: t(`page.${name}`),
          isCurrent: pathname === ADDRESSES[name],
        }))}
      />
      <div className="pt-5">{children}</div>
    </>
  );
}
