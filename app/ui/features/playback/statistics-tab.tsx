import { useTranslation } from "#app/i18n/translation.tsx";
import type { MediansView, PlaybackView } from "#app/core/pages/playback-views.ts";
import { MetricsPanel } from "#app/ui/features/summary/metrics-panel.tsx";
import { wordsText } from "#app/ui/features/recordings/words-lost.tsx";
import { type PageData, useTab } from "./page-data.ts";
import { Body, Missing, useCall, Waiting } from "./tab-parts.tsx";

export function StatisticsTab({ page }: { page: PageData }) {
  const { t } = useTranslation("call");
  const { t: stages } = useTranslation("stages");
  const { view } = page;
  const tab = useTab("statistics", page);
  const call = useCall(view);
  return (
    <Body counted={view.countedVersion}>
      <Waiting tab={tab} />
      {view.words?.isMissing === true ? (
        <p className="mb-2 text-sm text-warn">
          {wordsText(stages, view.words)} {stages("words.figures")}
        </p>
      ) : null}
      {view.metrics ? (
        <MetricsPanel metrics={view.metrics} medians={mediansOf(view, tab.data)} {...call} />
      ) : (
        <Missing text={t("page.noMetrics")} />
      )}
    </Body>
  );
}

/** What is usual for the owner: nothing, until it has come. */
export const mediansOf = (
  { call: { owner }, me }: PlaybackView,
  data: { medians: MediansView } | undefined,
): MediansView => data?.medians ?? { ofReader: owner.id === me, owner: owner.name, byKey: {} };
