import { useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { groupNav, isCurrent, type NavItem } from "./nav-items.ts";

const LINK =
  "flex min-h-8 items-center gap-2.5 rounded-control px-2 py-1.5 text-base text-ink-soft hover:bg-surface-hover aria-[current=page]:bg-surface-chosen aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The screens this member can use, beside the page and in the drawer of a phone. */
export function Nav({ items }: { items: readonly NavItem[] }) {
  const { t } = useTranslation("shell");
  const format = useFormat();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("nav.label")} className="grid gap-3.5">
      {groupNav(items).map((group) => (
        <ul key={group.name} className="grid gap-0.5">
          {group.items.map(({ icon, count = 0, ...item }) => (
            <li key={item.name}>
              <Link
                to={item.to}
                className={LINK}
                {...(isCurrent(item, pathname) ? { "aria-current": "page" } : {})}
              >
                <Icon of={icon} />
                {t(`nav.${item.name}`)}
                {count === 0 ? null : (
                  <span className="ml-auto text-xs font-normal text-ink-muted">
                    <span aria-hidden>
                      {count > COUNTED ? `${format.number(COUNTED)}+` : format.number(count)}
                    </span>
                    <span className="sr-only">{t("nav.waiting", { count })}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
