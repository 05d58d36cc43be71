import { Form } from "@remix-run/react";
import { useId } from "react";
import { PERIODS } from "#app/core/domain/analytics/period.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import type { AnalyticsChoices } from "#app/core/pages/analytics-beside.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select, type SelectOption } from "#app/ui/components/primitive/select.tsx";

type Props = {
  query: AnalyticsQuery;
  choices: AnalyticsChoices;
  /** The page itself, and what it asks for beside the filters. */
  to: string;
  own: Record<string, string | null>;
  seesOthers: boolean;
};

/** What narrows the figures: one form that works without script; all of it is in the address. */
export function FilterForm({ query, choices, to, own, seesOthers }: Props) {
  const { t } = useTranslation("analytics");
  const { t: list } = useTranslation("recordings");
  const format = useFormat();
  const { range, period, zone } = query;
  const day = (text: string) => format.calendarDay(text);
  const any = { value: "", label: t("filter.any") };
  const named = (all: readonly { id: string; name: string }[]) => [
    any,
    ...all.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const days = t("days", { from: day(period.from), to: day(period.to) });
  return (
    <Form
      // A form keeps what its fields began with: another address is another form.
      key={JSON.stringify(query)}
      method="get"
      action={to}
      className="flex flex-wrap items-end gap-x-2 gap-y-2"
    >
      {Object.entries(own).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {range === null ? (
        <>
          <input type="hidden" name="from" value={period.from} />
          <input type="hidden" name="to" value={period.to} />
        </>
      ) : null}
      <Pick
        name="range"
        label={t("filter.range")}
        value={range ?? ""}
        options={[
          ...(range === null ? [{ value: "", label: days }] : []),
          ...PERIODS.map((name) => ({
            value: name,
            label: name === range ? `${t(`range.${name}`)}, ${days}` : t(`range.${name}`),
          })),
        ]}
      />
      {choices.teams.length > 1 ? (
        <Pick
          name="team"
          label={t("filter.team")}
          value={query.teams[0] ?? ""}
          options={named(choices.teams)}
        />
      ) : null}
      {seesOthers ? (
        <Pick
          name="member"
          label={t("filter.member")}
          value={query.members[0] ?? ""}
          options={named(choices.members)}
        />
      ) : null}
      <Pick
        name="talk"
        label={t("filter.talk")}
        value={query.talk[0] ?? ""}
        options={[any, ...TALK_KINDS.map((kind) => ({ value: kind, label: list(`talk.${kind}`) }))]}
      />
      <Pick
        name="language"
        label={t("filter.language")}
        value={query.languages[0] ?? ""}
        options={[
          any,
          ...["en", "ja"].map((one) => ({
            value: one,
            label: list(`language.${one}`, { defaultValue: one }),
          })),
        ]}
      />
      {choices.labels.length === 0 ? null : (
        <Pick
          name="label"
          label={t("filter.label")}
          value={query.labels[0] ?? ""}
          options={named(choices.labels)}
        />
      )}
      {choices.stages.length === 0 ? null : (
        <Pick
          name="stage"
          label={t("filter.stage")}
          value={query.stages[0] ?? ""}
          options={named(choices.stages)}
        />
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
      {choices.hasSample || query.isWithoutSample ? (
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
      <Button type="submit">{t("filter.apply")}</Button>
      <LinkButton tone="quiet" to={to}>
        {t("filter.clear")}
      </LinkButton>
      <p className="basis-full text-xs text-ink-muted">{t("filter.zone", { zone })}</p>
    </Form>
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
    <label htmlFor={id} className="grid max-w-full gap-1 text-xs text-ink-muted">
      {label}
      <Select id={id} name={name} size="small" defaultValue={value} options={options} />
    </label>
  );
}
