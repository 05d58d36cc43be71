import { Form } from "@remix-run/react";
import { useId } from "react";
import { PERIODS } from "#app/core/domain/analytics/period.ts";
import { type AnalyticsQuery, analyticsSearch } from "#app/core/domain/analytics/query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { HiddenFields, type Search } from "./hidden-fields.tsx";
import { PickFace } from "./pick-face.tsx";

type Props = {
  query: AnalyticsQuery;
  to: (search: Search) => string;
  own: Record<string, string | null>;
  busy: string | false;
};

/** Which days: one of the named periods, a press each, or two dates of one's own. Other filters stay. */
export function PeriodPick({ query, to, own, busy }: Props) {
  const { t } = useTranslation("analytics");
  const { calendarDay } = useFormat();
  const { range, period } = query;
  const days = t("days", { from: calendarDay(period.from), to: calendarDay(period.to) });
  const shown = range === null ? days : t("filter.rangeOf", { range: t(`range.${range}`), days });
  const { range: _, from: __, to: ___, ...filters } = analyticsSearch(query);
  return (
    <Disclosure
      label={t("filter.pick", { name: t("filter.range"), value: shown })}
      face={<PickFace label={t("filter.range")} value={shown} />}
      place="wide"
    >
      <ul className="grid grid-cols-2 gap-x-2">
        {PERIODS.map((name) => (
          <li key={name}>
            <Link
              to={to({ ...filters, ...own, range: name })}
              preventScrollReset
              {...(name === range ? { "aria-current": "true" as const } : {})}
              className="block min-h-7 rounded-control px-2 py-1 hover:bg-surface-hover aria-[current=true]:bg-surface-chosen aria-[current=true]:font-medium pointer-coarse:min-h-9"
            >
              {t(`range.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
      <Form
        key={JSON.stringify(query)}
        method="get"
        action={to({})}
        className="mt-2 grid gap-2 border-t border-line pt-3"
      >
        <HiddenFields search={{ ...filters, ...own }} />
        <div className="grid grid-cols-2 gap-2">
          <DayField name="from" label={t("filter.from")} value={period.from} />
          <DayField name="to" label={t("filter.to")} value={period.to} />
        </div>
        <Button type="submit" size="small" busy={busy}>
          {t("filter.applyDays")}
        </Button>
      </Form>
    </Disclosure>
  );
}

function DayField({ name, label, value }: { name: "from" | "to"; label: string; value: string }) {
  const id = useId();
  return (
    <label htmlFor={id} className="grid min-w-0 gap-1 text-xs text-ink-muted">
      {label}
      <input
        id={id}
        type="date"
        name={name}
        defaultValue={value}
        required
        className={controlLook({ size: "small", className: "min-w-0" })}
      />
    </label>
  );
}
