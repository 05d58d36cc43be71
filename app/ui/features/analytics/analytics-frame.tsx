import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PeriodName } from "#app/core/domain/analytics/period.ts";
import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { AnalyticsChoices } from "#app/core/pages/analytics-beside.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { SavedNote, SavedViews } from "#app/ui/components/form/saved-views.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { FilterForm } from "./filter-form.tsx";
import type { Search } from "./hidden-fields.tsx";
import { PrintLine } from "./print-line.tsx";
import { SampleProgress } from "./sample-progress.tsx";
import { useFilters } from "./use-filters.ts";

type Tab = "activity" | "talkStats" | "teamCare";
type FileFormat = "csv" | "json";

type Props = {
  at: "activity" | "talkStats";
  query: AnalyticsQuery;
  choices: AnalyticsChoices;
  ignored: readonly Ignored[];
  views: readonly ViewRef[];
  /** Those the reader may share a view with. */
  viewTeams: readonly PersonRef[];
  /** What the last form was answered. */
  answer: unknown;
  seesOthers: boolean;
  /** What the page asks for beside the filters: another period or filter keeps it. */
  own?: Record<string, string | null>;
  /** What is open on it: kept by another period or filter, but no part of a kept view or a file. */
  open?: Record<string, string | null>;
  /** Where the same numbers are had as a file. */
  fileUrl: (format: FileFormat, search: Search) => string;
  foot: string;
  children: ReactNode;
};

/** The periods that are asked for most, one press away. */
const QUICK = ["last-week", "last-4w", "last-13w", "last-quarter"] as const satisfies PeriodName[];

/** What all pages of analytics share: their tabs, one bar of filters, and the same numbers as files. */
export function AnalyticsFrame(props: Props) {
  const { at, query, choices, ignored, views, answer, seesOthers, own = {}, open = {} } = props;
  const { viewTeams, fileUrl, foot, children } = props;
  const { t } = useTranslation("analytics");
  const { calendarDay, isPastDay } = useFormat();
  const isLoading = useIsLoading(paths[at]());
  const search = analyticsSearch(query);
  const filters = useFilters({ query, choices, seesOthers });
  const here = (asked: Search): string => paths[at]({ ...asked, ...own, ...open });
  const kept = paths[at]({ ...search, ...own });
  const ofPeriod = (range: PeriodName): string => {
    const { from: _, to: __, ...others } = search;
    return here({ ...others, range });
  };
  return (
    <Page title={t("heading")}>
      <AnalyticsTabs at={at} filters={search} />
      <SavedViews
        views={views}
        teams={viewTeams}
        query={kept.slice(paths[at]().length + 1)}
        to={paths[at]}
        bare={paths[at]()}
        answer={answer}
      />
      <SavedNote bare={paths[at]()} />
      <PrintLine query={query} filters={filters} />
      <div className="relative flex flex-wrap items-center gap-2" data-print="no">
        <FilterForm
          {...{ query, filters, isLoading, hasSample: choices.hasSample }}
          to={paths[at]}
          own={{ ...own, ...open }}
        />
        <div className="desk:ml-auto">
          <Segments
            label={t("filter.quick")}
            segments={QUICK.map((range) => ({
              to: ofPeriod(range),
              label: t(`range.${range}`),
              isCurrent: range === query.range,
            }))}
          />
        </div>
        <p className="flex basis-full flex-wrap gap-x-4 text-xs text-ink-muted">
          <span>{t("filter.zone", { zone: query.zone })}</span>
          {isPastDay(query.period.to) ? null : (
            <span>{t("filter.running", { day: calendarDay(query.period.to) })}</span>
          )}
          <span role="status">{isLoading ? t("busy") : null}</span>
        </p>
      </div>
      <FilterChips query={query} filters={filters} to={here} />
      <IgnoredNote ignored={ignored} />
      <SampleProgress progress={choices.sampleProgress} />
      <div
        aria-busy={isLoading}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 aria-busy:opacity-60"
      >
        {children}
      </div>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-xs text-ink-muted">
        <span className="max-w-[80ch]">{foot}</span>
        <span className="flex gap-x-4" data-print="no">
          {(["csv", "json"] as const).map((format) => (
            <TextLink key={format} reloadDocument to={fileUrl(format, { ...search, ...own })}>
              {t(`${format}Link`)}
            </TextLink>
          ))}
        </span>
      </p>
    </Page>
  );
}

/** Other numbers of this page are on their way: those that are shown are of what was asked before. */
function useIsLoading(pathname: string): boolean {
  const { state, location } = useNavigation();
  return state !== "idle" && location.pathname === pathname;
}

/** The pages of analytics; those of calls keep what they are narrowed by. */
export function AnalyticsTabs({ at, filters = {} }: { at: Tab; filters?: Search }) {
  const { t } = useTranslation("analytics");
  return (
    <LinkTabs
      label={t("heading")}
      tabs={[
        { to: paths.activity(filters), label: t("title"), isCurrent: at === "activity" },
        { to: paths.talkStats(filters), label: t("talkTitle"), isCurrent: at === "talkStats" },
        { to: paths.teamCare(), label: t("careTitle"), isCurrent: at === "teamCare" },
      ]}
    />
  );
}
