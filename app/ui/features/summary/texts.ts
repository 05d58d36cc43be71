import type { TFunction } from "i18next";
import metrics from "#app/i18n/generated/en/metrics.json" with { type: "json" };
import summary from "#app/i18n/generated/en/summary.json" with { type: "json" };

/**
 * Names of things whose key comes from the database. A key without a text (a template's own section,
 * a later version's metric) shows itself, never a hole.
 */
function has<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}

export function sectionName(t: TFunction<"summary">, key: string): string {
  if (has(summary.section, key)) return t(`section.${key}`);
  return has(summary.field, key) ? t(`field.${key}`) : key;
}

/** What a typed value is of ("Price named"), null where nobody named it. */
export function fieldName(t: TFunction<"summary">, value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("field" in value)) return null;
  const { field } = value;
  return typeof field === "string" && has(summary.field, field) ? t(`field.${field}`) : null;
}

export function metricName(t: TFunction<"metrics">, key: string): string {
  return has(metrics.name, key) ? t(`name.${key}`) : key;
}

export function metricFormula(t: TFunction<"metrics">, key: string): string | null {
  return has(metrics.formula, key) ? t(`formula.${key}`) : null;
}

export function partName(t: TFunction<"metrics">, key: string): string {
  return has(metrics.part, key) ? t(`part.${key}`) : key;
}

export function bandText(t: TFunction<"metrics">, key: string): string | null {
  return has(metrics.bandOf, key) ? t(`bandOf.${key}`) : null;
}

const REASONS: Record<string, keyof typeof metrics.reason> = { too_few: "few_turns" };
/** Why a number is missing or grey, in a sentence. Waits have a gate of their own under the same code. */
export function reasonText(
  t: TFunction<"metrics">,
  metric: { key: string; reason: string },
): string {
  const waits = ["patience", "customer_latency", "cut_in", "objection_pause"];
  const known = has(metrics.reason, metric.reason) ? metric.reason : REASONS[metric.reason];
  if (known === undefined) return metric.reason;
  return t(`reason.${known === "few_turns" && waits.includes(metric.key) ? "few_waits" : known}`);
}

/** What made a hit, as far as there are words for it: "Ends with a question mark". */
export function ruleName(
  t: TFunction<"metrics">,
  hit: { kind: string; rule: string; label: string | null },
): string {
  if (hit.kind === "tracker" && hit.label !== null) return hit.label;
  const rule = hit.rule.split(/[.:/]/).at(-1) ?? hit.rule;
  if (hit.kind === "question" && has(metrics.rule.question, rule))
    return t(`rule.question.${rule}`);
  if (hit.kind === "promise" && has(metrics.rule.promise, rule)) return t(`rule.promise.${rule}`);
  if (hit.kind === "filler" && has(metrics.rule.filler, rule)) return t(`rule.filler.${rule}`);
  return hit.rule;
}

/** Why a section is empty. */
export const whyEmpty = (t: TFunction<"summary">, code: string): string =>
  t(has(summary.why, code) ? `why.${code}` : "why.not_produced");
