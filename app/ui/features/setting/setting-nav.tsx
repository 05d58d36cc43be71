import { useLocation, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SettingGroup, SettingPage } from "#app/core/pages/setting-nav.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";

const ENTRY =
  "flex min-h-7 items-center rounded-control px-2.5 text-sm text-ink-soft hover:bg-surface-hover aria-[current=page]:bg-surface-chosen aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The pages of the settings this member may open, in groups: beside each page, or a select above it where there is no room. */
export function SettingNav({
  groups,
  children,
}: {
  groups: readonly SettingGroup[];
  children: ReactNode;
}) {
  const { t } = useTranslation("setting");
  const current = useCurrent(groups);
  return (
    <div className="gap-x-8 min-[64rem]:grid min-[64rem]:grid-cols-[152px_minmax(0,1fr)]">
      <div className="mb-4 min-[64rem]:hidden noscript:hidden">
        <PageSelect groups={groups} current={current} />
      </div>
      <nav
        aria-label={t("page.label")}
        className="grid content-start gap-4 max-[64rem]:mb-4 max-[64rem]:hidden max-[64rem]:noscript:grid"
      >
        {groups.map(({ name: group, pages }) => (
          <div key={group}>
            <p id={`setting-${group}`} className="mb-1 px-2.5 text-2xs font-strong text-ink-muted">
              {t(`page.group.${group}`)}
            </p>
            <ul aria-labelledby={`setting-${group}`} className="grid gap-0.5">
              {pages.map(({ name, to }) => (
                <li key={name}>
                  <Link
                    to={to}
                    className={ENTRY}
                    {...(to === current?.to ? { "aria-current": "page" } : {})}
                  >
                    {t(`page.${name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** The page of this address; a tab without an entry of its own belongs to the page's first one. */
function useCurrent(groups: readonly SettingGroup[]): SettingPage | null {
  const { pathname, search } = useLocation();
  const tab = new URLSearchParams(search).get("tab");
  const here = groups
    .flatMap(({ pages }) => pages)
    .filter(({ to }) => to.split("?")[0] === pathname);
  const exact = here.find(({ to }) => tab !== null && to.endsWith(`?tab=${tab}`));
  return exact ?? here[0] ?? null;
}

function PageSelect({
  groups,
  current,
}: {
  groups: readonly SettingGroup[];
  current: SettingPage | null;
}) {
  const { t } = useTranslation("setting");
  const navigate = useNavigate();
  return (
    <select
      aria-label={t("page.choose")}
      value={current?.to ?? ""}
      onChange={({ currentTarget }) => navigate(currentTarget.value)}
      className={controlLook({ className: "w-full" })}
    >
      {groups.map(({ name, pages }) => (
        <optgroup key={name} label={t(`page.group.${name}`)}>
          {pages.map((page) => (
            <option key={page.name} value={page.to}>
              {t(`page.${page.name}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
