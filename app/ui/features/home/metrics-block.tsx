import { Form, useActionData } from "@remix-run/react";
import { useId } from "react";
import type { HomeMetric, HomeMetrics } from "#app/core/pages/home-views.ts";
import { TALK_METRICS } from "#app/core/domain/analytics/talk-metrics.ts";
import type { HomeMetricKey } from "#app/core/domain/account/home-preferences.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = { metrics: HomeMetrics; choices: readonly HomeMetricKey[] };

/** Three numbers the reader chose, of their own calls beside their own past. */
export function MetricsBlock({ metrics, choices }: Props) {
  const { t } = useTranslation("home");
  return (
    <Panel
      title={t("metrics.title")}
      aside={
        <Disclosure label={t("metrics.choose")} place="end">
          <Choose chosen={metrics.metrics.map(({ key }) => key)} choices={choices} />
        </Disclosure>
      }
    >
      <p className="mb-2 text-xs text-ink-muted">{t("metrics.explain")}</p>
      <ul className="divide-y divide-line">
        {metrics.metrics.map((metric) => (
          <MetricRow key={metric.key} metric={metric} block={metrics} />
        ))}
      </ul>
      <p className="mt-2 text-xs">
        <TextLink to={paths.homeMetricsJson()} reloadDocument>
          {t("metrics.data")}
        </TextLink>
      </p>
    </Panel>
  );
}

function useValue(): (metric: HomeMetric, value: number) => string {
  const { t } = useTranslation("home");
  const { percent, seconds, number } = useFormat();
  return ({ unit }, value) => {
    if (unit === "ratio") return percent(value);
    if (unit === "ms") return seconds(value);
    return `${number(value, 1)} ${t(unit === "per_min" ? "metrics.perMin" : "metrics.perHour")}`;
  };
}

function MetricRow({ metric, block }: { metric: HomeMetric; block: HomeMetrics }) {
  const { t } = useTranslation("home");
  const { t: words } = useTranslation("metrics");
  const { date } = useFormat();
  const valueOf = useValue();
  const { key, now, before, isMixed } = metric;
  const { least, since, memberId } = block;
  const name = words(`name.${key}`, { defaultValue: key });
  const value = now.median === null ? "–" : valueOf(metric, now.median);
  return (
    <li className="grid gap-1 py-2">
      <p className="flex items-baseline justify-between gap-2">
        <span>{name}</span>
        <b className="font-mono font-strong whitespace-nowrap">
          {TALK_METRICS.some((one) => one === key) ? (
            <TextLink
              tone="name"
              to={paths.talkStats({ range: "last-4w", member: memberId, metric: key })}
              aria-label={t("metrics.open", { name, value })}
            >
              {value}
            </TextLink>
          ) : (
            value
          )}
        </b>
      </p>
      <Box metric={metric} />
      <p className="text-xs text-ink-muted" suppressHydrationWarning>
        {now.median === null
          ? t("metrics.few", { n: now.n, least, date: date(since) })
          : before.median === null
            ? t("metrics.fewBefore", { n: before.n, least })
            : t("metrics.before", {
                value: valueOf(metric, before.median),
                q1: valueOf(metric, before.q1 ?? before.median),
                q3: valueOf(metric, before.q3 ?? before.median),
                now: now.n,
                n: before.n,
              })}
        {isMixed && now.mean !== null && before.mean !== null
          ? ` ${t("metrics.mixed", { now: valueOf(metric, now.mean), before: valueOf(metric, before.mean) })}`
          : null}
      </p>
    </li>
  );
}

/** The dot of now on the box of before; the words under it say the same. */
function Box({ metric: { now, before } }: { metric: HomeMetric }) {
  const known = [before.q1, before.median, before.q3, now.median].filter((value) => value !== null);
  if (known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = (high - low || Math.abs(high) || 1) * 0.5;
  const at = (value: number) => `${((value - low + room) / (high - low + 2 * room)) * 100}%`;
  const { q1, median, q3 } = before;
  return (
    <div aria-hidden className="relative h-3">
      <span className="absolute inset-x-0 top-1/2 border-t border-line" />
      {q1 === null || q3 === null ? null : (
        <span
          className="absolute inset-y-0.5 rounded-chip border border-line-strong bg-surface-chosen"
          style={{ left: at(q1), right: `calc(100% - ${at(q3)})` }}
        />
      )}
      {median === null ? null : (
        <span className="absolute inset-y-0 w-0.5 bg-ink-muted" style={{ left: at(median) }} />
      )}
      {now.median === null ? null : (
        <span
          className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-ink"
          style={{ left: at(now.median) }}
        />
      )}
    </div>
  );
}

type Answer = { error?: Record<string, string[] | null> | null };

function Choose({ chosen, choices }: { chosen: string[]; choices: readonly HomeMetricKey[] }) {
  const { t } = useTranslation("home");
  const { t: words } = useTranslation("metrics");
  const { t: forms } = useTranslation("forms");
  const answer = useActionData<Answer>();
  const id = useId();
  const codes = answer?.error?.["third"] ?? [];
  return (
    <Form
      method="post"
      action={paths.homeForms()}
      preventScrollReset
      className="grid gap-2 text-left text-sm"
    >
      {codes.length === 0 ? null : (
        <p role="alert" className="text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: "third" })).join(" ")}
        </p>
      )}
      {(["first", "second", "third"] as const).map((place, at) => (
        <label
          key={place}
          htmlFor={`${id}${place}`}
          className="grid gap-1 text-xs font-normal text-ink-muted"
        >
          {t(`metrics.${place}`)}
          <Select
            id={`${id}${place}`}
            name={place}
            size="small"
            defaultValue={chosen[at]}
            options={choices.map((key) => ({ value: key, label: words(`name.${key}`) }))}
          />
        </label>
      ))}
      <FormButton
        tone="plain"
        size="small"
        name="intent"
        value="choose_metrics"
        busyText={t("metrics.busy")}
      >
        {t("metrics.save")}
      </FormButton>
    </Form>
  );
}
