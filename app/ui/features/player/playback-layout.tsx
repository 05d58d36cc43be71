import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { usePlayerCover } from "./cover.ts";
import { useHasSound, usePlayer } from "./player-context.tsx";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

/** A tab: its name beside the transcript, and the one on a phone where that differs; how much is in it, and what is new. */
export type SidePanel = {
  id: string;
  label: string;
  phoneLabel?: string;
  count?: number | undefined;
  unread?: string | undefined;
  panel: ReactNode;
};
export type PlaybackLayoutProps = {
  /** Title, facts, actions: two lines over everything. */
  header: ReactNode;
  /** `Player`, or what stands there while there is no sound (stages, "Audio removed on …"). */
  timeline: ReactNode;
  /** `Transcript`. */
  transcript: ReactNode;
  /** Beside the transcript while it scrolls: the one that `?tab=` names, else the first. */
  panels: readonly SidePanel[];
  /** Name of the panels for ears. */
  panelLabel: string;
};

const TRANSCRIPT = "transcript";
const PANEL = "call-panel";
/** Out of sight and of the tab order, and yet as wide as ever: a list that measures its rows must not find them gone. */
const UNDER_TAB = "max-desk:invisible max-desk:h-0 max-desk:overflow-hidden";
/** Between the tabs and the panel under them. */
const GAP_PX = 12;

/**
 * The playback screen: header, timeline over the width, transcript left, one panel right (look.md).
 * Narrow, the transcript is the first of the tabs and one of them shows at a time. The page itself scrolls; the
 * controls stick. Blocks and no grid around the timeline, because a sticky child is held inside its grid cell.
 */
export function PlaybackLayout({
  header,
  timeline,
  transcript,
  panels,
  panelLabel,
}: PlaybackLayoutProps) {
  const { t } = useTranslation("playback");
  const [search] = useSearchParams();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const chosen = panels.find(({ id }) => id === search.get("tab"));
  const current = chosen ?? panels[0];
  const leave = useScrollOfTabs(body, chosen?.id ?? TRANSCRIPT);
  usePlayerCover(frame);
  useShowPlace(body, chosen !== undefined);
  const to = (tab: string) => {
    const next = new URLSearchParams(search);
    next.set("tab", tab);
    next.delete("comment");
    return `?${next.toString()}`;
  };
  const tabs = panels.map(({ id, label, phoneLabel, count, unread }) => ({
    ...{ id, to: to(id), label, phoneLabel, count, unread },
  }));
  return (
    <div ref={frame} className="max-desk:pb-20">
      <div className="mb-4 empty:hidden">{header}</div>
      {timeline}
      <div
        data-sticks="frame"
        onClickCapture={leave}
        className="sticky top-(--under-top-bar,0px) z-20 -mx-3.5 mt-1 bg-surface desk:hidden"
      >
        <LinkTabs
          label={panelLabel}
          width="full"
          replace
          tabs={[
            { to: to(TRANSCRIPT), label: t("tab.transcript"), isCurrent: chosen === undefined },
            ...tabs.map(({ id, to: address, label, phoneLabel = label, unread }) => ({
              to: address,
              label: phoneLabel,
              unread,
              isCurrent: id === chosen?.id,
            })),
          ]}
        />
      </div>
      <div
        ref={body}
        className="mt-3 grid desk:gap-5 desk:mt-[18px] desk:grid-cols-[minmax(0,1fr)_minmax(280px,384px)]"
      >
        <div className={`min-w-0 ${chosen === undefined ? "" : UNDER_TAB}`}>
          <a
            href={`#${PANEL}`}
            className="sr-only rounded-control bg-accent text-sm font-medium text-on-accent focus:not-sr-only focus:mb-2 focus:inline-block focus:px-3 focus:py-2 max-desk:hidden"
          >
            {t("skipTranscript")}
          </a>
          {transcript}
        </div>
        <aside
          id={PANEL}
          tabIndex={-1}
          data-quiet-focus
          aria-label={panelLabel}
          className={`min-w-0 rounded-panel border border-line bg-surface-raised desk:sticky desk:top-[calc(var(--player-cover,52px)+12px)] desk:max-h-[calc(100dvh-var(--player-cover,52px)-28px)] desk:self-start desk:overflow-y-auto ${chosen === undefined ? "max-desk:hidden" : ""}`}
        >
          <h2 className="sr-only">{current?.label ?? panelLabel}</h2>
          <div className="max-desk:hidden">
            <LinkTabs
              label={panelLabel}
              replace
              tabs={tabs.map(({ id, ...tab }) => ({ ...tab, isCurrent: id === current?.id }))}
            />
          </div>
          {current?.panel}
        </aside>
      </div>
    </div>
  );
}

/** Whether the tabs stand over one panel, as on a phone. */
const isOnePanel = (body: HTMLElement): boolean =>
  body.previousElementSibling?.checkVisibility() === true;

/**
 * Each tab keeps how far it was read; one that was not read yet begins at its top, under the tabs.
 * @returns what is told before a tab is left
 */
function useScrollOfTabs(body: RefObject<HTMLElement>, tab: string): () => void {
  const kept = useRef(new Map<string, number>());
  const shown = useRef(tab);
  useBrowserLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    if (!body.current || !isOnePanel(body.current)) return;
    const bar = body.current.previousElementSibling?.clientHeight ?? 0;
    const start = body.current.getBoundingClientRect().top + window.scrollY - bar - GAP_PX;
    const read = kept.current.get(tab) ?? 0;
    if (read > start) window.scrollTo({ top: read, behavior: "instant" });
    else if (window.scrollY > start) window.scrollTo({ top: start, behavior: "instant" });
  }, [body, tab]);
  return () => void kept.current.set(tab, window.scrollY);
}

/** Without sound a press on evidence goes to its words: where one panel shows at a time, to the transcript. */
function useShowPlace(body: RefObject<HTMLElement>, isPanelShown: boolean): void {
  const store = usePlayer();
  const hasSound = useHasSound();
  const [, setSearch] = useSearchParams();
  const show = useRef(setSearch);
  useEffect(() => {
    show.current = setSearch;
  });
  useEffect(() => {
    if (hasSound || !isPanelShown) return undefined;
    return store.onPosition((_, isSeek) => {
      if (!isSeek || !body.current || !isOnePanel(body.current)) return;
      const toTranscript = (search: URLSearchParams) => {
        search.set("tab", TRANSCRIPT);
        return search;
      };
      show.current(toTranscript, { replace: true, preventScrollReset: true });
    });
  }, [store, hasSound, isPanelShown, body]);
}
