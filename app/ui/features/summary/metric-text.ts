import type { MetricView } from "#app/core/domain/metrics/metric-views.ts";

type Format = {
  duration: (ms: number) => string;
  seconds: (ms: number) => string;
  percent: (ratio: number) => string;
  number: (value: number, decimals?: number) => string;
};
const RATIOS = new Set(["ofAll", "ofCall", "speedChange", "estimatedShare", "talk"]);

/** Lengths under ten seconds with a decimal, as in "0.9 s"; longer ones as a clock. */
function lengthText(format: Format, ms: number): string {
  return Math.abs(ms) < 10_000 ? format.seconds(ms) : format.duration(ms);
}

/** The figure of a metric without its unit word. */
export function figureText(format: Format, value: number, unit: MetricView["unit"]): string {
  switch (unit) {
    case "ratio":
      return format.percent(value);
    case "ms":
      return lengthText(format, value);
    case "count":
    case "wpm":
      return format.number(value, 0);
    case "per_min":
    case "per_hour":
    case "score":
    case "factor":
      return format.number(value, 1);
  }
}

/** A denominator or part; its name says what it measures. */
export function partText(format: Format, name: string, value: number): string {
  if (name.endsWith("Ms")) return lengthText(format, value);
  if (RATIOS.has(name)) return format.percent(value);
  return format.number(value, Number.isInteger(value) ? 0 : 1);
}
