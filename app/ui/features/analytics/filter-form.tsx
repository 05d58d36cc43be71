import { useId } from "react";
import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select, type SelectOption } from "#app/ui/components/primitive/select.tsx";
import { FilterPick } from "./filter-pick.tsx";
import { HiddenFields, type Search } from "./hidden-fields.tsx";
import { PeriodPick } from "./period-pick.tsx";
import type { Filter } from "./use-filters.ts";

type Props = {
  query: AnalyticsQuery;
  filters: readonly Filter[];
  hasSample: boolean;
  /** The page itself, and what it asks for beside the filters. */
  to: (search: Search) => string;
  own: Record<string, string | null>;
  /** The page is being asked again. */
  isLoading: boolean;
};

/** What narrows the figures: forms that work without script; all of it is in the address. */
export function FilterForm({ query, filters, hasSample, to, own, isLoading }: Props) {
  const { t } = useTranslation("analytics");
  const { range = null, from = null, to: last = null } = analyticsSearch(query);
  const busy = isLoading && t("busy");
  return (
    <>
      <PeriodPick query={query} to={to} own={own} busy={busy} />
      <ListForm
        // A form keeps what its fields began with: another address is another form.
        key={JSON.stringify(query)}
        action={to({})}
        look="contents"
      >
        <HiddenFields search={{ ...own, range, from, to: last }} />
        {filters.map((filter) =>
          filter.isShown ? <FilterPick key={filter.name} filter={filter} busy={busy} /> : null,
        )}
        <Pick
          name="hours"
          label={t("filter.hours")}
          value={query.isInHours ? "working" : ""}
          options={[
            { value: "", label: t("filter.hoursAll") },
            { value: "working", label: t("filter.hoursWorking") },
          ]}
        />
        {hasSample || query.isWithoutSample ? (
          <Pick
            name="sample"
            label={t("filter.sample")}
            value={query.isWithoutSample ? "no" : ""}
            options={[
              { value: "", label: t("filter.sampleWith") },
              { value: "no", label: t("filter.sampleWithout") },
            ]}
          />
        ) : null}
        <Button type="submit" busy={busy}>
          {t("filter.apply")}
        </Button>
      </ListForm>
    </>
  );
}

function Pick({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly SelectOption[];
}) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="inline-flex max-w-full items-center gap-1.5 text-xs whitespace-nowrap text-ink-muted"
    >
      {label}
      <Select id={id} name={name} size="small" defaultValue={value} options={options} />
    </label>
  );
}
