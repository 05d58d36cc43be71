import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

type Search = Record<string, string | string[] | null>;
type Props = {
  query: AnalyticsQuery;
  /** The page, asked otherwise. */
  to: (search: Search) => string;
};

/** Why no call of these days is here for this reader, and the way on: without filters, to other days, to the calls. */
export function NoCalls({ query, to }: Props) {
  const { t } = useTranslation("analytics");
  const { calendarDay } = useFormat();
  const { from, to: last } = query.period;
  const days = t("days", { from: calendarDay(from), to: calendarDay(last) });
  const { range = null, from: first = null, to: end = null, ...filters } = analyticsSearch(query);
  const isFiltered = Object.values(filters).some((value) => value !== null && value.length > 0);
  const isUsual = range === null && first === null;
  if (isFiltered)
    return (
      <EmptyState
        title={t("empty.filteredTitle")}
        why={t("empty.filteredWhy", { days })}
        action={
          <LinkButton to={to({ range, from: first, to: end })}>{t("filter.clear")}</LinkButton>
        }
      />
    );
  return (
    <EmptyState
      title={t("empty.title", { days })}
      why={t("empty.why")}
      action={
        isUsual ? (
          <LinkButton to={paths.recordings()}>{t("empty.action")}</LinkButton>
        ) : (
          <LinkButton to={to({})}>{t("empty.usual")}</LinkButton>
        )
      }
    />
  );
}
