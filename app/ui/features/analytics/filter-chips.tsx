import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import type { Search } from "./hidden-fields.tsx";
import type { Filter } from "./use-filters.ts";

type Props = {
  query: AnalyticsQuery;
  filters: readonly Filter[];
  /** The page, asked otherwise; what it asks for beside the filters stays. */
  to: (search: Search) => string;
};

/** Everything that narrows the figures, each with its way out. */
export function FilterChips({ query, filters, to }: Props) {
  const { t } = useTranslation("analytics");
  const search = analyticsSearch(query);
  const without = (change: Search): string => to({ ...search, ...change });
  const chips = filters.flatMap(({ name, label, values, choices }) =>
    values.map((value) => (
      <Chip
        key={`${name} ${value}`}
        name={label}
        value={choices.find(({ id }) => id === value)?.name ?? value}
        removeTo={without({ [name]: values.filter((one) => one !== value) })}
      />
    )),
  );
  if (query.isInHours)
    chips.push(
      <Chip
        key="hours"
        name={t("filter.hours")}
        value={t("filter.hoursWorking")}
        removeTo={without({ hours: null })}
      />,
    );
  if (query.isWithoutSample)
    chips.push(
      <Chip
        key="sample"
        name={t("filter.sample")}
        value={t("filter.sampleWithout")}
        removeTo={without({ sample: null })}
      />,
    );
  if (chips.length === 0) return null;
  const { range = null, from = null, to: last = null } = search;
  return (
    <div
      role="group"
      aria-label={t("filter.on")}
      className="flex flex-wrap items-center gap-1.5"
      data-print="no"
    >
      {chips}
      <LinkButton tone="quiet" size="small" to={to({ range, from, to: last })}>
        {t("filter.clear")}
      </LinkButton>
    </div>
  );
}
