import { lazy, Suspense } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { CallFacts } from "#app/ui/features/call/call-facts.tsx";
import { CallLabels } from "#app/ui/features/label/call-labels.tsx";
import { OwnerPanel } from "#app/ui/features/call/owner-panel.tsx";
import { PeoplePanel } from "#app/ui/features/call/people-panel.tsx";
import { WatchersPanel } from "#app/ui/features/call/watchers-panel.tsx";
import { CallActions } from "./call-actions.tsx";
import { DealFact } from "./deal-fact.tsx";
import { type PageData, useTab } from "./page-data.ts";
import { Body, Waiting } from "./tab-parts.tsx";

/** Who is to listen comes after the page: it acts only with script. */
const ReviewersPanel = lazy(() => import("#app/ui/features/call/reviewers-panel.tsx"));

export function InfoTab({ page }: { page: PageData }) {
  const { t } = useTranslation("call");
  const { view } = page;
  const tab = useTab("info", page);
  const hasScript = useHydrated();
  const { newOwners = null, reviewers, watchers = null } = tab.data ?? {};
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
        linking={{
          isPrivate: view.call.visibility === "private",
          canGive: view.can.share,
          me: view.me,
        }}
        contactsOf={view.can.editCall ? view.call.id : null}
      />
      <OwnerPanel call={view.call} newOwners={newOwners} />
      {tab.data ? null : (
        <Body>
          <Waiting tab={tab} />
        </Body>
      )}
      {hasScript && reviewers ? (
        <Suspense>
          <ReviewersPanel callId={view.call.id} reviewers={reviewers} canEdit={view.can.editCall} />
        </Suspense>
      ) : null}
      {watchers === null ? null : <WatchersPanel watchers={watchers} />}
      {view.can.seeLog ? (
        <p className="border-t border-line px-4 py-3 text-sm">
          <TextLink to={paths.callLog(view.call.id)}>{t("page.watched.log")}</TextLink>
        </p>
      ) : null}
    </>
  );
}
