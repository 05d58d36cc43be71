import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Tabs } from "#app/ui/components/primitive/tabs.tsx";

export type SidePanel = { id: string; label: string; panel: ReactNode };
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

/**
 * The playback screen: header, timeline over the width, transcript left, one panel right (look.md).
 * The page itself scrolls; the controls stick. Blocks and no grid around the timeline, because a
 * sticky child is held inside its grid cell.
 */
export function PlaybackLayout({
  header,
  timeline,
  transcript,
  panels,
  panelLabel,
}: PlaybackLayoutProps) {
  return (
    <div className="max-desk:pb-20">
      <div className="mb-4 empty:hidden">{header}</div>
      {timeline}
      <div className="mt-[18px] grid gap-5 desk:grid-cols-[minmax(0,1fr)_minmax(280px,384px)]">
        <div className="min-w-0">{transcript}</div>
        <aside
          aria-label={panelLabel}
          className="min-w-0 rounded-panel border border-line bg-surface-raised desk:sticky desk:top-[calc(var(--player-cover,52px)+12px)] desk:max-h-[calc(100dvh-var(--player-cover,52px)-28px)] desk:self-start desk:overflow-y-auto"
        >
          <h2 className="sr-only">{panelLabel}</h2>
          <SidePanels label={panelLabel} panels={panels} />
        </aside>
      </div>
    </div>
  );
}

function SidePanels({ label, panels }: { label: string; panels: readonly SidePanel[] }) {
  const [search, setSearch] = useSearchParams();
  return (
    <Tabs
      label={label}
      current={panels.find(({ id }) => id === search.get("tab"))?.id ?? panels[0]?.id ?? ""}
      onChange={(tab) => {
        const next = new URLSearchParams(search);
        next.set("tab", tab);
        setSearch(next, { replace: true, preventScrollReset: true });
      }}
      tabs={panels}
    />
  );
}
