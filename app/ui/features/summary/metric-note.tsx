import { Fragment } from "react";
import type { MediansView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { PlayLink } from "./play-link.tsx";
import { placeOf, type StatRow } from "./stat-groups.ts";
import { useMetricText } from "./use-metric-text.ts";

type Props = { row: StatRow; medians: MediansView; hrefAt: (ms: number) => string };

/** One line under a number: what it is of, the customer's, what is usual, and where it is heard. */
export function MetricNote({ row: { metric, customers }, medians, hrefAt }: Props) {
  const { t } = useTranslation("metrics");
  const { t: own } = useTranslation("panels");
  const { t: frame } = useTranslation("playback");
  const hasSound = useHasSound();
  const format = useFormat();
  const text = useMetricText(medians);
  const { band, range } = metric;
  const place = placeOf(metric);
  const parts = [
    band === "watch" || band === "out" ? (
      <span className="text-warn">
        {range?.isOurs === false ? t(`bandYours.${band}`) : t(`band.${band}`)}
      </span>
    ) : null,
    text.counted(metric),
    customers === null || customers.value === null
      ? null
      : own("stat.customers", { value: text.value(customers) }),
    text.median(metric),
    place === null ? null : (
      <PlayLink
        atMs={place.t0Ms}
        href={hrefAt(place.t0Ms)}
        className="inline-block min-h-6 rounded-mark text-link underline underline-offset-3"
      >
        {hasSound
          ? t("playAt", { at: format.duration(place.t0Ms) })
          : frame("goTo", { time: format.duration(place.t0Ms) })}
      </PlayLink>
    ),
  ].filter((part) => part !== null);
  return (
    <p className="min-h-6 pr-7 text-xs leading-6 text-ink-muted">
      {parts.map((part, at) => (
        // A note's parts have no identity but their place.
        <Fragment key={at}>
          {at === 0 ? null : " · "}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
