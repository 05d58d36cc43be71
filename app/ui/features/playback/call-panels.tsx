import type { ReactNode } from "react";
import "#app/i18n/catalogues-panels.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CallFacts } from "#app/ui/features/call/call-facts.tsx";
import { OwnerPanel } from "#app/ui/features/call/owner-panel.tsx";
import { CallLabels } from "#app/ui/features/call/call-labels.tsx";
import { PeoplePanel } from "#app/ui/features/call/people-panel.tsx";
import { WatchersPanel } from "#app/ui/features/call/watchers-panel.tsx";
import { HeadlineMetrics } from "#app/ui/features/summary/headline-metrics.tsx";
import { MetricsPanel } from "#app/ui/features/summary/metrics-panel.tsx";
import { MomentsPanel } from "#app/ui/features/summary/moments-panel.tsx";
import { NotesList } from "#app/ui/features/summary/notes-list.tsx";
import { SummaryPanel } from "#app/ui/features/summary/summary-panel.tsx";
import { CallActions } from "./call-actions.tsx";
import { useHrefAt } from "./use-href-at.ts";

export type CallPanelId = "summary" | "moments" | "statistics" | "info";
export type CallPanelProps = {
  id: CallPanelId;
  view: PlaybackView;
  newOwners: PersonRef[] | null;
};

/** What one tab beside the transcript of a call shows. */
export default function CallPanel({ id, view, newOwners }: CallPanelProps) {
  switch (id) {
    case "summary":
      return <Summary view={view} />;
    case "moments":
      return <Moments view={view} />;
    case "statistics":
      return <Statistics view={view} />;
    case "info":
      return <Info view={view} newOwners={newOwners} />;
  }
}

function Info({ view, newOwners }: Omit<CallPanelProps, "id">) {
  const { t } = useTranslation("call");
  return (
    <>
      <div className="grid gap-3 border-b border-line px-4 py-3 desk:hidden">
        <CallFacts call={view.call} />
        <CallLabels view={view} />
        <div className="flex flex-wrap gap-2">
          <CallActions view={view} />
        </div>
      </div>
      <PeoplePanel
        people={view.people}
        isMixed={view.call.quality === "C"}
        canEdit={view.can.editTranscript}
      />
      <OwnerPanel call={view.call} newOwners={newOwners} />
      {view.watchers === null ? null : <WatchersPanel watchers={view.watchers} />}
      {view.can.seeLog ? (
        <p className="border-t border-line px-4 py-3 text-sm">
          <TextLink to={paths.callLog(view.call.id)}>{t("page.watched.log")}</TextLink>
        </p>
      ) : null}
    </>
  );
}

type Props = { view: PlaybackView };

/** What every panel needs to lead to a place of the call and to name who spoke. */
function useCall({ call, people }: PlaybackView) {
  const hrefAt = useHrefAt(call.id);
  return {
    hrefAt,
    nameOf: (id: string) => people.find((person) => person.id === id)?.name ?? null,
  };
}

function Summary({ view }: Props) {
  const { t } = useTranslation("call");
  const call = useCall(view);
  return (
    <Body counted={view.countedVersion}>
      {view.metrics ? (
        <HeadlineMetrics metrics={view.metrics} medians={view.medians} hrefAt={call.hrefAt} />
      ) : null}
      <NotesList notes={view.notes} hrefAt={call.hrefAt} />
      {view.summary ? (
        <SummaryPanel summary={view.summary} moments={view.hits} {...call} />
      ) : (
        <Missing text={t("page.noSummary")} />
      )}
    </Body>
  );
}

function Moments({ view }: Props) {
  const { t } = useTranslation("panels");
  const call = useCall(view);
  return (
    <Body counted={view.countedVersion}>
      {view.metrics === null && view.hits.length === 0 ? (
        <Missing text={t("moments.notYet")} />
      ) : (
        <MomentsPanel hits={view.hits} {...call} />
      )}
    </Body>
  );
}

function Statistics({ view }: Props) {
  const { t } = useTranslation("call");
  const call = useCall(view);
  return (
    <Body counted={view.countedVersion}>
      {view.metrics ? (
        <MetricsPanel metrics={view.metrics} medians={view.medians} {...call} />
      ) : (
        <Missing text={t("page.noMetrics")} />
      )}
    </Body>
  );
}

/** @param counted the older version whose numbers these are, while those of the current one are computed */
function Body({ children, counted = null }: { children: ReactNode; counted?: number | null }) {
  const { t } = useTranslation("panels");
  return (
    <div className="px-4 py-3">
      {counted === null ? null : (
        <p className="mb-2 text-xs text-ink-soft">{t("recount", { version: counted })}</p>
      )}
      {children}
    </div>
  );
}

const Missing = ({ text }: { text: string }) => <p className="text-sm text-ink-muted">{text}</p>;
