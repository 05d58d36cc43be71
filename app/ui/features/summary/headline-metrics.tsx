import { useTranslation } from "#app/i18n/translation.tsx";
import { givenValue } from "#app/core/pages/given-value.ts";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { Metric, MetricList } from "#app/ui/components/primitive/metric.tsx";
import { MetricNote } from "./metric-note.tsx";
import type { MetricsProps } from "./metrics-panel.tsx";
import { Group, Note } from "./parts.tsx";
import { metricName, reasonText } from "./texts.ts";
import { useMetricText } from "./use-metric-text.ts";

/** The three numbers a coach looks at first (look.md); the statistics tab has them all. */
const HEADLINES = ["talk_ratio", "longest_monologue", "patience"];

/** "This call": three numbers of our side; one that could not be measured is not there. */
export function HeadlineMetrics({
  metrics,
  medians,
  hrefAt,
}: Pick<MetricsProps, "metrics" | "medians" | "hrefAt">) {
  const { t } = useTranslation("player");
  const { t: words } = useTranslation("metrics");
  const text = useMetricText(medians);
  const shown = HEADLINES.flatMap((key) =>
    metrics.metrics.filter(
      (metric) => metric.key === key && metric.side !== "C" && metric.value !== null,
    ),
  );
  if (shown.length === 0) return null;
  const reasons = new Set(
    shown.flatMap(({ key, reason }) =>
      reason === null ? [] : [reasonText(words, { key, reason })],
    ),
  );
  return (
    <Group title={t("thisCall")}>
      {[...reasons].map((reason) => (
        <Note key={reason}>{reason}</Note>
      ))}
      <MetricList>
        {shown.map((metric) => (
          <Metric
            key={metric.key}
            label={metricName(words, metric.key)}
            value={text.value(metric)}
            isGrey={metric.reason !== null}
            {...(metric.side === null ? {} : { unit: words(`side.${metric.side}`) })}
            {...(metric.key === "talk_ratio" && givenValue(metric) !== null
              ? { bar: <TalkBar talkRatio={metric.value} /> }
              : {})}
            note={
              <MetricNote row={{ metric, customers: null }} medians={medians} hrefAt={hrefAt} />
            }
          />
        ))}
      </MetricList>
    </Group>
  );
}
