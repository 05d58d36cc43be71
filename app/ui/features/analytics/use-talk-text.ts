import { bandFor, type Bands } from "#app/core/domain/metrics/bands.ts";
import { TALK_METRIC, type TalkMetric } from "#app/core/domain/analytics/talk-metrics.ts";
import type { TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

/** A number of talk in words, without its unit where the column or the sentence says it. */
export function useTalkText() {
  const { t } = useTranslation("talk");
  const { t: metrics } = useTranslation("metrics");
  const { percent, number, seconds, duration } = useFormat();
  const plain = (metric: TalkMetric, value: number): string => {
    const { unit } = TALK_METRIC[metric];
    if (unit === "ratio") return percent(value);
    if (unit === "ms") return Math.abs(value) < 10_000 ? seconds(value) : duration(value);
    return number(value, unit === "wpm" ? 0 : 1);
  };
  return {
    name: (metric: TalkMetric): string =>
      metric === "speed" || metric === "speed_morae"
        ? t(`name.${metric}`)
        : metrics(`name.${metric}`),
    unit: (metric: TalkMetric): string =>
      t(`unit.${TALK_METRIC[metric].unit}`, { defaultValue: "" }),
    value: (metric: TalkMetric, value: number | null): string =>
      value === null ? t("none") : plain(metric, value),
    /** "46–51 %", "0.5–1.5 s": the sign is there once. */
    range: (metric: TalkMetric, from: number, to: number): string => {
      const { unit } = TALK_METRIC[metric];
      const bare =
        unit === "ratio"
          ? number(from * 100, 0)
          : unit === "ms"
            ? to < 10_000
              ? number(from / 1000, 1)
              : duration(from)
            : plain(metric, from);
      return t("range", { from: bare, to: plain(metric, to) });
    },
    /** Of an axis: lengths as a clock where it goes beyond seconds. */
    tick: (metric: TalkMetric, value: number, last: number): string =>
      TALK_METRIC[metric].unit === "ms" && last >= 10_000 ? duration(value) : plain(metric, value),
  };
}

export type TalkBand = { from: number | null; to: number | null };

/** The workspace's range of a metric for the kind of talk that was asked for; for all kinds, what holds for each of them. */
export function bandOfQuery({ metric, talk }: TalkQuery, bands: Bands): TalkBand | null {
  const [kind = null] = talk.length === 1 ? talk : [];
  const { side, unit } = TALK_METRIC[metric];
  const band = bandFor(metric, side, { bands, kind });
  if (band === null) return null;
  // The range of morae is kept a minute, the number of a row a second.
  const per = unit === "per_second" ? 60 : 1;
  const scaled = (value: number | undefined) => (value === undefined ? null : value / per);
  return { from: scaled(band.from), to: scaled(band.to) };
}
