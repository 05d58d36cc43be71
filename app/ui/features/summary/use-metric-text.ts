import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";
import type { MediansView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { figureText, partText } from "./metric-text.ts";

/** What a number is of, by its key: the parts that stand in the one line under it. */
const COUNTED = {
  talk_ratio: ["speechMs", "bothSidesMs"],
  switches_per_min: ["switches", "callMs"],
  cut_in: ["count", "of"],
  questions: ["open"],
  questions_per_hour: ["count", "callMs"],
  open_questions: ["open", "count"],
  answered_questions: ["answered", "count"],
  silences: ["count", "callMs"],
  silence_ratio: ["silentMs", "spanMs"],
  overlap_ratio: ["overlapMs", "callMs"],
  interruptions: ["count", "taken"],
  fillers: ["count", "per100Words"],
} as const;
/** Medians of waits: what they are of is how many there were. */
const WAITS = new Set(["patience", "customer_latency", "objection_pause"]);
type Counted = keyof typeof COUNTED;
const isCounted = (key: string): key is Counted => Object.hasOwn(COUNTED, key);

/** A number and the one line under it, in words. */
export function useMetricText(medians: MediansView) {
  const { t } = useTranslation("panels");
  const { t: metrics } = useTranslation("metrics");
  const format = useFormat();
  const value = (metric: Pick<MetricView, "value" | "unit">): string =>
    metric.value === null
      ? "–"
      : metrics(`unit.${metric.unit}`, { value: figureText(format, metric.value, metric.unit) });
  const counted = ({ key, n, parts, value: known }: MetricView): string | null => {
    if (known === null) return null;
    if (WAITS.has(key)) return n === null ? null : t("note.waits", { count: n });
    if (!isCounted(key)) return null;
    const [a, b] = COUNTED[key].map((part) =>
      parts[part] === undefined ? null : partText(format, part, parts[part]),
    );
    // A sentence with a hole says less than none.
    return a === null || b === null ? null : t(`note.${key}`, { a, b });
  };
  const median = ({ key, side, unit }: MetricView): string | null => {
    const usual = side === "C" ? undefined : medians.byKey[key];
    if (usual === undefined) return null;
    const params = { value: value({ value: usual.median, unit }), count: usual.n };
    return medians.ofReader
      ? t("median.yours", params)
      : t("median.owners", { ...params, name: medians.owner });
  };
  return { value, counted, median };
}
