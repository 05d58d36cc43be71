import type { TFunction } from "i18next";
import summary from "#app/i18n/generated/en/summary.json" with { type: "json" };

/** What a section of Parley's own templates is called; a key without a text shows itself. */
export function sectionTitle(t: TFunction<"summary">, key: string): string {
  return isKnown(key) ? t(`section.${key}`) : key;
}

const isKnown = (key: string): key is keyof typeof summary.section =>
  Object.hasOwn(summary.section, key);
