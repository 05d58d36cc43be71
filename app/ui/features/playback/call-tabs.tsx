import { lazy, Suspense } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { CommentsPanel } from "#app/ui/features/comment/comments-panel.tsx";
import { MomentsPanel } from "#app/ui/features/summary/moments-panel.tsx";
import { InfoTab } from "./info-tab.tsx";
import type { PageData } from "./page-data.ts";
import { StatisticsTab } from "./statistics-tab.tsx";
import { SummaryTab } from "./summary-tab.tsx";
import { Body, Missing, useCall } from "./tab-parts.tsx";

/** The tabs beside the transcript of a call, in this order; their names are `playback.tab`. */
export const TABS = [
  { id: "summary", Panel: SummaryTab },
  { id: "moments", Panel: MomentsTab },
  { id: "statistics", Panel: StatisticsTab },
  { id: "comments", Panel: CommentsTab },
  { id: "crm", Panel: CrmTab },
  { id: "info", Panel: InfoTab },
] as const;

function CommentsTab({ page: { view } }: { page: PageData }) {
  return <CommentsPanel me={view.me} canComment={view.can.comment} />;
}

function MomentsTab({ page: { view } }: { page: PageData }) {
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

/** What the call proposes to CRMs comes with its tab; it is decided with script, or in the list of Home. */
const DealButton = lazy(() => import("#app/ui/features/deal/deal-button.tsx"));
const CrmPanel = lazy(() => import("#app/ui/features/crm/crm-panel.tsx"));

function CrmTab({ page: { view } }: { page: PageData }) {
  const { t } = useTranslation("playback");
  const hasScript = useHydrated();
  return hasScript ? (
    <Suspense>
      <CrmPanel callId={view.call.id} deal={(asked) => <DealButton {...asked} />} />
    </Suspense>
  ) : (
    <p className="px-4 py-3 text-sm">
      <TextLink to={paths.homeCrm()} data-plain>
        {t("tab.crm")}
      </TextLink>
    </p>
  );
}
