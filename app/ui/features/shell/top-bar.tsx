import { Form } from "@remix-run/react";
import { Loader, Menu, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Brand } from "#app/ui/components/primitive/brand.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Nav } from "./nav.tsx";
import type { NavItem } from "./nav-items.ts";
import { Link } from "#app/ui/components/primitive/link.tsx";

type Props = {
  items: readonly NavItem[];
  /** Where the search leads; null on the screen of its results, which has a field of its own. */
  searchUrl: string | null;
  /** The button of the palette. */
  palette: ReactNode;
  pill?: ReactNode;
  /** The reader's notices. */
  bell?: ReactNode;
  profile: ReactNode;
};

/** Search, what is in work, and who is here; on a phone the navigation opens from its left end. */
export function TopBar({ items, searchUrl, palette, pill, bell, profile }: Props) {
  const { t } = useTranslation("shell");
  return (
    <header
      data-print="no"
      className="flex items-center gap-3 border-b border-line px-3.5 py-2.5 desk:px-6"
    >
      <div className="desk:hidden">
        <Disclosure label={t("nav.menu")} face={<Icon of={Menu} />} place="drawer">
          <div className="px-2 pt-0.5 pb-3">
            <Brand />
          </div>
          <Nav items={items} />
        </Disclosure>
      </div>
      {searchUrl === null ? null : <SearchBox url={searchUrl} />}
      {palette}
      <span className={searchUrl === null ? "grow" : "desk:grow"} />
      {pill}
      {bell}
      {profile}
    </header>
  );
}

function SearchBox({ url }: { url: string }) {
  const { t } = useTranslation("shell");
  return (
    <Form
      role="search"
      aria-label={t("search.label")}
      action={url}
      className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-control border border-line bg-surface-raised pl-2.5 text-ink-muted focus-within:border-line-control desk:w-[340px] desk:flex-none"
    >
      <Icon of={Search} />
      <input
        type="search"
        name="q"
        aria-label={t("search.label")}
        placeholder={t("search.label")}
        className="min-h-[30px] w-full min-w-0 rounded-control bg-transparent pr-2 text-sm text-ink pointer-coarse:min-h-9 pointer-coarse:text-base"
      />
      {/* Enter in the field sends it: whoever uses the keyboard needs no stop that cannot be seen. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        {t("search.submit")}
      </button>
    </Form>
  );
}

/** How many calls are being worked on; absent when there are none. */
export function ProcessingPill({ count, to }: { count: number; to: string }) {
  const { t } = useTranslation("shell");
  if (count === 0) return null;
  return (
    <Link
      to={to}
      className="inline-flex min-h-7 shrink-0 items-center gap-[7px] rounded-full border border-line px-[11px] text-sm font-medium text-ink-soft hover:bg-surface-hover"
    >
      <Icon of={Loader} />
      <span className="max-desk:sr-only">{t("processing", { count })}</span>
      <span aria-hidden className="desk:hidden">
        {count}
      </span>
    </Link>
  );
}
