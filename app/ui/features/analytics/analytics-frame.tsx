import type { ReactNode } from "react";
import type { PeriodName } from "#app/core/domain/analytics/period.ts";
import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import type { AnalyticsChoices } from "#app/core/pages/analytics-beside.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { SavedNote, SavedViews } from "#app/ui/components/form/saved-views.tsx";
import { FilterForm } from "./filter-form.tsx";

type Search = Record<string, string | string[] | null>;
type Tab = "activity" | "talkStats" | "teamCare";
type FileFormat = "csv" | "json";

type Props = {
  at: "activity" | "talkStats";
  query: AnalyticsQuery;
  choices: AnalyticsChoices;
  ignored: readonly Ignored[];
  views: readonly ViewRef[];
  /** What the last form was answered. */
  answer: unknown;
  seesOthers: boolean;
  /** What the page asks for beside the filters: another period or filter keeps it. */
  own?: Record<string, string | null>;
  /** Where the same numbers are had as a file. */
  fileUrl: (format: FileFormat, search: Search) => string;
  foot: string;
  children: ReactNode;
};

/** The periods that are asked for most, one press away. */
const QUICK = ["last-week", "last-4w", "last-13w", "last-quarter"] as const satisfies PeriodName[];

/** What all pages of analytics share: their tabs, one bar of filters, and the same numbers as files. */
export function AnalyticsFrame(props: Props) {
  const {
    at,
    query,
    choices,
    ignored,
    views,
    answer,
    seesOthers,
    own = {},
    fileUrl,
    foot,
    children,
  } = props;
  const { t } = useTranslation("analytics");
  const filters = analyticsSearch(query);
  const here = (search: Search): string => paths[at]({ ...search, ...own });
  const asked = here(filters);
  const ofPeriod = (range: PeriodName): string => {
    const { from: _, to: __, ...others } = filters;
    return here({ ...others, range });
  };
  return (
    <Page title={t("heading")}>
      <AnalyticsTabs at={at} filters={filters} />
      <SavedViews
        views={views}
        query={asked.slice(paths[at]().length + 1)}
        to={paths[at]}
        bare={paths[at]()}
        answer={answer}
      />
      <SavedNote bare={paths[at]()} />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2" data-print="no">
        <FilterForm
          query={query}
          choices={choices}
          to={paths[at]()}
          own={own}
          seesOthers={seesOthers}
        />
        <Segments
          label={t("filter.quick")}
          segments={QUICK.map((range) => ({
            to: ofPeriod(range),
            label: t(`range.${range}`),
            isCurrent: range === query.range,
          }))}
        />
      </div>
      <IgnoredNote ignored={ignored} />
      {children}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-xs text-ink-muted">
        <span className="max-w-[80ch]">{foot}</span>
        <span className="flex gap-x-4" data-print="no">
          {(["csv", "json"] as const).map((format) => (
            <TextLink key={format} reloadDocument to={fileUrl(format, { ...filters, ...own })}>
              {t(`${format}Link`)}
            </TextLink>
          ))}
        </span>
      </p>
    </Page>
  );
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

/** Why nothing is here for this reader, and the way on. */
export function NoCalls({ query, clearTo }: { query: AnalyticsQuery; clearTo: string }) {
  const { t } = useTranslation("analytics");
  const { range: _, from: __, to: ___, ...filters } = analyticsSearch(query);
  const isFiltered = Object.values(filters).some((value) => value !== null && value.length > 0);
  return isFiltered ? (
    <EmptyState
      title={t("empty.filteredTitle")}
      why={t("empty.filteredWhy")}
      action={<LinkButton to={clearTo}>{t("filter.clear")}</LinkButton>}
    />
  ) : (
    <EmptyState
      title={t("empty.title")}
      why={t("empty.why")}
      action={<LinkButton to={paths.recordings()}>{t("empty.action")}</LinkButton>}
    />
  );
}
