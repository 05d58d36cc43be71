import { lazy, type ReactNode, Suspense } from "react";
import "#app/i18n/catalogues-metrics.ts";
import "#app/i18n/catalogues-panels.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { CallFacts } from "#app/ui/features/call/call-facts.tsx";
import { OwnerPanel } from "#app/ui/features/call/owner-panel.tsx";
import { CallLabels } from "#app/ui/features/call/call-labels.tsx";
import { PeoplePanel } from "#app/ui/features/call/people-panel.tsx";
import { WatchersPanel } from "#app/ui/features/call/watchers-panel.tsx";
import { CommentsPanel } from "#app/ui/features/comment/comments-panel.tsx";
import { HeadlineMetrics } from "#app/ui/features/summary/headline-metrics.tsx";
import { MetricsPanel } from "#app/ui/features/summary/metrics-panel.tsx";
import { MomentsPanel } from "#app/ui/features/summary/moments-panel.tsx";
import { SummaryPanel } from "#app/ui/features/summary/summary-panel.tsx";
import { CallActions } from "./call-actions.tsx";
import { DealFact } from "./deal-fact.tsx";
import { useHrefAt } from "./use-href-at.ts";

/** Who is to listen comes after the page: it acts only with script. */
const ReviewersPanel = lazy(() => import("#app/ui/features/call/reviewers-panel.tsx"));

export type CallPanelId = "summary" | "moments" | "statistics" | "comments" | "crm" | "info";
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
    case "comments":
      return <CommentsPanel me={view.me} canComment={view.can.comment} />;
    case "crm":
      return <Crm callId={view.call.id} />;
    case "info":
      return <Info view={view} newOwners={newOwners} />;
  }
}

/** What the call proposes to CRMs comes with its tab; it is decided with script, or in the list of Home. */
const CrmPanel = lazy(() => import("#app/ui/features/crm/crm-panel.tsx"));

function Crm({ callId }: { callId: string }) {
  const { t } = useTranslation("playback");
  const hasScript = useHydrated();
  return hasScript ? (
    <Suspense>
      <CrmPanel callId={callId} />
    </Suspense>
  ) : (
    <p className="px-4 py-3 text-sm">
      <TextLink to={paths.homeCrm()} data-plain>
        {t("tab.crm")}
      </TextLink>
    </p>
  );
}

function Info({ view, newOwners }: Omit<CallPanelProps, "id">) {
  const { t } = useTranslation("call");
  const hasScript = useHydrated();
  return (
    <>
      <div className="grid gap-3 border-b border-line px-4 py-3 desk:hidden">
        <CallFacts call={view.call} />
        <DealFact view={view} />
        <CallLabels view={view} />
        <div className="flex flex-wrap gap-2">
          <CallActions view={view} />
        </div>
      </div>
      <PeoplePanel
        people={view.people}
        isMixed={view.call.quality === "C"}
        mixedTracks={view.recording?.mixedTracks ?? null}
        canEdit={view.can.editTranscript}
        contactsOf={view.can.editCall ? view.call.id : null}
      />
      <OwnerPanel call={view.call} newOwners={newOwners} />
      {hasScript ? (
        <Suspense>
          <ReviewersPanel
            callId={view.call.id}
            reviewers={view.reviewers}
            canEdit={view.can.editCall}
          />
        </Suspense>
      ) : null}
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

const SummaryTools = lazy(() => import("#app/ui/features/summary/summary-tools.tsx"));
const EditSectionButton = lazy(() => import("#app/ui/features/summary/edit-section-button.tsx"));

function Summary({ view }: Props) {
  const { t } = useTranslation("call");
  const call = useCall(view);
  const hasScript = useHydrated();
  const { summary, people } = view;
  const canEdit = hasScript && view.can.editCall && summary !== null && summary.template !== null;
  const editOf = canEdit
    ? (section: string) => (
        <Suspense>
          <EditSectionButton summary={summary} section={section} people={people} />
        </Suspense>
      )
    : null;
  return (
    <Body counted={view.countedVersion}>
      {view.metrics ? (
        <HeadlineMetrics metrics={view.metrics} medians={view.medians} hrefAt={call.hrefAt} />
      ) : null}
      {view.summary ? (
        <SummaryPanel
          summary={view.summary}
          moments={view.hits}
          {...call}
          {...(hasScript && {
            tools: (
              <Suspense>
                <SummaryTools
                  callId={view.call.id}
                  summary={view.summary}
                  nameOf={call.nameOf}
                  canChange={view.can.editCall}
                />
              </Suspense>
            ),
          })}
          editOf={editOf}
        />
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
