import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SettingPageName } from "#app/core/pages/setting-nav.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";

const ADDRESSES: Record<SettingPageName, string> = {
  general: paths.settingGeneral(),
  member: paths.settingMember(),
  systemLog: paths.systemLog(),
  userLog: paths.userLog(),
};

const ENTRY =
  "flex min-h-8 shrink-0 items-center rounded-control px-2.5 text-sm text-ink-soft hover:bg-surface-hover aria-[current=page]:bg-surface-chosen aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The pages of the settings this member may open: a column beside each of them, a line above it on a phone. */
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
    <div className="gap-x-8 desk:grid desk:grid-cols-[152px_minmax(0,1fr)]">
      <nav
        aria-label={t("page.label")}
        className="mb-4 flex gap-1 overflow-x-auto desk:mb-0 desk:grid desk:content-start desk:gap-0.5"
      >
        {pages.map((name) => (
          <Link
            key={name}
            to={ADDRESSES[name]}
            className={ENTRY}
            {...(pathname === ADDRESSES[name] ? { "aria-current": "page" } : {})}
          >
            {t(`page.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
