import { useTranslation } from "#app/i18n/translation.tsx";
import type { MetricsView, MetricView } from "#app/core/domain/metrics/metric-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { Metric, MetricList } from "#app/ui/components/primitive/metric.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { figureText, partText } from "./metric-text.ts";
import { Group, Note } from "./parts.tsx";
import { bandText, metricFormula, metricName, partName, reasonText } from "./texts.ts";

/** The three numbers beside the summary (look.md); the statistics tab has them all. */
const HEADLINES = ["talk_ratio", "longest_monologue", "patience"];

type Props = {
  metrics: MetricsView;
  hrefAt: (ms: number) => string;
  /** Name of a participant, null when nobody in this call has the id. */
  nameOf: (participantId: string) => string | null;
};

/** "This call": the numbers a coach looks at first. */
export function HeadlineMetrics(props: Props) {
  const { t } = useTranslation("player");
  const shown = HEADLINES.flatMap(
    (key) =>
      props.metrics.metrics.find((metric) => metric.key === key && metric.participantId === null) ??
      [],
  );
  if (shown.length === 0) return null;
  return (
    <Group title={t("thisCall")}>
      <MetricList>
        {shown.map((metric) => (
          <OneMetric key={metric.key} metric={metric} isShort {...props} />
        ))}
      </MetricList>
    </Group>
  );
}

/** Every number of the call with its formula, denominators, n, our default and why one is missing. */
export function MetricsPanel(props: Props) {
  const { t } = useTranslation("metrics");
  const { metrics, config } = props.metrics;
  const given = metrics.filter((metric) => metric.value !== null);
  const missing = metrics.filter((metric) => metric.value === null);
  return (
    <>
      <MetricList>
        {[...given, ...missing].map((metric) => (
          <OneMetric
            key={`${metric.key} ${metric.side ?? ""} ${metric.participantId ?? ""}`}
            metric={metric}
            isShort={false}
            {...props}
          />
        ))}
      </MetricList>
      <Note>{t("bandNote")}</Note>
      <Note>{t("config", { config })}</Note>
    </>
  );
}

function OneMetric({
  metric,
  isShort,
  hrefAt,
  nameOf,
}: Props & { metric: MetricView; isShort: boolean }) {
  const { t } = useTranslation("metrics");
  const format = useFormat();
  const who = metric.participantId === null ? null : nameOf(metric.participantId);
  const side = metric.side === null ? undefined : t(`side.${metric.side}`);
  const figure = metric.value === null ? null : figureText(format, metric.value, metric.unit);
  const isWarning = metric.band === "watch" || metric.band === "out";
  const isTalk = metric.key === "talk_ratio" && metric.side !== "C";
  return (
    <Metric
      label={who === null ? metricName(t, metric.key) : `${metricName(t, metric.key)}, ${who}`}
      value={figure === null ? "–" : t(`unit.${metric.unit}`, { value: figure })}
      {...(side === undefined ? {} : { unit: side })}
      {...(isTalk ? { bar: <TalkBar talkRatio={metric.value} /> } : {})}
      tone={isWarning ? "warn" : "muted"}
      note={<MetricNote metric={metric} isShort={isShort} hrefAt={hrefAt} />}
    />
  );
}

/** Under the number: why it is missing, its denominators and n, our default, where it is heard, how it is made. */
function MetricNote({
  metric,
  isShort,
  hrefAt,
}: {
  metric: MetricView;
  isShort: boolean;
  hrefAt: (ms: number) => string;
}) {
  const { t } = useTranslation("metrics");
  const { t: player } = useTranslation("player");
  const { t: frame } = useTranslation("playback");
  const format = useFormat();
  const playFrom = usePlayFrom();
  const hasSound = useHasSound();
  const parts = Object.entries(metric.parts).map(
    ([name, value]) => `${partName(t, name)} ${partText(format, name, value)}`,
  );
  if (metric.n !== null) parts.push(t("n", { n: metric.n }));
  const isFine = metric.band === "ok";
  const band =
    metric.band === null || (isShort && isFine)
      ? []
      : [bandText(t, metric.key), t(`band.${metric.band}`)].filter((text) => text !== null);
  const formula = metricFormula(t, metric.key);
  const { at } = metric;
  return (
    <span className="grid gap-0.5">
      {metric.reason === null ? null : (
        <span>{reasonText(t, { key: metric.key, reason: metric.reason })}</span>
      )}
      {parts.length === 0 ? null : <span>{parts.join(" · ")}</span>}
      {band.length === 0 ? null : <span>{band.join(" · ")}</span>}
      {at === null ? null : (
        <a
          href={hrefAt(at.t0Ms)}
          className="inline-flex min-h-6 items-center justify-self-start rounded-mark text-link underline-offset-3 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            playFrom(at.t0Ms);
          }}
        >
          {hasSound
            ? t("playAt", { at: format.duration(at.t0Ms) })
            : frame("goTo", { time: format.duration(at.t0Ms) })}
        </a>
      )}
      {isShort || formula === null ? null : (
        <details className="text-ink-muted">
          <summary className="inline-block min-h-6 leading-6 underline decoration-dotted underline-offset-3">
            {player("formula")}
          </summary>
          {formula}
        </details>
      )}
    </span>
  );
}
