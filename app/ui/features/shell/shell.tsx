import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { Theme } from "#app/i18n/languages.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Brand } from "#app/ui/components/primitive/brand.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { ReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { ToastRegion } from "#app/ui/components/primitive/toast.tsx";
import { Nav } from "./nav.tsx";
import type { NavItem } from "./nav-items.ts";
import { ProfileMenu, type ShellMember } from "./profile-menu.tsx";
import { ProcessingPill, TopBar } from "./top-bar.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";

/** Comes behind the page, long before a line breaks. */
const LateBanners = lazy(async () => ({
  default: (await import("./late-banners.tsx")).LateBanners,
}));

export type ShellUrls = {
  home: string;
  /** Null on the screen of its results, which has a field of its own. */
  search: string | null;
  preferences: string;
  profile: string;
  shortcuts: string;
  signOut: string;
  processing: string;
};

type Props = {
  /** The screens that work and that this member may use. */
  items: readonly NavItem[];
  member: ShellMember;
  theme: Theme;
  /** Whose eyes an admin uses, who can change nothing meanwhile; null: their own. */
  viewing: string | null;
  urls: ShellUrls;
  /** The button of the palette. */
  palette: ReactNode;
  /** The own call that runs: how long, and the way back to it. */
  live?: ReactNode;
  /** The reader's notices. */
  bell?: ReactNode;
  /** Calls in the pipeline. */
  processing?: number;
  /** Of a demo workspace: its banner, with the ways out of it that exist. */
  demo?: ReactNode;
  /** What the last step did, said once after a redirect. */
  notice?: string | undefined;
  /** The red band of recording trouble, the notice that a part is off. */
  banner?: ReactNode;
  /** At the foot of the navigation: "Speech: pocketsphinx basic". */
  foot?: ReactNode;
  children: ReactNode;
};

/** The frame of every signed-in screen: navigation, top bar, banners, page. */
export function Shell(props: Props) {
  const {
    items,
    member,
    theme,
    viewing,
    urls,
    palette,
    live,
    bell,
    processing = 0,
    demo,
    notice,
    banner,
    foot,
    children,
  } = props;
  const { t } = useTranslation("shell");
  const isScripted = useHydrated();
  return (
    <ReadOnly reason={viewing === null ? undefined : t("viewing.reason", { name: viewing })}>
      <ToastRegion>
        <SkipLink />
        <div className="min-h-dvh grid-cols-[208px_minmax(0,1fr)] desk:grid">
          <aside
            aria-label={t("frame")}
            data-print="no"
            className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line px-2.5 py-3.5 desk:flex"
          >
            <Link to={urls.home} className="mb-3 self-start rounded-control px-2 py-1">
              <Brand />
            </Link>
            <Nav items={items} />
            {foot === undefined ? null : (
              <div className="mt-auto p-2 text-xs text-ink-muted">{foot}</div>
            )}
          </aside>
          <div className="min-w-0">
            <TopBar
              items={items}
              searchUrl={urls.search}
              palette={palette}
              pill={
                <>
                  {live}
                  <ProcessingPill count={processing} to={urls.processing} />
                </>
              }
              bell={bell}
              profile={
                <ProfileMenu
                  member={member}
                  theme={theme}
                  preferencesUrl={urls.preferences}
                  profileUrl={urls.profile}
                  shortcutsUrl={urls.shortcuts}
                  signOutUrl={urls.signOut}
                />
              }
            />
            {isScripted ? (
              <Suspense>
                <LateBanners />
              </Suspense>
            ) : null}
            {demo}
            {banner}
            <main
              id="content"
              tabIndex={-1}
              data-quiet-focus
              className="px-3.5 pt-3.5 pb-24 desk:px-6 desk:pt-5 desk:pb-8"
            >
              {notice === undefined ? null : (
                <div className="mb-4">
                  <Banner isUpdate>{notice}</Banner>
                </div>
              )}
              {children}
            </main>
          </div>
        </div>
      </ToastRegion>
    </ReadOnly>
  );
}

/** First in the tab order of a page. */
export function SkipLink() {
  const { t } = useTranslation("shell");
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-control bg-accent text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-3 focus:py-2"
    >
      {t("skip")}
    </a>
  );
}
