import type { ReactNode } from "react";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { talkSearch } from "#app/core/domain/analytics/talk-search.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { AnalyticsFrame } from "./analytics-frame.tsx";
import { FormulaPanel } from "./formula-panel.tsx";
import { MetricNav } from "./metric-nav.tsx";
import { MetricSelect } from "./metric-select.tsx";
import { NoCalls } from "./no-calls.tsx";
import { PacePanel } from "./pace-panel.tsx";
import { TalkCalls } from "./talk-calls.tsx";
import { TalkPeople } from "./talk-people.tsx";

export type EvidencePlace = { callId: string; title: string; t0Ms: number; t1Ms: number | null };
type Props = TalkStatsPage & {
  answer: unknown;
  /** Plays a stretch of a call where it is spoken of. */
  evidence: (place: EvidencePlace) => ReactNode;
};

/** How people talk, one number at a time, beside their own past: every number opens the calls it counts. */
export function TalkPage(props: Props) {
  const { query, ignored, stats, choices, views, answer, seesOthers, evidence } = props;
  const { isOwnPage, viewTeams, bands } = props;
  const { t } = useTranslation("talk");
  const { metric, config, order, person } = talkSearch(query);
  const { all, allBefore } = stats;
  const isEmpty = all.n + all.leftOut + allBefore.n + allBefore.leftOut === 0;
  const own = { metric: one(metric), config: one(config), order: one(order) };
  return (
    <AnalyticsFrame
      at="talkStats"
      {...{ query, choices, ignored, views, viewTeams, answer, seesOthers, own }}
      open={{ person: one(person) }}
      fileUrl={paths.talkStatsFile}
      foot={t(isOwnPage ? "foot.own" : "foot.others")}
    >
      {isEmpty ? (
        <NoCalls query={query} to={(search) => paths.talkStats({ ...search, ...own })} />
      ) : (
        <div className="grid gap-4 min-[1240px]:grid-cols-[15rem_minmax(0,1fr)] print:grid-cols-[minmax(0,1fr)]">
          <div className="min-w-0">
            <MetricNav query={query} stats={stats} />
            <MetricSelect query={query} stats={stats} />
          </div>
          <div className="grid min-w-0 content-start gap-4">
            <TalkPeople {...{ query, stats, bands, seesOthers }} />
            {stats.calls === null ? null : (
              <TalkCalls query={query} calls={stats.calls} evidence={evidence} />
            )}
            <div
              className={
                stats.pace === null
                  ? "grid"
                  : "grid items-start gap-4 min-[1440px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
              }
            >
              <PacePanel query={query} stats={stats} />
              <FormulaPanel query={query} stats={stats} />
            </div>
          </div>
        </div>
      )}
    </AnalyticsFrame>
  );
}

const one = (value: string | string[] | null | undefined): string | null =>
  typeof value === "string" ? value : null;
