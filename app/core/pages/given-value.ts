import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";

/**
 * What may be said of a number outside of the list that shows its reason: its value, or null where it could not be measured or
 * the call is too short for it (the display gate, which also keeps it out of lists and averages).
 */
export const givenValue = ({ value, reason }: Pick<MetricView, "value" | "reason">) =>
  reason === null ? value : null;
