import type { ReactNode } from "react";

export type PlaybackLayoutProps = {
  /** Title, facts, actions: two lines over everything. */
  header: ReactNode;
  /** `Player`, or what stands there while there is no sound (stages, "Audio removed on …"). */
  timeline: ReactNode;
  /** `Transcript`. */
  transcript: ReactNode;
  /** Tabs with one panel; stays beside the transcript while it scrolls. */
  panel: ReactNode;
  /** Name of the panel for ears. */
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
  panel,
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
          {panel}
        </aside>
      </div>
    </div>
  );
}
