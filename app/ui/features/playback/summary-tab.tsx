import { lazy, Suspense } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { HeadlineMetrics } from "#app/ui/features/summary/headline-metrics.tsx";
import { SummaryPanel } from "#app/ui/features/summary/summary-panel.tsx";
import { useReasonText } from "#app/ui/features/setting/template/use-rule-text.ts";
import { type PageData, useTab } from "./page-data.ts";
import { mediansOf } from "./statistics-tab.tsx";
import { Body, Missing, useCall, Waiting } from "./tab-parts.tsx";

const SummaryTools = lazy(() => import("#app/ui/features/summary/summary-tools.tsx"));
const EditSectionButton = lazy(() => import("#app/ui/features/summary/edit-section-button.tsx"));

export function SummaryTab({ page }: { page: PageData }) {
  const { t } = useTranslation("call");
  const { view } = page;
  const tab = useTab("summary", page);
  const call = useCall(view);
  const hasScript = useHydrated();
  const summary = tab.data?.summary ?? null;
  const reason = tab.data?.reason ?? null;
  const reasonText = useReasonText();
  const canEdit = hasScript && view.can.editCall && summary !== null && summary.template !== null;
  return (
    <Body counted={view.countedVersion}>
      {view.metrics ? (
        <HeadlineMetrics
          metrics={view.metrics}
          medians={mediansOf(view, tab.data)}
          hrefAt={call.hrefAt}
        />
      ) : null}
      <Waiting tab={tab} />
      {summary ? (
        <SummaryPanel
          summary={summary}
          reason={reason ? reasonText(reason) : null}
          moments={view.hits}
          {...call}
          {...(hasScript && {
            tools: (
              <Suspense>
                <SummaryTools
                  call={view.call}
                  people={view.people}
                  summary={summary}
                  canChange={view.can.editCall}
                />
              </Suspense>
            ),
          })}
          editOf={
            canEdit
              ? (section) => (
                  <Suspense>
                    <EditSectionButton summary={summary} section={section} people={view.people} />
                  </Suspense>
                )
              : null
          }
        />
      ) : tab.data ? (
        <Missing text={t("page.noSummary")} />
      ) : null}
    </Body>
  );
}
