import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CallFacts } from "#app/ui/features/call/call-facts.tsx";
import { OwnerPanel } from "#app/ui/features/call/owner-panel.tsx";
import { PeoplePanel } from "#app/ui/features/call/people-panel.tsx";
import { WatchersPanel } from "#app/ui/features/call/watchers-panel.tsx";
import type { SidePanel } from "#app/ui/features/player/playback-layout.tsx";
import { HeadlineMetrics, MetricsPanel } from "#app/ui/features/summary/metrics-panel.tsx";
import { MomentsPanel } from "#app/ui/features/summary/moments-panel.tsx";
import { SummaryPanel } from "#app/ui/features/summary/summary-panel.tsx";
import { CallActions } from "./call-actions.tsx";
import { useHrefAt } from "./use-href-at.ts";

type Props = { view: PlaybackView; newOwners: PersonRef[] | null };

/** What stands beside the transcript of a call, in this order. */
export function useCallPanels({ view, newOwners }: Props): SidePanel[] {
  const { t } = useTranslation("record");
  const { t: frame } = useTranslation("playback");
  const hrefAt = useHrefAt(view.call.id);
  const nameOf = (id: string) => view.people.find((person) => person.id === id)?.name ?? null;
  const note = (text: string) => <p className="px-4 py-3 text-sm text-ink-muted">{text}</p>;
  return [
    {
      id: "summary",
      label: frame("tab.summary"),
      panel: (
        <PanelBody>
          {view.summary ? (
            <SummaryPanel summary={view.summary} hrefAt={hrefAt} />
          ) : (
            note(t("page.noSummary"))
          )}
          {view.metrics ? (
            <HeadlineMetrics metrics={view.metrics} hrefAt={hrefAt} nameOf={nameOf} />
          ) : null}
        </PanelBody>
      ),
    },
    {
      id: "moments",
      label: frame("tab.moments"),
      panel: (
        <PanelBody>
          <MomentsPanel hits={view.hits} hrefAt={hrefAt} nameOf={nameOf} />
        </PanelBody>
      ),
    },
    {
      id: "statistics",
      label: frame("tab.statistics"),
      panel: (
        <PanelBody>
          {view.metrics ? (
            <MetricsPanel metrics={view.metrics} hrefAt={hrefAt} nameOf={nameOf} />
          ) : (
            note(t("page.noMetrics"))
          )}
        </PanelBody>
      ),
    },
    {
      id: "info",
      label: frame("tab.info"),
      phoneLabel: frame("tab.more"),
      panel: (
        <>
          <div className="grid gap-3 border-b border-line px-4 py-3 desk:hidden">
            <CallFacts call={view.call} />
            <div className="flex flex-wrap gap-2">
              <CallActions view={view} />
            </div>
          </div>
          <PeoplePanel
            people={view.people}
            isMixed={view.call.quality === "C"}
            canEdit={view.can.editTranscript}
          />
          <OwnerPanel owner={view.call.owner} newOwners={newOwners} />
          {view.watchers === null ? null : <WatchersPanel watchers={view.watchers} />}
          {view.can.seeLog ? (
            <p className="border-t border-line px-4 py-3 text-sm">
              <TextLink to={paths.callLog(view.call.id)}>{t("page.watched.log")}</TextLink>
            </p>
          ) : null}
        </>
      ),
    },
  ];
}

const PanelBody = ({ children }: { children: ReactNode }) => (
  <div className="px-4 py-3">{children}</div>
);
